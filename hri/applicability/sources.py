"""Which sources bear on a case: by date, by place, by language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from hri.applicability.circumstances import Circumstances, Openness
from hri.domain.packs import Source


def in_force(source: Source, on: date) -> bool:
    """Whether a source is valid on a date; unknown bounds are open."""
    begun = source.valid_from is None or source.valid_from <= on
    return begun and (source.valid_to is None or on <= source.valid_to)


def jurisdiction_holds(
    source: str, case: str, covers: Mapping[str, Sequence[str]]
) -> Openness | None:
    """Whether a source of one jurisdiction holds in another.

    Returns:
        UNCONDITIONAL for the same or a wider one (GB for GB-ENG) and for one that covers it; OPEN
        for a part of the case's own (GB-ENG for GB), since the case does not say which part; None
        for any other.
    """
    if case == source or case.startswith(f"{source}-") or case in covers.get(source, ()):
        return Openness.UNCONDITIONAL
    return Openness.OPEN if source.startswith(f"{case}-") else None


def speaks(source: Source, language: str) -> bool:
    """Whether a source is written in the language of the case (unknown: it may be)."""
    return source.language is None or source.language == language


def source_openness(source: Source, circumstances: Circumstances) -> Openness | None:
    """How a whole source bears on a case: None when date, place or language rule it out."""
    if not in_force(source, circumstances.on) or not speaks(source, circumstances.language):
        return None
    return jurisdiction_holds(source.jurisdiction, circumstances.jurisdiction, circumstances.covers)
