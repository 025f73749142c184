"""Reading suites strictly, and what a run says of each case."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from factories import ROOT, default_policy

from hri.assurance import TestVerdict, criteria, load_suite, runs
from hri.assurance.runs import Subject, run_suite
from hri.domain.assessments import Assessment, ProcedureRef, Reply, VersionRef
from hri.domain.base import Message
from hri.domain.claims import TextKind
from hri.domain.decisions import Action, FiredOverride
from hri.domain.scores import SlotAssessment
from hri.domain.slots import SLOTS, Slot
from hri.errors import ScoringError, SuiteFileError
from hri.knowledge.digests import hash_pack

INFO = """
id = "s"
version = "1"
title = "A suite"
objective = "To be read."
pack = "demo"
policy = "default"
"""
CASE = """
[[cases]]
id = "a"
title = "A wrong fee is held back"
objective = "Show it."
requirements = ["paper-4-defer"]
preconditions = ["None."]
action = "DEFER"
overrides = ["contradicted"]
criteria = [{ metric = "fees.ccs", operator = "==", threshold = 0 }]

[cases.input]
question = "How much?"
answer = "It costs €30."
samples = []
language = "en"
jurisdiction = "FR"
asked_on = 2020-06-01
"""


def write_suite(folder: Path, case: str = CASE, info: str = INFO) -> Path:
    (folder / "suite.toml").write_text(info, "utf-8")
    (folder / "cases.toml").write_text(case, "utf-8")
    return folder


BAD_FILES = {
    "unknown key": (CASE.replace("objective", "purpose"), "cases[0]", "unknown key 'purpose'"),
    "unknown metric": (CASE.replace("fees.ccs", "fees.css"), "criteria[0].metric", "not measured"),
    "unknown operator": (CASE.replace('"=="', '"="'), "criteria[0].operator", "no comparison"),
    "no criterion": (CASE.replace("[{ metric", "[] # ["), "cases[0].criteria", "at least 1"),
    "unknown action": (CASE.replace('"DEFER"', '"HOLD"'), "cases[0].action", "HOLD"),
    "id twice": (CASE + CASE, "cases[1] (a)", "used twice"),
    "case id": (CASE.replace("question =", 'case_id = "x"\nquestion ='), "input.case_id", "is set"),
    "key twice": (CASE.replace("jurisdiction", "language"), "", "not TOML"),
    "date as text": (CASE.replace("2020-06-01", "true"), "cases[0].input.asked_on", "date"),
    "no case": ("cases = []\n", "cases", "at least 1"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_faulty_suite_is_refused_with_file_place_and_remedy(name: str, tmp_path: Path) -> None:
    case, pointer, problem = BAD_FILES[name]
    with pytest.raises(SuiteFileError) as caught:
        load_suite(write_suite(tmp_path, case))
    assert caught.value.path.endswith("cases.toml")
    assert pointer in caught.value.pointer
    assert problem in caught.value.problem
    assert caught.value.remedy


def test_a_suite_without_header_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SuiteFileError, match=r"suite\.toml"):
        load_suite(tmp_path)


def test_a_suite_without_cases_is_refused(tmp_path: Path) -> None:
    (tmp_path / "suite.toml").write_text(INFO, "utf-8")
    with pytest.raises(SuiteFileError, match="no test cases"):
        load_suite(tmp_path)


def test_the_hash_of_a_suite_changes_with_any_file(tmp_path: Path) -> None:
    before = load_suite(write_suite(tmp_path)).ref
    after = load_suite(write_suite(tmp_path, CASE.replace("€30", "€31"))).ref
    again = load_suite(write_suite(tmp_path)).ref
    assert before == again
    assert before.sha256 != after.sha256


class Pack:
    """A pack as far as a run asks for it."""

    ref = VersionRef(id="demo", version="1", sha256="p")
    lexicon_ref = VersionRef(id="lexicon", version="1", sha256="l")


def assessment(state: Action, ccs: float | None, *overrides: str) -> Assessment:
    fees = SlotAssessment(applies=True, present=True, sis=0.0, ccs=ccs, rvs=0.0, risk=0.4)
    absent = SlotAssessment(applies=False, present=False)
    return Assessment(
        case_id="a",
        hri=0.4,
        state=state,
        base_state=Action.PASS,
        overrides=tuple(
            FiredOverride(id=name, floor=state, reason=Message(id="x")) for name in overrides
        ),
        slots={slot: fees if slot is Slot.FEES else absent for slot in SLOTS},
        text_kind=TextKind.ANSWER,
        procedure=ProcedureRef(id=None, found_by="none"),
        reply=Reply(language="en", text="", final=False),
        policy=Pack.ref,
        pack=Pack.ref,
        lexicon=Pack.lexicon_ref,
        engine="0",
    )


OUTCOMES = {
    "as expected": (assessment(Action.DEFER, 0.0, "contradicted"), TestVerdict.PASSED),
    "other overrides too": (
        assessment(Action.DEFER, 0.0, "instability", "contradicted"),
        TestVerdict.PASSED,
    ),
    "milder action": (assessment(Action.WARN, 0.0, "contradicted"), TestVerdict.FAILED),
    "stricter action": (assessment(Action.ROUTE, 0.0, "contradicted"), TestVerdict.FAILED),
    "override missing": (assessment(Action.DEFER, 0.0, "instability"), TestVerdict.FAILED),
    "criterion missed": (assessment(Action.DEFER, 0.5, "contradicted"), TestVerdict.FAILED),
    "signal not scored": (assessment(Action.DEFER, None, "contradicted"), TestVerdict.FAILED),
    "scoring fails": (ScoringError("broken"), TestVerdict.BLOCKED),
}


@pytest.mark.parametrize("name", OUTCOMES)
def test_a_verdict_follows_from_action_overrides_and_criteria(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outcome, verdict = OUTCOMES[name]

    def assess(*_: Any) -> Assessment:
        if isinstance(outcome, ScoringError):
            raise outcome
        return outcome

    monkeypatch.setattr(runs, "assess", assess)
    result = run_suite(load_suite(write_suite(tmp_path)), Subject(Pack(), *default_policy()))
    assert result.results[0].verdict is verdict
    assert result.passed is (verdict is TestVerdict.PASSED)
    assert result.count(verdict) == 1


def test_each_criterion_shows_its_measured_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "assess", lambda *_: assessment(Action.DEFER, 0.25, "contradicted"))
    result = run_suite(load_suite(write_suite(tmp_path)), Subject(Pack(), *default_policy()))
    (measurement,) = result.results[0].measurements
    assert (measurement.measured, measurement.met) == (0.25, False)


@pytest.mark.parametrize(
    ("metric", "value"), [("hri", 0.4), ("severity", 2.0), ("fees.risk", 0.4), ("fees.sis", 0.0)]
)
def test_a_metric_is_taken_from_the_assessment(metric: str, value: float) -> None:
    assert criteria.measure(metric, assessment(Action.DEFER, 0.0)) == value


def test_a_slot_that_does_not_apply_is_not_measured() -> None:
    assert criteria.measure("legal_basis.contribution", assessment(Action.DEFER, 0.0)) is None


def test_a_suite_for_another_pack_is_blocked_not_passed(tmp_path: Path) -> None:
    suite = load_suite(write_suite(tmp_path, info=INFO.replace('"demo"', '"other"')))
    result = run_suite(suite, Subject(Pack(), *default_policy()))
    assert result.results[0].verdict is TestVerdict.BLOCKED
    assert "pack other, not demo" in result.results[0].problem
    assert not result.passed


CONTENTS = {
    "the same policy": ("policy_contents", "v001", None),
    "a version that is not named": ("policy_contents", "v002", "0" * 64),
    "another policy": ("policy_contents", "v001", "0" * 64),
    "another pack": ("pack_contents", "1", "1" * 64),
}


@pytest.mark.parametrize("name", CONTENTS)
@pytest.mark.parametrize("action", [Action.DEFER, Action.WARN])
def test_a_version_with_another_content_can_fail_but_never_pass(
    name: str, action: Action, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, version, digest = CONTENTS[name]
    monkeypatch.setattr(runs, "assess", lambda *_: assessment(action, 0.0, "contradicted"))
    policy, ref = default_policy()
    info = f'{INFO}\n[{table}]\n"{version}" = "{digest or ref.sha256}"\n'
    result = run_suite(load_suite(write_suite(tmp_path, info=info)), Subject(Pack(), policy, ref))
    good = TestVerdict.BLOCKED if name.startswith("another") else TestVerdict.PASSED
    found = result.results[0]
    assert found.verdict is (good if action is Action.DEFER else TestVerdict.FAILED)
    assert bool(result.misfits) is name.startswith("another")
    assert found.withheld is (found.verdict is TestVerdict.BLOCKED)
    assert ("SHA-256" in found.problem) is found.withheld


def test_progress_is_told_for_each_case_and_at_the_end(tmp_path: Path) -> None:
    suite = load_suite(write_suite(tmp_path, info=INFO.replace('"demo"', '"other"')))
    seen: list[tuple[int, int, str]] = []
    run_suite(suite, Subject(Pack(), *default_policy()), lambda *step: seen.append(step))
    assert seen == [(0, 1, "a"), (1, 1, "")]


PUBLISHED = sorted((ROOT / "data" / "vv").glob("*/suite.toml"))


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.parent.name)
def test_a_published_suite_names_the_contents_that_are_shipped(path: Path) -> None:
    info = load_suite(path.parent).info
    assert info.policy_contents == {"v001": default_policy()[1].sha256}
    assert info.pack_contents == {"2020.08": hash_pack(ROOT / "data" / "packs" / "demo")}


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.parent.name)
def test_a_published_suite_is_readable(path: Path) -> None:
    suite = load_suite(path.parent)
    assert suite.ref.id == path.parent.name
    assert suite.cases
