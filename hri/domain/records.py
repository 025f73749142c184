"""What the store offers to use cases: protocols, so that another database can take its place."""

# ruff: noqa: D102  (protocols: names and types say it where no docstring does)

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from hri.domain.assessments import Assessment
from hri.domain.checkpoints import Seal
from hri.domain.clients import ClientRecords, HoldRecords
from hri.domain.columns import ColumnRecords
from hri.domain.decisions import Action
from hri.domain.events import (  # fmt: skip
    AuditEvent,
    ChainReport,
    Checkpoint,
    EventDraft,
    EventFilter,
    EventKind,
)
from hri.domain.evidence import EvidenceRecords
from hri.domain.failures import Failure
from hri.domain.figures import FigureRecords, SignalRecords
from hri.domain.outbox import OutboxRecords, ReplyRecords
from hri.domain.people import Person, Preferences
from hri.domain.policyrecords import (
    ActivationRecords,
    PauseRecords,
    PolicyRecords,
    ProposalRecords,
    ShadowRecords,
)
from hri.domain.queues import QueueChoices, QueueCounts, QueueFilter, QueueItem, QueuePage, View
from hri.domain.reviews import (
    Actor,
    RecordedDecision,
    Review,
    ReviewDecision,
    ReviewDraft,
    ReviewState,
    Role,
    Stage,
    StoredCase,
)
from hri.domain.seeds import Seed
from hri.domain.signatures import Signatures
from hri.domain.worklists import Batch, BatchVerb, Placed, Placing, Remark, RemarkKind
from hri.errors import ReviewConflictError


class CaseRecords(Protocol):
    """Cases with their assessments."""

    def add(self, stored: StoredCase) -> None:
        """Store a case that is not there yet, with the signals of its slots."""

    def get(self, case_id: str) -> StoredCase:
        """One case. Raises: NotFoundError."""

    def digest(self, case_id: str) -> str | None:
        """The content digest under this id, or None when there is no such case."""

    def erase(self, case_id: str) -> None:
        """Remove the texts of a case; its numbers stay. Raises: NotFoundError."""


Among = Sequence[str] | None


class QueueRecords(Protocol):
    """Cases as a queue: narrowed, ordered and paged where they are stored."""

    def page(self, narrow: QueueFilter, at: datetime, limit: int, cursor: str | None) -> QueuePage:
        """One page; with a cursor, the next one in the order of the first page's moment.

        Raises:
            NotFoundError: The cursor is none that a page gave.
        """

    def counts(self, narrow: QueueFilter, at: datetime) -> QueueCounts:
        """Counts over the cases that match; ``mine`` is left at 0."""

    def own(self, narrow: QueueFilter, at: datetime, person: str, *, given: bool) -> int:
        """How many of the cases that match a person holds, or (``given``) was given as well."""

    def views(self, at: datetime) -> dict[View, int]:
        """How many cases each saved view has, but ``MINE``."""

    def choices(self) -> QueueChoices:
        """The services, channels and models that occur, sorted and bounded."""

    def front(self, narrow: QueueFilter, at: datetime, limit: int) -> tuple[str, ...]:
        """Ids of the first cases that are free for anybody, in order."""

    def first_free(
        self, narrow: QueueFilter, at: datetime, holder: str, skip: Sequence[str], among: Among
    ) -> QueueItem | None:
        """The first case for ``holder`` to take, ``among`` some and the person's own or all.

        Left out: what others hold or were given, what the person skipped or read at an earlier
        stage, and ``skip``.
        """


class ReviewRecords(Protocol):
    """Who holds which case, drafts and decisions."""

    def open(
        self,
        case_id: str,
        state: ReviewState,
        failures: Sequence[Failure] = (),
        *,
        action: Action,
        drawn: bool = False,
        sample_weight: float | None = None,
    ) -> None:
        """Start the review of a stored case.

        ``action``: what happens to the answer, the machine's or a stricter one.
        ``drawn``: its risk counts as 1 in the order; ``sample_weight``: how many delivered
        answers it stands for, where it was drawn for assurance.
        """

    def get(self, case_id: str) -> Review:
        """The state of one review. Raises: NotFoundError."""

    def find(self, case_id: str) -> Review | None:
        """The state of one review; None where there is no such case."""

    def hold(self, case_id: str, holder: Actor, until: datetime, at: datetime) -> Review:
        """Take or keep a case.

        Raises:
            ReviewConflictError: Another person holds it, or it is decided.
        """

    def release(self, case_id: str, holder: str) -> Review:
        """Give a case back. Raises: ReviewConflictError when ``holder`` does not hold it."""

    def decide(
        self,
        decision: ReviewDecision,
        actor: Actor,
        at: datetime,
        rescored: Assessment | None,
        then: Stage | None = None,
    ) -> RecordedDecision:
        """Add a decision; close the review or go on to a stage. Raises: ReviewConflictError."""

    def undo(
        self, recorded: RecordedDecision, actor: Actor, until: datetime, at: datetime
    ) -> Review:
        """Mark a decision as taken back; its author holds the case again."""

    def take_back(self, decision_id: int, actor: Actor, at: datetime) -> None:
        """Mark a decision as one that no longer counts; the caller changes the review."""

    def conflict(self, case_id: str, asking: str = "") -> ReviewConflictError:
        """The error for work on a case that the actor does not hold, naming who has it."""

    def decisions(self, case_id: str) -> tuple[RecordedDecision, ...]: ...

    def save_draft(self, case_id: str, actor: str, draft: ReviewDraft, at: datetime) -> None: ...

    def draft(self, case_id: str, actor: str) -> ReviewDraft | None: ...

    def drop_draft(self, case_id: str, actor: str) -> None: ...


class WorklistRecords(Protocol):
    """Who is given which case, what is put off, skipped or sent back; batches of it."""

    def placing(self, case_id: str) -> Placing:
        """Where a case stands. Raises: NotFoundError."""

    def has_service(self, service: str) -> bool:
        """Whether any case, open or closed, belongs to a service of this name."""

    def given_to(self, person: str) -> tuple[str, ...]:
        """Ids of the open cases that a person was given."""

    def place(
        self, case_id: str, placing: Placing, actor: Actor, at: datetime, seen: int | None = None
    ) -> int | None:
        """Put an open case elsewhere; its new version, None where it is closed or not ``seen``."""

    def skip(self, case_id: str, actor: Actor, at: datetime) -> bool:
        """Leave a case to others; False where it is closed or another person holds it."""

    def send_back(self, case_id: str, to: Placing, actor: Actor, at: datetime) -> bool:
        """Open a case anew at its first stage; False where a person never had to decide it."""

    def add_batch(
        self, verb: BatchVerb, actor: Actor, at: datetime, placed: Sequence[Placed]
    ) -> Batch: ...

    def batch(self, number: int) -> Batch:
        """A piece of bulk work. Raises: NotFoundError."""

    def undo_batch(self, number: int, at: datetime) -> None: ...


class RemarkRecords(Protocol):
    """What people said of cases, beside their decisions."""

    def add(self, remark: Remark) -> Remark:
        """Store a remark; its ``id`` is given by the store."""

    def of_case(self, case_id: str) -> tuple[Remark, ...]: ...

    def of_kind(self, kind: RemarkKind) -> tuple[Remark, ...]:
        """All remarks of a kind, oldest first."""

    def latest(self, kind: RemarkKind, limit: int) -> tuple[Remark, ...]:
        """The newest remarks of a kind, newest first."""


class SeedRecords(Protocol):
    """Cases that are known to be wrong, put in to measure the desk."""

    def add(self, case_id: str, seed: Seed, actor: Actor, at: datetime) -> int:
        """Mark a stored case; its number in the store. Raises: NotFoundError."""

    def get(self, case_id: str) -> Seed | None: ...

    def decided(self) -> tuple[tuple[str, Seed], ...]:
        """Decided seeds with their case ids, in order of arrival, erased ones left out."""

    def count(self) -> int: ...


class PeopleRecords(Protocol):
    """People who signed in."""

    def get(self, person_id: str) -> Person | None: ...

    def all(self) -> tuple[Person, ...]: ...

    def saw(self, actor: Actor, at: datetime) -> None:
        """Keep a sign-in; what was barred or preferred stays."""

    def bar(self, person_id: str, roles: Sequence[Role]) -> None:
        """Take these roles from a person, and no others."""

    def prefer(self, person_id: str, preferences: Preferences) -> None: ...


class AuditRecords(Protocol):
    """The chained log. It can be appended to and read, never changed."""

    def append(
        self, draft: EventDraft, at: datetime, contents: Mapping[str, str] | None = None
    ) -> AuditEvent:
        """Append an event; of ``contents`` (name to personal text) only salted digests enter it."""

    def search(self, narrow: EventFilter, limit: int, before: int | None) -> tuple[AuditEvent, ...]:
        """Events newest first, numbered below ``before``."""

    def of_subject(self, subject: str) -> tuple[AuditEvent, ...]:
        """All events of one subject, oldest first."""

    def latest(self, actor: str | None = None, besides: Sequence[EventKind] = ()) -> int: ...

    def walk(self, after: int, limit: int) -> tuple[AuditEvent, ...]:
        """Events numbered above ``after``, oldest first."""

    def checkpoint(self) -> Checkpoint: ...

    def verify(
        self, known: Sequence[Checkpoint] = (), signatures: Signatures | None = None
    ) -> ChainReport:
        """Walk the chain, compare it with checkpoints kept elsewhere and with the records."""

    def erase(self, subject: str) -> int:
        """Forget the salts of a subject's contents; returns how many."""


class SealRecords(Protocol):
    """Checkpoints that the desk seals by itself; appended to, never changed."""

    def last(self) -> Seal | None: ...

    def after(self, number: int) -> tuple[Seal, ...]:
        """The seals numbered above ``number``, oldest first."""

    def withheld(self) -> bool:
        """Whether nothing is sealed here: seals are signed, and this process has no key."""

    def due(self, now: datetime) -> bool:
        """Whether the events since the last seal are to be sealed."""

    def seal(self, now: datetime, *, early: bool = False) -> Seal | None:
        """Seal the head where that is due, or, ``early``, where anything is not sealed."""


class Records(Protocol):
    """Everything stored, as seen inside one transaction."""

    @property
    def cases(self) -> CaseRecords: ...

    @property
    def queue(self) -> QueueRecords: ...

    @property
    def seals(self) -> SealRecords: ...

    @property
    def reviews(self) -> ReviewRecords: ...

    @property
    def worklist(self) -> WorklistRecords: ...

    @property
    def remarks(self) -> RemarkRecords: ...

    @property
    def seeds(self) -> SeedRecords: ...

    @property
    def policies(self) -> PolicyRecords: ...

    @property
    def activations(self) -> ActivationRecords: ...

    @property
    def proposals(self) -> ProposalRecords: ...

    @property
    def pauses(self) -> PauseRecords: ...

    @property
    def shadows(self) -> ShadowRecords: ...

    @property
    def replies(self) -> ReplyRecords: ...

    @property
    def outbox(self) -> OutboxRecords: ...

    @property
    def clients(self) -> ClientRecords: ...

    @property
    def holds(self) -> HoldRecords: ...

    @property
    def people(self) -> PeopleRecords: ...

    @property
    def audit(self) -> AuditRecords: ...

    @property
    def figures(self) -> FigureRecords: ...

    @property
    def evidence(self) -> EvidenceRecords: ...

    @property
    def columns(self) -> ColumnRecords: ...

    @property
    def signals(self) -> SignalRecords: ...


class Store(Protocol):
    """Where records are kept; each use case is one transaction."""

    def read(self) -> AbstractContextManager[Records]:
        """A view for reading."""

    def still(self) -> AbstractContextManager[Records]:
        """One moment's view for work that takes long; others can write meanwhile."""

    def write(self) -> AbstractContextManager[Records]:
        """One transaction: all of it is stored, or, when anything raises, none of it."""
