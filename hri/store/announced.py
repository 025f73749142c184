"""What an event announces besides texts: digests of the rows that it tells of.

The store adds them to an event as it is appended, from the rows as they stand then. They cover
every column but texts that can be erased, so that numbers stay proven after an erasure.
"""

# ruff: noqa: S608  (names of columns are constants of this package; values are always bound)

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from pydantic import JsonValue
from sqlite_utils import Database

from hri.domain.canonical import canonical_json, sha256_hex
from hri.domain.events import EventKind


class Rows(NamedTuple):
    """Rows of one table that an event tells of."""

    table: str
    sql: str
    """Selects them by ``:subject`` and ``:record``."""
    each: bool = True
    """True where the event tells of one row, False where of a set that may be empty."""
    last: bool = False
    """True where rows change: then only the last event that tells of them holds."""


# A hold is renewed without an event, and a name may have changed by then.
UNHELD = "CASE WHEN state <> 'held' THEN {0} END"

CASES = Rows(
    "cases",
    """SELECT n, case_id, received_at, due_at, action, base_action, hri, priority_risk, flags,
         procedure_id, service, language, model, channel, policy_version
       FROM cases WHERE case_id = :subject""",
)
SLOT_SIGNALS = Rows(
    "slot_signals",
    """SELECT s.slot, s.applies, s.present, s.sis, s.ccs, s.rvs, s.risk, s.flagged, t.body
       FROM cases c JOIN slot_signals s ON s.case_n = c.n LEFT JOIN traits t ON t.n = s.trait
       WHERE c.case_id = :subject ORDER BY s.slot""",
    each=False,
)
REVIEWS = Rows(
    "reviews",
    f"""SELECT case_n, case_id, state, origin, version, holder, {UNHELD.format("holder_name")},
         {UNHELD.format("held_until")}, decided_by, decided_at, verb, {UNHELD.format("changed_by")},
         changed_at, received_at, due_at, priority_risk, action, flagged, language, procedure_id,
         service, model, channel, stage, first_reader, second_reader, assignee, assignee_name,
         {UNHELD.format("snoozed_until")}, sent_back, skipped, drawn, sample_weight, failures
       FROM reviews WHERE case_id = :subject""",
    last=True,
)
DECISIONS = Rows(
    "decisions",
    """SELECT id, case_id, verb, actor, actor_name, at, stage
       FROM decisions WHERE id = :record AND case_id = :subject""",
)
DECISION_UNDOS = Rows(
    "decision_undos",
    "SELECT decision_id, actor, at FROM decision_undos WHERE decision_id = :record",
)
REPLIES = Rows(
    "replies",
    """SELECT id, case_id, kind, language, final, written_at, deliver_at
       FROM replies WHERE id = :record AND case_id = :subject""",
)
REPLY_WITHDRAWALS = Rows(
    "reply_withdrawals",
    """SELECT w.reply_id, w.at FROM replies r JOIN reply_withdrawals w ON w.reply_id = r.id
       WHERE r.case_id = :subject ORDER BY w.reply_id""",
    each=False,
    last=True,
)
# Taking a message to hand it over is no event: what comes of it is.
OUTBOX = Rows(
    "outbox",
    """SELECT o.reply_id, CASE o.state WHEN 'handing' THEN 'waiting' ELSE o.state END, o.attempts,
         o.done_at, o.problem, CASE WHEN o.state NOT IN ('waiting', 'handing') THEN o.due_at END
       FROM replies r JOIN outbox o ON o.reply_id = r.id
       WHERE r.case_id = :subject ORDER BY o.reply_id""",
    each=False,
    last=True,
)
PEOPLE = Rows(
    "people",
    "SELECT id, name, roles, barred, seen_at FROM people WHERE id = :subject",
    last=True,
)
REMARKS = Rows(
    "remarks",
    """SELECT id, case_id, kind, actor, actor_name, at, code, about
       FROM remarks WHERE id = :record AND case_id = :subject""",
)
SEEDS = Rows(
    "seeds",
    """SELECT case_n, case_id, slot, error, body, planted_by, planted_at
       FROM seeds WHERE case_n = :record AND 'seed ' || case_n = :subject""",
)
BATCHES = Rows("batches", "SELECT id, verb, actor, at, placed FROM batches WHERE id = :record")
BATCH_UNDOS = Rows("batch_undos", "SELECT batch_id, at FROM batch_undos WHERE batch_id = :record")
POLICIES = Rows(
    "policies",
    """SELECT policy_id, version, ref, published, saved_by, saved_at FROM policies
       WHERE policy_id || ' ' || version = :subject AND published = :record""",
)
ACTIVATIONS = Rows(
    "activations",
    """SELECT id, policy_id, version, published, kind, from_at, proposal, reason, actor,
         actor_name, at
       FROM activations WHERE policy_id || ' ' || version = :subject AND id = :record""",
)
ACTIVATION_ENDS = Rows(
    "activation_ends",
    """SELECT activation_id, reason, actor, actor_name, at FROM activation_ends
       WHERE activation_id = :record""",
)
PROPOSALS = Rows(
    "proposals",
    """SELECT id, policy_id, version, sha256, backtest, backtest_sha256, note, actor, actor_name, at
       FROM proposals WHERE policy_id || ' ' || version = :subject AND id = :record""",
)
PROPOSAL_ENDS = Rows(
    "proposal_ends",
    """SELECT proposal_id, verdict, reason, actor, actor_name, at FROM proposal_ends
       WHERE proposal_id = :record""",
)
PAUSES = Rows(
    "pauses",
    """SELECT id, procedure_id, service, reason, actor, actor_name, at FROM pauses
       WHERE id = :record AND 'pause ' || id = :subject""",
)
PAUSE_ENDS = Rows(
    "pause_ends",
    "SELECT pause_id, reason, actor, actor_name, at FROM pause_ends WHERE pause_id = :record",
)
PAUSED_CASES = Rows(
    "paused_cases",
    "SELECT case_n, case_id, pause_id FROM paused_cases WHERE case_id = :subject",
)
SHADOWS = Rows(
    "shadows",
    """SELECT id, policy_id, ref, actor, actor_name, at FROM shadows
       WHERE id = :record AND 'shadow ' || id = :subject""",
)
SHADOW_ENDS = Rows(
    "shadow_ends",
    "SELECT shadow_id, reason, actor, actor_name, at FROM shadow_ends WHERE shadow_id = :record",
)
SHADOW_OUTCOMES = Rows(
    "shadow_outcomes",
    """SELECT shadow_id, case_n, action, hri FROM shadow_outcomes
       WHERE case_n = :record AND 'shadow ' || shadow_id = :subject""",
)

API_KEYS = Rows(
    "api_keys",
    """SELECT id, client, terms, digest, actor, actor_name, at FROM api_keys
       WHERE id = :record AND 'key ' || id = :subject""",
)
API_KEY_ENDS = Rows(
    "api_key_ends",
    "SELECT key_id, reason, actor, actor_name, at FROM api_key_ends WHERE key_id = :record",
)
LEGAL_HOLDS = Rows(
    "legal_holds",
    """SELECT id, case_id, reason, actor, actor_name, at FROM legal_holds
       WHERE id = :record AND case_id = :subject""",
)
LEGAL_HOLD_ENDS = Rows(
    "legal_hold_ends",
    "SELECT hold_id, reason, actor, actor_name, at FROM legal_hold_ends WHERE hold_id = :record",
)

TOLD: Mapping[str, tuple[Rows, ...]] = {
    EventKind.CASE_SCORED: (CASES, SLOT_SIGNALS, REVIEWS),
    EventKind.CASE_NOT_SCORED: (CASES, SLOT_SIGNALS, REVIEWS),
    EventKind.REVIEW_CLAIMED: (REVIEWS,),
    EventKind.REVIEW_RELEASED: (REVIEWS,),
    EventKind.REVIEW_ASSIGNED: (REVIEWS,),
    EventKind.REVIEW_MOVED: (REVIEWS,),
    EventKind.REVIEW_SNOOZED: (REVIEWS,),
    EventKind.REVIEW_SKIPPED: (REMARKS, REVIEWS),
    EventKind.REVIEW_SENT_BACK: (REMARKS, REPLY_WITHDRAWALS, REVIEWS),
    EventKind.SOURCE_DOUBTED: (REMARKS,),
    EventKind.SEED_PLANTED: (SEEDS,),
    EventKind.REVIEW_SAMPLED: (REVIEWS,),
    EventKind.REVIEW_DECIDED: (DECISIONS, REVIEWS),
    EventKind.REVIEW_UNDONE: (DECISION_UNDOS, REPLY_WITHDRAWALS, REVIEWS),
    EventKind.REPLY_WRITTEN: (REPLIES, OUTBOX),
    EventKind.REPLY_SENT: (OUTBOX,),
    EventKind.REPLY_FAILED: (OUTBOX,),
    EventKind.REPLY_RETRIED: (OUTBOX,),
    EventKind.REPLY_WITHDRAWN: (REPLY_WITHDRAWALS, OUTBOX),
    EventKind.BATCH_DONE: (BATCHES,),
    EventKind.BATCH_UNDONE: (BATCH_UNDOS,),
    EventKind.SHADOW_STARTED: (SHADOWS,),
    EventKind.SHADOW_ENDED: (SHADOW_ENDS,),
    EventKind.CASE_SHADOWED: (SHADOW_OUTCOMES,),
    EventKind.PAUSE_STARTED: (PAUSES,),
    EventKind.PAUSE_ENDED: (PAUSE_ENDS,),
    EventKind.CASE_PAUSED: (PAUSED_CASES,),
    EventKind.KEY_MADE: (API_KEYS,),
    EventKind.KEY_REVOKED: (API_KEY_ENDS,),
    EventKind.HOLD_STARTED: (LEGAL_HOLDS,),
    EventKind.HOLD_ENDED: (LEGAL_HOLD_ENDS,),
    EventKind.SIGNED_IN: (PEOPLE,),
    EventKind.ROLES_BARRED: (PEOPLE,),
    EventKind.POLICY_DRAFTED: (POLICIES,),
    EventKind.POLICY_PUBLISHED: (POLICIES,),
    EventKind.POLICY_PROPOSED: (PROPOSALS,),
    EventKind.POLICY_APPROVED: (PROPOSAL_ENDS,),
    EventKind.POLICY_REJECTED: (PROPOSAL_ENDS,),
    EventKind.POLICY_WITHDRAWN: (PROPOSAL_ENDS,),
    EventKind.POLICY_ACTIVATED: (ACTIVATIONS,),
    EventKind.POLICY_ROLLED_BACK: (ACTIVATIONS,),
    EventKind.POLICY_CANCELLED: (ACTIVATION_ENDS,),
}
"""Per kind of event the rows it tells of."""

PAYLOAD = "CASE WHEN json_valid(e.payload) THEN e.payload ELSE '{}' END"
"""An event's payload in SQL; one that was damaged counts as empty."""


class Announcement(NamedTuple):
    """An event as the records are compared with it; what is no payload of ours is left out."""

    seq: int
    kind: str
    subject: str
    record: int | None
    """Number of the decision, reply, remark, batch or publication it tells of."""
    digests: Mapping[str, JsonValue]
    rows: Mapping[str, JsonValue]
    again: bool
    """True for an event of an older version that put a policy in force again, without a row."""

    @property
    def keys(self) -> dict[str, Any]:
        """What the record's row is found by."""
        return {"subject": bindable(self.subject), "record": self.record}


def announcements(db: Database) -> Iterator[Announcement]:
    """All events in order, as announcements."""
    sql = "SELECT seq, kind, subject, payload FROM events ORDER BY seq"
    for seq, kind, subject, text in db.execute(sql):
        payload = _object(_parsed(text))
        yield Announcement(
            seq=seq,
            kind=kind,
            subject=subject,
            record=_number(payload.get("record", payload.get("decision"))),
            digests=_object(payload.get("digests")),
            rows=_object(payload.get("rows")),
            again=payload.get("again") is True,
        )


def row_digests(
    db: Database, kind: EventKind, subject: str, payload: Mapping[str, JsonValue]
) -> dict[str, JsonValue]:
    """Digests of the rows that an event tells of, by table, as they stand now."""
    record = _number(payload.get("record", payload.get("decision")))
    found: dict[str, JsonValue] = {}
    for rows in TOLD.get(kind, ()):
        digest = digest_of(db, rows, {"subject": subject, "record": record})
        if digest is not None:
            found[rows.table] = digest
    return found


def digest_of(db: Database, rows: Rows, keys: dict[str, Any]) -> str | None:
    """The digest of rows; None where the one row is not there, "" for values no row of ours has."""
    found: list[JsonValue] = [list(row) for row in db.conn.execute(rows.sql, keys)]
    return None if rows.each and not found else rows_digest(found)


def rows_digest(found: list[JsonValue]) -> str:
    """The digest of rows as they were read; "" for values no row of ours has."""
    try:
        return sha256_hex(canonical_json(found))
    except (TypeError, ValueError):  # infinity, or bytes where the schema was forced
        return ""


def bindable(text: str) -> str | bytes:
    """A text as one that can be looked up; bytes, which match none, where it is no valid text."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def _parsed(text: str) -> JsonValue:
    try:
        value: JsonValue = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value


def _object(value: JsonValue) -> dict[str, JsonValue]:
    return value if isinstance(value, dict) else {}


def _number(value: JsonValue) -> int | None:
    return value if isinstance(value, int) and abs(value) < 2**63 else None
