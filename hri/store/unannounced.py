"""Records that no event announces: rows put in, and rows whose events were taken out."""

# ruff: noqa: S608  (names of columns are constants of this package; values are always bound)

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sqlite_utils import Database

from hri.domain.events import Fault, Finding
from hri.store.announced import PAYLOAD

RECORD = f"json_extract({PAYLOAD}, '$.record')"
SCORED = "e.subject = r.case_id AND e.kind IN ('case.scored', 'case.not_scored')"
DECIDED = f"e.subject = r.case_id AND e.kind = 'review.decided' AND {RECORD} = r.id"
SENT = f"e.subject = r.case_id AND e.kind = 'reply.written' AND {RECORD} = r.id"
REMARKED = f"""e.subject = r.case_id AND {RECORD} = r.id
    AND e.kind IN ('review.skipped', 'review.sent_back', 'source.doubted')"""
BATCHED = "e.subject = 'batch ' || r.id AND e.kind = 'batch.done'"
PLANTED = "e.subject = 'seed ' || r.case_n AND e.kind = 'seed.planted'"
SAVED = f"""e.subject = r.policy_id || ' ' || r.version
    AND e.kind IN ('policy.drafted', 'policy.published') AND {RECORD} = r.published"""
REVEALED = "NOT (json_valid(r.body) AND json_extract(r.body, '$.revealed') IS 0)"
SHADOWED = f"""e.subject = 'shadow ' || r.shadow_id
    AND e.kind = 'case.shadowed' AND {RECORD} = r.case_n"""
ACTIVATED = f"""e.subject = r.policy_id || ' ' || r.version
    AND e.kind IN ('policy.activated', 'policy.rolled_back') AND {RECORD} = r.id"""
PROPOSED = f"""e.subject = r.policy_id || ' ' || r.version
    AND e.kind = 'policy.proposed' AND {RECORD} = r.id"""
HELD = f"e.subject = r.case_id AND e.kind = 'hold.started' AND {RECORD} = r.id"
POLICY = "r.policy_id || ' ' || r.version"


class Announced(NamedTuple):
    """Rows that take an event."""

    table: str
    name: str
    """The row's id in SQL; the row is ``r``."""
    event: str
    """The condition on its event ``e`` in SQL."""
    texts: tuple[tuple[str, str], ...] = ()
    """Columns that hold texts, each with the name of its digest in the event."""


TABLES = (
    Announced("cases", "r.case_id", SCORED, (("content", "case"), ("assessment", "assessment"))),
    Announced("reviews", "r.case_id", SCORED),
    Announced("decisions", "r.id", DECIDED, (("body", "decision"), ("rescored", "rescored"))),
    Announced("replies", "r.id", SENT, (("text", "reply"),)),
    Announced("remarks", "r.id", REMARKED, (("text", "remark"),)),
    Announced("seeds", "r.case_n", PLANTED),
    Announced("batches", "r.id", BATCHED),
    Announced("people", "r.id", "e.subject = r.id AND e.kind = 'access.signed_in'"),
    Announced("pauses", "r.id", "e.subject = 'pause ' || r.id AND e.kind = 'pause.started'"),
    Announced("api_keys", "r.id", "e.subject = 'key ' || r.id AND e.kind = 'key.made'"),
    Announced("legal_holds", "r.id", HELD),
    Announced("paused_cases", "r.case_id", "e.subject = r.case_id AND e.kind = 'case.paused'"),
    Announced("shadows", "r.id", "e.subject = 'shadow ' || r.id AND e.kind = 'shadow.started'"),
    Announced("shadow_outcomes", "r.case_n", SHADOWED),
    Announced("proposals", "r.id", PROPOSED),
    Announced("activations", "r.id", ACTIVATED),
    Announced("policies", POLICY, SAVED, (("body", "policy"),)),
)

LOOSE = (
    (
        "decision_undos",
        f"""SELECT u.decision_id, '' FROM decision_undos u LEFT JOIN decisions d
              ON d.id = u.decision_id
            WHERE NOT EXISTS (SELECT 1 FROM events e
              WHERE e.subject = d.case_id AND e.kind = 'review.undone'
                AND json_extract({PAYLOAD}, '$.decision') = u.decision_id)""",
    ),
    (
        "reply_withdrawals",
        """SELECT w.reply_id, '' FROM reply_withdrawals w LEFT JOIN replies r ON r.id = w.reply_id
           WHERE NOT EXISTS (SELECT 1 FROM events e
             WHERE e.subject = r.case_id
               AND e.kind IN ('review.undone', 'review.sent_back', 'reply.withdrawn'))""",
    ),
    (
        "outbox",
        """SELECT o.reply_id, '' FROM outbox o LEFT JOIN replies r ON r.id = o.reply_id
           WHERE r.id IS NULL""",
    ),
    (
        "batch_undos",
        """SELECT r.batch_id, '' FROM batch_undos r WHERE NOT EXISTS (SELECT 1 FROM events e
             WHERE e.subject = 'batch ' || r.batch_id AND e.kind = 'batch.undone')""",
    ),
    (
        "drafts",
        f"""SELECT r.case_id, 'revealed' FROM drafts r WHERE {REVEALED} AND NOT EXISTS (
              SELECT 1 FROM events e WHERE e.subject = r.case_id AND e.actor = r.actor
                AND e.kind IN ('review.revealed', 'review.undone'))""",
    ),
    (
        "slot_signals",
        """SELECT DISTINCT 'case number ' || s.case_n, '' FROM slot_signals s
           WHERE NOT EXISTS (SELECT 1 FROM cases c WHERE c.n = s.case_n)""",
    ),
    ("traits", "SELECT n, '' FROM traits WHERE n NOT IN (SELECT trait FROM slot_signals)"),
    (
        "event_salts",
        f"""SELECT 'of event ' || s.seq, s.name FROM event_salts s
            LEFT JOIN events e ON e.seq = s.seq
            WHERE e.seq IS NULL OR NOT EXISTS (
              SELECT 1 FROM json_each({PAYLOAD}, '$.digests') WHERE key = s.name)""",
    ),
    (
        "shadow_ends",
        """SELECT r.shadow_id, '' FROM shadow_ends r WHERE NOT EXISTS (SELECT 1 FROM events e
             WHERE e.subject = 'shadow ' || r.shadow_id AND e.kind = 'shadow.ended')""",
    ),
    (
        "pause_ends",
        """SELECT r.pause_id, '' FROM pause_ends r WHERE NOT EXISTS (SELECT 1 FROM events e
             WHERE e.subject = 'pause ' || r.pause_id AND e.kind = 'pause.ended')""",
    ),
    (
        "api_key_ends",
        """SELECT r.key_id, '' FROM api_key_ends r WHERE NOT EXISTS (SELECT 1 FROM events e
             WHERE e.subject = 'key ' || r.key_id AND e.kind = 'key.revoked')""",
    ),
    (
        "legal_hold_ends",
        f"""SELECT r.hold_id, '' FROM legal_hold_ends r WHERE NOT EXISTS (SELECT 1 FROM events e
              WHERE e.kind = 'hold.ended' AND {RECORD} = r.hold_id)""",
    ),
    (
        "proposal_ends",
        f"""SELECT r.proposal_id, '' FROM proposal_ends r WHERE NOT EXISTS (SELECT 1 FROM events e
              WHERE e.kind IN ('policy.approved', 'policy.rejected', 'policy.withdrawn')
                AND {RECORD} = r.proposal_id)""",
    ),
    (
        "activation_ends",
        f"""SELECT r.activation_id, '' FROM activation_ends r WHERE NOT EXISTS (SELECT 1
              FROM events e WHERE e.kind = 'policy.cancelled' AND {RECORD} = r.activation_id)""",
    ),
)
"""Rows that hang in the air: their table, id and column."""


def unannounced(db: Database) -> Iterator[Finding]:
    """Rows and texts that no event announces.

    Drafts are unsent work that changes without events; of them only this is looked at, that the
    scores were revealed where a draft says so.
    """
    for rows in TABLES:
        announced = f"EXISTS (SELECT 1 FROM events e WHERE {rows.event})"
        sql = f"SELECT {rows.name}, '' FROM {rows.table} r WHERE NOT {announced}"
        yield from _findings(db, rows.table, sql, Fault.UNANNOUNCED)
        for column, name in rows.texts:
            digest = f"json_extract({PAYLOAD}, '$.digests.{name}') IS NOT NULL"
            sql = f"""SELECT {rows.name}, '{column}' FROM {rows.table} r
                WHERE r.{column} IS NOT NULL
                  AND NOT EXISTS (SELECT 1 FROM events e WHERE {rows.event} AND {digest})
                  AND {announced}"""
            yield from _findings(db, rows.table, sql, Fault.UNANNOUNCED)
    for table, sql in LOOSE:
        yield from _findings(db, table, sql, Fault.UNANNOUNCED)


def _findings(db: Database, table: str, sql: str, fault: Fault) -> Iterator[Finding]:
    for record, part in db.execute(sql):
        yield Finding(table=table, record=str(record), part=part, fault=fault)
