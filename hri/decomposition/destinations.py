"""Destinations: where one is told to go, with no body read that could be checked."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.authority import is_cued
from hri.decomposition.doubts import Values
from hri.decomposition.grammar import letters
from hri.decomposition.page import Page
from hri.decomposition.values.phrases import Hit
from hri.domain.claims import AuthorityRole
from hri.domain.lexicons import Lexicon
from hri.domain.slots import Slot

_REACH = 60
"""How far behind the noun that words lead to, in characters, the name of a body can stand."""
_ERRAND_REACH = 45
"""How far behind a verb of going, in characters, the place can stand."""


def unread_destinations(page: Page, values: Values) -> Iterator[Hit]:
    """What stands behind "apply to" and is no body known; weaker cues where no body is read."""
    bodies = [one for one in values.claims if one.slot is Slot.COMPETENT_AUTHORITY]
    starts = [one.start for one in bodies]
    for hit in page.hits["authority.destinations"]:
        place, sentence = _object(page, hit.end), page.sentence_at(hit.start)
        if place is None or sentence is None:
            continue
        named = bisect_left(starts, min(sentence.end, place.end + _REACH))
        if bisect_left(starts, hit.start) == named:
            yield Hit(hit.start, place.end)
    sent = (one for one in bodies if one.role is AuthorityRole.APPLY_TO)
    if not any(is_cued(page, Hit(one.start, one.end)) for one in sent):
        yield from _first_errand(page)


def _first_errand(page: Page) -> Iterator[Hit]:
    """The first verb of going or applying with a place behind it ("asked for at the garage")."""
    into = _patterns(page.grammar.lexicon).into
    for hit in page.hits["authority.errands"]:
        sentence = page.sentence_at(hit.start)
        if sentence is None:
            continue
        for found in into.finditer(page.clean, hit.end, min(sentence.end, hit.end + _ERRAND_REACH)):
            place = _object(page, found.end())
            if place is not None:
                yield Hit(hit.start, place.end)
                return


class _Patterns(NamedTuple):
    into: re.Pattern[str]
    object: re.Pattern[str]


@lru_cache(maxsize=16)
def _patterns(lexicon: Lexicon) -> _Patterns:
    bodies = lexicon.authority
    into = letters(bodies.into) or "(?!)"
    leads = letters([*bodies.leads, *lexicon.documents.lead_ins]) or "(?!)"
    return _Patterns(
        re.compile(rf"(?<!\w)(?:{into})(?:(?<=')|(?!\w))"),
        re.compile(rf"\s*(?:(?:{leads})(?:(?<=')|\s+)){{0,4}}([^\W\d_]+(?:-[^\W\d_]+)*)"),
    )


def _object(page: Page, start: int) -> Hit | None:
    """The noun that words like "apply to" lead to; None where a pronoun, time or verb follows."""
    found = _patterns(page.grammar.lexicon).object.match(page.clean, start)
    if found is None:
        return None
    word, grammar = found.group(1), page.grammar
    if word in grammar.stop_words or word in grammar.units or word in grammar.number_words:
        return None
    barred = page.hits["authority.no_destinations"]
    place = bisect_left(barred, (found.start(1), 0))
    if place < len(barred) and barred[place].start == found.start(1):
        return None
    return Hit(found.start(1), found.end(1))
