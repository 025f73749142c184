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
