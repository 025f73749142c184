"""The legal basis slot: every reference to the law is a claim of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hri.decomposition.page import Page
from hri.decomposition.polarity import is_negated
from hri.decomposition.statements import build_claim
from hri.decomposition.values.phrases import TOKEN, Hit, within
from hri.decomposition.values.references import Reference
from hri.domain.claims import Claim, Polarity
from hri.domain.slots import Slot

_ASIDE_REACH = 40
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")


def read_references(page: Page, references: Sequence[Reference]) -> list[Claim]:
    """One claim for each instrument and article interval that the text cites."""
    return [
        _build(page, one, place > 0 and _is_number_of(page, one, references[place - 1]))
        for place, one in enumerate(references)
    ]


def _build(page: Page, reference: Reference, aside: bool) -> Claim:
    span = Hit(reference.start, reference.end)
    polarity = Polarity.NOT_REQUIRED if is_negated(page, span) else Polarity.REQUIRED
    claim = build_claim(page, Slot.LEGAL_BASIS, span, reference.value, polarity=polarity)
    return claim.model_copy(update={"aside": aside or _is_aside(page, span)})


def _is_number_of(page: Page, one: Reference, title: Reference) -> bool:
    """Whether a number in brackets is that of the law in front ("Regulations 2022 (SI 2022/1)").

    The year must be the title's; the rest of the number nobody can check without the register.
    """
    between = page.clean[title.end : one.start].strip()
    if one.value.known or one.value.articles or not title.value.known or between not in ("(", ","):
        return False
    year = _YEAR.search(page.clean, one.start, one.end)
    return year is not None and year.group() in page.clean[title.start : title.end]


def _is_aside(page: Page, span: Hit) -> bool:
    """Whether a law is named for having changed another ("modifié par la loi du ...")."""
    for hit in within(page.hits["amending"], span.start - _ASIDE_REACH, span.start):
        between = TOKEN.findall(page.clean, hit.end, span.start)
        if page.grammar.stop_words.issuperset(between):
            return True
    return False
