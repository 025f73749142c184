"""What narrows the queue, as conditions on a review ``r`` and its values."""

# ruff: noqa: S608  (names of columns are constants of this package; values are always bound)

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from typing import Any

from hri.domain.queues import QueueFilter, SlotFinding
from hri.domain.reviews import ReviewState
from hri.domain.slots import SLOTS, Slot
from hri.store.clock import MICROSECOND, to_micros
from hri.store.decisions import STANDS
from hri.store.reviews import FAILURES

WEEK = timedelta(days=7)
TO_DO = (ReviewState.WAITING, ReviewState.HELD)
SAMPLED_TO_DO = (ReviewState.DELIVERED, *TO_DO)
"""A drawn answer is delivered already, and to be looked at all the same."""

# A hold that ran out counts as no hold, without anybody having to write that down.
STATE = "CASE WHEN r.state = 'held' AND r.held_until <= :at THEN r.origin ELSE r.state END"
PAST = "(r.due_at < :at)"
SNOOZED = "r.case_n IN (SELECT case_n FROM reviews WHERE snoozed_until > :at)"
"""Asked in this way, the few are found by their own index."""
AWAKE = "(r.snoozed_until IS NULL OR r.snoozed_until <= :at)"
MINE = f"(({STATE} = 'held' AND r.holder = :me) OR ({STATE} <> 'held' AND r.assignee = :me))"
TEXTS = ("procedure_id", "service", "action", "language", "channel", "model")
"""Columns that a filter compares with a text; "" stands for none."""
SLOT_FINDINGS = {
    SlotFinding.APPLIES: "s.applies",
    SlotFinding.VIOLATED: "s.rvs = 1",
    SlotFinding.UNSTABLE: "s.sis > 0",
    SlotFinding.UNCOVERED: "s.ccs < 1",
}
"""What is found in the signals of a slot ``s``."""


def _to_do(states: Sequence[ReviewState]) -> tuple[list[str], dict[str, Any]]:
    params: dict[str, Any] = {f"state{n}": state.value for n, state in enumerate(states)}
    names = ", ".join(f":{name}" for name in params)
    # The raw column first, because the index starts with it; a held row may have run out.
    return [f"r.state IN ({names}, 'held')", f"{STATE} IN ({names})"], params


def _states(narrow: QueueFilter, *, few: bool) -> tuple[list[str], dict[str, Any]]:
    where, params = _to_do(narrow.states or (SAMPLED_TO_DO if narrow.sampled else TO_DO))
    # Few cases are drawn, and they have an index of their own.
    return where[1:] if few or narrow.sampled else where, params


def where_of(narrow: QueueFilter, *, few: bool = False) -> tuple[list[str], dict[str, Any]]:
    """Conditions on ``r`` and their values; ``few``: something else leads to few cases already."""
    where, params = _states(narrow, few=few or narrow.snoozed)
    for column in TEXTS:
        value = getattr(narrow, column)
        if value is not None:
            where.append(f"coalesce(r.{column}, '') = :{column}")
            params[column] = str(value)
    if narrow.holder is not None:
        where.append(f"r.holder = :holder AND {STATE} = 'held'")
        params["holder"] = narrow.holder
    if narrow.person is not None:
        where.append(MINE.replace(":me", ":person"))
        params["person"] = narrow.person
    if narrow.failure is not None:
        where.append("r.failures & :failures")
        params["failures"] = _bit(FAILURES, narrow.failure)
    where += _findings(narrow, params)
    if narrow.week is not None:
        where.append("r.received_at >= :week AND r.received_at < :week_end")
        start = datetime.combine(narrow.week, time(), UTC)
        params |= {"week": to_micros(start), "week_end": to_micros(start) + WEEK // MICROSECOND}
    if narrow.stages:
        where.append(f"r.stage IN ({', '.join(repr(stage.value) for stage in narrow.stages)})")
    if narrow.older_than is not None:
        where.append("r.received_at <= :at - :older")
        params["older"] = narrow.older_than // MICROSECOND
    if not narrow.states and (narrow.snoozed or not narrow.past_due):  # a deadline stays
        where.append(SNOOZED if narrow.snoozed else AWAKE)
    where += [sql for name, sql in MARKS.items() if getattr(narrow, name)]
    return where, params


MARKS = {
    "past_due": PAST,
    "sent_back": "r.sent_back",
    "skipped": "r.skipped > 0",
    "sampled": "r.sample_weight IS NOT NULL",
}
"""Fields of the filter that are on or off."""


def _findings(narrow: QueueFilter, params: dict[str, Any]) -> list[str]:
    """The conditions on a slot, or on any where none is named."""
    if narrow.slot is None:
        return [_finding(finding, None, "") for finding in narrow.findings]
    params["slot"] = SLOTS.index(narrow.slot)
    findings = narrow.findings or (SlotFinding.FLAGGED,)
    return [_finding(finding, narrow.slot, "AND s.slot = :slot") for finding in findings]


def _finding(finding: SlotFinding, slot: Slot | None, named: str) -> str:
    match finding:
        case SlotFinding.FLAGGED:
            return "r.flagged <> 0" if slot is None else "r.flagged & (1 << :slot)"
        case SlotFinding.FOUND_WRONG:
            found = "$.judgements" if slot is None else f"$.judgements.{slot.value}"
            return f"""r.state = 'decided' AND EXISTS (SELECT 1 FROM events e
                WHERE e.subject = r.case_id AND e.kind = 'review.decided'
                  AND json_extract(e.payload, '$.record') = {STANDS}
                  AND instr(json_extract(e.payload, '{found}'), 'wrong'))"""
        case _:
            return f"""EXISTS (SELECT 1 FROM slot_signals s WHERE s.case_n = r.case_n {named}
                AND {SLOT_FINDINGS[finding]})"""


def _bit(members: Sequence[StrEnum], member: StrEnum) -> int:
    return 1 << members.index(member)
