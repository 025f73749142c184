"""Reviews: who holds a case, unsent drafts, and decisions as added rows."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlite_utils import Database

from hri.domain.assessments import Assessment
from hri.domain.reviews import (
    Actor,
    RecordedDecision,
    Review,
    ReviewDecision,
    ReviewDraft,
    ReviewState,
    ReviewVerb,
)
from hri.errors import NotFoundError, ReviewConflictError
from hri.store.bodies import read_body
from hri.store.clock import from_micros, from_optional, to_micros


class SqliteReviews:
    """Reviews; see ``hri.domain.records.ReviewRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def open(self, case_id: str, state: ReviewState) -> None:
        """Start the review of a stored case, with what the queue needs of it."""
        self._db.execute(
            """INSERT INTO reviews (case_n, case_id, state, origin, received_at, due_at,
                 priority_risk, action, flagged, language, procedure_id, service, model, channel)
               SELECT n, case_id, :state, :state, received_at, due_at, priority_risk, action,
                 coalesce((SELECT sum(1 << slot) FROM slot_signals
                           WHERE case_n = n AND flagged = 1), 0),
                 language, procedure_id, service, model, channel
               FROM cases WHERE case_id = :case_id""",
            {"case_id": case_id, "state": state.value},
        )

    def get(self, case_id: str) -> Review:
        """The state of one review as it is written down. Raises: NotFoundError."""
        row = self._row(case_id)
        return review_from(row, row["state"])

    def hold(self, case_id: str, holder: Actor, until: datetime, at: datetime) -> Review:
        """Take a case that is free or whose hold ran out, or keep one that is held.

        Keeping it leaves the version as it is.

        Raises:
            NotFoundError: There is no such case.
            ReviewConflictError: Another person holds it, or it is decided.
        """
        taken = self._db.execute(
            """UPDATE reviews SET
                 version = version + (state <> 'held' OR holder <> :me),
                 state = 'held', holder = :me, holder_name = :name, held_until = :until,
                 changed_by = :name, changed_at =
                   CASE WHEN state = 'held' AND holder = :me THEN changed_at ELSE :at END
               WHERE case_id = :case_id AND (state IN ('waiting', 'delivered')
                 OR (state = 'held' AND (holder = :me OR held_until <= :at)))""",
            {
                "case_id": case_id,
                "me": holder.id,
                "name": holder.name,
                "until": to_micros(until),
                "at": to_micros(at),
            },
        ).rowcount
        if not taken:
            raise self.conflict(case_id)
        return self.get(case_id)

    def release(self, case_id: str, holder: str) -> Review:
        """Give a case back to where it came from.

        Raises:
            NotFoundError: There is no such case.
            ReviewConflictError: ``holder`` does not hold it.
        """
        freed = self._db.execute(
            """UPDATE reviews SET version = version + 1, state = origin,
                 holder = NULL, holder_name = NULL, held_until = NULL
               WHERE case_id = ? AND state = 'held' AND holder = ?""",
            [case_id, holder],
        ).rowcount
        if not freed:
            raise self.conflict(case_id)
        return self.get(case_id)

    def decide(
        self, decision: ReviewDecision, actor: Actor, at: datetime, rescored: Assessment | None
    ) -> RecordedDecision:
        """Add a decision and close the review of a case that the actor holds.

        A hold that ran out still counts as long as nobody else took the case: nothing is lost.

        Raises:
            NotFoundError: There is no such case.
            ReviewConflictError: Another person took it, or it changed since ``seen_version``.
        """
        closed = self._db.execute(
            """UPDATE reviews SET version = version + 1, state = 'decided', verb = :verb,
                 decided_by = :me, decided_at = :at, changed_by = :name, changed_at = :at,
                 holder = NULL, holder_name = NULL, held_until = NULL
               WHERE case_id = :case_id AND version = :seen
                 AND state = 'held' AND holder = :me""",
            {
                "case_id": decision.case_id,
                "verb": decision.verb.value,
                "me": actor.id,
                "name": actor.name,
                "at": to_micros(at),
                "seen": decision.seen_version,
            },
        ).rowcount
        if not closed:
            raise self.conflict(decision.case_id)
        return self._add(decision, actor, at, rescored)

    def undo(
        self, recorded: RecordedDecision, actor: Actor, until: datetime, at: datetime
    ) -> Review:
        """Mark a decision as taken back; its author holds the case again.

        Raises:
            ReviewConflictError: The decision is not the one that stands, or not the actor's.
        """
        reopened = self._db.execute(
            """UPDATE reviews SET version = version + 1, state = 'held', verb = NULL,
                 decided_by = NULL, decided_at = NULL, changed_by = :name, changed_at = :at,
                 holder = :me, holder_name = :name, held_until = :until
               WHERE case_id = :case_id AND state = 'decided' AND decided_by = :me
                 AND (SELECT max(id) FROM decisions WHERE case_id = :case_id) = :decision""",
            {
                "case_id": recorded.decision.case_id,
                "decision": recorded.id,
                "me": actor.id,
                "name": actor.name,
                "at": to_micros(at),
                "until": to_micros(until),
            },
        ).rowcount
        if not reopened:
            raise self.conflict(recorded.decision.case_id)
        row = {"decision_id": recorded.id, "actor": actor.id, "at": to_micros(at)}
        self._db.table("decision_undos").insert(row)
        return self.get(recorded.decision.case_id)

    def decisions(self, case_id: str) -> tuple[RecordedDecision, ...]:
        """All decisions on a case, oldest first, erased ones left out."""
        sql = """SELECT d.*, u.at AS undone_at FROM decisions d
            LEFT JOIN decision_undos u ON u.decision_id = d.id
            WHERE d.case_id = ? AND d.body IS NOT NULL ORDER BY d.id"""
        return tuple(_recorded(row) for row in self._db.query(sql, [case_id]))

    def save_draft(self, case_id: str, actor: str, draft: ReviewDraft, at: datetime) -> None:
        """Keep a person's unsent work in place of what was kept before."""
        self._row(case_id)
        self._db.execute(
            """INSERT INTO drafts (case_id, actor, body, saved_at) VALUES (?, ?, ?, ?)
               ON CONFLICT (case_id, actor) DO UPDATE
               SET body = excluded.body, saved_at = excluded.saved_at""",
            [case_id, actor, draft.model_dump_json(), to_micros(at)],
        )

    def draft(self, case_id: str, actor: str) -> ReviewDraft | None:
        """A person's unsent work on a case."""
        sql = "SELECT body FROM drafts WHERE case_id = ? AND actor = ?"
        row = self._db.execute(sql, [case_id, actor]).fetchone()
        return None if row is None else read_body(ReviewDraft, row[0], f"draft of case {case_id}")

    def drop_draft(self, case_id: str, actor: str) -> None:
        """Forget a draft, because its decision is stored now."""
        sql = "DELETE FROM drafts WHERE case_id = ? AND actor = ?"
        self._db.execute(sql, [case_id, actor])

    def _add(
        self, decision: ReviewDecision, actor: Actor, at: datetime, rescored: Assessment | None
    ) -> RecordedDecision:
        row = {
            "case_id": decision.case_id,
            "verb": decision.verb.value,
            "body": decision.model_dump_json(),
            "rescored": None if rescored is None else rescored.model_dump_json(),
            "actor": actor.id,
            "actor_name": actor.name,
            "at": to_micros(at),
        }
        number = self._db.table("decisions").insert(row, pk="id").last_pk
        return RecordedDecision(
            id=number,
            decision=decision,
            actor=actor.id,
            actor_name=actor.name,
            at=at,
            rescored=rescored,
        )

    def _row(self, case_id: str) -> dict[str, Any]:
        row = next(self._db.query("SELECT * FROM reviews WHERE case_id = ?", [case_id]), None)
        if row is None:
            raise NotFoundError(f"There is no case {case_id}.", where=f"case {case_id}")
        return row

    def conflict(self, case_id: str) -> ReviewConflictError:
        """The error for work on a case that somebody else took or changed, naming who and when."""
        row = self._row(case_id)
        by = row["holder_name"] or row["changed_by"] or "nobody"
        since = from_micros(row["changed_at"] or row["received_at"])
        return ReviewConflictError(case_id, by, since.isoformat(timespec="seconds"))


def review_from(row: Mapping[str, Any], state: str) -> Review:
    """A review from its row, in the given state; a hold that counts no more is left out."""
    held = state == ReviewState.HELD
    return Review(
        case_id=row["case_id"],
        state=ReviewState(state),
        version=row["version"],
        holder=row["holder"] if held else None,
        holder_name=row["holder_name"] if held else None,
        held_until=from_optional(row["held_until"]) if held else None,
        decided_by=row["decided_by"],
        decided_at=from_optional(row["decided_at"]),
        verb=ReviewVerb(row["verb"]) if row["verb"] else None,
    )


def _recorded(row: Mapping[str, Any]) -> RecordedDecision:
    rescored, name = row["rescored"], f"decision {row['id']}"
    return RecordedDecision(
        id=row["id"],
        decision=read_body(ReviewDecision, row["body"], name),
        actor=row["actor"],
        actor_name=row["actor_name"],
        at=from_micros(row["at"]),
        rescored=None if rescored is None else read_body(Assessment, rescored, name),
        undone_at=from_optional(row["undone_at"]),
    )
