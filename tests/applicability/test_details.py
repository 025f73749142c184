"""Details that no source holds are named; those of the sources and of the question are not."""

import pytest

from hri.applicability import Circumstances, unbacked_details
from hri.decomposition import NameIndex, decompose
from hri.domain.packs import Passage, Procedure
from hri.knowledge.lexicons import load_lexicon

from checks.fakes import PROCEDURE, SOURCE, FakeKnowledge, circumstances  # isort: skip

LEXICON = load_lexicon("en")
TEXT = "Apply before 31 March 2025 on www.example.org or call 0300 123 4567. See Smith v Jones."


class Guide(FakeKnowledge):
    def sources(self, procedure_id: str):
        passage = Passage(id="p", slot=None, heading="How", text=TEXT)
        return (SOURCE.model_copy(update={"passages": (passage,)}),)


KNOWLEDGE = Guide(procedures=(Procedure(id=PROCEDURE, names={"en": ("Lost card",)}, domain="x"),))


def unbacked(answer: str, case: Circumstances | None = None) -> list[str]:
    reading = decompose(answer, LEXICON, NameIndex())
    found = unbacked_details(reading, case or circumstances(), KNOWLEDGE, LEXICON)
    return [detail.text for detail in found]


@pytest.mark.parametrize(
    "answer",
    [
        TEXT,
        "The deadline is 31 March.",
        "Apply by 31/03/2025.",
        "Call 0300-123-4567.",
        "The site is https://www.example.org/apply.",
        "The fee is £25 under the Housing Act 1988.",
    ],
)
def test_what_the_sources_hold_is_backed(answer):
    assert unbacked(answer) == []


@pytest.mark.parametrize(
    ("answer", "detail"),
    [
        ("Apply before 30 April 2025.", "30 April 2025"),
        ("Call 0300 123 9999 for help.", "0300 123 9999"),
        ("Apply on www.example-card.org today.", "www.example-card.org"),
        ("In the case of Miller v Baker this was said.", "Miller v Baker"),
        ("Most succeed (Walker, 2019).", "(Walker, 2019)"),
    ],
)
def test_what_no_source_holds_is_named(answer, detail):
    assert unbacked(answer) == [detail]


def test_what_the_question_names_is_the_citizens_own():
    case = circumstances(question="My son was born on 3 January 2025. Until when?")
    assert unbacked("He was born on 3 January 2025.", case) == []
