"""What an evidence pack needs of the store besides figures: counts of one period."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple, Protocol

from hri.domain.assessments import VersionRef
from hri.domain.events import EventKind
from hri.domain.periods import Period
from hri.domain.reviews import ReplyKind, ReviewVerb


class ScoredUnder(NamedTuple):
    """Citizens' cases that were scored with the same versions of everything."""

    policy: VersionRef
    pack: VersionRef
    lexicon: VersionRef
    engine: str
    model: str
    """The black box that answered, as the case names it; "" where it does not."""
    cases: int
    failed: int
    """Those that could not be scored."""
    first: datetime
    last: datetime


class HandledRow(NamedTuple):
    """A decision on a citizen's case that was not taken back."""

    verb: ReviewVerb
    reason: str
    """Code of the reason, "" for none."""
    at: datetime
    taken_at: datetime | None
    """When the person took the case; None where that is not recorded."""
    due_at: datetime


class MessageRow(NamedTuple):
    """Messages to citizens of one kind."""

    kind: ReplyKind
    written: int
    sent: int


class Window(NamedTuple):
    """Events numbered above ``after`` up to ``upto``: as much as one transaction reads."""

    after: int
    upto: int


class EvidenceRecords(Protocol):
    """Counts over those events of a period that lie in a window; seeds are no cases here."""

    def events(self, period: Period, window: Window) -> dict[EventKind, int]:
        """Events by kind; kinds of which there is none are left out."""

    def scored(self, period: Period, window: Window) -> tuple[ScoredUnder, ...]:
        """With which versions the cases of the period were scored, first used first."""

    def handled(self, period: Period, window: Window) -> Iterator[HandledRow]:
        """The decisions made in the period, in order."""

    def messages(self, period: Period, window: Window) -> tuple[MessageRow, ...]:
        """Messages written and sent in the period; kinds of which there is none are left out."""

    def erased(self, period: Period) -> dict[str, int]:
        """Cases whose texts were erased in the period, by ground."""

    def oldest(self) -> datetime | None:
        """When the first event of the log was; None for an empty log."""
