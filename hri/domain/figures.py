"""Figures over all stored cases, as analytics and tuning are given them by the store."""

# ruff: noqa: D102  (protocols: names and types say it where no docstring does)

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple, Protocol

from hri.domain.claims import Verdict, VerdictReason
from hri.domain.decisions import Action
from hri.domain.periods import Period
from hri.domain.reviews import Judgement, ReviewVerb
from hri.domain.slots import Slot


class AgeRow(NamedTuple):
    """Cases to do whose age falls into the band with this number."""

    band: int
    action: Action
    n: int
    held: int
    past_due: int
    unassigned: int
    """Those that nobody holds and that were given to nobody."""


class FlowRow(NamedTuple):
    """What came to people and what they closed on one day, in UTC."""

    day: date
    came: int
    closed: int


class JudgedRow(NamedTuple):
    """Decided cases by what people found of one slot."""

    slot: Slot
    judgement: Judgement | None
    """None: not checked."""
    present: bool
    """Whether the answer says something in the slot."""
    n: int


class DrawnRow(NamedTuple):
    """Delivered answers drawn for assurance, of one action and one weight."""

    action: Action
    weight: float
    drawn: int
    judged: int
    """Those that are decided."""
    wrong: int
    """Decided ones that were edited or rejected."""


class FigureRecords(Protocol):
    """Counts and means over all cases, made where they are stored.

    ``within`` narrows them to cases that came in a period.
    """

    def ages(self, at: datetime, edges: Sequence[timedelta]) -> tuple[AgeRow, ...]:
        """Cases to do by age; band 0 is below the first edge, the last from the last one on."""

    def flow(self, since: datetime) -> tuple[FlowRow, ...]:
        """Per day from ``since`` on: cases people have to look at that came, cases they closed.

        Days on which nothing happened are left out.
        """

    def actions(self, within: Period | None = None) -> dict[Action, int]: ...

    def verbs(self, within: Period | None = None) -> dict[tuple[Action, ReviewVerb], int]:
        """Decided cases per action of the machine and verb of the decision that stands."""

    def judgements(self) -> tuple[JudgedRow, ...]:
        """What the decisions that stand found per slot; a round's last reader counts."""

    def sample(self, within: Period | None = None) -> tuple[DrawnRow, ...]:
        """What was drawn for assurance and what people found of it."""


class CaseRow(NamedTuple):
    """What tuning needs of a case besides its slots."""

    n: int
    """Number of the case in the store, rising with the order of arrival."""
    case_id: str
    flags: str
    """The case's flags, joined by commas."""
    version: str
    """Version of the policy it was decided under."""
    received: int
    """When it came in, in microseconds since 1970, UTC."""
    service: str
    """The service it came in for, or ""."""
    action: Action
    """What happened to the answer."""
    sample_weight: float | None
    """How many delivered answers it stands for, where it was drawn for assurance."""


class SlotRow(NamedTuple):
    """What tuning needs of a slot that applies; None stands for *not scored*."""

    case_n: int
    slot: int
    sis: float | None
    ccs: float | None
    rvs: float | None
    trait: int


class VerdictRow(NamedTuple):
    """What people found in a case, as it stands now."""

    case_n: int
    judgements: Mapping[Slot, Judgement] | None
    """None: no decision stands, or not any more."""
    present: frozenset[Slot]
    """Slots in which the answer says something."""


class VerdictMark(NamedTuple):
    """How far verdicts were read."""

    decision: int = 0
    """Number of the latest decision."""
    undone: int = 0
    """Moment of the latest undoing, in microseconds since 1970."""


class SignalRecords(Protocol):
    """The stored signals of all cases, for trying policies on them."""

    def last(self) -> int:
        """Number of the latest case; 0 for none. It tells whether anything was added."""

    def cases(self, after: int) -> Iterator[CaseRow]:
        """Cases numbered above ``after``, in order of number."""

    def slots(self, after: int) -> Iterator[SlotRow]:
        """Slots that apply of the cases numbered above ``after``, in order of case and slot."""

    def traits(self) -> dict[int, SlotTrait]: ...

    def mark(self) -> VerdictMark:
        """How far verdicts can be read by now."""

    def verdicts(self, since: VerdictMark) -> Iterator[VerdictRow]:
        """What stands of every case that was decided, or whose decision was undone, since then."""


class SlotTrait(NamedTuple):
    """What overrides look at in a slot besides its signals."""

    verdicts: tuple[tuple[Verdict, VerdictReason | None], ...]
    """The pairs that occur among the slot's claims."""
    floors: tuple[Action | None, ...]
    """The floors that occur among the slot's violations; None: the policy decides."""
