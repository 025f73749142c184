"""Answers that state nothing: refusals, nothing at all, and languages that nobody reads here."""

from __future__ import annotations

import json
import tomllib

import pytest
from failures.conftest import PackOf
from failures.reports import (
    DATA,
    Report,
    build_case,
    default_policy,
    judge,
    params,
    read_tables,
)

from hri.domain.assessments import Assessment
from hri.domain.claims import TextKind
from hri.domain.decisions import Action
from hri.domain.policies import CaseFlag
from hri.errors import CaseFileError
from hri.knowledge.cases import read_cases
from hri.pipeline import assess

REPORTS = {report["id"]: report for report in read_tables("answers", "reports")}
OF_LANGUAGE = {"en": REPORTS["F021"], "fr": REPORTS["F052"]}
DECLINES = tomllib.loads((DATA / "declines.toml").read_text("utf-8"))
FOREIGN = read_tables("languages.toml", "answers")


@pytest.mark.parametrize("language", DECLINES)
def test_a_refusal_is_seen_as_one_t004_t016_t017(language: str, pack_of: PackOf) -> None:
    texts = DECLINES[language]["seen"]
    assert [text for text in texts if not is_seen(language, text, pack_of)] == []


@pytest.mark.parametrize("language", DECLINES)
def test_no_refusal_passes_is_scored_or_held_back_t004_t016_t017(
    language: str, pack_of: PackOf
) -> None:
    texts = DECLINES[language]["seen"]
    assert len(texts) >= 50
    found = {text: ask(language, text, pack_of) for text in texts}
    assert {text for text, item in found.items() if item.hri is not None} == set()
    assert {text for text, item in found.items() if item.state is not Action.WARN} == set()


@pytest.mark.parametrize(
    "text",
    ["I cannot see the picture that you sent.", "I'm sorry, there is no picture that I can see."],
)
def test_a_model_that_cannot_see_is_blamed_for_nothing_t015(text: str, pack_of: PackOf) -> None:
    found = ask("en", text, pack_of)
    assert not any(slot.claims or slot.violations for slot in found.slots.values())
    assert (found.hri, found.state) == (None, Action.WARN)


def test_a_refusal_that_states_a_fee_is_judged_by_it_t004(pack_of: PackOf) -> None:
    text = "I'm sorry, but I can't help with that. I only know that the fee is £99."
    found = ask("en", text, pack_of)
    assert found.text_kind is TextKind.ANSWER
    assert found.state.escalates


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\u200b", "\u00a0\u202f", "…", "**", "- \n- "])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_empty_answer_is_not_scored_and_goes_to_a_person_t017_t092_t125(
    language: str, text: str, pack_of: PackOf
) -> None:
    found = ask(language, text, pack_of)
    assert found.text_kind is TextKind.EMPTY
    assert (found.hri, found.state) == (None, Action.ROUTE)
    assert CaseFlag.EMPTY_ANSWER in found.flags


@pytest.mark.parametrize("answer", [None, [], {}, {"content": None}, 0, False])
def test_an_answer_that_is_no_text_is_told_and_stops_no_other_t092_t125(answer: object) -> None:
    good = {
        "question": "?",
        "answer": "The fee is £25.",
        "language": "en",
        "jurisdiction": "GB",
        "asked_on": "2025-10-01",
    }
    lines = [json.dumps({**good, "answer": answer}), json.dumps(good)]
    first, second = read_cases(lines)
    assert isinstance(first.case, CaseFileError)
    assert "answer" in str(first.case)
    assert not isinstance(second.case, CaseFileError)


def test_empty_samples_do_not_count_as_agreement_t017_t092(pack_of: PackOf) -> None:
    report = OF_LANGUAGE["en"]
    found = judge(report, report["right"], pack_of(report), samples=["", " ", "\n"])
    assert all(slot.sis is None for slot in found.slots.values() if slot.applies)
    assert found.state is not Action.PASS


@pytest.mark.parametrize("row", FOREIGN, ids=lambda row: row["id"])
def test_a_question_in_another_language_goes_to_a_person(row: Report, pack_of: PackOf) -> None:
    report = OF_LANGUAGE["en"]
    case = build_case(report, row["text"]).model_copy(update={"language": row["language"]})
    found = assess(case, pack_of(report), *default_policy())
    assert (found.state, found.reply.final) == (Action.ROUTE, False)


@pytest.mark.parametrize("row", params(FOREIGN))
@pytest.mark.parametrize("asked", ["en", "fr"])
def test_an_answer_in_another_language_goes_to_a_person(
    row: Report, asked: str, pack_of: PackOf
) -> None:
    found = ask(asked, row["text"], pack_of)
    assert (found.state, found.reply.final) == (Action.ROUTE, False)


@pytest.mark.parametrize("row", params(FOREIGN))
def test_a_right_answer_hides_no_other_language(row: Report, pack_of: PackOf) -> None:
    report = OF_LANGUAGE["en"]
    answer = f"{report['right']}\n\n{row['text']}"
    assert judge(report, answer, pack_of(report)).state is not Action.PASS


def ask(language: str, text: str, pack_of: PackOf) -> Assessment:
    """An answer to the question of a report in that language."""
    report = OF_LANGUAGE[language]
    return judge(report, text, pack_of(report))


def is_seen(language: str, text: str, pack_of: PackOf) -> bool:
    return ask(language, text, pack_of).text_kind is TextKind.REFUSAL
