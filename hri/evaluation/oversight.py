"""What people did in a period: reasons, time, deadlines, evidence looked at, second reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

import numpy as np
from pydantic import NonNegativeInt

from hri.domain.base import Model
from hri.domain.evidence import HandledRow
from hri.domain.periods import Period
from hri.domain.reviews import ReviewVerb
from hri.evaluation.columns import Columns
from hri.evaluation.drift import within
from hri.evaluation.findings import Findings
from hri.evaluation.quality import Readers, Share, Unseen, readers_of, share_of, unseen_of
from hri.evaluation.seedfigures import DecidedSeed, SeedFigures, seed_figures

MINUTE = timedelta(minutes=1)


class ReasonCount(Model):
    """Decisions with one verb and one reason."""

    verb: ReviewVerb
    code: str
    n: NonNegativeInt


class Durations(Model):
    """How long something took, in minutes, where both moments are on record."""

    n: NonNegativeInt
    median: float | None
    """None: of none."""
    p90: float | None


class Oversight(Model):
    """What people did in the period; decisions that were taken back are left out."""

    decisions: NonNegativeInt
    with_reason: Share
    reasons: tuple[ReasonCount, ...]
    in_time: Share
    """Decisions made before the case's deadline."""
    minutes: Durations
    """From taking a case to deciding it, interruptions included."""
    unseen: Unseen
    readers: Readers
    seeds: SeedFigures
    """Decided in the period; how many wait is as of now."""
    reviewers: NonNegativeInt
    """People known to the desk whose roles let them decide, as of now."""


def oversight_of(
    handled: Sequence[HandledRow],
    found: Findings,
    columns: Columns,
    seeds: SeedFigures,
    reviewers: int,
    period: Period,
) -> Oversight:
    """The figures of the decisions made in a period."""
    stood = np.flatnonzero(found.stands & within(period, found.rows["day"]))
    reasons = Counter((row.verb, row.reason) for row in handled)
    return Oversight(
        decisions=len(handled),
        with_reason=share_of(sum(bool(row.reason) for row in handled), len(handled)),
        reasons=tuple(
            ReasonCount(verb=verb, code=code, n=n) for (verb, code), n in sorted(reasons.items())
        ),
        in_time=share_of(sum(row.at <= row.due_at for row in handled), len(handled)),
        minutes=_minutes(handled),
        unseen=unseen_of(found, stood, columns),
        readers=readers_of(found, period),
        seeds=seeds,
        reviewers=reviewers,
    )


def seeds_decided(
    seeds: Sequence[DecidedSeed], total: int, period: Period, undo: timedelta
) -> SeedFigures:
    """The figures of known errors decided in a period; later undoing is not waited for."""
    inside = [one for one in seeds if period.since <= one.at < period.until]
    return seed_figures(inside, len(inside) + total - len(seeds), period.until - undo)


def _minutes(handled: Sequence[HandledRow]) -> Durations:
    took = [(row.at - row.taken_at) / MINUTE for row in handled if row.taken_at is not None]
    if not took:
        return Durations(n=0, median=None, p90=None)
    median, p90 = np.percentile(took, [50, 90]).tolist()
    return Durations(n=len(took), median=median, p90=p90)
