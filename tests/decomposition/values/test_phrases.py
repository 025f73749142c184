"""The index of phrases finds what trying every phrase at every word finds."""

from __future__ import annotations

import random
import re

import pytest

from hri.decomposition.grammar import grammar_of
from hri.decomposition.values.folding import fold
from hri.decomposition.values.phrases import TOKEN, PhraseIndex, pattern_of
from hri.domain.lexicons import Lexicon

WORDS = ["le", "la", "of", "un", "a", "no", "not", "pas", "en", "ou", "3", "euros", "date"]
BETWEEN = (" ", "-", "  ", ", ", "\n", "'", ". ")


def tried_everywhere(lists: dict[str, list[str]], text: str) -> dict[str, list[tuple[int, int]]]:
    """Each list's phrases, every one tried at every word; slow and plain."""
    found: dict[str, list[tuple[int, int]]] = {}
    for name, entries in lists.items():
        ends: dict[int, int] = {}
        for first, pattern in _by_first(entries).items():
            for token in TOKEN.finditer(text):
                word = token.group()
                begins = word.startswith(first[0]) if first[1] else word == first[0]
                match = pattern.match(text, token.start()) if begins else None
                if match:
                    ends[token.start()] = max(ends.get(token.start(), 0), match.end())
        found[name] = sorted(ends.items())
    return found


def _by_first(entries: list[str]) -> dict[tuple[str, bool], re.Pattern[str]]:
    groups: dict[tuple[str, bool], list[str]] = {}
    for entry in entries:
        folded = fold(entry)
        first = TOKEN.search(folded)
        assert first is not None
        open_ended = folded.startswith("*", first.end())
        pattern = pattern_of(folded[first.start() :])
        groups.setdefault((first.group(), open_ended), []).append(pattern)
    return {
        first: re.compile("|".join(sorted(patterns, key=len, reverse=True)))
        for first, patterns in groups.items()
    }


def written_out(entry: str, rng: random.Random) -> str:
    """A text that an entry is made for, or one that just misses it."""
    text = entry.replace("*", rng.choice(["", "s", "ment"]))
    text = text.replace("..", " ".join(rng.choices(WORDS, k=rng.randint(0, 4))))
    words = text.split()
    if rng.random() < 0.3:
        words[rng.randrange(len(words))] = rng.choice(WORDS)
    return rng.choice(BETWEEN[:3]).join(words)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_index_finds_what_trying_every_phrase_finds(
    language: str, lexicons: dict[str, Lexicon]
):
    rng = random.Random(language)
    statements, authority = lexicons[language].statements, lexicons[language].authority
    lists = {
        name: list(getattr(part, name))
        for part, names in (
            (statements, ("negations", "conditions", "hedges", "contrasts", "at_most", "pasts")),
            (authority, ("apply_before", "apply_near", "mention_before", "not_bodies")),
        )
        for name in names
    }
    every = [entry for entries in lists.values() for entry in entries]
    index = PhraseIndex(lists)
    for _ in range(60):
        parts = [written_out(entry, rng) for entry in rng.choices(every, k=8)]
        text = fold("".join(part + rng.choice(BETWEEN) for part in parts))
        found = {name: [tuple(hit) for hit in hits] for name, hits in index.find(text).items()}
        assert found == tried_everywhere(lists, text)


def test_a_phrase_of_two_words_needs_the_second():
    index = PhraseIndex(
        {"both": ["pas de frais"], "open": ["pay* le tout", "pay*"], "gap": ["ne .. pas"]}
    )
    text = "pas de frais, pas un, payer le tout, ne vous dit pas"
    found = {name: [text[a:b] for a, b in hits] for name, hits in index.find(text).items()}
    assert found == {
        "both": ["pas de frais"],
        "open": ["payer le tout"],
        "gap": ["ne vous dit pas"],
    }


def test_nothing_found_in_nothing():
    index = PhraseIndex({"one": ["un"]})
    assert index.find("") == {"one": []}
    index.find("un")
    assert index.find("deux") == {"one": []}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_entry_of_a_lexicon_is_found_where_it_is_written(
    language: str, lexicons: dict[str, Lexicon]
):
    lexicon = lexicons[language]
    grammar = grammar_of(lexicon)
    for name in ("negations", "conditions", "hedges", "contrasts", "retractions", "exceptions"):
        for entry in getattr(lexicon.statements, name):
            text = fold(entry.replace("*", "").replace("..", "x"))
            hits = grammar.phrases.find(text)[name]
            assert hits, (name, entry)
