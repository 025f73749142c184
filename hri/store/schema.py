"""Whether the database still has the form the product gave it: tables, indexes, triggers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import cache
from typing import NamedTuple

from sqlite_utils import Database

from hri.domain.events import Fault, Finding
from hri.store.migrations import migrations

OBJECTS = """SELECT type, name, tbl_name, sql FROM sqlite_master
    WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name <> '_sqlite_migrations'"""
"""Everything in the schema that the product's steps made."""


class Part(NamedTuple):
    """A table, index, trigger or view."""

    kind: str
    name: str
    table: str


def damages(db: Database) -> Iterator[Finding]:
    """What SQLite itself finds wrong with the file: damaged pages, indexes that lag behind."""
    for (words,) in db.execute("PRAGMA integrity_check"):
        if words != "ok":
            yield Finding(table="database", record=str(words), fault=Fault.DAMAGED)


def schema_findings(db: Database) -> Iterator[Finding]:
    """What is missing from the schema, altered in it, or foreign to it; an added index is no harm.

    A trigger that is gone lets rows be changed that are only ever added.
    """
    found, wanted = _parts(db), _wanted()
    for part, sql in wanted.items():
        if found.get(part) != sql:
            yield _finding(part, Fault.UNPROTECTED)
    for part in sorted(found.keys() - wanted.keys()):
        if part.kind != "index":
            yield _finding(part, Fault.FOREIGN)


def breaks_tables(finding: Finding) -> bool:
    """Whether a finding of the schema leaves a table that cannot be read as the product does."""
    return finding.fault is Fault.UNPROTECTED and finding.part.startswith("table ")


@cache
def _wanted() -> dict[Part, str]:
    with closing(Database(memory=True)) as fresh:
        migrations.apply(fresh)
        return _parts(fresh)


def _parts(db: Database) -> dict[Part, str]:
    rows = db.execute(f"{OBJECTS} ORDER BY type, name")
    return {Part(kind, name, table): sql for kind, name, table, sql in rows}


def _finding(part: Part, fault: Fault) -> Finding:
    return Finding(table=part.table, part=f"{part.kind} {part.name}", fault=fault)
