"""Evidence that violations name: facts of the pack and entries of the register."""

from __future__ import annotations

from datetime import date

from hri.checks.refutation import Refutation
from hri.domain.claims import Evidence
from hri.domain.packs import Authority
from hri.domain.ports import KnownFact


def fact_evidence(known: KnownFact) -> Evidence:
    """A fact as evidence; its id is the fact's id in the pack."""
    fact, source = known.fact, known.source
    return Evidence(
        id=known.id,
        source_id=source.source_id,
        source_title=source.title,
        url=fact.url or source.url,
        passage_id=fact.passage_id,
        fact_id=known.id,
        condition=fact.condition,
        text=fact.value,
        start=0,
        end=len(fact.value),
        valid_from=_iso(source.valid_from),
        valid_to=_iso(source.valid_to),
        as_of=_iso(fact.as_of or source.as_of),
    )


def refutation_evidence(refutation: Refutation) -> Evidence | None:
    """The register's entry behind a refutation; None when the number alone refutes."""
    instrument = refutation.instrument
    if instrument is None:
        return None
    suffix = f"#{refutation.article}" if refutation.article else ""
    return Evidence(
        id=f"register:{instrument.id}{suffix}",
        source_id=instrument.id,
        source_title=instrument.title,
        url="",
        text=instrument.title,
        start=0,
        end=len(instrument.title),
        valid_from=_iso(refutation.valid_from),
        valid_to=_iso(refutation.valid_to),
    )


def authority_evidence(authority: Authority, name: str) -> Evidence:
    """The pack's record of a body: its name and the procedures it is competent for."""
    text = ", ".join(authority.competences)
    return Evidence(
        id=f"authority:{authority.id}",
        source_id=authority.id,
        source_title=name,
        url="",
        text=text,
        start=0,
        end=len(text),
    )


def _iso(day: date | None) -> str | None:
    return None if day is None else day.isoformat()
