"""Which versions were in force during a period, who let them be, and what they were used for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import pairwise

from pydantic import NonNegativeInt

from hri.casework.activations import lived
from hri.domain.activations import Activation, ActivationKind
from hri.domain.assessments import VersionRef
from hri.domain.base import Model
from hri.domain.evidence import ScoredUnder
from hri.domain.periods import Period
from hri.domain.records import Records


class PolicyInForce(Model):
    """A version of the policy while it was in force during the period."""

    ref: VersionRef
    kind: ActivationKind
    from_at: datetime
    until_at: datetime | None
    """None: no other version took its place by the end of the period."""
    author: str
    put_in_force_by: str
    reason: str
    proposed_by: str = ""
    """"" where nobody proposed it: it came with the policy folder, or was returned to."""
    proposed_at: datetime | None = None
    approved_by: str = ""
    approved_at: datetime | None = None
    backtest_sha256: str = ""
    backtest_cases: NonNegativeInt | None = None
    """Stored cases that the version was tried on before it was approved."""


KINDS = ("policy", "pack", "lexicon", "engine", "model")


class Used(Model):
    """A version of something that cases of the period were scored with, or the model observed."""

    kind: str
    """One of ``KINDS``."""
    id: str
    version: str
    sha256: str
    cases: NonNegativeInt
    first: datetime
    last: datetime


def policies_in_force(
    records: Records, policy_id: str, period: Period
) -> tuple[PolicyInForce, ...]:
    """The versions that were in force at some time of the period, in order."""
    known = lived(records.activations.all(policy_id), period.until)
    return tuple(
        _in_force(records, item, until)
        for item, until in _spells(known)
        if item.from_at < period.until and (until is None or until > period.since)
    )


def _spells(known: Sequence[Activation]) -> Iterator[tuple[Activation, datetime | None]]:
    """Each activation with the moment at which another took its place."""
    for item, after in pairwise((*known, None)):
        if item is not None:
            yield item, None if after is None else after.from_at


def _in_force(records: Records, item: Activation, until: datetime | None) -> PolicyInForce:
    saved = records.policies.published(item.policy_id, item.version)
    if saved is None:
        saved = records.policies.get(item.policy_id, item.version)
    found = PolicyInForce(
        ref=saved.ref,
        kind=item.kind,
        from_at=item.from_at,
        until_at=until,
        author=saved.policy.author,
        put_in_force_by=item.by_name,
        reason=item.reason,
    )
    if item.proposal is None:
        return found
    proposal = records.proposals.get(item.proposal)
    end = proposal.end
    return found.model_copy(
        update={
            "proposed_by": proposal.by_name,
            "proposed_at": proposal.at,
            "approved_by": "" if end is None else end.by_name,
            "approved_at": None if end is None else end.at,
            "backtest_sha256": proposal.backtest_sha256,
            "backtest_cases": proposal.backtest.cases,
        }
    )


def used_versions(rows: Iterable[ScoredUnder]) -> tuple[Used, ...]:
    """Each version that was used, by kind and then as it was first used."""
    found = [_named(kind, ref, row) for row in rows for kind, ref in _refs(row).items()]
    together: dict[tuple[str, str, str, str], Used] = {}
    for one in sorted(found, key=lambda item: KINDS.index(item.kind)):
        key = (one.kind, one.id, one.version, one.sha256)
        together[key] = _added(together[key], one) if key in together else one
    return tuple(together.values())


def _refs(row: ScoredUnder) -> dict[str, VersionRef]:
    engine = VersionRef(id="HRI", version=row.engine, sha256="")
    model = VersionRef(id=row.model, version="", sha256="")
    return dict(zip(KINDS, (row.policy, row.pack, row.lexicon, engine, model), strict=True))


def _named(kind: str, ref: VersionRef, row: ScoredUnder) -> Used:
    return Used(kind=kind, **ref.model_dump(), cases=row.cases, first=row.first, last=row.last)


def _added(known: Used, more: Used) -> Used:
    return known.model_copy(
        update={
            "cases": known.cases + more.cases,
            "first": min(known.first, more.first),
            "last": max(known.last, more.last),
        }
    )
