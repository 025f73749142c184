"""Authorities: known and unknown bodies, and whether one must go there."""

from __future__ import annotations

from typing import Any

import pytest

from hri.domain.claims import AuthorityRole
from hri.domain.slots import Slot

APPLY = [
    ("fr", "La demande se fait auprès de la préfecture.", "prefecture", ["prefecture"]),
    ("fr", "voir la préfecture de votre département", "prefecture", ["prefecture"]),
    ("fr", "## Où s'adresser ?\nLa mairie de votre domicile", None, ["mairie"]),
    ("fr", "Organisme compétent : la CPAM", None, ["cpam"]),
    (
        "fr",
        "Le dossier est à déposer auprès de l'Agence régionale des formalités.",
        None,
        ["agence regionale des formalites"],
    ),
    ("fr", "Adressez-vous au tribunal judiciaire.", None, ["tribunal judiciaire"]),
    ("en", "You apply to HM Passport Office.", "hmpo", ["hm passport office"]),
    ("en", "Apply to Leicester City Council.", None, ["leicester city council"]),
    ("en", "**Who to ask:** your local register office", None, ["register office"]),
    ("en", "Go to the county court.", None, ["county court"]),
]


@pytest.mark.parametrize(("language", "text", "identifier", "surfaces"), APPLY)
def test_a_body_to_go_to_is_found(
    claims_in: Any, language: str, text: str, identifier: str | None, surfaces: list[str]
) -> None:
    claims = claims_in(language, text, Slot.COMPETENT_AUTHORITY)
    assert [claim.value.surface for claim in claims] == surfaces
    assert [claim.role for claim in claims] == [AuthorityRole.APPLY_TO] * len(surfaces)
    assert claims[0].value.id == identifier


def test_a_body_that_is_only_spoken_of_is_a_mention(claims_in: Any) -> None:
    text = "Most banks and HM Passport Office are happy with it."
    (claim,) = claims_in("en", text, Slot.COMPETENT_AUTHORITY)
    assert claim.role is AuthorityRole.MENTION


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Ce contrat est une police d'assurance."),
        ("fr", "L'organisme compétent vous répondra."),
        ("en", "You can save council tax."),
    ],
)
def test_a_noun_that_names_no_body_is_no_claim(claims_in: Any, language: str, text: str) -> None:
    assert claims_in(language, text, Slot.COMPETENT_AUTHORITY) == ()


ELSEWHERE = [
    ("fr", "Joignez une lettre de la Caf."),
    ("fr", "Joignez une attestation d'assurance et écrivez-nous."),
    ("fr", "Il y a des aides (de la Caf, par exemple)."),
    ("fr", "Si la CPAM refuse, écrivez-nous."),
    ("fr", "Tournez-vous vers la mairie, la banque ferme le compte."),
    ("fr", "La décision est prise au nom du ministre de l'intérieur."),
    ("fr", "Le tarif est fixé par délibération du conseil régional."),
    ("en", "Enclose a letter from HMRC."),
    ("en", "Some offices have a waiting list."),
]
UNCUED = [
    ("fr", "C'est la préfecture qui tranche."),
    ("fr", "Tournez-vous vers la préfecture."),
    ("fr", "La décision appartient à la préfecture."),
    ("fr", "Il faut l'accord de la préfecture."),
    ("fr", "Demandez au juge d'ordonner la visite."),
    ("fr", "Le sort du dossier est entre les mains de la préfecture."),
    ("fr", "Frappez à la porte de la préfecture."),
    ("fr", "Sans l'aval de la préfecture, rien ne part."),
    ("fr", "C'est le notaire qui signe."),
    ("fr", "Qui ? Le pharmacien."),
    ("en", "It is HM Passport Office that sees to it."),
    ("en", "You need the approval of HM Passport Office."),
]


@pytest.mark.parametrize(("language", "text"), ELSEWHERE)
def test_a_body_in_another_capacity_is_not_where_to_go(
    claims_in: Any, language: str, text: str
) -> None:
    found = claims_in(language, text, Slot.COMPETENT_AUTHORITY)
    sent = [claim.text for claim in found if claim.role is AuthorityRole.APPLY_TO]
    assert set(sent) <= {"mairie"}


@pytest.mark.parametrize(("language", "text"), UNCUED)
def test_a_body_in_no_other_capacity_is_where_to_go(
    claims_in: Any, language: str, text: str
) -> None:
    (claim,) = claims_in(language, text, Slot.COMPETENT_AUTHORITY)
    assert claim.role is AuthorityRole.APPLY_TO
    assert len(claim.value.surface.split()) <= 3


def test_a_department_behind_its_body_is_no_body_of_its_own(claims_in: Any) -> None:
    text = "Tournez-vous vers la mairie, service des étrangers."
    (claim,) = claims_in("fr", text, Slot.COMPETENT_AUTHORITY)
    assert claim.text == "mairie"
