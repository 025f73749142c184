"""Folding, terms, numbers, known names and the loading of lexicons."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hri.decomposition import NameIndex, fold, terms
from hri.decomposition.grammar import grammar_of
from hri.decomposition.values.numbers import find_numbers
from hri.errors import LexiconFileError
from hri.knowledge.lexicons import lexicon_ref, load_lexicon
from tests.decomposition.conftest import LEXICONS


@given(text=st.text())
def test_folding_keeps_the_length_and_is_done_once(text: str) -> None:
    assert len(fold(text)) == len(text)
    assert fold(fold(text)) == fold(text)


def test_folding_takes_off_case_accents_and_typography() -> None:
    assert fold("L’ÉCOLE\u00a0« n° 5 »\u202f– Œuvre") == 'l\'ecole " n° 5 " - œuvre'


def test_terms_are_stemmed_content_words_in_order() -> None:
    lexicon = LEXICONS["fr"]
    assert terms("Les pièces justificatives", lexicon) == terms("une pièce justificative", lexicon)
    assert terms("le la de", lexicon) == ()


@pytest.mark.parametrize(
    ("language", "text", "value"),
    [
        ("fr", "1 450,50", "1450.50"),
        ("fr", "1.450,50", "1450.50"),
        ("fr", "quatre-vingt-dix", "90"),
        ("fr", "mille deux cents", "1200"),
        ("en", "1,450.50", "1450.50"),
        ("en", "1,000", "1000"),
        ("en", "one hundred and five", "105"),
        ("en", "twenty-five", "25"),
    ],
)
def test_numbers_in_figures_and_words_have_their_value(
    language: str, text: str, value: str
) -> None:
    (number,) = find_numbers(text, grammar_of(LEXICONS[language]))
    assert number.value == Decimal(value)


def test_known_names_are_whole_words_longest_first_and_never_overlap() -> None:
    names = NameIndex(
        authorities=[("long", "Préfecture de police"), ("short", "préfecture"), ("caf", "Caf")],
        instruments=[("education", "Code de l'éducation")],
    )
    text = "La PREFECTURE  de\npolice, la préfecture ou la Caf, pas la cafetière."
    found = [(text[match.start : match.end], match.id) for match in names.authorities(text)]
    assert found == [
        ("PREFECTURE  de\npolice", "long"),
        ("préfecture", "short"),
        ("Caf", "caf"),
    ]
    assert [match.id for match in names.instruments("code de l’Education")] == ["education"]


def test_of_two_ids_with_one_name_the_first_wins() -> None:
    names = NameIndex(authorities=[("first", "Caf"), ("second", "CAF")])
    assert [match.id for match in names.authorities("la caf")] == ["first"]


def test_a_pack_adds_its_own_words(tmp_path: Path) -> None:
    extra = tmp_path / "fr.toml"
    extra.write_text('[authority]\nheads = ["guérite"]\n', encoding="utf-8")
    lexicon = load_lexicon("fr", extra)
    assert "guérite" in lexicon.authority.heads
    assert "préfecture" in lexicon.authority.heads
    assert lexicon_ref("fr", extra).sha256 != lexicon_ref("fr").sha256


@pytest.mark.parametrize(
    ("content", "part"),
    [
        ("stop_words = 5\n", "stop_words"),
        ("[authority]\nhead = ['x']\n", "authority.head"),
        ("a = 1\na = 2\n", "not TOML"),
    ],
    ids=["another kind of value", "an unknown key", "a key given twice"],
)
def test_a_faulty_lexicon_is_refused_with_its_place(
    tmp_path: Path, content: str, part: str
) -> None:
    extra = tmp_path / "fr.toml"
    extra.write_text(content, encoding="utf-8")
    with pytest.raises(LexiconFileError, match=part):
        load_lexicon("fr", extra)


def test_a_language_without_lexicon_is_refused() -> None:
    with pytest.raises(LexiconFileError, match=r"xx\.toml"):
        load_lexicon("xx")
