"""Whether the records still are what the events announced: the other half of verification."""

# ruff: noqa: S608  (names of columns are constants of this package; values are always bound)

from __future__ import annotations

import json
from collections.abc import Iterator

from sqlite_utils import Database

from hri.domain.canonical import canonical_json, sha256_hex

CONTENTS = {
    "case": "SELECT content, 'case ' || case_id FROM cases WHERE case_id = :subject",
    "assessment": "SELECT assessment, 'case ' || case_id FROM cases WHERE case_id = :subject",
    "decision": "SELECT body, 'decision ' || id FROM decisions WHERE id = :record",
    "rescored": "SELECT rescored, 'decision ' || id FROM decisions WHERE id = :record",
    "policy": "SELECT body, 'policy ' || :subject FROM policies WHERE "
    "policy_id || ' ' || version = :subject AND published = :record",
    "reply": "SELECT text, 'reply ' || id FROM replies WHERE id = :record",
}
"""Where each announced content is kept: the text and the record's name."""

RECORDS = (
    ("case", "cases", "content", "case.scored", "case.not_scored"),
    ("decision", "decisions", "body", "review.decided", "review.decided"),
    ("reply", "replies", "text", "reply.delivered", "reply.delivered"),
)
"""Per kind of record: name of its content, table, column, and the kinds of event announcing it."""


def _unannounced(db: Database) -> Iterator[str]:
    for name, table, column, kind, other in RECORDS:
        label = "r.case_id" if name == "case" else "r.id"
        same = "1" if name == "case" else "json_extract(e.payload, '$.record') = r.id"
        sql = f"""SELECT '{name} ' || {label} FROM {table} r WHERE
            (r.{column} IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM events e JOIN event_salts s ON s.seq = e.seq AND s.name = '{name}'
                WHERE e.subject = r.case_id AND e.kind IN ('{kind}', '{other}') AND {same}))
            OR (r.{column} IS NULL AND NOT EXISTS (
                SELECT 1 FROM events e
                WHERE e.subject = r.case_id AND e.kind = 'content.erased'))"""
        yield from (row[0] for row in db.execute(sql))


def unmatched_contents(db: Database) -> tuple[str, ...]:
    """Names of records that are not what their event announced, or that no event announced.

    Content that is gone is lawful where an event says that it was erased.
    """
    return tuple(sorted({*_unannounced(db), *_altered(db)}))


def _altered(db: Database) -> Iterator[str]:
    salts = """SELECT e.subject, e.payload, s.name, s.salt
        FROM event_salts s JOIN events e ON e.seq = s.seq ORDER BY s.seq, s.name"""
    for subject, text, name, salt in db.execute(salts):
        payload = json.loads(text)
        record = payload.get("record")
        keys = {"subject": subject, "record": record}
        row = db.execute(CONTENTS[name], keys).fetchone()
        label = row[1] if row else f"{name} of {subject}"
        content = row[0] if row else None
        if content is None or salted_digest(salt, content) != payload["digests"].get(name):
            yield label


def salted_digest(salt: str, content: str) -> str:
    """Digest of personal content under its salt, which keeps it from being tried by guessing."""
    return sha256_hex(canonical_json([salt, content]))
