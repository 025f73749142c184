"""Cases given to somebody who may not take them any more are nobody's again."""

from __future__ import annotations

from datetime import datetime

from hri.domain.events import EventDraft, EventKind
from hri.domain.records import Records
from hri.domain.reviews import Actor


def lift_assignments(records: Records, person_id: str, by: Actor, now: datetime) -> None:
    """Take a person off every open case that was given to them, inside the open transaction."""
    for case_id in records.worklist.given_to(person_id):
        before = records.worklist.placing(case_id)
        after = before.model_copy(update={"assignee": None, "assignee_name": None})
        if records.worklist.place(case_id, after, by, now) is not None:
            event = EventDraft(
                kind=EventKind.REVIEW_ASSIGNED,
                actor=by.id,
                subject=case_id,
                payload=after.model_dump(mode="json"),
            )
            records.audit.append(event, now)
