"""Which part of the stored history is looked at: all, what came in lately, one service."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import PositiveInt

from hri.domain.base import Model
from hri.evaluation.history import History
from hri.store.clock import to_micros

Chosen = NDArray[np.bool_]


class Span(Model):
    """A part of the history; without limits it is all of it."""

    days: PositiveInt | None = None
    """Only what came in during the last so many days."""
    service: str | None = None


ALL = Span()


class Bounds(NamedTuple):
    """A span at a moment, which tells whether what was counted for one before still holds."""

    since: int | None
    """Microseconds since 1970; to the whole hour, so that figures hold for a while."""
    service: str | None


def bounds_of(span: Span, now: datetime) -> Bounds:
    """The bounds of a span as of now."""
    if span.days is None:
        return Bounds(None, span.service)
    since = (now - timedelta(days=span.days)).replace(minute=0, second=0, microsecond=0)
    return Bounds(to_micros(since), span.service)


def within(history: History, bounds: Bounds) -> Chosen | None:
    """Whether each case lies in the bounds; None where there are none. Shape (n,)."""
    chosen: Chosen | None = None
    if bounds.since is not None:
        chosen = history.received >= bounds.since
    if bounds.service is not None:
        fits = np.array([*(name == bounds.service for name in history.services), False], bool)
        of_service = fits[history.service]
        chosen = of_service if chosen is None else chosen & of_service
    return chosen
