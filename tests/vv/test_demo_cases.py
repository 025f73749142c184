"""The demonstration cases do what is written beside them."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from factories import ROOT

from hri.domain.assessments import VersionRef
from hri.domain.cases import Case
from hri.domain.policies import Policy
from hri.domain.ports import Knowledge
from hri.pipeline import assess

FOLDER = ROOT / "data" / "cases"


def read(name: str) -> list[Any]:
    return [json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines()]


CASES = [Case.model_validate(record) for record in read("demo.jsonl")]
EXPECTED = {record["case_id"]: record for record in read("demo.expected.jsonl")}

REASONS = {
    "clean": None,
    "paraphrase": None,
    "refusal": None,  # the policy's no_claim_action decides, not an override
    "unstable_right": "instability",
    "stale_source": "stale-source",
    "unproven_reference": "unverified-reference",
    "unconfirmed_reference": "unconfirmed",
    "right_but_silent": "unconfirmed",
    "open_condition": "supported-under-open-condition",
    "too_few_samples": "signal-not-scored",
    "wrong_fee": "contradicted",
    "stale_fee": "contradicted",
    "wrong_unit": "contradicted",
    "invented_document": "contradicted",
    "omission": "violation",
    "miscited_law": "miscited-reference",
    "unverified_law": "unverified-reference-where-listed",
    "fabricated_law": "fabricated-reference",
    "repealed_law": "fabricated-reference",
    "wrong_authority": "violation-high-impact",
    "injection": "violation-high-impact",
    "unknown_procedure": "procedure-unknown",
    "empty_answer": "empty-answer",
    "language_mismatch": "language-mismatch",
    "other_jurisdiction": "no-valid-source",
}
"""The override that each kind of case is there to show."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.case_id)
def test_case_gets_the_expected_action(
    case: Case, demo_pack: Knowledge, default_rules: tuple[Policy, VersionRef]
) -> None:
    expected = EXPECTED[case.case_id or ""]
    assessment = assess(case, demo_pack, *default_rules)
    fired = sorted({f"{item.id} {item.slot or ''}".strip() for item in assessment.overrides})
    assert assessment.state == expected["expected"], f"{expected['why']} Fired: {fired}"
    reason = REASONS[expected["kind"]]
    assert any(name.startswith(reason) for name in fired) if reason else fired == []


def test_each_case_has_one_expectation_in_the_same_order() -> None:
    assert [case.case_id for case in CASES] == [r["case_id"] for r in read("demo.expected.jsonl")]


def test_both_languages_have_eighteen_cases() -> None:
    assert Counter(case.language for case in CASES) == {"fr": 18, "en": 18}


def test_all_actions_are_shown_several_times() -> None:
    counts = Counter(record["expected"] for record in EXPECTED.values())
    assert set(counts) == {"PASS", "WARN", "DEFER", "ROUTE"}
    assert min(counts.values()) >= 7


def test_every_procedure_of_the_pack_has_a_case(demo_pack: Knowledge) -> None:
    lines = (ROOT / "data/packs/demo/procedures.jsonl").read_text("utf-8").splitlines()
    procedures = {json.loads(line)["id"] for line in lines}
    assert procedures == {case.procedure_id for case in CASES} - {None}
    assert all(demo_pack.procedure(name) for name in procedures)


def test_no_case_is_asked_before_its_sources_were_looked_at(demo_pack: Knowledge) -> None:
    for case in CASES:
        for source in demo_pack.sources(case.procedure_id) if case.procedure_id else ():
            assert source.as_of is not None, source.source_id
            assert source.as_of <= case.asked_on, case.case_id


def test_the_injected_text_changes_no_score(
    demo_pack: Knowledge, default_rules: tuple[Policy, VersionRef]
) -> None:
    injected = next(case for case in CASES if EXPECTED[case.case_id or ""]["kind"] == "injection")
    kept = [line for line in injected.answer.split("\n\n") if not line.startswith("SYSTEM:")]
    plain = injected.model_copy(update={"answer": "\n\n".join(kept)})
    assert plain.answer != injected.answer
    scored, clean = (assess(case, demo_pack, *default_rules) for case in (injected, plain))
    assert scored.hri == clean.hri
    assert scored.state == clean.state


def test_assessing_twice_gives_the_same_bytes(
    demo_pack: Knowledge, default_rules: tuple[Policy, VersionRef]
) -> None:
    for case in CASES[:4]:
        first, second = (assess(case, demo_pack, *default_rules) for _ in range(2))
        assert first.model_dump_json() == second.model_dump_json()
