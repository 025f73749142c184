"""What running a suite gave: verdicts, measured values, evidence, times."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from hri.assurance.criteria import Measurement
from hri.assurance.misfits import Misfit
from hri.assurance.testcases import TestCase
from hri.domain.assessments import Assessment, VersionRef
from hri.domain.base import Model
from hri.domain.decisions import Action


class TestVerdict(StrEnum):
    """Result of a test case; *blocked*: it could not be run against this pack or policy."""

    __test__ = False

    PASSED = "pass"
    FAILED = "fail"
    BLOCKED = "blocked"


class CaseResult(Model):
    """What one test case gave, beside what it was to give."""

    case: TestCase
    verdict: TestVerdict
    action: Action | None = None
    fired: tuple[str, ...] = ()
    """Ids of all overrides that fired, each once, in the policy's order."""
    missing: tuple[str, ...] = ()
    """Expected overrides that did not fire."""
    measurements: tuple[Measurement, ...] = ()
    assessment: Assessment | None = None
    evidence: tuple[str, ...] = ()
    """What was seen, in plain words: steps of a use case, members of a set that failed."""
    problem: str = ""
    """Why the case is blocked; empty otherwise."""
    withheld: bool = False
    """Whether it is blocked because the suite is written for something else."""
    started: datetime | None = None
    ended: datetime | None = None


class SuiteResult(Model):
    """A run of a suite with everything that was under test."""

    suite: VersionRef
    pack: VersionRef
    policy: VersionRef
    lexicon: VersionRef
    engine: str
    misfits: tuple[Misfit, ...] = ()
    """What the suite is written for and is another one here."""
    results: tuple[CaseResult, ...]

    def count(self, verdict: TestVerdict) -> int:
        """How many cases have this verdict."""
        return sum(result.verdict is verdict for result in self.results)

    @property
    def passed(self) -> bool:
        """True when every case passed; blocked is not passed."""
        return self.count(TestVerdict.PASSED) == len(self.results)
