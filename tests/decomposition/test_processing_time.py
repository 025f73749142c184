"""Lengths of time: units, ranges, and what each of them governs."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from hri.domain.slots import Slot
from hri.domain.values import DurationKind, Unit

P, A, V = DurationKind.PROCESSING, DurationKind.APPLICANT_DEADLINE, DurationKind.VALIDITY

CASES = [
    ("fr", "Vous recevrez une réponse sous 2 mois.", "2", "2", Unit.MONTH, P),
    ("fr", "Vous recevrez une réponse sous deux mois.", "2", "2", Unit.MONTH, P),
    ("fr", "Délai de traitement : 2 à 6 semaines", "2", "6", Unit.WEEK, P),
    ("fr", "Le délai varie entre 2 et 6 semaines.", "2", "6", Unit.WEEK, P),
    ("fr", "La décision est rendue en quinze jours ouvrés.", "15", "15", Unit.WORKING_DAY, P),
    ("fr", "Délai : une quinzaine de jours", "15", "15", Unit.DAY, P),
    ("fr", "délai 2 mois, voir la mairie", "2", "2", Unit.MONTH, P),
    ("fr", "Délai : un an et demi", "1.5", "1.5", Unit.YEAR, P),
    ("fr", "Le juge statue dans un délai de 48 heures à 1 mois.", "48", "720", Unit.HOUR, P),
    ("fr", "Vous devez déclarer la naissance dans les 5 jours.", "5", "5", Unit.DAY, A),
    ("fr", "Vous disposez de 10 jours francs pour contester.", "10", "10", Unit.DAY, A),
    ("fr", "La carte est valable 5 ans.", "5", "5", Unit.YEAR, V),
    ("en", "Renewals usually arrive within 3 weeks.", "3", "3", Unit.WEEK, P),
    ("en", "It takes between 2 and 6 weeks.", "2", "6", Unit.WEEK, P),
    ("en", "It takes two and a half weeks.", "2.5", "2.5", Unit.WEEK, P),
    ("en", "Expect a decision in a fortnight.", "14", "14", Unit.DAY, P),
    ("en", "There is a hearing within 20 working days.", "20", "20", Unit.WORKING_DAY, P),
    ("en", "You must register within 42 days of the birth.", "42", "42", Unit.DAY, A),
    ("en", "The new passport is valid for 10 years.", "10", "10", Unit.YEAR, V),
]


@pytest.mark.parametrize(("language", "text", "low", "high", "unit", "kind"), CASES)
def test_a_length_of_time_has_its_value_unit_and_kind(
    claims_in: Any, language: str, text: str, low: str, high: str, unit: Unit, kind: DurationKind
) -> None:
    (claim,) = claims_in(language, text, Slot.PROCESSING_TIME)
    value = claim.value
    assert (value.low, value.high, value.unit) == (Decimal(low), Decimal(high), unit)
    assert value.kind is kind


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "## Pièces à fournir\n- Photo d'identité de moins de 6 mois"),
        ("fr", "Un justificatif de domicile de moins de 3 mois."),
        ("fr", "Il faut être âgé de plus de 18 ans."),
        ("fr", "La mairie est ouverte de 9 heures à 17 heures."),
        ("fr", "Vous résidez en France depuis 5 ans."),
        ("en", "Holders must be 17 years or over."),
        ("en", "Give your addresses for the last 3 years."),
        ("en", "The licence costs £174.50 a year."),
        ("en", "The offence carries 6 months in prison."),
    ],
)
def test_ages_proof_ages_opening_hours_and_terms_are_no_time_limits(
    claims_in: Any, language: str, text: str
) -> None:
    assert claims_in(language, text, Slot.PROCESSING_TIME) == ()
