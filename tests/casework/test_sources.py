"""What the pack holds on a slot of which an answer says nothing."""

from __future__ import annotations

import json
from datetime import timedelta

import factories
import pytest
from casework.bench import NOON

from hri.casework import sources
from hri.casework.scoring import Scorer
from hri.casework.sources import SlotSources, find_sources
from hri.domain.cases import Case
from hri.domain.reviews import StoredCase
from hri.domain.slots import Slot
from hri.errors import ScoringError
from hri.knowledge import load_pack
from hri.pipeline import assess_or_route

DATA = factories.ROOT / "data"


@pytest.fixture(scope="module")
def scorer(tmp_path_factory: pytest.TempPathFactory) -> Scorer:
    policy, ref = factories.default_policy()
    pack = load_pack(DATA / "packs" / "demo", cache=tmp_path_factory.mktemp("cache"))
    return Scorer(assess=assess_or_route, knowledge=pack, policy=policy, policy_ref=ref)


def stored(scorer: Scorer, name: str = "demo-fr-18", **changes: object) -> StoredCase:
    lines = (DATA / "cases" / "demo.jsonl").read_text(encoding="utf-8").splitlines()
    document = next(record for record in map(json.loads, lines) if record["case_id"] == name)
    case = Case.model_validate({**document, **changes})
    return StoredCase(
        case_id=name,
        digest="0" * 64,
        case=case,
        assessment=scorer.score(case),
        received_at=NOON,
        due_at=NOON + timedelta(hours=24),
        priority_risk=1.0,
    )


def test_an_empty_answer_leaves_the_facts_to_write_from(scorer: Scorer):
    case = stored(scorer)
    assert not case.assessment.slots[Slot.COMPETENT_AUTHORITY].applies
    found = find_sources(case, Slot.COMPETENT_AUTHORITY, scorer)
    assert found.procedure_id == "lone-parent-income"
    assert [(fact.text, fact.condition) for fact in found.facts] == [
        ("caisse d'allocations familiales (Caf)", "Cas général (Caf)"),
        ("mutualité sociale agricole (MSA)", "Régime agricole (MSA)"),
        ("services du département", None),
    ]
    assert found.facts[0].as_of == "2020-04-01"
    assert [passage.passage_id for passage in found.passages] == ["F15553.fr#1", "F15553.fr#2"]
    assert found.passages[0].url.startswith("https://www.service-public.fr/")


def test_sources_in_the_language_of_the_case_are_given(scorer: Scorer):
    found = find_sources(stored(scorer, language="en"), Slot.PROCESSING_TIME, scorer)
    assert [fact.text for fact in found.facts] == ["granted for a period of 3 months"]


def test_what_the_question_rules_out_is_left_out(scorer: Scorer):
    asked = "Au régime agricole (MSA), où demander le RSA pour parent isolé ?"
    found = find_sources(stored(scorer, question=asked), Slot.COMPETENT_AUTHORITY, scorer)
    assert "F15553.fr#1" not in [passage.passage_id for passage in found.passages]
    assert "mutualité sociale agricole (MSA)" in [fact.text for fact in found.facts]


def test_a_slot_on_which_the_pack_is_silent_has_none(scorer: Scorer):
    empty = SlotSources(procedure_id="lone-parent-income")
    assert find_sources(stored(scorer), Slot.FEES, scorer) == empty


@pytest.mark.parametrize("wanted", [None, "no-such-procedure"])
def test_an_unknown_procedure_is_told_as_such(scorer: Scorer, wanted: str | None):
    case = stored(scorer, procedure_id=wanted, question="Xyz ?")
    assert find_sources(case, Slot.FEES, scorer) == SlotSources(procedure_id=None)


def test_a_case_that_was_not_read_falls_back_on_the_procedure_it_names(scorer: Scorer):
    case = stored(scorer, answer="x" * 70_000)
    assert case.assessment.procedure.id is None
    assert find_sources(case, Slot.LEGAL_BASIS, scorer).facts


def test_a_language_without_words_finds_nothing_and_does_not_fail(scorer: Scorer):
    found = find_sources(stored(scorer, language="de"), Slot.LEGAL_BASIS, scorer)
    assert found == SlotSources(procedure_id="lone-parent-income")


def test_a_fault_in_reading_the_sources_is_an_error_people_can_read(
    scorer: Scorer, monkeypatch: pytest.MonkeyPatch
):
    def broken(*_: object) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(sources, "gather", broken)
    with pytest.raises(ScoringError, match="RuntimeError: boom"):
        find_sources(stored(scorer), Slot.FEES, scorer)
