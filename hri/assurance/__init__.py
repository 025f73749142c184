"""Assurance: verification suites and what running them proves (paper, part 5)."""

from hri.assurance.suites import (
    CaseResult,
    Measurement,
    SuiteResult,
    TestVerdict,
    load_suite,
    measure,
    run_case,
    run_suite,
)
from hri.assurance.testcases import Criterion, Suite, SuiteInfo, TestCase

__all__ = [
    "CaseResult",
    "Criterion",
    "Measurement",
    "Suite",
    "SuiteInfo",
    "SuiteResult",
    "TestCase",
    "TestVerdict",
    "load_suite",
    "measure",
    "run_case",
    "run_suite",
]
