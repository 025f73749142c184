"""Identifiers of laws: addresses of the European Legislation Identifier, NOR numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import letters
from hri.decomposition.page import Page
from hri.decomposition.values.folding import squeeze
from hri.decomposition.values.instruments import Named, known_id
from hri.domain.lexicons import Lexicon
from hri.domain.ports import Names

_NOR = re.compile(r"[A-Z]{4}\d{7}[A-Z](?!\w)")


class _Patterns(NamedTuple):
    address: re.Pattern[str]
    register: re.Pattern[str]


@lru_cache(maxsize=16)
def _patterns(lexicon: Lexicon) -> _Patterns:
    law = lexicon.law
    hosts = letters(law.addresses) or "(?!)"
    kinds = letters(law.address_kinds) or "(?!)"
    date = r"(?:(?P<month>\d{1,2})/(?P<day>\d{1,2})/)?"
    signs = "|".join(map(re.escape, law.register_signs)) or "(?!)"
    return _Patterns(
        re.compile(
            rf"(?<![\w/.-])(?:https?://)?[\w./-]*?(?:{hosts})(?P<kind>{kinds})"
            rf"/(?P<year>\d{{4}})/{date}(?P<number>[\w-]+)[^\s<>()\[\]\"']*"
        ),
        re.compile(rf"(?<!\w)(?:{signs})\s*[:°]?\s*$"),
    )


def find_identifiers(page: Page, names: Names) -> Iterator[Named]:
    """Laws named by an identifier alone: "https://…/eli/loi/2016/10/7/2016-1321", "NOR : …"."""
    patterns = _patterns(page.grammar.lexicon)
    behind = 0
    found = []
    if any(address in page.clean for address in page.grammar.lexicon.law.addresses):
        found = [(it.span(), _of_address(page, it)) for it in patterns.address.finditer(page.clean)]
    for match in _NOR.finditer(page.cased):
        sign = patterns.register.search(page.cased, max(0, match.start() - 8), match.start())
        start = sign.start() if sign else match.start()
        if page.cased[start - 1 : start].isalnum():
            continue
        found.append(((start, match.end()), f"nor {match.group()}"))
    for span, surface in sorted(found):
        if span[0] >= behind:
            behind = span[1]
            yield _named(page, span, surface, names)


def _named(page: Page, span: tuple[int, int], surface: str, names: Names) -> Named:
    known = known_id(names, [surface])
    place = page.trimmed(*span)
    return Named(place.start, place.end, known or squeeze(surface), known is not None)


def _of_address(page: Page, match: re.Match[str]) -> str:
    """The name of the law as text would give it: "loi 2016-1321 2016-10-07", "reg 2016/679"."""
    kind = page.grammar.lexicon.law.address_kinds[match["kind"]]
    year, month, day, number = match["year"], match["month"], match["day"], match["number"]
    if month is None:
        return f"{kind} {year}/{number}"
    date = f"{year}-{int(month):02d}-{int(day):02d}"
    return f"nor {number}" if _NOR.fullmatch(number.upper()) else f"{kind} {number} {date}"
