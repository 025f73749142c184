"""Verification suites: read strictly from ``data/vv``, run case by case (paper, part 5).

A suite is a folder: ``suite.toml`` says what it verifies, each other TOML file holds ``[[cases]]``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path

from pydantic import Field

from hri.assurance.testcases import OPERATORS, Criterion, Suite, SuiteInfo, TestCase
from hri.domain.assessments import Assessment, VersionRef
from hri.domain.base import Model
from hri.domain.decisions import Action
from hri.domain.engine import ENGINE_VERSION
from hri.domain.policies import Policy
from hri.domain.ports import Knowledge
from hri.domain.slots import Slot
from hri.errors import ScoringError, SuiteFileError
from hri.knowledge.strict import read_bytes, read_toml
from hri.pipeline import assess

HEADER = "suite.toml"

Progress = Callable[[int, int, str], None]
"""Told before each case and at the end: done, total, the case's id."""


class TestVerdict(StrEnum):
    """Result of a test case; *blocked*: it could not be run against this pack or policy."""

    __test__ = False

    PASSED = "pass"
    FAILED = "fail"
    BLOCKED = "blocked"


class Measurement(Model):
    """A criterion with the value found; None (not scored, or the slot does not apply) fails it."""

    criterion: Criterion
    measured: float | None
    met: bool


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
    problem: str = ""
    """Why the case is blocked; empty otherwise."""


class SuiteResult(Model):
    """A run of a suite with everything that was under test."""

    suite: VersionRef
    pack: VersionRef
    policy: VersionRef
    lexicon: VersionRef
    engine: str
    results: tuple[CaseResult, ...]

    def count(self, verdict: TestVerdict) -> int:
        """How many cases have this verdict."""
        return sum(result.verdict is verdict for result in self.results)

    @property
    def passed(self) -> bool:
        """True when every case passed; blocked is not passed."""
        return self.count(TestVerdict.PASSED) == len(self.results)


class _CaseFile(Model):
    cases: tuple[TestCase, ...] = Field(min_length=1)


def load_suite(path: Path) -> Suite:
    """Read a suite.

    Args:
        path: Its folder.

    Raises:
        SuiteFileError: For the first fault, with the file, the key and the remedy.
    """
    header = path / HEADER
    info = read_toml(header, SuiteInfo, SuiteFileError)
    files = sorted(file for file in path.glob("*.toml") if file.name != HEADER)
    if not files:
        raise SuiteFileError(path, "", "holds no test cases", "Add a TOML file with [[cases]].")
    cases: dict[str, TestCase] = {}
    for file in files:
        for index, case in enumerate(read_toml(file, _CaseFile, SuiteFileError).cases):
            _refuse_faults(case, f"cases[{index}] ({case.id})", file, cases)
            cases[case.id] = case
    ref = VersionRef(id=info.id, version=info.version, sha256=_digest((header, *files)))
    return Suite(info=info, ref=ref, cases=tuple(cases.values()))


def _refuse_faults(case: TestCase, name: str, file: Path, known: Mapping[str, TestCase]) -> None:
    if case.id in known:
        raise SuiteFileError(file, name, "the id is used twice", "Give each case its own id.")
    if case.input.case_id is not None:
        raise SuiteFileError(file, f"{name}, input.case_id", "is set", "The test's id is used.")


def _digest(files: tuple[Path, ...]) -> str:
    """One hash over names and contents, so that a renamed or edited file shows."""
    total = hashlib.sha256()
    for file in files:
        content = hashlib.sha256(read_bytes(file, SuiteFileError)).digest()
        total.update(file.name.encode() + b"\0" + content)
    return total.hexdigest()


def run_suite(
    suite: Suite,
    knowledge: Knowledge,
    policy: Policy,
    policy_ref: VersionRef,
    progress: Progress | None = None,
) -> SuiteResult:
    """Run all cases of a suite in order.

    Pure and deterministic but for ``progress``: the same suite, pack and policy give the same
    result. A case fails when its action differs, an expected override does not fire or a criterion
    is not met; it is blocked when it cannot be scored. All are blocked when the suite was written
    for another pack or policy.
    """
    blocked = _mismatch(suite, knowledge, policy_ref)
    results = []
    for done, case in enumerate(suite.cases):
        if progress is not None:
            progress(done, len(suite.cases), case.id)
        results.append(
            CaseResult(case=case, verdict=TestVerdict.BLOCKED, problem=blocked)
            if blocked
            else run_case(case, knowledge, policy, policy_ref)
        )
    if progress is not None:
        progress(len(suite.cases), len(suite.cases), "")
    return SuiteResult(
        suite=suite.ref,
        pack=knowledge.ref,
        policy=policy_ref,
        lexicon=knowledge.lexicon_ref,
        engine=ENGINE_VERSION,
        results=tuple(results),
    )


def run_case(
    case: TestCase, knowledge: Knowledge, policy: Policy, policy_ref: VersionRef
) -> CaseResult:
    """Assess one test case and compare it with what is expected of it."""
    assessed = case.input.model_copy(update={"case_id": case.id})
    try:
        # Not assess_or_route: a fault of the scoring must not pass for an expected ROUTE.
        assessment = assess(assessed, knowledge, policy, policy_ref)
    except ScoringError as fault:
        return CaseResult(case=case, verdict=TestVerdict.BLOCKED, problem=str(fault))
    fired = tuple(dict.fromkeys(override.id for override in assessment.overrides))
    missing = tuple(name for name in case.overrides if name not in fired)
    measurements = tuple(_measured(criterion, assessment) for criterion in case.criteria)
    met = assessment.state is case.action and not missing
    passed = met and all(measurement.met for measurement in measurements)
    return CaseResult(
        case=case,
        verdict=TestVerdict.PASSED if passed else TestVerdict.FAILED,
        action=assessment.state,
        fired=fired,
        missing=missing,
        measurements=measurements,
        assessment=assessment,
    )


def measure(metric: str, assessment: Assessment) -> float | None:
    """The value of a metric (see ``METRICS``); None where it is not scored or does not apply."""
    if metric == "hri":
        return assessment.hri
    if metric == "severity":
        return float(assessment.state.severity)
    slot, _, name = metric.partition(".")
    scores = assessment.slots[Slot(slot)]
    if not scores.applies:
        return None
    value: float | None = getattr(scores, name)
    return value


def _measured(criterion: Criterion, assessment: Assessment) -> Measurement:
    value = measure(criterion.metric, assessment)
    holds = OPERATORS[criterion.operator]
    return Measurement(
        criterion=criterion,
        measured=value,
        met=value is not None and holds(value, criterion.threshold),
    )


def _mismatch(suite: Suite, knowledge: Knowledge, policy_ref: VersionRef) -> str:
    wanted = {"pack": suite.info.pack, "policy": suite.info.policy}
    given = {"pack": knowledge.ref.id, "policy": policy_ref.id}
    return "; ".join(
        f"the suite is written for {kind} {wanted[kind]}, not {given[kind]}"
        for kind in wanted
        if wanted[kind] != given[kind]
    )
