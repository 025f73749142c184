"""Words of people: what does not show is refused by name; what shows nothing is nothing."""

from __future__ import annotations

import pytest
from casework.bench import ANNE, BRUNO, CHIEF, JUDGED, case, take

from hri.domain.reviews import ReviewDecision, ReviewVerb
from hri.errors import InvalidDecisionError
from hri.wiring import Desk

ID = "case-00001"
NOTHING = ["\u200b", "\u200b\u2060 \ufeff", "\u00ad", "\u3164", "\u2800\n"]
HIDDEN = ["a\x00b", "a\x1b[31mb", "a\u202eb", "a\u2066b\u2069", "a\x85b", "a\ud800b"]


@pytest.fixture(autouse=True)
def stored(desk: Desk) -> None:
    desk.intake.submit(CHIEF, case(1))


def decide(desk: Desk, **more: object):
    fields = {
        "case_id": ID,
        "verb": ReviewVerb.REJECT,
        "seen_version": take(desk, ANNE, ID).version,
        "reason_code": "wrong_value",
        "text": "Please ask the town hall.",
        "judgements": JUDGED,
        **more,
    }
    return desk.review.decide(ANNE, ReviewDecision.model_construct(**fields))


@pytest.mark.parametrize("text", NOTHING)
def test_a_text_of_which_nothing_shows_is_none(desk: Desk, text: str):
    with pytest.raises(InvalidDecisionError, match="Nothing of the text shows"):
        decide(desk, text=text)
    with pytest.raises(InvalidDecisionError, match="needs some words"):
        decide(desk, reason_code="other", reason_text=text)
    with pytest.raises(InvalidDecisionError, match="needs some words"):
        desk.worklist.skip(ANNE, ID, "skip_other", text)
    with pytest.raises(InvalidDecisionError, match="No words"):
        desk.worklist.send_back(ANNE, ID, text)
    with pytest.raises(InvalidDecisionError, match="No service"):
        desk.worklist.move(CHIEF, [ID], text)


@pytest.mark.parametrize("text", HIDDEN)
def test_what_hides_or_reorders_is_refused_by_its_name(desk: Desk, text: str):
    code = f"U\\+{ord(text[1]):04X}"
    for field in ("text", "note", "reason_text"):
        with pytest.raises(InvalidDecisionError, match=code):
            decide(desk, **{field: text})
    with pytest.raises(InvalidDecisionError, match=code):
        desk.worklist.skip(BRUNO, ID, "skip_other", text)
    with pytest.raises(InvalidDecisionError, match=code):
        desk.worklist.send_back(ANNE, ID, text)
    with pytest.raises(InvalidDecisionError, match=code):
        desk.worklist.move(CHIEF, [ID], text)


@pytest.mark.parametrize("service", ["x" * 201, "two\nlines"])
def test_a_service_is_one_short_line(desk: Desk, service: str):
    with pytest.raises(InvalidDecisionError, match="No service"):
        desk.worklist.move(CHIEF, [ID], service)


@pytest.mark.parametrize(
    "text", ["Two\nlines\tand 36 €", "l\u2019été\u00a0: 36\u202f€", "\u200fעברית", "👩\u200d👧 ok"]
)
def test_what_shows_is_taken_as_it_is(desk: Desk, text: str):
    assert text in decide(desk, text=text, note=text).reply.text
