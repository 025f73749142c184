"""The legal basis slot: every reference to the law is a claim of it."""

from __future__ import annotations

from collections.abc import Sequence

from hri.decomposition.page import Page
from hri.decomposition.polarity import is_negated
from hri.decomposition.statements import build_claim
from hri.decomposition.values.phrases import TOKEN, Hit, within
from hri.decomposition.values.references import Reference
from hri.domain.claims import Claim, Polarity
from hri.domain.slots import Slot

_ASIDE_REACH = 40


def read_references(page: Page, references: Sequence[Reference]) -> list[Claim]:
    """One claim for each instrument and article interval that the text cites."""
    return [_build(page, one) for one in references]


def _build(page: Page, reference: Reference) -> Claim:
    span = Hit(reference.start, reference.end)
    polarity = Polarity.NOT_REQUIRED if is_negated(page, span) else Polarity.REQUIRED
    claim = build_claim(page, Slot.LEGAL_BASIS, span, reference.value, polarity=polarity)
    return claim.model_copy(update={"aside": True}) if _is_aside(page, span) else claim


def _is_aside(page: Page, span: Hit) -> bool:
    """Whether a law is named for having changed another ("modifié par la loi du ...")."""
    for hit in within(page.hits["amending"], span.start - _ASIDE_REACH, span.start):
        between = TOKEN.findall(page.clean, hit.end, span.start)
        if page.grammar.stop_words.issuperset(between):
            return True
    return False
