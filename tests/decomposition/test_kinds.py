"""Kinds of wording that once misled the reading: each row is one, in the smallest sentence."""

from __future__ import annotations

import pytest

from hri.domain.claims import AuthorityRole
from hri.domain.slots import Slot
from hri.domain.values import DurationKind

DOCUMENTS = {
    "what is applied for is not provided": (
        "fr",
        "Pour remplacer un permis bateau perdu, il faut joindre la déclaration de perte.",
        ["déclaration de perte"],
    ),
    "nor what is issued": (
        "fr",
        "La carte de presse est délivrée par la préfecture sur présentation d'un justificatif "
        "d'identité.",
        ["justificatif d'identité"],
    ),
    "a verb ends a name": ("fr", "L'examen du dossier coûte 48,80 €.", []),
    "items under a sentence with a colon": (
        "fr",
        "Pour la demande, il faut joindre :\n- un certificat d'employeur ;\n- un curriculum vitae.",
        ["certificat d'employeur", "curriculum vitae"],
    ),
    "items under an English one": (
        "en",
        "Please enclose:\n- a recent identity photo;\n- proof of address.",
        ["recent identity photo", "proof of address"],
    ),
    "a condition ends a name": (
        "fr",
        "Il faut fournir votre ancien passeport s'il est périmé et un justificatif de domicile.",
        ["ancien passeport", "justificatif de domicile"],
    ),
    "a possessive is part of a name": (
        "en",
        "Bring an employer's certificate.",
        ["employer's certificate"],
    ),
    "a copy is a document of its own": (
        "en",
        "Bring a photocopy of an identity document.",
        ["photocopy of an identity document"],
    ),
    "a means of payment is none": ("en", "It is paid with an electronic tax stamp.", []),
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents(name, claims_in):
    language, text, expected = DOCUMENTS[name]
    found = claims_in(language, text, Slot.REQUIRED_DOCUMENTS)
    assert [claim.text for claim in found] == expected


def test_a_condition_ends_where_the_next_document_begins(claims_in):
    text = "Il faut fournir votre ancien passeport s'il est périmé et un justificatif de domicile."
    first = claims_in("fr", text, Slot.REQUIRED_DOCUMENTS)[0]
    assert first.condition == "s'il est périmé"


TIMES = {
    "a figure of hours": ("en", "Register the death within 24 hours.", ["24 hours"]),
    "hours a day are none": ("en", "The line is open 24 hours a day.", []),
    "to be collected within": ("fr", "Le passeport est à retirer dans les 3 mois.", ["3 mois"]),
}


@pytest.mark.parametrize("name", TIMES)
def test_times(name, claims_in):
    language, text, expected = TIMES[name]
    assert [claim.text for claim in claims_in(language, text, Slot.PROCESSING_TIME)] == expected


KINDS = [
    (
        "en",
        "The decision is made within 10 working days of receiving the complete file.",
        DurationKind.PROCESSING,
    ),
    ("fr", "Le passeport est à retirer dans les 3 mois.", DurationKind.APPLICANT_DEADLINE),
    ("en", "If you are under 55, the opinion is valid for 5 years.", DurationKind.VALIDITY),
]


@pytest.mark.parametrize(("language", "text", "kind"), KINDS)
def test_kind_of_a_time(language, text, kind, claims_in):
    assert [claim.value.kind for claim in claims_in(language, text, Slot.PROCESSING_TIME)] == [kind]


def test_a_condition_with_a_figure_in_front_of_a_comma_is_kept(claims_in):
    text = "If you are under 55, the opinion is valid for 5 years."
    assert claims_in("en", text, Slot.PROCESSING_TIME)[0].condition == "If you are under 55"


BODIES = [
    ("fr", "Adressez-vous à la préfecture de votre département.", ["préfecture"]),
    ("en", "Apply to the prefecture of your department.", ["prefecture"]),
]


@pytest.mark.parametrize(("language", "text", "expected"), BODIES)
def test_the_place_of_a_body_is_no_second_body(language, text, expected, claims_in):
    assert [claim.text for claim in claims_in(language, text, Slot.COMPETENT_AUTHORITY)] == expected


def test_any_town_hall_is_where_to_apply(claims_in):
    text = "Vous pouvez demander le passeport dans n'importe quelle mairie."
    found = claims_in("fr", text, Slot.COMPETENT_AUTHORITY)
    assert [claim.role for claim in found] == [AuthorityRole.APPLY_TO]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Ask a doctor on the list kept by the Home Office."),
        ("fr", "Passez par une entreprise habilitée par la DREAL."),
    ],
)
def test_a_body_that_keeps_a_list_is_mentioned_in_passing(language, text, claims_in):
    found = claims_in(language, text, Slot.COMPETENT_AUTHORITY)
    keeper = [claim.role for claim in found if claim.end == len(text) - 1]
    assert AuthorityRole.APPLY_TO not in keeper


def test_a_sign_behind_an_article_belongs_to_the_figure(claims_in):
    text = "Registering a death carries a £25 registration fee."
    assert [claim.text for claim in claims_in("en", text, Slot.FEES)] == ["£25"]


def test_a_sentence_is_no_title_of_a_law(claims_in):
    text = "The law is in articles 5 to 7 of the Passport Act 1990."
    assert len(claims_in("en", text, Slot.LEGAL_BASIS)) == 1
