"""Runs of suites as the desk keeps them: what was ordered, what came of it, what the log tells."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from hri.assurance.dossiers import Dossier
from hri.assurance.requirements import Catalogue
from hri.assurance.results import TestVerdict
from hri.assurance.testcases import Suite
from hri.domain.assessments import VersionRef
from hri.domain.base import Model
from hri.domain.policies import Policy
from hri.errors import SuiteFileError

LANGUAGES = ("fr", "en")
"""Languages that the documents of a run are issued in."""

UNTOLD = {"seq", "at", "by"}
"""Fields of a run that stand in its event itself."""


class Ran(Model):
    """A run of a suite as the log tells it."""

    seq: int = 0
    """Number of the event; 0 before it is told."""
    at: datetime | None = None
    by: str = ""
    suite: VersionRef
    pack: VersionRef
    policy: VersionRef
    lexicon: VersionRef
    requirements: VersionRef
    code: str
    """SHA-256 over the product's code."""
    run: str
    """Id of the run: the same inputs give the same one."""
    passed: bool
    """Every case passed, and every requirement that needs a case has one."""
    verdicts: dict[TestVerdict, int]
    failed: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    unverified: tuple[str, ...] = ()
    """Requirements that need a case and have none."""
    started: datetime
    ended: datetime
    bundles: dict[str, str] = {}
    """SHA-256 of the bundle of documents, by language."""

    def verdict_of(self, case_id: str) -> TestVerdict:
        """What a case of the suite gave."""
        if case_id in self.failed:
            return TestVerdict.FAILED
        return TestVerdict.BLOCKED if case_id in self.blocked else TestVerdict.PASSED


class Given(NamedTuple):
    """What the process that ran a suite hands over."""

    ran: Ran
    bundles: dict[str, bytes]
    """The documents, by language."""


class Order(NamedTuple):
    """What is to be run, against what."""

    suite: Path
    pack: Path
    policy: Policy
    policy_ref: VersionRef
    organisation: str
    """Who issues the documents; "": left open."""


class Listed(NamedTuple):
    """A suite with its last run."""

    suite: Suite
    own_pack: bool
    """Whether it is written for the pack that this desk judges by."""
    last: Ran | None
    changed: tuple[str, ...]
    """What is another one now than at the last run: suite, requirements, policy, pack, code."""


class Shown(NamedTuple):
    """All suites, and the requirements that they verify."""

    suites: tuple[Listed, ...]
    catalogue: Catalogue
    faults: tuple[SuiteFileError, ...]
    """Suites that cannot be read."""


def ran_of(dossier: Dossier) -> Ran:
    """What the log keeps of a run."""
    result = dossier.result
    return Ran(
        suite=dossier.suite.ref,
        pack=result.pack,
        policy=result.policy,
        lexicon=result.lexicon,
        requirements=dossier.catalogue.ref,
        code=next(part.sha256 for part in dossier.surroundings if part.sha256),
        run=dossier.run,
        passed=dossier.passed,
        verdicts={verdict: result.count(verdict) for verdict in TestVerdict},
        failed=_with(dossier, TestVerdict.FAILED),
        blocked=_with(dossier, TestVerdict.BLOCKED),
        unverified=dossier.tracing.unverified,
        started=dossier.started,
        ended=dossier.ended,
    )


def _with(dossier: Dossier, verdict: TestVerdict) -> tuple[str, ...]:
    return tuple(found.case.id for found in dossier.result.results if found.verdict is verdict)
