"""What a claim is about besides its slot: things, steps, cases and chapters of its own."""

import pytest
from checks.fakes import PROCEDURE, FakeKnowledge, circumstances, duration, fact, fee

from hri.applicability import (
    ApplicableFact,
    Openness,
    Scope,
    answers,
    is_conditional,
    speaks_of_another,
    stands_elsewhere,
)
from hri.domain.packs import Passage, Procedure
from hri.domain.slots import Slot

KNOWLEDGE = FakeKnowledge(
    procedures=(Procedure(id=PROCEDURE, names={"en": ("Replacing a lost card",)}, domain="x"),)
)


def scope(slot=Slot.FEES, **case):
    lexicon = KNOWLEDGE.lexicon("en")
    assert lexicon is not None
    return Scope(slot, circumstances(**case), KNOWLEDGE, lexicon)


def applicable(claim, text=None, condition=None, passage=None, slot=None):
    known = fact(claim, condition)
    changed = known.fact.model_copy(update={"value": text or known.fact.value})
    return ApplicableFact(known._replace(fact=changed, passage=passage), Openness.UNCONDITIONAL)


CARD = applicable(fee("75"))


@pytest.mark.parametrize(
    ("anchor", "another"),
    [
        ("fee", False),
        ("visa costs", True),
        ("lawyer charges", True),
        ("lost card costs", False),
        ("", False),
    ],
)
def test_a_thing_of_its_own_is_another_point(anchor, another):
    claim = fee("99", anchor=anchor)
    assert speaks_of_another(claim, [CARD], scope()) is another


def test_what_the_question_or_the_fact_names_is_the_same_point():
    claim = fee("99", anchor="visa costs")
    assert not speaks_of_another(claim, [CARD], scope(question="What does the visa cost?"))
    assert not speaks_of_another(claim, [applicable(fee("75"), "the visa costs 75")], scope())


@pytest.mark.parametrize(
    ("text", "counts"),
    [("decided within 15 days", True), ("an appeal must arrive within 15 days", False)],
)
def test_a_remark_on_a_step_of_its_own_answers_no_plain_statement(text, counts):
    passage = Passage(id="p", slot=None, heading="Other", text=text)
    remark = applicable(duration("15"), text, passage=passage)
    claim = duration("20", anchor="processing time")
    assert answers(remark, claim, scope(Slot.PROCESSING_TIME)) is counts


def test_ways_of_applying_exclude_each_other():
    online = applicable(duration("15"), condition="online")
    here = scope(Slot.PROCESSING_TIME)
    assert not answers(online, duration("20", condition="by post"), here)
    assert answers(online, duration("20", condition="online"), here)
    assert answers(online, duration("20"), here)


@pytest.mark.parametrize(
    ("condition", "conditional"),
    [
        ("if it is lost", True),
        ("online", False),
        ("unless the coroner looks into it", False),
        (None, False),
    ],
)
def test_a_condition_is_a_case_not_a_place_or_an_exception(condition, conditional):
    assert is_conditional(fee("5", condition=condition), scope()) is conditional


@pytest.mark.parametrize(
    ("chapter", "elsewhere"),
    [(Slot.PROCESSING_TIME, True), (Slot.FEES, False), (None, False)],
)
def test_a_fact_in_the_chapter_of_another_slot_stands_elsewhere(chapter, elsewhere):
    passage = Passage(id="p", slot=chapter, heading="A", text="75")
    assert stands_elsewhere(applicable(fee("75"), passage=passage), Slot.FEES) is elsewhere
    assert not stands_elsewhere(CARD, Slot.FEES)
