"""Which claims a hand-written rule is about: a selector as data."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field

from hri.checks.context import CheckContext
from hri.decomposition import terms
from hri.domain.base import Model
from hri.domain.claims import AuthorityRole, Claim, Polarity
from hri.domain.lexicons import Lexicon
from hri.domain.slots import Slot
from hri.domain.values import (
    AuthorityName,
    DocumentName,
    Duration,
    DurationKind,
    LegalReference,
    Money,
)

SLOT_OF_KEY = {
    "authorities": Slot.COMPETENT_AUTHORITY,
    "role": Slot.COMPETENT_AUTHORITY,
    "instruments": Slot.LEGAL_BASIS,
    "forms": Slot.REQUIRED_DOCUMENTS,
    "duration_kinds": Slot.PROCESSING_TIME,
    "free": Slot.FEES,
}
"""Keys of a selector that make sense in one slot only."""


class ClaimSelector(Model):
    """Claims that meet every key given; without keys every claim of the slot.

    ``words`` are per language: a claim meets them when all content words of one entry stand in its
    text, its anchor or its condition, inflection aside.
    """

    authorities: tuple[str, ...] = ()
    role: AuthorityRole | None = None
    instruments: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    duration_kinds: tuple[DurationKind, ...] = ()
    free: bool | None = None
    polarity: Polarity | None = None
    words: dict[str, tuple[str, ...]] = Field(default={})

    def misplaced(self, slot: Slot) -> str | None:
        """The first key given that makes no sense in ``slot``; None when all fit."""
        given = [key for key, home in SLOT_OF_KEY.items() if home is not slot]
        return next((key for key in given if getattr(self, key) not in ((), None)), None)


def unready(selector: ClaimSelector, context: CheckContext) -> str | None:
    """Why the selector cannot be used in the case's language (end of a message id), or None."""
    if not selector.words:
        return None
    lexicon = context.lexicon
    if lexicon is None:
        return "no_lexicon"
    entries = selector.words.get(context.circumstances.language, ())
    if not entries or not all(terms(entry, lexicon) for entry in entries):
        return "no_words"
    return None


def select_claims(
    claims: Iterable[Claim], selector: ClaimSelector, context: CheckContext
) -> tuple[Claim, ...]:
    """The claims that the selector means, in their order; ``unready`` must have been asked."""
    return tuple(claim for claim in claims if _selected(claim, selector, context))


def _selected(claim: Claim, selector: ClaimSelector, context: CheckContext) -> bool:
    if selector.polarity is not None and claim.polarity is not selector.polarity:
        return False
    if selector.role is not None and claim.role is not selector.role:
        return False
    return _value_selected(claim, selector) and _worded(claim, selector, context)


def _value_selected(claim: Claim, selector: ClaimSelector) -> bool:
    value = claim.value
    if selector.authorities:
        return isinstance(value, AuthorityName) and value.id in selector.authorities
    if selector.instruments:
        return isinstance(value, LegalReference) and value.instrument in selector.instruments
    if selector.forms:
        return isinstance(value, DocumentName) and bool(set(value.forms) & set(selector.forms))
    if selector.duration_kinds:
        return isinstance(value, Duration) and value.kind in selector.duration_kinds
    if selector.free is not None:
        return isinstance(value, Money) and (value.high == 0) is selector.free
    return True


def _worded(claim: Claim, selector: ClaimSelector, context: CheckContext) -> bool:
    if not selector.words:
        return True
    lexicon = context.lexicon
    if lexicon is None:
        return False
    said = _said(claim, lexicon)
    entries = selector.words.get(context.circumstances.language, ())
    return any(set(terms(entry, lexicon)) <= said for entry in entries)


def _said(claim: Claim, lexicon: Lexicon) -> set[str]:
    parts = (claim.text, claim.anchor, claim.condition or "")
    return {term for part in parts for term in terms(part, lexicon)}
