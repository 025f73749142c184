"""References to the law: which articles of which instrument a text cites."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import letters
from hri.decomposition.page import Page
from hri.decomposition.values.bounds import overlaps
from hri.decomposition.values.citations import CitedList, find_lists, list_behind_title
from hri.decomposition.values.collections import find_laws
from hri.decomposition.values.folding import fold, squeeze
from hri.decomposition.values.identifiers import find_identifiers
from hri.decomposition.values.instruments import Named, find_instruments, known_id
from hri.decomposition.values.phrases import Hit
from hri.domain.lexicons import Lexicon
from hri.domain.ports import Names
from hri.domain.values import LegalReference

_NEAR = 60
"""How far behind a list of articles its instrument may stand when another list is between."""


class Reference(NamedTuple):
    """A reference with its span in the text, and where the instrument it names stands."""

    start: int
    end: int
    value: LegalReference
    law: Hit | None = None


@lru_cache(maxsize=16)
def _of(lexicon: Lexicon) -> re.Pattern[str]:
    law = lexicon.law
    called = rf"(?:(?:{letters(law.called) or '(?!)'})\s+)?"
    return re.compile(rf"\)?\s*[,(]?\s*(?:(?:{letters(law.of)})(?:(?<=')|\s+))?{called}[\"*]?\s*")


@lru_cache(maxsize=16)
def _bound(lexicon: Lexicon) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Bound titles behind an article and in front of one."""
    titles = letters(lexicon.law.bound_titles) or "(?!)"
    of = letters(lexicon.law.of)
    return (
        re.compile(rf"[ ]?({titles})(?!\w)(?!\s+(?:{of})(?:(?<=')|\s))"),
        re.compile(rf"(?<!\w)({titles})[ ,:(*-]*$"),
    )


@lru_cache(maxsize=16)
def _others(lexicon: Lexicon) -> re.Pattern[str]:
    """Words that say what a part is a part of."""
    return re.compile(rf"\s+(?:{letters(lexicon.law.of) or '(?!)'})(?:(?<=')|\s)")


_BESIDE = frozenset(" ,:(*-")
_BETWEEN = re.compile(r"[\s,:(\-\"*]*(?:s?\s*)?")


def find_references(page: Page, names: Names) -> list[Reference]:
    """All references of a text in order; one for each instrument and article interval."""
    instruments, lists = _read(page, names)
    owners = _owners(page, lists, instruments)
    references = [
        reference
        for one, owner in zip(lists, owners, strict=True)
        if owner is not None or one.alone
        for reference in _cited(page, one, owner)
    ]
    attached = {owner for owner in owners if owner is not None}
    references += [
        Reference(one.start, one.end, _whole(one))
        for one in instruments
        if one not in attached and not _is_no_code(page, one)
    ]
    return sorted(references, key=lambda it: (it.start, it.end))


def _whole(one: Named) -> LegalReference:
    return LegalReference(instrument=one.name, known=one.known, dated=one.dated)


def _is_no_code(page: Page, one: Named) -> bool:
    """Whether what looks like a title is none where no article stands beside it ("code postal")."""
    return (
        not one.known and _not_codes(page.grammar.lexicon).match(page.clean, one.start) is not None
    )


@lru_cache(maxsize=16)
def _not_codes(lexicon: Lexicon) -> re.Pattern[str]:
    return re.compile(rf"(?:{letters(lexicon.law.not_codes) or '(?!)'})(?!\w)")


def _read(page: Page, names: Names) -> tuple[list[Named], list[CitedList]]:
    """Instruments and lists of articles in order of place; identifiers and collections first."""
    laws = find_laws(page, names)
    exact = [*laws.named, *find_identifiers(page, names)]
    taken = [Hit(one.start, one.end) for one in exact]
    taken += [Hit(one.start, one.end) for one in laws.lists]
    instruments = [
        one for one in find_instruments(page, names) if not overlaps(taken, one.start, one.end)
    ]
    starts = frozenset(one.start for one in (*exact, *instruments))
    lists = find_lists(page, taken, starts, [Hit(one.start, one.end) for one in instruments])
    bound = _bound_titles(page, lists, [*exact, *instruments], names)
    lists += _behind_short_titles(page, instruments)
    return sorted([*exact, *instruments, *bound]), sorted([*lists, *laws.lists])


def _behind_short_titles(page: Page, instruments: Sequence[Named]) -> Iterator[CitedList]:
    for one in instruments:
        point = page.cased[one.end : one.end + 1] == "."
        short = page.cased[one.start : one.end + point]
        if short.isupper() or short.endswith("."):
            cited = list_behind_title(page.cased, one.end + point + 1, page.grammar.lexicon)
            if cited is not None:
                yield cited


def _bound_titles(
    page: Page, lists: Sequence[CitedList], instruments: Sequence[Named], names: Names
) -> list[Named]:
    """Words that are the title of an instrument only beside an article ("the Constitution")."""
    behind, front = _bound(page.grammar.lexicon)
    taken = [Hit(one.start, one.end) for one in instruments]
    found = []
    for one in lists:
        link = _of(page.grammar.lexicon).match(page.clean, one.end)
        title = behind.match(page.clean, link.end() if link else one.end)
        between = page.text[one.end : title.start(1)] if title else ""
        if "\n" in between and not between.strip():
            title = None  # the next line begins with the word
        if title is None and one.start and page.clean[one.start - 1] in _BESIDE:
            title = front.search(page.clean, max(0, one.start - _NEAR // 2), one.start)
        if title and not overlaps(taken, *title.span(1)):
            found.append(_bound_title(page, title, names))
    return list(dict.fromkeys(found))


def _bound_title(page: Page, match: re.Match[str], names: Names) -> Named:
    titles = {fold(word): title for word, title in page.grammar.lexicon.law.bound_titles.items()}
    title = titles[match.group(1)]
    known = known_id(names, [title])
    return Named(*match.span(1), known or squeeze(title), known is not None)


def _owners(
    page: Page, lists: Sequence[CitedList], instruments: Sequence[Named]
) -> list[Named | None]:
    """The instrument of each list: the one behind it, the one in front, or the only one named."""
    owners = [_beside(page, one, instruments) for one in lists]
    for place in range(len(lists) - 2, -1, -1):
        follower = lists[place + 1]
        near = follower.start - lists[place].end < _NEAR
        if owners[place] is None and near and not follower.owner_in_front:
            same = page.sentence_at(lists[place].start) == page.sentence_at(follower.start)
            owners[place] = owners[place + 1] if same else None
    last: Named | None = None
    distinct = list(dict.fromkeys(one.name for one in instruments))
    for place, one in enumerate(lists):
        if owners[place] is None:
            owners[place] = _inherited(page, one, instruments, distinct, last)
        last = owners[place] or last
    return owners


def _beside(page: Page, one: CitedList, instruments: Sequence[Named]) -> Named | None:
    """The instrument right behind a list or right in front of it; behind a comma the one before."""
    front = _in_front(page, one, instruments)
    if one.owner_in_front:
        return front
    link = _of(page.grammar.lexicon).match(page.clean, one.end)
    reach = link.end() if link else one.end
    place = bisect_left(instruments, one.end, key=_start)
    following = instruments[place] if place < len(instruments) else None
    behind = following if following and following.start <= reach else None
    comma = behind is not None and page.clean[one.end : behind.start].strip(' )\n"*') == ","
    return front if front and (comma or behind is None) else behind


def _in_front(page: Page, one: CitedList, instruments: Sequence[Named]) -> Named | None:
    place = bisect_left(instruments, one.start, key=_start)
    last = instruments[place - 1] if place else None
    if last and last.end <= one.start and _BETWEEN.fullmatch(page.clean, last.end, one.start):
        return last
    return None


def _start(one: Named) -> int:
    return one.start


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
    if not one.alone and _others(page.grammar.lexicon).match(page.clean, one.end):
        return None  # "Part 4 of the test"
    lettered = [it for it in instruments if not re.search(r"\d", it.name) or it.known]
    names = distinct if len(distinct) == 1 else list(dict.fromkeys(it.name for it in lettered))
    if len(names) == 1:
        return next(it for it in instruments if it.name == names[0])
    return None


def _cited(page: Page, one: CitedList, owner: Named | None) -> list[Reference]:
    instrument = _whole(owner) if owner else LegalReference(instrument="", known=False)
    whole = len(one.cited) == 1
    references = []
    for place, cited in enumerate(one.cited):
        value = instrument.model_copy(update={"articles": cited.articles})
        start = one.start if place == 0 else cited.start
        end = cited.end
        if whole and owner is not None:
            start, end = _with_owner(page, one, owner)
        span = _closed(page, page.trimmed(start, end))
        law = Hit(owner.start, owner.end) if owner else None
        references.append(Reference(span.start, span.end, value, law))
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


def _closed(page: Page, span: Hit) -> Hit:
    """The span with the bracket that closes one inside it ("Housing Act 1988 (s.21)")."""
    inside = page.clean[span.start : span.end]
    opened = inside.count("(") > inside.count(")") and page.clean[span.end : span.end + 1] == ")"
    return Hit(span.start, span.end + 1) if opened else span
