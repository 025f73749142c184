"""Lengths of time by themselves: value, unit and span in many wordings."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from hri.domain.values import Unit

MINUTE, HOUR, DAY, WORKING = Unit.MINUTE, Unit.HOUR, Unit.DAY, Unit.WORKING_DAY
WEEK, MONTH, YEAR = Unit.WEEK, Unit.MONTH, Unit.YEAR

LENGTHS = [
    # text, span (None: the whole text), low, high, unit
    ("fr", "2 mois", None, "2", "2", MONTH),
    ("fr", "délai de 2\u00a0mois", "2\u00a0mois", "2", "2", MONTH),
    ("fr", "2\nmois", None, "2", "2", MONTH),
    ("fr", "six mois", None, "6", "6", MONTH),
    ("fr", "dix-huit mois", None, "18", "18", MONTH),
    ("fr", "18 mois", None, "18", "18", MONTH),
    ("fr", "six (6) mois", None, "6", "6", MONTH),
    ("fr", "un délai d’un mois", "un mois", "1", "1", MONTH),
    ("fr", "2 à 6 semaines", None, "2", "6", WEEK),
    ("fr", "entre 2 et 6 semaines", None, "2", "6", WEEK),
    ("fr", "deux à trois semaines", None, "2", "3", WEEK),
    ("fr", "2 ou 3 semaines", None, "2", "3", WEEK),
    ("fr", "3-6 mois", None, "3", "6", MONTH),
    ("fr", "3 – 6 mois", None, "3", "6", MONTH),
    ("fr", "8 à 15j", None, "8", "15", DAY),
    ("fr", "12 mois à 24 mois", None, "12", "24", MONTH),
    ("fr", "3 mois à 1 an", None, "3", "12", MONTH),
    ("fr", "48 heures à 1 mois", None, "48", "720", HOUR),
    ("fr", "un mois et demi", None, "1.5", "1.5", MONTH),
    ("fr", "2 mois et demi", None, "2.5", "2.5", MONTH),
    ("fr", "2,5 mois", None, "2.5", "2.5", MONTH),
    ("fr", "un an et demi", None, "1.5", "1.5", YEAR),
    ("fr", "1 an et 6 mois", None, "18", "18", MONTH),
    ("fr", "un an et six mois", None, "18", "18", MONTH),
    ("fr", "1 an 3 mois", None, "15", "15", MONTH),
    ("fr", "un délai de 2 mois et 15 jours", "2 mois et 15 jours", "75", "75", DAY),
    ("fr", "3 mois et 3 semaines", None, "111", "111", DAY),
    ("fr", "1 an, 2 mois et 3 jours", None, "428", "428", DAY),
    ("fr", "48 h", None, "48", "48", HOUR),
    ("fr", "48h", None, "48", "48", HOUR),
    ("fr", "vingt-quatre heures", None, "24", "24", HOUR),
    ("fr", "une demi-heure", None, "0.5", "0.5", HOUR),
    ("fr", "une demi-journée", None, "0.5", "0.5", DAY),
    ("fr", "un quart d'heure", None, "15", "15", MINUTE),
    ("fr", "trois quarts d'heure", None, "45", "45", MINUTE),
    ("fr", "30 mn", None, "30", "30", MINUTE),
    ("fr", "une vingtaine de minutes", None, "20", "20", MINUTE),
    ("fr", "une dizaine de mois", None, "10", "10", MONTH),
    ("fr", "une quinzaine de jours", None, "15", "15", DAY),
    ("fr", "une quinzaine", None, "15", "15", DAY),
    ("fr", "sous quinzaine", None, "15", "15", DAY),
    ("fr", "une huitaine", None, "8", "8", DAY),
    ("fr", "90 jours", None, "90", "90", DAY),
    ("fr", "10 jours francs", None, "10", "10", DAY),
    ("fr", "10 jours calendaires", None, "10", "10", DAY),
    ("fr", "30 jours consécutifs", None, "30", "30", DAY),
    ("fr", "10 jours ouvrés", None, "10", "10", WORKING),
    ("fr", "dix jours ouvrables", None, "10", "10", WORKING),
    ("fr", "5 à 10 jours ouvrés", None, "5", "10", WORKING),
    ("fr", "les 3 premiers mois", "3 premiers mois", "3", "3", MONTH),
    ("fr", "trois trimestres", None, "9", "9", MONTH),
    ("fr", "un semestre", None, "6", "6", MONTH),
    ("fr", "**2 mois**", "2 mois", "2", "2", MONTH),
    ("fr", "**2 à 3** mois", "2 à 3** mois", "2", "3", MONTH),
    ("fr", "immédiatement", None, "0", "0", DAY),
    ("fr", "deux jours et demi", None, "2.5", "2.5", DAY),
    ("en", "2 months", None, "2", "2", MONTH),
    ("en", "between 2 and 6 weeks", None, "2", "6", WEEK),
    ("en", "from 2 to 6 weeks", None, "2", "6", WEEK),
    ("en", "two-to-three weeks", None, "2", "3", WEEK),
    ("en", "3 **to** 6 weeks", None, "3", "6", WEEK),
    ("en", "3–6 months", None, "3", "6", MONTH),
    ("en", "24h-48h", None, "24", "48", HOUR),
    ("en", "1 day to 2 weeks", None, "1", "14", DAY),
    ("en", "a six-week wait", "six-week", "6", "6", WEEK),
    ("en", "a 10-day limit", "10-day", "10", "10", DAY),
    ("en", "a 2-3 month wait", "2-3 month", "2", "3", MONTH),
    ("en", "a fortnight", None, "14", "14", DAY),
    ("en", "two fortnights", None, "4", "4", WEEK),
    ("en", "10 business days", None, "10", "10", WORKING),
    ("en", "ten (10) working days", None, "10", "10", WORKING),
    ("en", "5-10 working days", None, "5", "10", WORKING),
    ("en", "10 bank working days", None, "10", "10", WORKING),
    ("en", "28 calendar days", None, "28", "28", DAY),
    ("en", "14 clear days", None, "14", "14", DAY),
    ("en", "3 full days", None, "3", "3", DAY),
    ("en", "2 years and 6 months", None, "30", "30", MONTH),
    ("en", "1 year 6 months", None, "18", "18", MONTH),
    ("en", "1 year 1 month 21 days", None, "416", "416", DAY),
    ("en", "a year and a day", None, "366", "366", DAY),
    ("en", "3 hours 20 minutes", None, "200", "200", MINUTE),
    ("en", "an hour and a half", None, "1.5", "1.5", HOUR),
    ("en", "two and a half weeks", None, "2.5", "2.5", WEEK),
    ("en", "1½ hours", None, "1.5", "1.5", HOUR),
    ("en", "1 1/2 hours", None, "1.5", "1.5", HOUR),
    ("en", "1/2 hour", None, "0.5", "0.5", HOUR),
    ("en", "half an hour", None, "0.5", "0.5", HOUR),
    ("en", "three-quarters of an hour", None, "45", "45", MINUTE),
    ("en", "one hundred and twenty days", None, "120", "120", DAY),
    ("en", "48hrs", None, "48", "48", HOUR),
    ("en", "6 mths", None, "6", "6", MONTH),
    ("en", "1 calendar year", None, "1", "1", YEAR),
    ("en", "30 days’ notice", "30 days", "30", "30", DAY),
    ("en", "next working day", None, "1", "1", WORKING),
]


@pytest.mark.parametrize(("language", "text", "span", "low", "high", "unit"), LENGTHS)
def test_a_length_of_time_has_its_value_unit_and_span(
    found: Any, language: str, text: str, span: str | None, low: str, high: str, unit: Unit
) -> None:
    (value,) = found(language, text)
    assert value.type == "duration"
    assert value.text == (span or text)
    assert (value.value.low, value.value.high) == (Decimal(low), Decimal(high))
    assert value.value.unit is unit


@pytest.mark.parametrize(
    ("language", "text", "lengths"),
    [
        ("fr", "3 mois, 15 jours en cas d'urgence", ["3 mois", "15 jours"]),
        ("fr", "Délais :\n- 3 mois\n- 6 mois", ["3 mois", "6 mois"]),
        ("fr", "15 jours/1 mois", ["15 jours", "1 mois"]),
        ("fr", "10 jours ouvrés et 2 heures", ["10 jours ouvrés", "2 heures"]),
        ("en", "3 weeks, 5 days if urgent", ["3 weeks", "5 days"]),
        ("en", "at least 35 hours a week", ["35 hours"]),
    ],
)
def test_lengths_that_are_no_range_stay_apart(
    found: Any, language: str, text: str, lengths: list[str]
) -> None:
    assert [one.text for one in found(language, text)] == lengths


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "24h/24, 7j/7"),
        ("fr", "24 heures sur 24 et 7 jours sur 7"),
        ("fr", "3 fois par mois"),
        ("fr", "à 9h30"),
        ("fr", "de 9h à 17h"),
        ("fr", "à 14 heures"),
        ("fr", "quelques mois"),
        ("fr", "le mois dernier"),
        ("fr", "l'an 2000"),
        ("fr", "3e mois"),
        ("en", "24 hours a day, 7 days a week"),
        ("en", "3 times a month"),
        ("en", "at 9 am"),
        ("en", "several months"),
        ("en", "last month"),
        ("en", "day 1"),
    ],
)
def test_times_of_day_rates_and_vague_words_are_no_lengths(
    found: Any, language: str, text: str
) -> None:
    assert found(language, text) == ()
