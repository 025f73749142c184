"""Whether texts still are what the events announced: salted digests, and lawful erasure."""

# ruff: noqa: S608  (names of columns are constants of this package; values are always bound)

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from sqlite_utils import Database

from hri.domain.canonical import canonical_json, sha256_hex
from hri.domain.events import EventKind, Fault
from hri.store.announced import Announcement

SALT = re.compile(r"[0-9a-f]{32}")
"""The form of a salt: with a fixed length, no text can pass as another one's salt and text."""


class Content(NamedTuple):
    """Where a text is kept."""

    table: str
    column: str
    where: str


CASE = "case_id = :subject"
OF_CASE = "id = :record AND case_id = :subject"
CONTENTS = {
    "case": Content("cases", "content", CASE),
    "assessment": Content("cases", "assessment", CASE),
    "decision": Content("decisions", "body", OF_CASE),
    "rescored": Content("decisions", "rescored", OF_CASE),
    "policy": Content(
        "policies", "body", "policy_id || ' ' || version = :subject AND published = :record"
    ),
    "reply": Content("replies", "text", OF_CASE),
    "remark": Content("remarks", "text", OF_CASE),
}
"""Every text of which a salted digest enters the log, by its name there."""


class Misfit(NamedTuple):
    """A text that is not as announced."""

    table: str
    column: str
    fault: Fault


def salted_digest(salt: str, content: str) -> str:
    """Digest of personal content; without the salt, which has a fixed length, none can guess it."""
    return sha256_hex(f"{salt}\n{content}")


Erasures = Mapping[str, int]
"""The last event that erased the texts of a subject, by subject."""


def erasures(db: Database) -> Erasures:
    """The erasures of the whole log."""
    sql = "SELECT subject, max(seq) FROM events WHERE kind = ? GROUP BY subject"
    return dict(db.execute(sql, [EventKind.CONTENT_ERASED.value]).fetchall())


def misfits(db: Database, event: Announcement, erased_at: Erasures) -> Iterator[Misfit]:
    """Texts that an event announces and that are not as announced; unknown names are left out."""
    names = [name for name in event.digests if name in CONTENTS]
    erased = erased_at.get(event.subject, 0) > event.seq
    for name in names:
        content = CONTENTS[name]
        fault = _fault(db, event, name, content, erased=erased)
        if fault is not None:
            yield Misfit(content.table, "" if fault is Fault.MISSING else content.column, fault)
        elif name == "case" and not _digest_fits(db, event):
            yield Misfit(content.table, "digest", Fault.ALTERED)


def _fault(
    db: Database, event: Announcement, name: str, content: Content, *, erased: bool
) -> Fault | None:
    sql = f"SELECT {content.column} FROM {content.table} WHERE {content.where}"
    row = db.conn.execute(sql, event.keys).fetchone()
    if row is None:
        return Fault.MISSING
    salted = "SELECT salt FROM event_salts WHERE seq = ? AND name = ?"
    found = db.conn.execute(salted, [event.seq, name])
    salt = (found.fetchone() or (None,))[0]
    if erased:
        return None if (row[0], salt) == (None, None) else Fault.NOT_ERASED
    if row[0] is None:
        return Fault.TEXT_GONE
    if salt is None or not SALT.fullmatch(salt):
        return Fault.SALT_GONE
    return None if salted_digest(salt, row[0]) == event.digests[name] else Fault.ALTERED


def _digest_fits(db: Database, event: Announcement) -> bool:
    """Whether a case's own digest, by which a case is known again, is that of its content."""
    sql = "SELECT digest, content FROM cases WHERE case_id = ?"
    digest, content = db.execute(sql, [event.keys["subject"]]).fetchone()
    if content is None:
        return bool(digest == "")
    case = json.loads(content)
    case.pop("case_id")
    return bool(digest == sha256_hex(canonical_json(case)))
