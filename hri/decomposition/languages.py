"""Which language a text or a sentence is written in, as far as its small words show."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from hri.decomposition.grammar import Grammar, grammar_of
from hri.decomposition.page import Page
from hri.decomposition.values.folding import words
from hri.decomposition.values.phrases import TOKEN, Hit
from hri.domain.lexicons import Lexicon

_CLEAR_LEAD = 1.5
"""How many times as many small words of a language as of any other make it clear."""
_FEWEST_WORDS = 3
_RUNNING_WORDS = 9
"""Words of a sentence from which some of it must be small words of its language."""
_LEAST_OWN = 0.1
"""Share of its words that are such ones; a third or more is usual."""
_LISTING = re.compile(r"[|;/+]|,.*,.*,")
_OTHER_SCRIPT = "und"
"""The language of a text mostly in letters that no language of the lexicons is written in."""


def language_of(text: str, grammar: Grammar) -> str | None:
    """The language whose small words clearly outnumber those of every other one."""
    found = words(text)
    letters = [char for word in found for char in word if char.isalpha()]
    if letters and 2 * sum(map(_is_foreign, letters)) > len(letters):
        return _OTHER_SCRIPT
    return _clear_language(found, grammar)


def tell_language(text: str, lexicon: Lexicon) -> str | None:
    """The language that a short text shows; None where it does not show any clearly."""
    return language_of(text, grammar_of(lexicon))


def _clear_language(found: list[str], grammar: Grammar) -> str | None:
    counts = _counts(found, grammar)
    ranked = sorted(counts, key=lambda name: (-counts[name], name))
    first, second = ranked[0], ranked[1]
    if counts[first] < _FEWEST_WORDS or counts[first] < counts[second] * _CLEAR_LEAD:
        return None
    return first


def _counts(found: list[str], grammar: Grammar) -> dict[str, int]:
    """How many small words of each language a text has."""
    counts = dict.fromkeys(grammar.lexicon.languages, 0)
    for word in found:
        for name in grammar.languages.get(word, ()):
            counts[name] += 1
    return counts


def foreign_stretches(page: Page) -> Iterator[Hit]:
    """Words with letters of another script, and sentences clearly in another language."""
    if not page.text.isascii():
        for token in TOKEN.finditer(page.clean):
            word = token.group()
            if not word.isascii() and any(map(_is_foreign, word)):
                yield Hit(*token.span())
    for sentence in page.sentences:
        if _is_other_language(page.clean[sentence.start : sentence.end], page.grammar):
            yield Hit(sentence.start, sentence.end)


def _is_other_language(text: str, grammar: Grammar) -> bool:
    """Whether a sentence is plainly in another language than its text.

    Another language has several small words and twice as many as the text's own; or the sentence is
    long and running, and has none of its own; figures are of every language, and so are no words.
    """
    found = [word for word in words(text) if not word[0].isdigit()]
    counts = _counts(found, grammar)
    mine = counts.pop(grammar.lexicon.language, 0)
    most = max(counts.values(), default=0)
    if most > _FEWEST_WORDS and most > 2 * mine:
        return True
    if len(found) < _RUNNING_WORDS or _LISTING.search(text):
        return False
    own = sum(word in grammar.stop_words or word in grammar.number_words for word in found)
    return own <= len(found) * _LEAST_OWN


@lru_cache(maxsize=4096)
def _is_foreign(char: str) -> bool:
    """Whether a letter is of another script than the Latin one; folded text is expected."""
    return char.isalpha() and not unicodedata.name(char, "LATIN").startswith(
        ("LATIN", "MICRO", "FEMININE", "MASCULINE", "MODIFIER", "DOUBLE-STRUCK", "SCRIPT")
    )
