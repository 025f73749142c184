"""Folding: one plain form of letters, spaces, quotes and dashes, offsets kept."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from hri.domain.lexicons import Lexicon

_PLAIN = {
    **dict.fromkeys(map(ord, "’‘ʼ‛`´′"), "'"),
    **dict.fromkeys(map(ord, "“”„«»‹›″"), '"'),
    **dict.fromkeys(map(ord, "‐‑‒–—―−﹣－"), "-"),
    ord("\t"): " ",
    ord("…"): ".",
    ord("º"): "°",
}
_WORD = re.compile(r"[^\W_]+")
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})


class _Folds(dict[int, str]):
    """Character table that works out each character's plain form the first time it is met."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        plain = " " if unicodedata.category(char) == "Zs" else _plain_letter(char)
        self[code] = plain
        return plain


def _plain_letter(char: str) -> str:
    digit = unicodedata.digit(char, None)  # circled and raised figures count as figures
    if digit is not None:
        return str(digit)
    return unicodedata.normalize("NFD", char.lower())[:1] or char


class _CasedFolds(_Folds):
    """The same, but for the case of letters."""

    def __missing__(self, code: int) -> str:
        char = chr(code)
        plain = _TABLE[code]
        upper = plain.upper()
        self[code] = upper if char.isupper() and len(upper) == 1 else plain
        return self[code]


_TABLE = _Folds(_PLAIN)
_CASED_TABLE = _CasedFolds(_PLAIN)


def fold(text: str) -> str:
    """Lower case, no accents, plain spaces, quotes and dashes; as long as ``text``."""
    return text.translate(_TABLE)


def fold_keeping_case(text: str) -> str:
    """As ``fold``, but capitals stay capitals."""
    return text.translate(_CASED_TABLE)


def words(text: str) -> list[str]:
    """The folded words and numbers of a text, in order; ligatures written out."""
    return _WORD.findall(fold(text).translate(_LIGATURES))


def squeeze(text: str) -> str:
    """The folded text with every run of white space as one space and none at the ends."""
    return " ".join(fold(text).split())


@lru_cache(maxsize=65536)
def terms(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Folded content words in order: stop words left out, plural and feminine endings cut."""
    stop = _stop_words(lexicon)
    return tuple(stem(word, lexicon.stem) for word in words(text) if word not in stop)


@lru_cache(maxsize=16)
def _stop_words(lexicon: Lexicon) -> frozenset[str]:
    return frozenset(word for entry in lexicon.stop_words for word in words(entry))


@lru_cache(maxsize=65536)
def stem(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    """The word without its inflected ending; words of three letters and numbers stay."""
    if word.isdigit():
        return word
    for ending, replacement in endings:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: len(word) - len(ending)] + replacement
    return word
