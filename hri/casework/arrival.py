"""What is stored when a case arrives: the case, its review, the first message, their events."""

from __future__ import annotations

from hri.casework.priority import Draws
from hri.casework.seeds import plant
from hri.casework.withdrawing import Withdrawn, tell_withdrawn, withdraw_undelivered
from hri.domain.assessments import Reply
from hri.domain.events import EventDraft, EventKind
from hri.domain.failures import failures_of
from hri.domain.pauses import Pause
from hri.domain.policies import FAIL_CLOSED_FLAGS
from hri.domain.records import Records
from hri.domain.reviews import Actor, ReplyKind, ReviewState, SentReply, StoredCase
from hri.domain.seeds import Seed


def record_arrival(
    records: Records,
    actor: Actor,
    stored: StoredCase,
    reply: Reply,
    draws: Draws,
    seed: Seed | None = None,
) -> None:
    """Store a scored case with everything that follows from it, inside the open transaction.

    A seed looks like any other case; one that would be delivered like a drawn one.
    """
    action = stored.action
    weight = draws.sample_weight(stored.case_id, action, planted=seed is not None)
    records.cases.add(stored)
    records.reviews.open(
        stored.case_id,
        ReviewState.WAITING if action.escalates else ReviewState.DELIVERED,
        failures_of(stored.assessment),
        action=action,
        drawn=draws.risky(stored.case_id),
        sample_weight=weight,
    )
    contents = {
        "case": stored.case.model_dump_json(),
        "assessment": stored.assessment.model_dump_json(),
    }
    records.audit.append(_scored_event(actor, stored), stored.received_at, contents)
    if stored.pause is not None:
        records.pauses.hold(stored.case_id, stored.pause.id)
        records.audit.append(_paused_event(actor, stored, stored.pause), stored.received_at)
    if weight is not None:
        records.audit.append(_sampled_event(actor, stored, weight), stored.received_at)
    send(records, actor, _first_reply(stored, reply))
    if seed is not None:
        plant(records, actor, stored, seed)


def send(records: Records, actor: Actor, reply: SentReply) -> SentReply:
    """Store a message with its event; it goes out at its ``deliver_at``.

    An earlier one of the case that did not arrive yet stays in: the later takes its place.
    """
    for way in withdraw_undelivered(records, reply.case_id, reply.written_at):
        tell_withdrawn(records, way, Withdrawn.SUPERSEDED, actor.id, reply.written_at)
    kept = records.replies.add(reply)
    if kept.kind is not ReplyKind.FIRST:  # the first one is the answer to whoever asked
        records.outbox.add(kept.id, kept.deliver_at)
    event = EventDraft(
        kind=EventKind.REPLY_WRITTEN,
        actor=actor.id,
        subject=kept.case_id,
        payload={
            "record": kept.id,
            "reply": kept.kind.value,
            "final": kept.final,
            "deliver_at": kept.deliver_at.isoformat(),
        },
    )
    records.audit.append(event, kept.written_at, {"reply": kept.text})
    return kept


def _first_reply(stored: StoredCase, reply: Reply) -> SentReply:
    return SentReply(
        id=1,
        case_id=stored.case_id,
        kind=ReplyKind.FIRST,
        language=reply.language,
        text=reply.text,
        final=reply.final,
        written_at=stored.received_at,
        deliver_at=stored.received_at,
    )


def _paused_event(actor: Actor, stored: StoredCase, pause: Pause) -> EventDraft:
    return EventDraft(
        kind=EventKind.CASE_PAUSED,
        actor=actor.id,
        subject=stored.case_id,
        payload={"record": pause.id, "action": stored.action.value, "topic": str(pause.topic)},
    )


def _sampled_event(actor: Actor, stored: StoredCase, weight: float) -> EventDraft:
    return EventDraft(
        kind=EventKind.REVIEW_SAMPLED,
        actor=actor.id,
        subject=stored.case_id,
        payload={"weight": weight},
    )


def _scored_event(actor: Actor, stored: StoredCase) -> EventDraft:
    found = stored.assessment
    failed = any(flag in FAIL_CLOSED_FLAGS for flag in found.flags)
    return EventDraft(
        kind=EventKind.CASE_NOT_SCORED if failed else EventKind.CASE_SCORED,
        actor=actor.id,
        subject=stored.case_id,
        payload={
            "action": found.state.value,
            "base_action": found.base_state.value,
            "hri": found.hri,
            "overrides": [fired.id for fired in found.overrides],
            "policy": found.policy.model_dump(mode="json"),
            "pack": found.pack.model_dump(mode="json"),
            "lexicon": found.lexicon.model_dump(mode="json"),
            "engine": found.engine,
            "model": stored.case.model,
        },
    )
