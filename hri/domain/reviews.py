"""People and their work on cases: roles, review states, decisions."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Literal

from pydantic import Field, model_validator

from hri.domain.actors import CLIENT_PREFIX, SYSTEM_ID, ActorKind, is_client, is_reserved
from hri.domain.assessments import Assessment, VersionRef
from hri.domain.base import Identifier, Message, Model, Name
from hri.domain.cases import Case
from hri.domain.decisions import Action, FiredOverride
from hri.domain.pauses import Pause
from hri.domain.policies import Policy
from hri.domain.slots import Slot


class Role(StrEnum):
    """What a person may do; rights are enforced in ``casework``."""

    CASEWORKER = "caseworker"
    SUPERVISOR = "supervisor"
    ANALYST = "analyst"
    AUDITOR = "auditor"
    ADMINISTRATOR = "administrator"


class Actor(Model):
    """Somebody who acts: a person signed in, a client with a key, or the system itself."""

    id: Identifier
    name: Name = Field(min_length=1)
    roles: tuple[Role, ...]
    kind: ActorKind = ActorKind.PERSON

    @model_validator(mode="after")
    def _nobody_poses_as_the_system(self) -> Actor:
        if self.kind is ActorKind.SYSTEM and (self.id != SYSTEM_ID or self.roles):
            raise ValueError(f"the system acts as {SYSTEM_ID!r} and without roles")
        if self.kind is ActorKind.PERSON and (is_reserved(self.id) or is_client(self.id)):
            raise ValueError(f"the id {self.id!r} is reserved for the system")
        if self.kind is ActorKind.CLIENT and (not self.id.startswith(CLIENT_PREFIX) or self.roles):
            raise ValueError(f"a client acts as {CLIENT_PREFIX}… and without roles")
        return self


class ReviewState(StrEnum):
    """Where a case stands in casework."""

    DELIVERED = "delivered"
    """PASS or WARN: the machine's reply went out, nobody has to decide."""
    WAITING = "waiting"
    HELD = "held"
    DECIDED = "decided"


class Stage(StrEnum):
    """Which reading a case is in; a second one is blind, and by somebody else."""

    FIRST = "first"
    SECOND = "second"
    ADJUDICATION = "adjudication"
    """Two readers found different things: a third person decides, slot by slot."""


class Judgement(StrEnum):
    """What a person finds of one slot against its sources."""

    SUPPORTED = "supported"
    WRONG = "wrong"
    CANNOT_TELL = "cannot_tell"
    SOURCE_OUTDATED = "source_outdated"
    """The source may be wrong, so that nothing is said of the answer: no measure counts it."""


class ReviewVerb(StrEnum):
    """What a caseworker decides; all three take the same effort."""

    APPROVE = "approve"
    APPROVE_EDITED = "approve_edited"
    REJECT = "reject"


class ReviewDecision(Model):
    """A person's decision on a case. It is added to the case; the machine's own stays as it was."""

    case_id: Identifier
    verb: ReviewVerb
    seen_version: int = Field(ge=0)
    """Version of the review the person saw when deciding; another one means a conflict."""
    reason_code: str
    reason_text: str = ""
    note: str = ""
    text: str | None = None
    """The edited answer or the replacement; None for a plain approval."""
    judgements: dict[Slot, Judgement] = {}
    """What the person found per slot of the answer; a slot that is not in it was not checked."""
    text_judgements: dict[Slot, Judgement] = {}
    """The same of ``text``, for slots in which it says something else than the answer."""
    second_read: bool = False
    """Whether another person shall read the case blind before anything goes out."""
    sources_seen: tuple[Slot, ...] | None = None
    """Slots whose sources the person was shown; None where whoever asks does not know."""

    @model_validator(mode="after")
    def _text_where_needed(self) -> ReviewDecision:
        needs_text = self.verb is not ReviewVerb.APPROVE
        if needs_text != bool(self.text and self.text.strip()):
            raise ValueError(f"{self.verb.value} {'needs' if needs_text else 'takes no'} text")
        if self.text_judgements and not needs_text:
            raise ValueError("there is no text that text_judgements could be of")
        return self


class Review(Model):
    """The state of one case in casework."""

    case_id: Identifier
    state: ReviewState
    version: int = Field(ge=0)
    holder: str | None = None
    """Id of the one who holds the case; the hold counts until ``held_until`` only."""
    holder_name: str | None = None
    held_until: datetime | None = None
    decided_by: str | None = None
    decided_at: datetime | None = None
    verb: ReviewVerb | None = None
    stage: Stage = Stage.FIRST
    readers: tuple[str, ...] = ()
    """Ids of those who decided at earlier stages; they take no part in the next one."""
    assignee: str | None = None
    """Id of the person the case was given to; nobody else is handed it by "next"."""
    assignee_name: str | None = None
    snoozed_until: datetime | None = None
    sent_back: bool = False
    """Whether it came back to be decided anew."""
    skipped: int = Field(default=0, ge=0)
    """How many people skipped it."""
    sample_weight: float | None = Field(default=None, ge=1)
    """How many delivered answers it stands for, where it was drawn for assurance."""

    def held_at(self, now: datetime) -> bool:
        """Whether somebody holds the case at ``now``; a hold that ran out counts as none."""
        running = self.held_until is not None and self.held_until > now
        return self.state is ReviewState.HELD and running


class Reason(Model):
    """A reason code people choose from when deciding; data, see ``data/reasons``."""

    code: Identifier
    actions: tuple[ReviewVerb | Literal["skip"], ...] = Field(min_length=1)
    names: dict[str, str] = Field(min_length=1)
    needs_text: bool = False
    slot: Slot | None = None
    """The slot it speaks of; it is offered first where that slot was judged wrong."""

    @property
    def skips(self) -> bool:
        """Whether it is a reason to leave a case to others."""
        return "skip" in self.actions


class ReviewDraft(Model):
    """Unsent work of one person on one case; survives expiry, reload and a lost connection."""

    judgements: dict[Slot, Judgement] = {}
    text_judgements: dict[Slot, Judgement] = {}
    """Of the ``text`` as it stands; they are dropped when it changes."""
    verb: ReviewVerb | None = None
    reason_code: str = ""
    reason_text: str = ""
    note: str = ""
    text: str | None = None
    revealed: bool = False
    second_read: bool = False
    sources_seen: tuple[Slot, ...] = ()
    """Slots whose sources were shown while the work went on."""


class RecordedDecision(Model):
    """A decision as it was added to a case, with the scoring of an edited text."""

    id: int = Field(ge=1)
    decision: ReviewDecision
    actor: str
    actor_name: str
    at: datetime
    rescored: Assessment | None = None
    stage: Stage = Stage.FIRST
    """The reading it ended."""
    undone_at: datetime | None = None
    """When its author took it back inside the undo time; the decision itself stays on record."""


class ReplyKind(StrEnum):
    """Which message to the citizen this is."""

    FIRST = "first"
    DECIDED = "decided"
    CORRECTED = "corrected"


class SentReply(Model):
    """A message to the citizen; it goes out at ``deliver_at`` unless withdrawn before."""

    id: int = Field(ge=1)
    case_id: Identifier
    kind: ReplyKind
    language: str
    text: str
    final: bool
    written_at: datetime
    deliver_at: datetime
    withdrawn_at: datetime | None = None


class StoredCase(Model):
    """A case as the store keeps it: what came in, what scoring made of it, and when."""

    case_id: Identifier
    digest: str
    """SHA-256 of the case's content without its id."""
    case: Case
    assessment: Assessment
    received_at: datetime
    due_at: datetime
    priority_risk: float = Field(ge=0, le=1)
    """Expected risk used to order the queue: the index, at least its action's threshold."""
    service: str = ""
    """The domain the procedure belongs to, or "" when unknown."""
    pause: Pause | None = None
    """The pause that held the answer, apart from the assessment, which a replay gives again."""

    @property
    def action(self) -> Action:
        """What happened to the answer: what scoring says, ROUTE where a pause held it."""
        return self.assessment.state if self.pause is None else Action.ROUTE

    @property
    def overrides(self) -> tuple[FiredOverride, ...]:
        """What raised the action: the policy's overrides, then the pause."""
        return (*self.assessment.overrides, *_fired(self.pause))


def _fired(pause: Pause | None) -> tuple[FiredOverride, ...]:
    if pause is None:
        return ()
    reason = Message(id="override.paused", params={"by": pause.by_name, "reason": pause.reason})
    return (FiredOverride(id="paused", floor=Action.ROUTE, reason=reason),)


class SavedPolicy(Model):
    """A policy document in the store; a published one never changes, a draft is a new version."""

    policy: Policy
    ref: VersionRef
    published: bool
    live: bool
    """Whether it is live now: the store leaves it False, ``casework`` says it."""
    saved_by: str
    saved_at: datetime
