"""Decisions of people, as rows that are added and never changed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlite_utils import Database

from hri.domain.assessments import Assessment
from hri.domain.reviews import Actor, RecordedDecision, ReviewDecision, Stage
from hri.store.bodies import read_body
from hri.store.clock import from_micros, from_optional, to_micros

STANDS = """(SELECT max(x.id) FROM decisions x WHERE x.case_id = r.case_id
    AND x.id NOT IN (SELECT decision_id FROM decision_undos))"""
"""The decision of a review ``r`` that stands, whatever state the review is in."""


def add_decision(
    db: Database,
    decision: ReviewDecision,
    actor: Actor,
    at: datetime,
    rescored: Assessment | None,
    stage: Stage,
) -> RecordedDecision:
    """Add a decision; the caller has changed the review it ends."""
    row = {
        "case_id": decision.case_id,
        "verb": decision.verb.value,
        "body": decision.model_dump_json(),
        "rescored": None if rescored is None else rescored.model_dump_json(),
        "actor": actor.id,
        "actor_name": actor.name,
        "at": to_micros(at),
        "stage": stage.value,
    }
    number = db.table("decisions").insert(row, pk="id").last_pk
    return RecordedDecision(
        id=number,
        decision=decision,
        actor=actor.id,
        actor_name=actor.name,
        at=at,
        rescored=rescored,
        stage=stage,
    )


def decisions_of(db: Database, case_id: str) -> tuple[RecordedDecision, ...]:
    """All decisions on a case, oldest first, erased ones left out."""
    sql = """SELECT d.*, u.at AS undone_at FROM decisions d
        LEFT JOIN decision_undos u ON u.decision_id = d.id
        WHERE d.case_id = ? AND d.body IS NOT NULL ORDER BY d.id"""
    return tuple(_recorded(row) for row in db.query(sql, [case_id]))


def _recorded(row: Mapping[str, Any]) -> RecordedDecision:
    rescored, name = row["rescored"], f"decision {row['id']}"
    return RecordedDecision(
        id=row["id"],
        decision=read_body(ReviewDecision, row["body"], name),
        actor=row["actor"],
        actor_name=row["actor_name"],
        at=from_micros(row["at"]),
        rescored=None if rescored is None else read_body(Assessment, rescored, name),
        stage=Stage(row["stage"]),
        undone_at=from_optional(row["undone_at"]),
    )
