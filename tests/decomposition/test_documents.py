"""Required documents: lists, prose, form numbers, and documents that are not needed."""

from __future__ import annotations

from typing import Any

import pytest

from hri.domain.claims import Polarity
from hri.domain.slots import Slot

LISTS = [
    (
        "fr",
        "## Pièces à fournir\n- Passeport\n- Copie d'un justificatif de domicile",
        ["passeport", "copie d'un justificatif de domicile"],
    ),
    (
        "fr",
        "**Pièces :** livret de famille, certificat médical de moins de 3 mois, questionnaire.",
        ["livret de famille", "certificat medical", "questionnaire"],
    ),
    (
        "fr",
        "docs : 3 photos + passeport / réf : article 63 du code civil",
        ["3 photos", "passeport"],
    ),
    (
        "fr",
        "Vous devrez fournir les pièces suivantes : acte de naissance, passeport et 3 photos.",
        ["acte de naissance", "passeport", "3 photos"],
    ),
    (
        "fr",
        "- **Documents à fournir** :\n  - Pièce d'identité\n  - Permis de conduire\n- Prix : 5 €",
        ["piece d'identite", "permis de conduire"],
    ),
    (
        "en",
        "Have ready:\n- your bank account details\n- proof of identity\n\nClaiming is free.",
        ["bank details", "identity document"],
    ),
    (
        "en",
        "You must send your old passport and two identical printed photos.",
        ["old passport", "two identical printed photo"],
    ),
    (
        "en",
        "Bring a birth certificate, a passport or proof of address.",
        ["birth certificate", "passport", "proof of address"],
    ),
]


@pytest.mark.parametrize(("language", "text", "surfaces"), LISTS)
def test_each_document_of_a_list_is_a_claim(
    claims_in: Any, language: str, text: str, surfaces: list[str]
) -> None:
    claims = claims_in(language, text, Slot.REQUIRED_DOCUMENTS)
    assert [claim.value.surface for claim in claims] == surfaces
    assert all(claim.polarity is Polarity.REQUIRED for claim in claims)


@pytest.mark.parametrize(
    ("language", "text", "forms", "versions"),
    [
        ("fr", "Remplissez le formulaire cerfa n° 15736*02.", ["cerfa:15736"], ["02"]),
        ("fr", "Pièces : formulaire Cerfa n°15409", ["cerfa:15409"], [""]),
        ("en", "You must fill in form LOC020.", ["form:LOC020"], [""]),
    ],
)
def test_a_form_number_is_part_of_the_document(
    claims_in: Any, language: str, text: str, forms: list[str], versions: list[str]
) -> None:
    (claim,) = claims_in(language, text, Slot.REQUIRED_DOCUMENTS)
    assert list(claim.value.forms) == forms
    assert list(claim.value.form_versions) == versions


def test_every_number_of_a_list_of_forms_is_found(claims_in: Any) -> None:
    claims = claims_in("en", "You send forms LOC020, LOC021 and LOC025.", Slot.REQUIRED_DOCUMENTS)
    forms = [form for claim in claims for form in claim.value.forms]
    assert forms == ["form:LOC020", "form:LOC021", "form:LOC025"]


@pytest.mark.parametrize(
    ("language", "text", "surface"),
    [
        ("fr", "Le justificatif de domicile n'est pas exigé.", "justificatif de domicile"),
        ("fr", "Aucun document n'est nécessaire.", ""),
        ("en", "No documents are needed.", ""),
        ("en", "You don't need to send your old passport.", "old passport"),
        ("en", "Your birth certificate is not required.", "birth certificate"),
    ],
)
def test_a_document_that_is_not_needed_has_the_other_polarity(
    claims_in: Any, language: str, text: str, surface: str
) -> None:
    (claim,) = claims_in(language, text, Slot.REQUIRED_DOCUMENTS)
    assert claim.polarity is Polarity.NOT_REQUIRED
    assert claim.value.surface == surface


def test_denial_reaches_only_its_own_clause(claims_in: Any) -> None:
    text = "Le passeport n'est pas exigé, mais il faut fournir un acte de naissance."
    passport, birth = claims_in("fr", text, Slot.REQUIRED_DOCUMENTS)
    assert passport.polarity is Polarity.NOT_REQUIRED
    assert birth.polarity is Polarity.REQUIRED


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "Pensez à garder une copie de votre dossier."),
        ("fr", "L'envoi se fait par courrier recommandé avec avis de réception."),
        ("en", "The medical examiner will contact you."),
        ("en", "A colour licence costs £174.50."),
    ],
)
def test_advice_means_of_sending_and_results_are_no_documents(
    claims_in: Any, language: str, text: str
) -> None:
    assert claims_in(language, text, Slot.REQUIRED_DOCUMENTS) == ()
