"""All values of a text together: order, overlaps, known names, offsets, and cost."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hri.decomposition import decompose
from hri.decomposition.values.extraction import find_values
from hri.domain.slots import Slot
from tests.decomposition.conftest import LEXICONS, NAMES
from tests.decomposition.values.conftest import NO_NAMES


def test_values_of_every_kind_come_in_order_of_place(found: Any) -> None:
    text = "Depuis le 1er mars 2020 (article 63 du code civil), payez 25 € sous 2 mois."
    assert [(one.type, one.text) for one in found("fr", text)] == [
        ("date", "1er mars 2020"),
        ("reference", "article 63 du code civil"),
        ("amount", "25 €"),
        ("duration", "2 mois"),
    ]


@pytest.mark.parametrize(
    ("language", "text", "types"),
    [
        ("fr", "loi n° 78-753 du 17 juillet 1978", ["reference"]),
        ("fr", "articles 1 et 2 de la loi du 17 juillet 1978", ["reference", "reference"]),
        ("en", "£174.50 a year", ["amount"]),
    ],
)
def test_one_stretch_is_one_value(found: Any, language: str, text: str, types: list[str]) -> None:
    assert [one.type for one in found(language, text)] == types


def test_a_known_instrument_has_its_id() -> None:
    (value,) = find_values("article 63 du code civil", LEXICONS["fr"], NAMES)
    assert (value.type, value.value.instrument, value.value.known) == ("reference", "civil", True)


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("Prix\u200b : 2\u200b5 €.", "2\u200b5 €"),
        ("Prix : 25&nbsp;&euro; <b>net</b>", "25&nbsp;&euro;"),
        ("Prix : **2**5 €", "2**5 €"),
    ],
)
def test_offsets_are_those_of_the_text_as_written(found: Any, text: str, span: str) -> None:
    (value,) = found("fr", text)
    assert value.text == span
    assert value.value.low == 25


def test_a_claim_ends_behind_its_character_reference() -> None:
    text = "Le coût est de 25&nbsp;&euro; <b>net</b>"
    (claim,) = decompose(text, LEXICONS["fr"], NO_NAMES).in_slot(Slot.FEES)
    assert claim.text == "25&nbsp;&euro;"


def test_numbers_are_plain() -> None:
    low = find_values("1 000 000,00 €", LEXICONS["fr"], NO_NAMES)[0].model_dump(mode="json")
    assert low["value"]["low"] == "1000000"


PIECES = st.sampled_from(
    ["25", " ", "€", "£", "1 450,50", "mois", "weeks", "et", "and", "à", "to", "-", ",", "\n", "(",
     ")", "article", "section", "L.", "du", "of the", "code civil", "Act", "1988", "mars", "March",
     "12/03/2020", "un", "million", "d'", "**", "½", "§", "42 U.S.C.", "RSC 1985, c", "premier",
     "s21", "NOR", "INTD1234567A", "\u200b", "&nbsp;", "²", "cent", "hundred", "half", "demi"]
)  # fmt: skip


@given(parts=st.lists(PIECES, max_size=14), language=st.sampled_from(["fr", "en"]))
def test_any_mixture_of_words_gives_spans_of_the_text_that_do_not_overlap(
    parts: list[str], language: str
) -> None:
    text = " ".join(parts)
    values = find_values(text, LEXICONS[language], NO_NAMES)
    assert all(text[one.start : one.end] == one.text for one in values)
    assert all(one.text.strip() for one in values)
    others = [one for one in values if one.type != "reference"]
    for one, other in pairwise(others):
        assert one.end <= other.start


@given(text=st.text(max_size=60), language=st.sampled_from(["fr", "en"]))
def test_no_text_is_too_strange(text: str, language: str) -> None:
    find_values(text, LEXICONS[language], NO_NAMES)
