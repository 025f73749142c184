"""Taking messages back that did not leave: what was decided anew, sent back or erased stays in."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from hri.domain.events import EventDraft, EventKind
from hri.domain.outbox import Delivery, DeliveryState
from hri.domain.records import Records
from hri.domain.reviews import ReviewState

BACK = frozenset({DeliveryState.WAITING, DeliveryState.FAILED})
"""States in which the citizen does not have the message and nobody is handing it over."""


class Withdrawn(StrEnum):
    """Why a message was taken back without anybody undoing its decision."""

    SUPERSEDED = "superseded"
    """A later message of the case takes its place."""
    REOPENED = "reopened"
    """The case is to be decided anew."""
    ERASED = "erased"
    """Its text is gone."""


def withdraw_undelivered(records: Records, case_id: str, now: datetime) -> tuple[Delivery, ...]:
    """Take back each message of a case that is not out; those taken back.

    The event that tells why is the caller's.
    """
    back = tuple(way for way in records.outbox.of_case(case_id) if way.state in BACK)
    for way in back:
        records.replies.withdraw(way.reply_id, now)
    return back


def tell_withdrawn(
    records: Records, way: Delivery, why: Withdrawn, actor: str, now: datetime
) -> None:
    """Append the event of a message that was taken back inside the open transaction."""
    event = EventDraft(
        kind=EventKind.REPLY_WITHDRAWN,
        actor=actor,
        subject=way.case_id,
        payload={"record": way.reply_id, "why": why.value},
    )
    records.audit.append(event, now)


def why_unwanted(records: Records, way: Delivery) -> Withdrawn | None:
    """Why a message must not go out any more; None where it may.

    Asked anew before each try: between two tries a case can be sent back, decided or erased.
    """
    replies = records.replies.of_case(way.case_id)
    if way.reply_id not in {item.id for item in replies}:
        return Withdrawn.ERASED
    if any(item.id > way.reply_id and item.withdrawn_at is None for item in replies):
        return Withdrawn.SUPERSEDED
    closed = records.reviews.get(way.case_id).state is ReviewState.DECIDED
    return None if closed else Withdrawn.REOPENED


def is_out(records: Records, case_id: str) -> bool:
    """Whether the latest message of a case has left, or is being handed over."""
    standing = [
        way for way in records.outbox.of_case(case_id) if way.state is not DeliveryState.WITHDRAWN
    ]
    return bool(standing) and standing[-1].state.may_be_there
