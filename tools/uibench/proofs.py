"""After the work: each decision that a page confirmed is there once, in one sound audit log."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from hri.store.database import SqliteStore

Decision = tuple[str, str]
"""Who decided, and which case."""


def lost_or_doubled(
    database: Path, acknowledged: Sequence[Decision], unsure: Sequence[Decision]
) -> list[str]:
    """What is wrong with the decisions; empty when nothing is.

    Args:
        database: Of the desk, which has stopped.
        acknowledged: What the pages confirmed.
        unsure: What was sent without a confirmation coming: there once or not at all.
    """
    with closing(sqlite3.connect(database)) as connection:
        sql = """SELECT actor, case_id FROM decisions
            WHERE id NOT IN (SELECT decision_id FROM decision_undos)"""
        there = Counter((actor, case_id) for actor, case_id in connection.execute(sql))
    wanted = Counter(acknowledged)
    return [*_wrong(there, wanted, frozenset(unsure))]


def _wrong(
    there: Counter[Decision], wanted: Counter[Decision], unsure: frozenset[Decision]
) -> Iterator[str]:
    for one, count in wanted.items():
        if there[one] != count:
            yield f"{one}: confirmed {count} times, there {there[one]} times"
    for one, count in there.items():
        if one not in wanted and (one not in unsure or count > 1):
            yield f"{one}: there {count} times, never confirmed"


def log_problems(database: Path) -> str:
    """What verifying the whole audit log finds; "" when it is sound."""
    with SqliteStore(database).read() as records:
        report = records.audit.verify()
    return "" if report.sound else report.describe()


def lock_errors(log: Path) -> list[str]:
    """Lines of the server's log that tell of a locked database or a broken page."""
    words = ("locked", "Traceback", "StoreError")
    return [line for line in log.read_text().splitlines() if any(word in line for word in words)]
