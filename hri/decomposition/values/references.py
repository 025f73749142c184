"""References to the law: which articles of which instrument a text cites."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import letters
from hri.decomposition.page import Page
from hri.decomposition.values.articles import CitedList, find_lists
from hri.decomposition.values.instruments import Named, find_instruments
from hri.domain.lexicons import Lexicon
from hri.domain.ports import Names
from hri.domain.values import LegalReference

_NEAR = 60
"""How far behind a list of articles its instrument may stand when another list is between."""


class Reference(NamedTuple):
    """A reference with its span in the text."""

    start: int
    end: int
    value: LegalReference


@lru_cache(maxsize=16)
def _of(lexicon: Lexicon) -> re.Pattern[str]:
    law = lexicon.law
    called = rf"(?:(?:{letters(law.called) or '(?!)'})\s+)?"
    return re.compile(rf"\)?\s*[,(]?\s*(?:(?:{letters(law.of)})(?:(?<=')|\s+))?{called}[\"*]?\s*")


_BETWEEN = re.compile(r"[\s,:(\-\"*]*(?:s?\s*)?")


def find_references(page: Page, names: Names) -> list[Reference]:
    """All references of a text in order; one for each instrument and article interval."""
    instruments = find_instruments(page, names)
    lists = [
        one
        for one in find_lists(page.cased, page.grammar.lexicon)
        if not any(it.start <= one.start and one.cited[0].end <= it.end for it in instruments)
    ]
    owners = _owners(page, lists, instruments)
    references = [
        reference
        for one, owner in zip(lists, owners, strict=True)
        if owner is not None or one.alone
        for reference in _cited(page, one, owner)
    ]
    attached = {owner for owner in owners if owner is not None}
    references += [
        Reference(one.start, one.end, LegalReference(instrument=one.name, known=one.known))
        for one in instruments
        if one not in attached
    ]
    return sorted(references, key=lambda it: (it.start, it.end))


def _owners(
    page: Page, lists: Sequence[CitedList], instruments: Sequence[Named]
) -> list[Named | None]:
    """The instrument of each list: the one behind it, the one in front, or the only one named."""
    behind = [_behind(page, one, instruments) for one in lists]
    front = [
        None if mine else _in_front(page, one, instruments)
        for one, mine in zip(lists, behind, strict=True)
    ]
    owners = [mine or theirs for mine, theirs in zip(behind, front, strict=True)]
    for place in range(len(lists) - 2, -1, -1):
        follower = lists[place + 1]
        if owners[place] is None and follower.start - lists[place].end < _NEAR:
            same = page.sentence_at(lists[place].start) == page.sentence_at(follower.start)
            owners[place] = owners[place + 1] if same else None
    last: Named | None = None
    distinct = list(dict.fromkeys(one.name for one in instruments))
    for place, one in enumerate(lists):
        if owners[place] is None:
            owners[place] = _inherited(page, one, instruments, distinct, last)
        last = owners[place] or last
    return owners


def _behind(page: Page, one: CitedList, instruments: Sequence[Named]) -> Named | None:
    link = _of(page.grammar.lexicon).match(page.clean, one.end)
    reach = link.end() if link else one.end
    return next((it for it in instruments if one.end <= it.start <= reach), None)


def _in_front(page: Page, one: CitedList, instruments: Sequence[Named]) -> Named | None:
    for it in instruments:
        if it.end <= one.start and _BETWEEN.fullmatch(page.clean, it.end, one.start):
            return it
    return None


def _inherited(
    page: Page,
    one: CitedList,
    instruments: Sequence[Named],
    distinct: Sequence[str],
    last: Named | None,
) -> Named | None:
    """ "du même code" is the one before; numbers with a letter belong to the only code named."""
    if any(one.end <= hit.start <= one.end + 8 for hit in page.hits["same"]):
        before = [it for it in instruments if it.end <= one.start]
        return before[-1] if before else last
    lettered = [it for it in instruments if not re.search(r"\d", it.name) or it.known]
    names = distinct if len(distinct) == 1 else list(dict.fromkeys(it.name for it in lettered))
    if len(names) == 1:
        return next(it for it in instruments if it.name == names[0])
    return None


def _cited(page: Page, one: CitedList, owner: Named | None) -> list[Reference]:
    name, known = (owner.name, owner.known) if owner else ("", False)
    whole = len(one.cited) == 1
    references = []
    for place, cited in enumerate(one.cited):
        value = LegalReference(instrument=name, known=known, articles=cited.articles)
        start = one.start if place == 0 else cited.start
        end = cited.end
        if whole and owner is not None:
            start, end = _with_owner(page, one, owner)
        span = page.trimmed(start, end)
        references.append(Reference(span.start, span.end, value))
    return references


def _with_owner(page: Page, one: CitedList, owner: Named) -> tuple[int, int]:
    """Span of a single article with the instrument right behind it or right in front of it."""
    if 0 <= owner.start - one.end < _NEAR // 4:
        return one.start, owner.end
    if 0 <= one.start - owner.end < _NEAR // 4 and _BETWEEN.fullmatch(
        page.clean, owner.end, one.start
    ):
        return owner.start, one.cited[0].end
    return one.start, one.cited[0].end
