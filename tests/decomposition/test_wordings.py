"""Wordings that say one thing in several ways, and small words that end a name or a condition."""

from __future__ import annotations

from typing import Any

import pytest

from hri.decomposition import decompose, read_fact
from hri.domain.slots import Slot
from hri.domain.values import Duration, DurationKind
from tests.decomposition.conftest import LEXICONS, NAMES

P, A, V = DurationKind.PROCESSING, DurationKind.APPLICANT_DEADLINE, DurationKind.VALIDITY

KINDS = [
    ("fr", "La décision vous est adressée dans les 3 mois suivant la réception du dossier.", P),
    ("fr", "Elle intervient dans les 3 mois qui suivent le dépôt de la demande.", P),
    ("fr", "L'administration a 3 mois pour répondre.", P),
    ("fr", "La mairie dispose d'un délai de 3 mois pour traiter la demande.", P),
    ("fr", "Vous pouvez contester dans les 3 mois suivant la réception du refus.", A),
    ("fr", "Elle peut être contestée par un recours dans un délai de 3 mois.", A),
    ("fr", "Vous disposez d'un délai de 3 mois pour répondre.", A),
    ("fr", "Le certificat vaut pendant les 3 mois de sa validité.", V),
    ("en", "Register the death within 24 hours.", A),
    ("en", "Collect the card within 3 months.", A),
    ("en", "The card is valid for 10 years and must be collected within 3 months.", A),
    ("en", "The office sends its answer within 3 months.", P),
]


@pytest.mark.parametrize(("language", "text", "kind"), KINDS, ids=[text for _, text, _ in KINDS])
def test_what_a_limit_governs_follows_its_wording_in_answers_and_facts(
    language: str, text: str, kind: DurationKind
) -> None:
    lexicon = LEXICONS[language]
    answer = decompose(text, lexicon, NAMES).in_slot(Slot.PROCESSING_TIME)
    fact = read_fact(Slot.PROCESSING_TIME, text, lexicon, NAMES)
    kinds = [one.value.kind for one in (answer[-1], fact[-1]) if isinstance(one.value, Duration)]
    assert kinds == [kind, kind]


def test_a_condition_behind_one_item_is_not_that_of_the_next(claims_in: Any) -> None:
    text = "Il faut fournir votre ancien passeport s'il est périmé et un justificatif de domicile."
    conditions = [claim.condition for claim in claims_in("fr", text, Slot.REQUIRED_DOCUMENTS)]
    assert conditions == ["s'il est périmé", None]


def test_a_condition_in_front_of_a_list_is_that_of_every_item(claims_in: Any) -> None:
    text = "Si vous êtes mineur, il faut fournir un passeport et un justificatif de domicile."
    conditions = [claim.condition for claim in claims_in("fr", text, Slot.REQUIRED_DOCUMENTS)]
    assert conditions == ["Si vous êtes mineur"] * 2


@pytest.mark.parametrize(
    ("language", "text", "surfaces"),
    [
        ("fr", "Il faut joindre :\n- un livret de famille ;\n- une photo.", ["photo"]),
        ("en", "Please enclose:\n- proof of address;\n- a photo.", ["photo"]),
    ],
)
def test_a_plain_noun_is_a_document_as_an_item_of_its_own(
    claims_in: Any, language: str, text: str, surfaces: list[str]
) -> None:
    claims = claims_in(language, text, Slot.REQUIRED_DOCUMENTS)
    assert [claim.value.surface for claim in claims][1:] == surfaces


@pytest.mark.parametrize(
    ("text", "surface"),
    [
        ("Adressez-vous à une mairie équipée d'une borne.", "mairie"),
        (
            "Adressez-vous à l'Agence nationale des titres sécurisés.",
            "agence nationale des titres securises",
        ),
    ],
)
def test_a_participle_with_words_of_its_own_ends_the_name_of_a_body(
    claims_in: Any, text: str, surface: str
) -> None:
    claims = claims_in("fr", text, Slot.COMPETENT_AUTHORITY)
    assert [claim.value.surface for claim in claims] == [surface]


@pytest.mark.parametrize(
    ("language", "text", "instrument"),
    [
        ("fr", "Voir le décret n° 90-437 modifié du 1er mai 1990.", "decret 90-437 1990-05-01"),
        ("en", "See Decree No. 90-437 of 1st May 1990.", "decree 90-437 1990-05-01"),
    ],
)
def test_the_date_of_an_instrument_is_read_with_the_words_of_its_language(
    claims_in: Any, language: str, text: str, instrument: str
) -> None:
    (claim,) = claims_in(language, text, Slot.LEGAL_BASIS)
    assert claim.value.instrument == instrument
