"""Replies: what the citizen gets for each action, in the case's language."""

import re

import pytest
from factories import fee, policy, reading

from hri.domain.base import Message
from hri.domain.claims import Evidence, JudgedClaim, Verdict
from hri.domain.decisions import Action
from hri.domain.scores import SlotAssessment
from hri.domain.slots import Slot
from hri.replies import ReplyContext, compose_decided, compose_reply, flag_slots

ANSWER = "Apply at the town hall. The fee is 30 €. It takes 3 weeks."
SENTENCES = [match.span() for match in re.finditer(r"[^.]+\.", ANSWER)]


def read(text):
    """Stands in for decomposition: every amount is a claim, and so is "town hall"."""
    found = [fee(m.group(1), m.start(), m.group()) for m in re.finditer(r"(\d+) €", text)]
    hall = text.find("town hall")
    if hall >= 0:
        claim = fee("0", hall, "town hall").model_copy(update={"slot": Slot.COMPETENT_AUTHORITY})
        found.append(claim)
    return reading(*found)


def units(text):
    return [match.span() for match in re.finditer(r"[^.]+\.", text)]


def judged_fee(verdict, evidence=()):
    at = ANSWER.index("30 €")
    claim = fee("30", at, "30 €")
    return JudgedClaim(
        **claim.model_dump(), verdict=verdict, explanation=Message(id="x"), evidence=evidence
    )


def slot(*claims, **changes):
    fields = {"applies": True, "present": True, "sis": 0.0, "ccs": 1.0, "rvs": 0.0, "risk": 0.1}
    return SlotAssessment(**{**fields, "claims": claims, **changes})


SOURCE = Evidence(
    id="e1",
    source_id="s",
    source_title="Guide",
    url="https://example.org",
    text="x",
    start=0,
    end=1,
)


def context(action, slots, **changes):
    fields = {
        "case_id": "c-1",
        "language": "en",
        "answer": ANSWER,
        "action": action,
        "slots": slots,
        "authority": "Town hall of Lyon",
        "source": ("Guide", "https://example.org"),
        "units": units,
        "read": read,
    }
    return ReplyContext(**{**fields, **changes})


def test_pass_gives_the_answer_with_the_sources_that_bear_it_out():
    slots = {Slot.FEES: slot(judged_fee(Verdict.SUPPORTED, ("e1",)), evidence=(SOURCE,))}
    reply = compose_reply(context(Action.PASS, slots), policy())
    assert reply.text == f"{ANSWER}\n\nSources:\n- Guide: https://example.org"
    assert reply.final


def test_warn_adds_one_clarification_a_flagged_slot():
    slots = {Slot.FEES: slot(judged_fee(Verdict.UNSUPPORTED)), Slot.LEGAL_BASIS: slot()}
    reply = compose_reply(context(Action.WARN, slots), policy())
    assert reply.text.startswith(ANSWER)
    assert reply.text.count("\n- ") == 1
    assert "Fees: the amount may be different" in reply.text
    assert "Please ask Town hall of Lyon." in reply.text


def test_warn_without_any_slot_gives_the_fixed_text():
    reply = compose_reply(context(Action.WARN, {}), policy())
    assert "no information that we could check" in reply.text


def test_defer_withdraws_the_sentence_and_leaves_no_claim_of_the_flagged_slot():
    slots = {Slot.FEES: slot(judged_fee(Verdict.CONTRADICTED))}
    reply = compose_reply(context(Action.DEFER, slots), policy())
    assert "30 €" not in reply.text
    assert "Apply at the town hall." in reply.text
    assert "It takes 3 weeks." in reply.text
    assert "[fees: being checked. Please ask Town hall of Lyon.]" in reply.text
    assert "c-1" in reply.text
    assert not reply.final
    assert not [claim for claim in read(reply.text).claims if claim.slot is Slot.FEES]


def test_a_claim_that_shows_only_after_the_withdrawal_is_withdrawn_too():
    answer = "Apply at the town hall. The fee is 30 €. Children pay 15 €."
    slots = {Slot.FEES: slot(judged_fee(Verdict.CONTRADICTED))}
    reply = compose_reply(context(Action.DEFER, slots, answer=answer), policy())
    assert "15 €" not in reply.text


def test_defer_with_nothing_of_substance_left_gives_the_holding_text():
    answer = "Hello. The fee is 30 €. Bye."
    at = answer.index("30 €")
    claim = judged_fee(Verdict.CONTRADICTED).model_copy(update={"start": at, "end": at + 4})
    reply = compose_reply(context(Action.DEFER, {Slot.FEES: slot(claim)}, answer=answer), policy())
    assert "needs an answer from a member of staff" in reply.text
    assert reply.withdrawn == ((0, len(answer)),)


def test_route_gives_a_holding_text_with_the_reference_and_nothing_of_the_answer():
    slots = {Slot.FEES: slot(judged_fee(Verdict.CONTRADICTED))}
    reply = compose_reply(context(Action.ROUTE, slots), policy())
    assert "c-1" in reply.text
    assert "town hall" not in reply.text
    assert not reply.final


def test_a_doubtful_authority_is_never_pointed_to():
    slots = {Slot.COMPETENT_AUTHORITY: slot(sis=0.6)}
    reply = compose_reply(context(Action.WARN, slots), policy())
    assert "Please see Guide: https://example.org" in reply.text
    assert "Town hall of Lyon" not in reply.text


@pytest.mark.parametrize(
    ("changes", "flagged"),
    [
        ({}, ()),
        ({"rvs": 1.0}, (Slot.FEES,)),
        ({"sis": 0.5}, (Slot.FEES,)),
        ({"sis": 0.4999}, ()),
        ({"ccs": None}, (Slot.FEES,)),
    ],
)
def test_a_slot_is_flagged_by_its_signals(changes, flagged):
    assert flag_slots({Slot.FEES: slot(**changes)}, Action.PASS, 0.5) == flagged


def test_above_pass_with_nothing_flagged_the_largest_contribution_is():
    slots = {Slot.FEES: slot(contribution=0.1), Slot.LEGAL_BASIS: slot(contribution=0.2)}
    assert flag_slots(slots, Action.WARN, 0.5) == (Slot.LEGAL_BASIS,)


def test_braces_in_an_answer_are_text():
    reply = compose_reply(
        context(Action.PASS, {}, answer="Use {answer} and {0.__class__}."), policy()
    )
    assert reply.text == "Use {answer} and {0.__class__}."


@pytest.mark.parametrize(("language", "words"), [("fr", "Un agent a vérifié"), ("de", "A member")])
def test_the_second_message_is_in_the_cases_language_or_english(language, words):
    reply = compose_decided("c-1", language, "25 €", policy())
    assert reply.text.startswith(words)
    assert reply.text.endswith("25 €")
