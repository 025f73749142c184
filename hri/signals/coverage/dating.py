"""Dates of laws: whether the date that an answer gives one is that of the register or a source."""

from __future__ import annotations

from functools import lru_cache

from hri.decomposition import NameIndex, date_of, decompose
from hri.domain.lexicons import Lexicon
from hri.domain.values import LegalReference
from hri.signals.coverage.bearing import Bearing


def other_dates(value: LegalReference, bearing: Bearing) -> tuple[str, ...]:
    """The dates known of an instrument where the one stated is none of them; else none."""
    if not value.known or not value.dated:
        return ()
    instrument = bearing.knowledge.instrument(value.instrument)
    titles = (instrument.title, *instrument.aliases) if instrument else ()
    known = {_date_in(title, bearing.lexicon) for title in titles}
    known |= {
        citation.claim.value.dated
        for citation in bearing.knowledge.cited_articles(value.instrument)
        if isinstance(citation.claim.value, LegalReference)
    }
    return () if value.dated in known else tuple(sorted(known - {""}))


@lru_cache(maxsize=4096)
def _date_in(title: str, lexicon: Lexicon) -> str:
    """The date in the title of an instrument itself, not of another that the title names."""
    for claim in decompose(title, lexicon, NameIndex(), whole=False).claims:
        if isinstance(claim.value, LegalReference) and claim.start == 0:
            return date_of(claim.value)
    return ""
