"""Whether the records still are what the events announced: the other half of verification."""

# ruff: noqa: S608  (names of columns are constants of this package; values are always bound)

from __future__ import annotations

from collections.abc import Iterator

from sqlite_utils import Database

from hri.domain.canonical import sha256_hex

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


STANDING = """SELECT 1 FROM decisions d WHERE d.case_id = r.case_id
    AND NOT EXISTS (SELECT 1 FROM decision_undos u WHERE u.decision_id = d.id)"""

CONTRADICTIONS = (
    # A case's columns, which order the queue and feed the figures, against what was announced.
    """SELECT 'case ' || c.case_id FROM cases c JOIN reviews r ON r.case_n = c.n
       JOIN events e ON e.subject = c.case_id AND e.kind IN ('case.scored', 'case.not_scored')
       WHERE c.action <> json_extract(e.payload, '$.action') OR r.action <> c.action
         OR abs(coalesce(c.hri, -1) - coalesce(json_extract(e.payload, '$.hri'), -1)) > 1e-9""",
    f"""SELECT 'review ' || r.case_id FROM reviews r
       WHERE (r.state = 'decided') <> EXISTS ({STANDING})""",
    """SELECT 'decision ' || u.decision_id FROM decision_undos u JOIN decisions d
       ON d.id = u.decision_id WHERE NOT EXISTS (SELECT 1 FROM events e
         WHERE e.subject = d.case_id AND e.kind = 'review.undone'
           AND json_extract(e.payload, '$.decision') = u.decision_id)""",
    """SELECT 'policy ' || p.policy_id || ' ' || p.version FROM policies p
       WHERE NOT EXISTS (SELECT 1 FROM events e
         WHERE e.subject = p.policy_id || ' ' || p.version
           AND json_extract(e.payload, '$.record') = p.published)""",
)
"""Records that contradict the log without any of their texts having changed."""


def _contradicting(db: Database) -> Iterator[str]:
    for sql in CONTRADICTIONS:
        yield from (row[0] for row in db.execute(sql))


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
    return tuple(sorted({*_unannounced(db), *_altered(db), *_contradicting(db)}))


def _altered(db: Database) -> Iterator[str]:
    announced = """SELECT s.name, s.salt, e.subject, json_extract(e.payload, '$.record'),
          json_extract(e.payload, '$.digests.' || s.name)
        FROM event_salts s JOIN events e ON e.seq = s.seq ORDER BY s.seq, s.name"""
    for name, salt, subject, record, digest in db.execute(announced):
        row = db.execute(CONTENTS[name], {"subject": subject, "record": record}).fetchone()
        content, label = row or (None, f"{name} of {subject}")
        if content is None or salted_digest(salt, content) != digest:
            yield label


def salted_digest(salt: str, content: str) -> str:
    """Digest of personal content; without the salt, which has a fixed length, none can guess it."""
    return sha256_hex(f"{salt}\n{content}")
