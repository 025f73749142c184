"""Reviews: who holds a case, at which stage it stands, and unsent drafts."""

# ruff: noqa: S608  (names of columns are constants of this package; values are always bound)

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlite_utils import Database

from hri.domain.assessments import Assessment
from hri.domain.decisions import Action
from hri.domain.failures import Failure
from hri.domain.reviews import (
    Actor,
    RecordedDecision,
    Review,
    ReviewDecision,
    ReviewDraft,
    ReviewState,
    ReviewVerb,
    Stage,
)
from hri.errors import NotFoundError, ReviewConflictError
from hri.store.bodies import read_body
from hri.store.clock import from_micros, from_optional, to_micros
from hri.store.decisions import add_decision, decisions_of

CLOSED = "state = 'decided', verb = :verb, decided_by = :me, decided_at = :at"
PASSED_ON = """state = 'waiting', origin = 'waiting', stage = :then,
    first_reader = CASE stage WHEN 'first' THEN :me ELSE first_reader END,
    second_reader = CASE stage WHEN 'second' THEN :me ELSE second_reader END"""
FREED = """holder = NULL, holder_name = NULL, held_until = NULL, assignee = NULL,
    assignee_name = NULL, snoozed_until = NULL, sent_back = 0"""
FAILURES = tuple(Failure)


class SqliteReviews:
    """Reviews; see ``hri.domain.records.ReviewRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def open(
        self,
        case_id: str,
        state: ReviewState,
        failures: Sequence[Failure] = (),
        *,
        action: Action,
        drawn: bool = False,
        sample_weight: float | None = None,
    ) -> None:
        """Start the review of a stored case, with what the queue needs of it."""
        self._db.execute(
            """INSERT INTO reviews (case_n, case_id, state, origin, received_at, due_at,
                 priority_risk, action, flagged, failures, drawn, sample_weight,
                 language, procedure_id, service, model, channel)
               SELECT n, case_id, :state, :state, received_at, due_at, priority_risk, :action,
                 coalesce((SELECT sum(1 << slot) FROM slot_signals
                           WHERE case_n = n AND flagged = 1), 0), :failures, :drawn, :weight,
                 language, procedure_id, service, model, channel
               FROM cases WHERE case_id = :case_id""",
            {
                "case_id": case_id,
                "state": state.value,
                "action": action.value,
                "failures": failure_mask(failures),
                "drawn": int(drawn),
                "weight": sample_weight,
            },
        )

    def get(self, case_id: str) -> Review:
        """The state of one review as it is written down. Raises: NotFoundError."""
        row = self._row(case_id)
        return review_from(row, row["state"])

    def find(self, case_id: str) -> Review | None:
        """The state of one review; None where there is no such case."""
        row = next(self._db.query("SELECT * FROM reviews WHERE case_id = ?", [case_id]), None)
        return None if row is None else review_from(row, row["state"])

    def hold(self, case_id: str, holder: Actor, until: datetime, at: datetime) -> Review:
        """Take a case that is free or whose hold ran out, or keep one that is held.

        Keeping it leaves the version as it is. Who read it at an earlier stage cannot take it.

        Raises:
            NotFoundError: There is no such case.
            ReviewConflictError: Another person holds it, or it is decided.
        """
        taken = self._db.execute(
            """UPDATE reviews SET
                 version = version + (state <> 'held' OR holder <> :me),
                 state = 'held', holder = :me, holder_name = :name, held_until = :until,
                 snoozed_until = NULL, changed_by = :name, changed_at =
                   CASE WHEN state = 'held' AND holder = :me THEN changed_at ELSE :at END
               WHERE case_id = :case_id AND (state IN ('waiting', 'delivered')
                 OR (state = 'held' AND (holder = :me OR held_until <= :at)))
                 AND :me NOT IN (coalesce(first_reader, ''), coalesce(second_reader, ''))""",
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
        self,
        decision: ReviewDecision,
        actor: Actor,
        at: datetime,
        rescored: Assessment | None,
        then: Stage | None = None,
    ) -> RecordedDecision:
        """Add a decision of a case that the actor holds; close the review, or go on to ``then``.

        A hold that ran out still counts as long as nobody else took the case: nothing is lost.

        Raises:
            NotFoundError: There is no such case.
            ReviewConflictError: Another person took it, or it changed since ``seen_version``.
        """
        stage = self.get(decision.case_id).stage
        closed = self._db.execute(
            f"""UPDATE reviews SET {CLOSED if then is None else PASSED_ON}, {FREED},
                 version = version + 1, changed_by = :name, changed_at = :at
               WHERE case_id = :case_id AND version = :seen
                 AND state = 'held' AND holder = :me""",
            {
                "case_id": decision.case_id,
                "verb": decision.verb.value,
                "me": actor.id,
                "name": actor.name,
                "at": to_micros(at),
                "seen": decision.seen_version,
                "then": then,
            },
        ).rowcount
        if not closed:
            raise self.conflict(decision.case_id, actor.id)
        return add_decision(self._db, decision, actor, at, rescored, stage)

    def undo(
        self, recorded: RecordedDecision, actor: Actor, until: datetime, at: datetime
    ) -> Review:
        """Mark a decision as taken back; its author holds the case again, at the same stage.

        Raises:
            ReviewConflictError: The decision is not the one that stands, or not the actor's, or
                the next reader has the case already.
        """
        case_id = recorded.decision.case_id
        reopened = self._db.execute(
            """UPDATE reviews SET version = version + 1, state = 'held', verb = NULL,
                 decided_by = NULL, decided_at = NULL, changed_by = :name, changed_at = :at,
                 holder = :me, holder_name = :name, held_until = :until, stage = :stage,
                 first_reader = CASE WHEN :stage <> 'first' THEN first_reader END,
                 second_reader = CASE WHEN :stage = 'adjudication' THEN second_reader END
               WHERE case_id = :case_id AND state IN ('decided', 'waiting')
                 AND (SELECT max(id) FROM decisions WHERE case_id = :case_id) = :decision
                 AND (SELECT actor FROM decisions WHERE id = :decision) = :me
                 AND NOT EXISTS (SELECT 1 FROM decision_undos WHERE decision_id = :decision)""",
            {
                "case_id": case_id,
                "decision": recorded.id,
                "me": actor.id,
                "name": actor.name,
                "at": to_micros(at),
                "until": to_micros(until),
                "stage": recorded.stage.value,
            },
        ).rowcount
        if not reopened:
            raise self.conflict(case_id)
        self.take_back(recorded.id, actor, at)
        return self.get(case_id)

    def take_back(self, decision_id: int, actor: Actor, at: datetime) -> None:
        """Mark a decision as one that no longer counts."""
        row = {"decision_id": decision_id, "actor": actor.id, "at": to_micros(at)}
        self._db.table("decision_undos").insert(row)

    def decisions(self, case_id: str) -> tuple[RecordedDecision, ...]:
        """All decisions on a case, oldest first, erased ones left out."""
        return decisions_of(self._db, case_id)

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

    def _row(self, case_id: str) -> dict[str, Any]:
        row = next(self._db.query("SELECT * FROM reviews WHERE case_id = ?", [case_id]), None)
        if row is None:
            raise NotFoundError(f"There is no case {case_id}.", where=f"case {case_id}")
        return row

    def conflict(self, case_id: str, asking: str = "") -> ReviewConflictError:
        """The error for work on a case that somebody else took or changed, naming who and when.

        Nobody is in the way of oneself: to the holder, ``asking``, whoever changed it is named.
        """
        row = self._row(case_id)
        holder = None if row["holder"] == asking else row["holder_name"]
        by = holder or row["changed_by"] or "nobody"
        since = from_micros(row["changed_at"] or row["received_at"])
        return ReviewConflictError(case_id, by, since.isoformat(timespec="seconds"))


def failure_mask(failures: Sequence[Failure]) -> int:
    """Kinds of failure as the bits of a number, first kind lowest."""
    return sum(1 << FAILURES.index(failure) for failure in set(failures))


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
        stage=Stage(row["stage"]),
        readers=tuple(filter(None, (row["first_reader"], row["second_reader"]))),
        assignee=row["assignee"],
        assignee_name=row["assignee_name"],
        snoozed_until=from_optional(row["snoozed_until"]),
        sent_back=bool(row["sent_back"]),
        skipped=row["skipped"],
        sample_weight=row["sample_weight"],
    )
