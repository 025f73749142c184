"""What the sources of one procedure cite: which laws, and which articles of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from hri.decomposition import NameIndex, decompose, same_instrument
from hri.domain.claims import Claim, Evidence
from hri.domain.lexicons import Lexicon
from hri.domain.slots import Slot
from hri.domain.values import LegalReference
from hri.signals.coverage.bearing import Bearing, fact_evidence, passage_evidence

_CODE = "code"
"""Kind of an instrument that gathers the law of a whole field."""


def cited_values(bearing: Bearing) -> Iterator[LegalReference]:
    """What every reference that a source of the procedure makes refers to."""
    facts = (known for item in bearing.facts for known in item.known.claims)
    passages = (known for passage in bearing.passages for known in passage.known.claims)
    for known in (*facts, *passages):
        if isinstance(known.value, LegalReference):
            yield known.value


def citations(bearing: Bearing) -> Iterator[tuple[Claim, Evidence]]:
    """Every reference that a source of the procedure makes, with the place where it stands."""
    for item in bearing.facts:
        for known in item.known.claims:
            yield known, fact_evidence(item, known)
    for passage in bearing.passages:
        for known in passage.known.claims:
            if known.slot is Slot.LEGAL_BASIS:
                yield known, passage_evidence(passage.known, (known.start, known.end))


def whole_cited(value: LegalReference, bearing: Bearing) -> bool:
    """Whether a source of the procedure cites the numbered law of an article, and as a whole.

    Sources that cite articles of it too say which ones they mean.
    """
    if value.articles is None or not any(char.isdigit() for char in value.instrument):
        return False
    same = [one for one in cited_values(bearing) if same_instrument(one, value)]
    return bool(same) and all(one.articles is None for one in same)


def is_another_section(value: LegalReference, bearing: Bearing) -> bool:
    """Whether the sources cite articles of a law, and the one in question is none of them.

    A code gathers the law of many matters: a further article of it may well bear on one.
    """
    instrument = bearing.knowledge.instrument(value.instrument) if value.known else None
    if instrument is None or instrument.kind == _CODE:
        return False
    return value.articles is not None and any(
        one.articles is not None and same_instrument(one, value) for one in cited_values(bearing)
    )


def as_cited(value: LegalReference, bearing: Bearing) -> LegalReference:
    """A law named by its date or number alone, as the one law of that kind that the sources cite.

    "The decree of 21 August 2008" names no law for itself where several have that date; a number
    that the law cited does not have names another one.
    """
    if value.known or not value.instrument:
        return value
    found = {
        one.instrument
        for one in cited_values(bearing)
        if one.known and _is_short_for(value, one.instrument, bearing)
    }
    if len(found) != 1:
        return value
    return value.model_copy(update={"instrument": found.pop(), "known": True})


def _is_short_for(value: LegalReference, instrument_id: str, bearing: Bearing) -> bool:
    instrument = bearing.knowledge.instrument(instrument_id)
    titled = _titled(instrument.title, bearing.lexicon) if instrument else None
    if titled is None or not same_instrument(value, titled):
        return False
    mine, theirs = value.instrument.split(), titled.instrument.split()
    return set(mine) <= set(theirs)


@lru_cache(maxsize=4096)
def _titled(title: str, lexicon: Lexicon) -> LegalReference | None:
    """The law that a title names by kind, number and date, without what it is about."""
    for claim in decompose(title, lexicon, NameIndex(), whole=False).claims:
        if isinstance(claim.value, LegalReference) and claim.start == 0:
            return claim.value
    return None
