"""What the steps of the schema are made with; they are listed in ``hri.store.migrations``."""

from __future__ import annotations

from sqlite_utils import Database


def run(db: Database, *statements: str) -> None:
    """Execute statements inside the transaction of the step."""
    # Not executescript: that would commit the transaction the step runs in.
    for statement in statements:
        db.execute(statement)


def append_only(db: Database, table: str) -> None:
    """Let the database refuse to change or delete rows of a table."""
    for verb in ("UPDATE", "DELETE"):
        db.execute(
            f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )
