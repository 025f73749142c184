"""What people say of a case beside their decisions, as it is stored."""

from __future__ import annotations

from hri.domain.events import EventDraft, EventKind
from hri.domain.records import Records
from hri.domain.worklists import Remark


def record_remark(records: Records, kind: EventKind, remark: Remark) -> Remark:
    """Store a remark with its event inside the open transaction."""
    kept = records.remarks.add(remark)
    event = EventDraft(
        kind=kind,
        actor=kept.actor,
        subject=kept.case_id,
        payload={"record": kept.id, "reason": kept.code, "source": kept.about},
    )
    records.audit.append(event, kept.at, {"remark": kept.text})
    return kept
