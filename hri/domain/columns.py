"""Cases and decisions as rows of numbers, of which figures are made without reading a case."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, Protocol


class TraceRow(NamedTuple):
    """What there is on a case besides its slots; "" where something is not stated."""

    case_n: int
    received_at: int
    """Microseconds since 1970, in UTC."""
    action: str
    service: str
    procedure: str
    language: str
    model: str
    channel: str


class ScoredRow(NamedTuple):
    """What the log says of the scoring of a case."""

    seq: int
    case_n: int
    hri: float
    """Below 0 where no slot applies."""
    pack: str
    """Version of the knowledge pack."""


class SlotRow(NamedTuple):
    """A slot that applies; a signal below 0 is *not scored*.

    So the rows go into an array as they are.
    """

    case_n: int
    slot: int
    sis: float
    ccs: float
    rvs: float
    risk: float
    present: int
    flagged: int


class FoundRow(NamedTuple):
    """A decision: what was found of each slot, in the order of ``SLOTS``; None: not checked."""

    seq: int
    """Number of the event that tells of it."""
    at: int
    """When it was made, in microseconds since 1970, UTC."""
    id: int
    case_n: int
    seed: int
    stage: str
    verb: str
    actor: str
    actor_name: str
    required_documents: str | None
    competent_authority: str | None
    processing_time: str | None
    fees: str | None
    legal_basis: str | None
    sources_seen: str | None
    """JSON list of the slots whose sources were shown; None where that was not recorded."""


class ColumnRecords(Protocol):
    """Rows in the order of their numbers; numbers are those above ``after`` up to ``upto``."""

    def traces(self, after: int, upto: int) -> Iterator[TraceRow]:
        """Citizens' cases of these numbers."""

    def slots(self, after: int, upto: int) -> Iterator[SlotRow]:
        """The slots that apply of citizens' cases of these numbers."""

    def scored(self, after: int, upto: int) -> Iterator[ScoredRow]:
        """Scorings of citizens' cases told by events of these numbers."""

    def moved(self) -> dict[int, str]:
        """The service as it is now of every case that was moved to another one."""

    def found(self, after: int, upto: int) -> Iterator[FoundRow]:
        """Decisions told by events of these numbers, taken back or not.

        What was found is taken from the log, which keeps it when a text is erased.
        """

    def taken_back(self) -> frozenset[int]:
        """Numbers of decisions that were taken back."""

    def closed(self) -> Iterator[tuple[int]]:
        """Numbers of the cases that are decided."""
