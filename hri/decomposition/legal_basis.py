"""The legal basis slot: every reference to the law is a claim of it."""

from __future__ import annotations

from collections.abc import Sequence

from hri.decomposition.page import Page
from hri.decomposition.polarity import is_negated
from hri.decomposition.statements import build_claim
from hri.decomposition.values.phrases import Hit
from hri.decomposition.values.references import Reference
from hri.domain.claims import Claim, Polarity
from hri.domain.slots import Slot


def read_references(page: Page, references: Sequence[Reference]) -> list[Claim]:
    """One claim for each instrument and article interval that the text cites."""
    return [_build(page, one) for one in references]


def _build(page: Page, reference: Reference) -> Claim:
    span = Hit(reference.start, reference.end)
    polarity = Polarity.NOT_REQUIRED if is_negated(page, span) else Polarity.REQUIRED
    return build_claim(page, Slot.LEGAL_BASIS, span, reference.value, polarity=polarity)
