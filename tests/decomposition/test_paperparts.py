"""What is read of a paper beside its name, and whether two texts agree in it."""

from __future__ import annotations

from decimal import Decimal

import pytest

from hri.decomposition import PAPER_PARTS, part_agrees, states_part
from hri.domain.slots import Slot
from hri.domain.values import AgeLimit, DocumentName, PaperParts, PaperState, Unit

SIX_MONTHS = AgeLimit(length=Decimal(6), unit=Unit.MONTH)
READ = [
    ("fr", "Fournir un justificatif de domicile de moins de 6 mois.", {"age": SIX_MONTHS}),
    ("fr", "Fournir un justificatif de domicile datant de moins de six mois.", {"age": SIX_MONTHS}),
    (
        "fr",
        "Fournir un extrait de naissance de plus de 6 mois.",
        {"age": SIX_MONTHS.model_copy(update={"older": True})},
    ),
    ("en", "You must provide a birth certificate no older than 6 months.", {"age": SIX_MONTHS}),
    ("en", "You must provide a bank statement issued in the last 6 months.", {"age": SIX_MONTHS}),
    ("fr", "Fournir 2 photos d'identité.", {"count": 2}),
    ("en", "You must provide two passport photos.", {"count": 2}),
    ("fr", "Fournir le livret de famille du défunt.", {"holder": "defunt"}),
    ("fr", "Fournir votre livret de famille.", {"holder": "declarant"}),
    ("en", "You must provide the death certificate of the deceased.", {"holder": "deceased"}),
    ("fr", "Fournir un passeport en cours de validité.", {"state": PaperState.VALID}),
    ("fr", "Fournir un passeport périmé.", {"state": PaperState.EXPIRED}),
    ("en", "You must provide an expired passport.", {"state": PaperState.EXPIRED}),
    ("fr", "Fournir un passeport (facultatif).", {"optional": True}),
    ("fr", "Le certificat médical est inutile.", {"optional": True}),
    ("fr", "Fournir un passeport et retirer le titre dans les 3 mois.", {}),
    ("en", "You must provide your passport, and you have 3 months to do it.", {}),
]


@pytest.mark.parametrize(("language", "text", "parts"), READ)
def test_the_parts_of_a_paper_are_read(read, language, text, parts):
    (claim,) = read(language, text).in_slot(Slot.REQUIRED_DOCUMENTS)
    found = claim.value.parts.model_dump(exclude_defaults=True)
    if "holder" not in parts:
        found.pop("holder", None)
    assert found == PaperParts(**parts).model_dump(exclude_defaults=True)


def paper(**parts) -> DocumentName:
    return DocumentName(surface="photo", parts=PaperParts(**parts))


def form(version: str) -> DocumentName:
    return DocumentName(surface="form", forms=("cerfa:14011",), form_versions=(version,))


HALF_A_YEAR = AgeLimit(length=Decimal(180), unit=Unit.DAY)
AGREEING = [
    ("age", paper(age=SIX_MONTHS), paper(age=HALF_A_YEAR), True),
    (
        "age",
        paper(age=SIX_MONTHS),
        paper(age=HALF_A_YEAR.model_copy(update={"older": True})),
        False,
    ),
    ("age", paper(age=SIX_MONTHS), paper(), None),
    ("count", paper(count=2), paper(count=12), False),
    ("holder", paper(holder="doctor"), paper(holder="applicant"), False),
    ("state", paper(state=PaperState.VALID), paper(state=PaperState.EXPIRED), False),
    ("edition", form("02"), form("02"), True),
    ("edition", form("02"), form("03"), False),
    ("edition", form("02"), form(""), None),
]


@pytest.mark.parametrize(("part", "mine", "theirs", "agrees"), AGREEING)
def test_two_papers_agree_in_a_part_that_both_state(part, mine, theirs, agrees):
    assert part_agrees(part, mine, theirs) is agrees
    assert part_agrees(part, theirs, mine) is agrees


def test_a_paper_states_only_the_parts_it_has():
    assert [part for part in PAPER_PARTS if states_part(part, paper(count=2))] == ["count"]
