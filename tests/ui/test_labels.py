"""Values and messages in words, in the notation of each language."""

from __future__ import annotations

from decimal import Decimal

import pytest

from hri.domain.base import Message
from hri.domain.values import Duration, DurationKind, Money, Unit
from hri.ui import i18n, labels


def money(low: str, high: str | None = None, per: str | None = None) -> Money:
    return Money(low=Decimal(low), high=Decimal(high or low), currency="EUR", per=per)


@pytest.mark.parametrize(
    ("language", "value", "words"),
    [
        ("fr", money("25"), "25,00 €"),
        ("en", money("1250.5"), "€1,250.50"),
        ("en", money("0"), "free of charge"),
        ("fr", money("0"), "gratuit"),
        ("en", money("10", "20"), "€10.00 – €20.00"),
    ],
    ids=["fr", "en", "free en", "free fr", "range"],
)
def test_amounts_follow_the_language(language: str, value: Money, words: str) -> None:
    with i18n.speaking(language):
        assert labels.value(value).replace("\u00a0", " ").replace("\u202f", " ") == words


@pytest.mark.parametrize(
    ("language", "count", "unit", "words"),
    [
        ("fr", "2", Unit.MONTH, "2 mois"),
        ("en", "1", Unit.YEAR, "1 year"),
        ("fr", "3", Unit.WORKING_DAY, "3 jours ouvrés"),
        ("en", "0", Unit.DAY, "at once"),
    ],
)
def test_durations_follow_the_language(language: str, count: str, unit: Unit, words: str) -> None:
    length = Decimal(count)
    value = Duration(low=length, high=length, unit=unit, kind=DurationKind.PROCESSING)
    with i18n.speaking(language):
        assert labels.value(value).replace("\u00a0", " ") == words


def test_a_message_speaks_the_language_and_its_numbers() -> None:
    reference = Message(id="override.instability", params={"value": 0.625, "threshold": 0.5})
    with i18n.speaking("fr"):
        assert "0,62" in labels.message(reference)
    with i18n.speaking("en"):
        assert "0.62" in labels.message(reference)


def test_a_message_nobody_knows_shows_its_id_and_parameters() -> None:
    with i18n.speaking("en"):
        assert labels.message(Message(id="x.y", params={"a": 1})) == "x.y (a = 1)"


def test_a_parameter_that_is_missing_leaves_a_gap_and_no_error() -> None:
    with i18n.speaking("en"):
        assert (
            labels.message(Message(id="sis.agree")) == "All … samples say the same as the answer."
        )


def test_braces_in_untrusted_words_are_not_taken_for_placeholders() -> None:
    reference = Message(id="ccs.contradicted", params={"values": "{secret} {0}"})
    with i18n.speaking("en"):
        assert "{secret} {0}" in labels.message(reference)


def test_dates_and_slots_in_parameters_are_put_into_words() -> None:
    reference = Message(id="check.cross_slot.demanded", params={"because": "x", "slot": "fees"})
    with i18n.speaking("fr"):
        assert "Coût" in labels.message(reference)


def test_counts_take_the_plural_of_the_language() -> None:
    with i18n.speaking("fr"):
        assert i18n.ngettext("{n} waiting", "{n} waiting", 2).format(n=2) == "2 en attente"
