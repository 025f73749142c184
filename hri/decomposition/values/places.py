"""Which one of its kind a body is: the one of a place of birth or of home, any one, a town's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from hri.decomposition.grammar import letters, relation_list
from hri.decomposition.page import Page
from hri.decomposition.values.folding import fold
from hri.decomposition.values.phrases import TOKEN, Hit, within
from hri.domain.lexicons import Lexicon

_REACH = 90
"""How far behind a body, in characters, the words for its place may end."""
_NEAR = 4
"""How many words may stand between a body and them, or between two of them."""
_IN_BRACKETS = re.compile(r"\s?\([^()\n]{1,60}\)")
"""What stands in brackets right behind a body, mostly its letters: "(MDPH)"."""
_BEFORE = 24
"""How far in front of a body a word for "any" may begin."""


def read_places(page: Page, body: Hit, others: Sequence[int]) -> tuple[str, ...]:
    """The places by which a text tells one body from others of its kind, by id, in order.

    Args:
        page: The text.
        body: Where the body stands.
        others: Where bodies begin; words behind the next one are its own.
    """
    clause = page.clause_at(body.start, body.end)
    letters_of = _IN_BRACKETS.match(page.clean, body.end)
    edge = letters_of.end() if letters_of else body.end
    following = next((start for start in others if start >= edge), len(page.clean))
    high = min(page.clause_at(edge, edge).end, following, edge + _REACH)
    found: dict[str, None] = {}
    for relation in page.grammar.lexicon.authority.relations:
        hits = page.hits[relation_list(relation.id)]
        before = within(hits, max(clause.start, body.start - _BEFORE), body.start)
        if any(not page.clean[hit.end : body.start].strip() for hit in before):
            found[relation.id] = None
    for start, end, name in _behind(page, body, high):
        if len(TOKEN.findall(page.clean, edge, start)) > _NEAR:
            break
        found[name] = None
        edge = max(edge, end)
    return tuple(sorted(found))


def _behind(page: Page, body: Hit, high: int) -> list[tuple[int, int, str]]:
    """The words for places in a body's name and behind it, with their ids, in order."""
    return sorted(
        (hit.start, hit.end, relation.id)
        for relation in page.grammar.lexicon.authority.relations
        for hit in within(page.hits[relation_list(relation.id)], body.start, high)
    )


def tells_place(page: Page, words: str) -> bool:
    """Whether words taken for a condition tell the place of a body ("where you were born")."""
    hits = page.grammar.phrases.find(fold(words))
    relations = page.grammar.lexicon.authority.relations
    return any(hits[relation_list(relation.id)] for relation in relations)


def read_town(page: Page, body: Hit) -> str | None:
    """The proper name of a town right behind a body ("the town hall in Lille"), folded."""
    found = _town(page.grammar.lexicon).match(page.cased, body.end)
    return fold(found["name"]) if found else None


@lru_cache(maxsize=16)
def _town(lexicon: Lexicon) -> re.Pattern[str]:
    links = letters(lexicon.authority.town_links) or "(?!)"
    return re.compile(rf"\s(?:{links})(?:(?<=')|\s)(?P<name>[A-Z]\w+(?:-\w+)*)")
