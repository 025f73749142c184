"""Values that the sources have elsewhere, or nowhere at all."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from checks.fakes import PROCEDURE, SOURCE, FakeKnowledge, circumstances, duration, fact, reading
from factories import policy

from hri.domain.claims import Claim, Verdict
from hri.domain.packs import Passage, Source
from hri.domain.ports import KnownPassage
from hri.domain.slots import Slot
from hri.domain.values import DurationKind
from hri.signals.coverage import score_coverage

OPEN, APPLICANT = DurationKind.OPEN, DurationKind.APPLICANT_DEADLINE


@dataclass
class Guide(FakeKnowledge):
    """A pack with one guide, whose text stands in one passage without a slot."""

    text: str = ""

    @property
    def passage(self) -> Passage:
        return Passage(id="p1", heading="Other", text=self.text)

    def passages(self, procedure_id: str) -> tuple[KnownPassage, ...]:
        return (KnownPassage(SOURCE, self.passage, ()),) if procedure_id == PROCEDURE else ()

    def sources(self, procedure_id: str) -> tuple[Source, ...]:
        return (SOURCE.model_copy(update={"passages": (self.passage,)}),)


def verdict(claim: Claim, guide: Guide) -> Verdict:
    case = circumstances()
    lexicon = guide.lexicon(case.language)
    assert lexicon is not None
    slot, settings = Slot.PROCESSING_TIME, policy().signals
    return score_coverage(slot, reading(claim), case, guide, lexicon, settings).claims[0].verdict


def guide(text: str, *known: Claim) -> Guide:
    return Guide(known_facts=tuple(fact(one) for one in known), text=text)


def test_a_length_of_another_kind_contradicts_where_the_sources_have_no_such_length():
    assert verdict(duration("90", kind=OPEN), guide("", duration("30"))) is Verdict.CONTRADICTED


def test_the_only_fact_does_not_contradict_a_length_that_the_guide_gives_elsewhere():
    told = guide("The seller returns the sum within 90 days.", duration("30"))
    assert verdict(duration("90"), told) is Verdict.UNSUPPORTED
    assert verdict(duration("91"), told) is Verdict.CONTRADICTED


def test_a_length_that_the_guide_gives_in_the_claims_own_words_is_supported():
    told = guide("The seller returns the sum within 90 days.", duration("30"))
    claim = duration("90", anchor="seller returns your sum")
    assert verdict(claim, told) is Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("anchor", "expected"),
    [
        ("seller returns sum", Verdict.CONTRADICTED),
        ("buyer", Verdict.UNSUPPORTED),
    ],
)
def test_of_several_facts_only_one_in_the_claims_words_contradicts(anchor, expected):
    seller = fact(duration("30", anchor="seller returns sum"), "by post")
    told = Guide(known_facts=(seller, fact(duration("60", anchor="notary"), "abroad")))
    assert verdict(duration("91", kind=OPEN, anchor=anchor), told) is expected


def test_the_same_number_in_another_unit_contradicts():
    told = guide("", duration("15"), duration("60"))
    claim = duration("15", unit="year", kind=APPLICANT)
    assert verdict(claim, told) is Verdict.CONTRADICTED


def test_what_the_citizen_says_is_no_invention():
    told = guide("", duration("30"))
    case = circumstances(question="I have waited 90 days, is that right?")
    lexicon = told.lexicon(case.language)
    assert lexicon is not None
    claim = duration("90", kind=APPLICANT)
    settings = policy().signals
    found = score_coverage(Slot.PROCESSING_TIME, reading(claim), case, told, lexicon, settings)
    assert found.claims[0].verdict is Verdict.UNSUPPORTED
