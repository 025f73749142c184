"""Ranges: what joins two values or a bare number and a value into one range."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import letters
from hri.decomposition.page import Page
from hri.decomposition.values.bounds import opening_before
from hri.decomposition.values.phrases import within
from hri.domain.lexicons import Lexicon

_FARTHEST = 14
"""How many characters may stand between the ends of a range."""
_NEW_ITEM = re.compile(r"\n\s*-")


class _Joins(NamedTuple):
    to: re.Pattern[str]
    pair: re.Pattern[str]
    either: re.Pattern[str]
    hyphen: re.Pattern[str]


@lru_cache(maxsize=16)
def _joins(lexicon: Lexicon) -> _Joins:
    said = lexicon.statements
    return _Joins(
        re.compile(rf"[\s-]*(?:{letters(said.range_joins)})[\s-]*"),
        re.compile(rf"\s*(?:{letters(said.pair_joins)})\s*"),
        re.compile(rf"\s+(?:{letters(said.alternatives)})\s+"),
        re.compile(r" ?- ?"),
    )


def range_start(
    page: Page, start: int, end: int, following: int, either: bool = False
) -> int | None:
    """Where a range begins, its opening word ("between") included; None where there is none.

    Args:
        page: The text.
        start: Where the low end begins.
        end: Where it ends.
        following: Where the high end begins.
        either: Whether "10 or 20" counts as a range.
    """
    if not 0 < following - end <= _FARTHEST:
        return None
    joins, between = _joins(page.grammar.lexicon), (page.clean, end, following)
    opening = opening_before(page, start)
    linked = joins.to.fullmatch(*between) or (either and joins.either.fullmatch(*between))
    if opening is not None and is_change(page, opening):
        return None
    if not linked and not (opening is not None and joins.pair.fullmatch(*between)):
        return None
    if _NEW_ITEM.search(*between):  # two items of a list, one below the other
        return None
    return start if opening is None else opening


def tight_range_start(page: Page, start: int, end: int, following: int) -> int | None:
    """As ``range_start``, for a high end without unit: a hyphen or an opening word is needed."""
    joins = _joins(page.grammar.lexicon)
    if not 0 < following - end <= _FARTHEST:
        return None
    if joins.hyphen.fullmatch(page.clean, end, following):
        return range_start(page, start, end, following)
    opened = opening_before(page, start) is not None
    return range_start(page, start, end, following) if opened else None


def is_change(page: Page, opening: int) -> bool:
    """Whether "from" tells what a value was before ("raised from 28 to 70 days")."""
    changes = within(page.hits["changes"], max(0, opening - _FARTHEST), opening)
    return any(not page.clean[hit.end : opening].strip() for hit in changes)
