"""The log of one case as it is shown on the case: to reviewers in numbers of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from hri.casework.messages import compose_message, kind_after
from hri.casework.permissions import UseCase, may
from hri.casework.secondreads import that_goes_out
from hri.domain.events import AuditEvent, EventKind
from hri.domain.policies import Policy
from hri.domain.records import Records
from hri.domain.reviews import (
    Actor,
    RecordedDecision,
    ReplyKind,
    ReviewVerb,
    SentReply,
    StoredCase,
)

WITHHELD = frozenset({"record", "decision", "digests", "rows"})
"""Parts of an event that number or prove records: numbers over the whole database tell gaps."""


def sees_the_log(actor: Actor) -> bool:
    """Whether events are shown as they stand in the log: to those who read it and judge no case."""
    return may(actor, UseCase.READ_AUDIT) and not may(actor, UseCase.REVIEW)


def shown_history(
    records: Records, actor: Actor, case_id: str, undo: timedelta
) -> tuple[AuditEvent, ...]:
    """The events of one case as its page shows them to this actor, oldest first."""
    events = records.audit.of_subject(case_id)
    if sees_the_log(actor):
        return events
    erased = any(event.kind is EventKind.CONTENT_ERASED for event in events)
    if records.seeds.get(case_id) is not None and not erased:
        events = with_unsent(records, records.cases.get(case_id), events, undo)
    return numbered(events)


def numbered(events: Sequence[AuditEvent]) -> tuple[AuditEvent, ...]:
    """The events of one case numbered from 1, without hashes and numbers of records.

    Numbers over all cases would have a gap where something was recorded that the case does not
    tell, as the planting of a seed is.
    """
    return tuple(
        event.model_copy(
            update={
                "seq": number,
                "hash": "",
                "prev_hash": "",
                "payload": {k: v for k, v in event.payload.items() if k not in WITHHELD},
            }
        )
        for number, event in enumerate(events, start=1)
    )


def unsent_messages(
    records: Records, stored: StoredCase, policy: Policy, undo: timedelta
) -> tuple[SentReply, ...]:
    """The messages that the decisions on a seed would have written; none of them is stored."""
    made = records.reviews.decisions(stored.case_id)
    found = []
    for recorded in _closing(records, stored):
        before = [item for item in made if item.id < recorded.id]
        out = None if stored.action.escalates else ReplyKind.FIRST
        message = compose_message(stored, that_goes_out(recorded, before), policy, out)
        if message is None:
            continue
        found.append(
            SentReply(
                id=recorded.id,
                case_id=stored.case_id,
                kind=kind_after(out),
                language=message.language,
                text=message.text,
                final=message.final,
                written_at=recorded.at,
                deliver_at=recorded.at + undo,
                withdrawn_at=recorded.undone_at,
            )
        )
    return tuple(found)


def with_unsent(
    records: Records, stored: StoredCase, events: Sequence[AuditEvent], undo: timedelta
) -> tuple[AuditEvent, ...]:
    """The events of a seed with those of the messages that another case would have."""
    written = {item.id: item for item in _closing(records, stored)}
    out = None if stored.action.escalates else ReplyKind.FIRST
    shown = []
    for event in events:
        shown.append(event)
        number = event.payload.get("record")
        recorded = written.get(number) if isinstance(number, int) else None
        if recorded is not None and event.kind is EventKind.REVIEW_DECIDED:
            payload = {
                "deliver_at": (recorded.at + undo).isoformat(),
                "final": True,
                "reply": kind_after(out).value,
            }
            update = {"kind": EventKind.REPLY_WRITTEN, "payload": payload}
            shown.append(event.model_copy(update=update))
    return tuple(shown)


def _closing(records: Records, stored: StoredCase) -> Iterator[RecordedDecision]:
    """Decisions on a seed after which another case would have a message."""
    if records.seeds.get(stored.case_id) is None:
        return
    ends = {
        event.payload.get("record")
        for event in records.audit.of_subject(stored.case_id)
        if event.kind is EventKind.REVIEW_DECIDED and event.payload.get("then") is None
    }
    made = records.reviews.decisions(stored.case_id)
    for recorded in made:
        chosen = that_goes_out(recorded, [item for item in made if item.id < recorded.id])
        silent = chosen.verb is ReviewVerb.APPROVE and not stored.action.escalates
        if recorded.id in ends and not silent:
            yield recorded
