"""Assurance: verification suites and what running them proves (paper, part 5)."""

from hri.assurance.criteria import Criterion, Measurement
from hri.assurance.results import CaseResult, SuiteResult, TestVerdict
from hri.assurance.suites import load_suite
from hri.assurance.testcases import Suite, SuiteInfo, TestCase

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
]
