"""Whether texts still are what the events announced: salted digests, and lawful erasure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import NamedTuple

from pydantic import JsonValue
from sqlite_utils import Database

from hri.domain.canonical import canonical_json, sha256_hex
from hri.domain.events import EventKind, Fault

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

DIGEST = "digest"
"""The column with a case's own digest."""


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


class Stored(NamedTuple):
    """A text as it stands in its row, in UTF-8, with the salt that stands beside its event."""

    name: str
    text: bytes | None
    salt: str | None


def fault_of(stored: Stored, announced: JsonValue, digest: str, *, erased: bool) -> Fault | str:
    """What is wrong with a text that an event announces; "" for nothing.

    Args:
        stored: The text and its salt.
        announced: The salted digest in the event.
        digest: Of a case: its own one, by which it is known again.
        erased: Whether a later event erased the texts of the subject.

    Returns:
        A fault; or ``DIGEST`` where the text is as announced and the case's own digest is not.
    """
    fault = _fault(stored, announced, erased=erased)
    if fault is None and stored.name == "case" and not _digest_fits(digest, stored.text):
        return DIGEST
    return fault or ""


def misfit(name: str, fault: Fault | str) -> Misfit | None:
    """What ``fault_of`` said, with the place; None for nothing."""
    if not fault:
        return None
    content = CONTENTS[name]
    if fault == DIGEST:
        return Misfit(content.table, DIGEST, Fault.ALTERED)
    if not isinstance(fault, Fault):
        return None
    return Misfit(content.table, "" if fault is Fault.MISSING else content.column, fault)


def _fault(stored: Stored, announced: JsonValue, *, erased: bool) -> Fault | None:
    _, text, salt = stored
    if erased:
        return None if (text, salt) == (None, None) else Fault.NOT_ERASED
    if text is None:
        return Fault.TEXT_GONE
    if salt is None or not SALT.fullmatch(salt):
        return Fault.SALT_GONE
    found = sha256(f"{salt}\n".encode() + text).hexdigest()
    return None if found == announced else Fault.ALTERED


def _digest_fits(digest: str, content: bytes | None) -> bool:
    if content is None:
        return digest == ""
    case = json.loads(content)
    case.pop("case_id")
    return bool(digest == sha256_hex(canonical_json(case)))
