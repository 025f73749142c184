"""Form numbers in a text ("cerfa n° 15736*02", "form LOC020"), normalised."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import letters
from hri.decomposition.page import Page
from hri.decomposition.values.bounds import overlaps
from hri.domain.lexicons import Lexicon

_FORM_NUMBER = (
    r"(?P<number>\d{2,3}[ .]\d{2,3}|\d{2,6}|[A-Z]{1,6}-?\d{1,5}[A-Z]{0,2})"
    r"(?:\s?\*\s?(?P<version>\d{1,3}))?(?![\w-])"
)


class Form(NamedTuple):
    """A form number in a text, normalised ("cerfa:15736"), and its version ("02" or "")."""

    start: int
    end: int
    number: str
    version: str


@lru_cache(maxsize=16)
def _form_patterns(lexicon: Lexicon) -> tuple[tuple[str, re.Pattern[str]], ...]:
    signs = letters(lexicon.law.number_signs) or "(?!)"
    sign = rf"[\s:°.(]*(?:(?i:{signs})(?![^\W\d_])[\s:°.(]*)?"
    return tuple(
        (
            form.family,
            re.compile(
                rf"(?<![^\W_])(?i:(?:{letters(form.words)}))(?![^\W\d_]){sign}{_FORM_NUMBER}"
                if not form.digits_only
                else rf"(?<![^\W_])(?i:(?:{letters(form.words)})){sign}(?=\d){_FORM_NUMBER}"
            ),
        )
        for form in lexicon.documents.forms
    )


def find_forms(page: Page) -> list[Form]:
    """All form numbers of a text; of families that overlap, the one named first in the lexicon."""
    found: list[Form] = []
    for family, pattern in _form_patterns(page.grammar.lexicon):
        for match in pattern.finditer(page.cased):
            number = re.sub(r"[ .]", "", match["number"]).upper()
            digits = not number.isdigit() or len(number) >= 2
            if digits and not overlaps([(one.start, one.end) for one in found], *match.span()):
                version = match["version"] or ""
                found.append(
                    Form(
                        match.start(),
                        match.end(),
                        f"{family}:{number}",
                        version.zfill(2) if version else "",
                    )
                )
    found += list(_listed(page, found))
    return sorted(found)


@lru_cache(maxsize=16)
def _step(lexicon: Lexicon) -> re.Pattern[str]:
    said = lexicon.statements
    joins = letters([*said.pair_joins, *said.alternatives])
    signs = letters(lexicon.law.number_signs) or "(?!)"
    return re.compile(
        rf"\s*(?:,\s*(?:(?:{joins})\s+)?|\s(?:{joins})\s+)(?:(?i:{signs})\s*)?{_FORM_NUMBER}"
    )


def _listed(page: Page, found: Sequence[Form]) -> Iterator[Form]:
    """Further numbers of a list: "forms LOC020, LOC021 and LOC025"."""
    step = _step(page.grammar.lexicon)
    for form in found:
        family, _, first = form.number.partition(":")
        end = form.end
        while match := step.match(page.cased, end):
            number = re.sub(r"[ .]", "", match["number"])
            if number.isdigit() != first.isdigit() or (
                number.isdigit() and len(number) != len(first)
            ):
                break
            version = match["version"] or ""
            yield Form(
                match.start("number"),
                match.end(),
                f"{family}:{number}",
                version.zfill(2) if version else "",
            )
            end = match.end()
