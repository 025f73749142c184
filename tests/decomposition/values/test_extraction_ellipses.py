"""Numbers that share the unit in front of them, and figures that are no value at all."""

from __future__ import annotations

import pytest

from hri.domain.claims import AuthorityRole, DoubtKind
from hri.domain.slots import Slot

ELIDED = [
    ("fr", "Le dossier est traité dans les trois jours, dix s'il est incomplet.", ["dix"]),
    ("fr", "Le délai de réponse est de 2 mois, 4 au maximum.", ["4"]),
    ("en", "The fee is £34 online, 43 by post.", ["43"]),
    ("en", "The fee is thirty-four pounds on the web, forty-three by post.", ["forty-three"]),
]


@pytest.mark.parametrize(("language", "text", "elided"), ELIDED)
def test_a_number_that_a_case_follows_has_the_unit_in_front(read, language, text, elided):
    found = read(language, text)
    slots = (Slot.FEES, Slot.PROCESSING_TIME)
    values = [claim for claim in found.claims if claim.slot in slots]
    assert [claim.text for claim in values[1:]] == elided
    assert not [one for one in found.doubts if one.kind is DoubtKind.UNREAD_VALUE]
    first, second = values
    unit = "unit" if first.slot is Slot.PROCESSING_TIME else "currency"
    assert getattr(second.value, unit) == getattr(first.value, unit)


@pytest.mark.parametrize(
    ("language", "text"),
    [("fr", "La carte coûte 86 €, ou 96."), ("en", "The fee is £34, or 43.")],
)
def test_a_number_without_a_case_stays_in_doubt(read, language, text):
    doubts = [one.kind for one in read(language, text).doubts]
    assert DoubtKind.UNREAD_VALUE in doubts


def test_the_figures_of_a_number_to_call_are_no_second_value(read):
    found = read("fr", "Le service coûte 0,15 € (0 800 à 0 805).")
    assert not [one for one in found.doubts if one.kind is DoubtKind.UNREAD_VALUE]


def test_a_bracket_around_a_title_is_no_part_of_it(claims_in):
    found = claims_in("en", "It is set (Passport (Fees) Regulations 2022).", Slot.LEGAL_BASIS)
    assert [claim.text for claim in found] == ["Passport (Fees) Regulations 2022"]


def test_the_year_of_a_title_opens_no_list_of_articles(claims_in):
    text = "It is the Marriage Act 1949, the Fees Regulations 2006, and section 13A of the Card Act"
    found = claims_in("en", f"{text} 1992.", Slot.LEGAL_BASIS)
    assert found[-1].value.articles.first == "13A"


def test_a_part_of_another_thing_is_no_part_of_the_law_named(claims_in):
    text = "Part 4 of the driver test is last. The law is section 110 of the Marriage Act 1949."
    found = claims_in("en", text, Slot.LEGAL_BASIS)
    assert [claim.text for claim in found] == ["section 110 of the Marriage Act 1949"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Pour la santé, rapprochez-vous de votre Urssaf.", "Urssaf"),
        ("Tournez-vous vers le centre du service national.", "centre du service national"),
    ],
)
def test_verbs_of_turning_to_lead_to_a_body(claims_in, text, name):
    found = claims_in("fr", text, Slot.COMPETENT_AUTHORITY)
    assert [(one.text, one.role) for one in found] == [(name, AuthorityRole.APPLY_TO)]


def test_a_kind_of_service_is_no_body(claims_in):
    assert not claims_in("fr", "C'est un service payant.", Slot.COMPETENT_AUTHORITY)


def test_the_second_body_that_a_paper_may_come_from_is_in_passing(claims_in):
    text = "Apply to HM Passport Office with a document from your hospital or council."
    found = claims_in("en", text, Slot.COMPETENT_AUTHORITY)
    sent = [one.text for one in found if one.role is AuthorityRole.APPLY_TO]
    assert sent == ["HM Passport Office"]
