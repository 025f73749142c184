"""Who may do what. Rights are enforced here, in front of every use case, never only in a page."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from hri.casework.lifting import lift_assignments
from hri.domain.actors import SYSTEM_ID, ActorKind
from hri.domain.events import EventDraft, EventKind
from hri.domain.ports import Clock
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor, Role
from hri.errors import ForbiddenError, InvalidDecisionError


class UseCase(StrEnum):
    """Everything a person or a part of the system can ask of casework and evaluation."""

    SUBMIT_CASES = "submit_cases"
    READ_QUEUE = "read_queue"
    READ_CASE = "read_case"
    REVIEW = "review"
    ASSIGN = "assign"
    SEND_BACK = "send_back"
    READ_REPLIES = "read_replies"
    RETRY_DELIVERY = "retry_delivery"
    DELIVER = "deliver"
    READ_ANALYTICS = "read_analytics"
    READ_PERSONAL_FIGURES = "read_personal_figures"
    TUNE = "tune"
    READ_DOUBTS = "read_doubts"
    READ_POLICY = "read_policy"
    DRAFT_POLICY = "draft_policy"
    APPROVE_POLICY = "approve_policy"
    READ_PAUSES = "read_pauses"
    PAUSE = "pause"
    READ_AUDIT = "read_audit"
    VERIFY_AUDIT = "verify_audit"
    ERASE_CONTENT = "erase_content"
    MANAGE_PEOPLE = "manage_people"
    MANAGE_CLIENTS = "manage_clients"
    ASK = "ask"
    """Have the black box asked, and its answer judged."""
    READ_OWN = "read_own"
    """Read what became of the cases that one brought in oneself."""
    LEGAL_HOLD = "legal_hold"
    SWEEP = "sweep"
    """Erase texts whose time is over."""
    READ_ASSURANCE = "read_assurance"
    """Read suites, results of their runs and the documents; have a bundle verified."""
    RUN_SUITES = "run_suites"
    READ_EVIDENCE = "read_evidence"
    """Have the evidence of a period put together."""
    TAKE_STOCK = "take_stock"
    """Count what waits, for whoever watches the machines."""


_C, _S, _A, _U, _D = (
    Role.CASEWORKER,
    Role.SUPERVISOR,
    Role.ANALYST,
    Role.AUDITOR,
    Role.ADMINISTRATOR,
)

RIGHTS: dict[UseCase, frozenset[Role]] = {
    UseCase.SUBMIT_CASES: frozenset({_S, _A, _D}),
    UseCase.READ_QUEUE: frozenset({_C, _S, _A, _U}),
    UseCase.READ_CASE: frozenset({_C, _S, _A, _U}),
    UseCase.REVIEW: frozenset({_C, _S}),
    UseCase.ASSIGN: frozenset({_S}),
    UseCase.SEND_BACK: frozenset({_S}),
    UseCase.READ_REPLIES: frozenset({_C, _S, _A, _U}),
    UseCase.RETRY_DELIVERY: frozenset({_C, _S}),
    UseCase.DELIVER: frozenset(),
    UseCase.READ_ANALYTICS: frozenset({_S, _A, _U}),
    UseCase.READ_PERSONAL_FIGURES: frozenset({_S, _U}),
    UseCase.TUNE: frozenset({_S, _A, _U}),
    UseCase.READ_DOUBTS: frozenset({_S, _A, _U, _D}),
    UseCase.READ_POLICY: frozenset({_C, _S, _A, _U, _D}),
    UseCase.DRAFT_POLICY: frozenset({_A}),
    UseCase.APPROVE_POLICY: frozenset({_S, _A}),
    UseCase.READ_PAUSES: frozenset({_C, _S, _A, _U, _D}),
    UseCase.PAUSE: frozenset({_S}),
    UseCase.READ_AUDIT: frozenset({_S, _U, _D}),
    UseCase.VERIFY_AUDIT: frozenset({_S, _U, _D}),
    UseCase.ERASE_CONTENT: frozenset({_D}),
    UseCase.MANAGE_PEOPLE: frozenset({_D}),
    UseCase.MANAGE_CLIENTS: frozenset({_D}),
    UseCase.ASK: frozenset(),
    UseCase.READ_OWN: frozenset(),
    UseCase.LEGAL_HOLD: frozenset({_S, _D}),
    UseCase.SWEEP: frozenset(),
    UseCase.READ_ASSURANCE: frozenset({_S, _A, _U, _D}),
    UseCase.RUN_SUITES: frozenset({_S, _A, _U}),
    UseCase.READ_EVIDENCE: frozenset({_S, _U}),
    UseCase.TAKE_STOCK: frozenset(),
}
"""Which roles may do what. Auditors read everything and change nothing."""

SYSTEM_RIGHTS = frozenset(
    {
        UseCase.SUBMIT_CASES,
        UseCase.READ_REPLIES,
        UseCase.DELIVER,
        UseCase.READ_DOUBTS,
        UseCase.READ_POLICY,
        UseCase.TUNE,
        UseCase.READ_PAUSES,
        UseCase.PAUSE,
        UseCase.READ_AUDIT,
        UseCase.VERIFY_AUDIT,
        UseCase.MANAGE_CLIENTS,
        UseCase.LEGAL_HOLD,
        UseCase.SWEEP,
        UseCase.READ_EVIDENCE,
        UseCase.TAKE_STOCK,
    }
)
"""What the command line and the gateway may do on their own, without a person signed in."""

CLIENT_RIGHTS = frozenset({UseCase.SUBMIT_CASES, UseCase.ASK, UseCase.READ_OWN})
"""What programs with a key may do, as far as the key's scopes allow it too."""

SYSTEM = Actor(id=SYSTEM_ID, name="HRI", roles=(), kind=ActorKind.SYSTEM)
"""The actor of work that no person asked for."""


def may(actor: Actor, use_case: UseCase) -> bool:
    """Whether the actor has the right; for showing or hiding things, never instead of a check."""
    match actor.kind:
        case ActorKind.SYSTEM:
            return use_case in SYSTEM_RIGHTS
        case ActorKind.CLIENT:
            return use_case in CLIENT_RIGHTS
        case ActorKind.PERSON:
            return not RIGHTS[use_case].isdisjoint(actor.roles)


class Guard:
    """Stands before every use case: lets it through, or records the attempt and refuses it.

    The roles that count are those that the latest sign-in and the actor agree on, without those
    an administrator took away; so a demotion holds at the next action, and an actor that claims
    more is refused. With ``known_only``, who never signed in may do nothing.
    """

    def __init__(self, store: Store, clock: Clock, *, known_only: bool = False) -> None:
        self._store, self._clock, self._known_only = store, clock, known_only

    def require(self, actor: Actor, use_case: UseCase, subject: str = "") -> None:
        """Let the actor through or refuse.

        Raises:
            ForbiddenError: None of the actor's roles has the right; the attempt is recorded.
        """
        if may(self.known(actor), use_case):
            return
        raise self.refusal(
            actor,
            use_case,
            subject,
            why=f"it takes one of the roles {_named(RIGHTS[use_case])}",
            remedy="Ask somebody with that role, or an administrator to change yours.",
        )

    def refusal(
        self,
        actor: Actor,
        use_case: UseCase,
        subject: str,
        *,
        why: str,
        remedy: str,
        kind: type[ForbiddenError] = ForbiddenError,
    ) -> ForbiddenError:
        """Record that something was refused; the error to raise for it."""
        self._record(EventKind.REFUSED, actor, subject, use_case=use_case.value)
        return kind(
            f"{actor.id} may not do this: {use_case.value}.", where=subject, why=why, remedy=remedy
        )

    def require_able(self, someone: Actor, use_case: UseCase) -> None:
        """Make sure that work can be given to a person.

        Raises:
            InvalidDecisionError: None of the person's roles has the right for it.
        """
        if not may(self.known(someone), use_case):
            raise InvalidDecisionError(
                f"{someone.id} may not do this: {use_case.value}.",
                remedy="Choose somebody who may.",
            )

    def known(self, actor: Actor) -> Actor:
        """The actor with the roles that hold now; for showing things, never instead of a check."""
        if actor.kind is not ActorKind.PERSON:
            return actor
        with self._store.read() as records:
            known = records.people.get(actor.id)
        if known is None:
            held = () if self._known_only else actor.roles
        else:
            held = tuple(role for role in actor.roles if role in known.actor.roles)
        return actor.model_copy(update={"roles": held})

    def signed_in(self, actor: Actor, how: str, issued_at: datetime | None = None) -> None:
        """Record that a person signed in, and by what means ("demonstration", "oidc").

        ``issued_at`` is when the provider vouched for the person. Roles of an older token than
        the one before count for nothing: an old session elsewhere brings no lost role back.
        Cases given to somebody who may not review any more are nobody's again.
        """
        at = issued_at or self._clock.now()
        with self._store.write() as records:
            before = records.people.get(actor.id)
            if issued_at is None or before is None or before.seen_at <= at:
                records.people.saw(actor, at)
            self._append(records, EventKind.SIGNED_IN, actor, actor.id, how=how)
            now_known = records.people.get(actor.id)
            if now_known is not None and not may(now_known.actor, UseCase.REVIEW):
                lift_assignments(records, actor.id, SYSTEM, self._clock.now())

    def _record(self, kind: EventKind, actor: Actor, subject: str, **words: str) -> None:
        with self._store.write() as records:
            self._append(records, kind, actor, subject, **words)

    def _append(
        self, records: Records, kind: EventKind, actor: Actor, subject: str, **words: str
    ) -> None:
        roles = ", ".join(sorted(role.value for role in actor.roles))
        draft = EventDraft(
            kind=kind, actor=actor.id, subject=subject, payload={**words, "roles": roles}
        )
        records.audit.append(draft, self._clock.now())


def _named(roles: frozenset[Role]) -> str:
    return ", ".join(role.value for role in Role if role in roles)
