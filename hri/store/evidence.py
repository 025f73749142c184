"""Counts over the events of a period; see ``hri.domain.evidence.EvidenceRecords``."""

# ruff: noqa: S608  (conditions are constants of this module; values are always bound)

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from sqlite_utils import Database

from hri.domain.assessments import VersionRef
from hri.domain.events import EventKind
from hri.domain.evidence import HandledRow, MessageRow, ScoredUnder, Window
from hri.domain.periods import Period
from hri.domain.reviews import ReplyKind, ReviewVerb
from hri.errors import StoreError
from hri.store.clock import from_micros, from_optional, to_micros
from hri.store.columns import SCORED
from hri.store.seeds import NO_SEEDS

PERIOD = "e.at >= :since AND e.at < :until"
"""That an event lies in the period."""

INSIDE = f"e.seq > :after AND e.seq <= :upto AND {PERIOD}"
"""That it lies in the window as well."""


class SqliteEvidence:
    """Counts of a period, each read in one pass over its events."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def events(self, period: Period, window: Window) -> dict[EventKind, int]:
        """Events by kind; kinds of which there is none are left out."""
        sql = f"SELECT kind, count(*) FROM events e WHERE {INSIDE} GROUP BY kind ORDER BY kind"
        with _readable():
            rows = self._db.execute(sql, _values(period, window))
            return {EventKind(kind): n for kind, n in rows}

    def scored(self, period: Period, window: Window) -> tuple[ScoredUnder, ...]:
        """With which versions the cases of the period were scored, first used first."""
        sql = f"""SELECT json_extract(e.payload, '$.policy'), json_extract(e.payload, '$.pack'),
              json_extract(e.payload, '$.lexicon'), json_extract(e.payload, '$.engine'),
              coalesce(json_extract(e.payload, '$.model'), ''), count(*),
              sum(e.kind = 'case.not_scored'), min(e.at), max(e.at)
            FROM events e JOIN cases c ON c.case_id = e.subject
            WHERE {INSIDE} AND e.kind IN {SCORED} AND c.n {NO_SEEDS}
            GROUP BY 1, 2, 3, 4, 5 ORDER BY 8, 1, 2, 3, 4, 5"""
        with _readable():
            return tuple(map(_scored, self._db.execute(sql, _values(period, window))))

    def handled(self, period: Period, window: Window) -> Iterator[HandledRow]:
        """The decisions made in the period that were not taken back, in order."""
        sql = f"""SELECT json_extract(e.payload, '$.verb'),
              coalesce(json_extract(e.payload, '$.reason'), ''), e.at,
              (SELECT max(t.at) FROM events t WHERE t.subject = e.subject AND t.actor = e.actor
                 AND t.kind = 'review.claimed' AND t.seq < e.seq),
              r.due_at
            FROM events e JOIN reviews r ON r.case_id = e.subject
            WHERE {INSIDE} AND e.kind = 'review.decided' AND r.case_n {NO_SEEDS}
              AND json_extract(e.payload, '$.record')
                NOT IN (SELECT decision_id FROM decision_undos)
            ORDER BY e.seq"""
        with _readable():
            yield from map(_handled, self._db.execute(sql, _values(period, window)))

    def messages(self, period: Period, window: Window) -> tuple[MessageRow, ...]:
        """Messages written and sent in the period; kinds of which there is none are left out."""
        sql = f"""SELECT r.kind, sum(e.kind = 'reply.written'), sum(e.kind = 'reply.sent')
            FROM events e JOIN replies r ON r.id = json_extract(e.payload, '$.record')
              JOIN cases c ON c.case_id = r.case_id
            WHERE {INSIDE} AND e.kind IN ('reply.written', 'reply.sent') AND c.n {NO_SEEDS}
            GROUP BY r.kind ORDER BY r.kind"""
        rows = self._db.execute(sql, _values(period, window))
        return tuple(MessageRow(ReplyKind(kind), written, sent) for kind, written, sent in rows)

    def erased(self, period: Period) -> dict[str, int]:
        """Cases whose texts were erased in the period, by ground."""
        sql = f"""SELECT coalesce(json_extract(e.payload, '$.ground'), ''), count(*)
            FROM events e WHERE {PERIOD} AND e.kind = 'content.erased' GROUP BY 1 ORDER BY 1"""
        return dict(self._db.execute(sql, _values(period)).fetchall())

    def oldest(self) -> datetime | None:
        """When the first event of the log was; None for an empty log."""
        row = self._db.execute("SELECT at FROM events ORDER BY seq LIMIT 1").fetchone()
        return None if row is None else from_micros(row[0])


@contextmanager
def _readable() -> Iterator[None]:
    """What is no event of this product, or none any more, is told as such."""
    try:
        yield
    except ValueError as error:
        raise StoreError(
            "The log holds what cannot be read as an event.",
            why=str(error).splitlines()[0],
            remedy="Run `hri audit verify`; it names the event.",
        ) from error


def _values(period: Period, window: Window | None = None) -> dict[str, int]:
    values = {"since": to_micros(period.since), "until": to_micros(period.until)}
    return values if window is None else values | window._asdict()


def _handled(row: tuple[Any, ...]) -> HandledRow:
    verb, reason, at, taken, due = row
    return HandledRow(
        ReviewVerb(verb), reason, from_micros(at), from_optional(taken), from_micros(due)
    )


def _scored(row: tuple[Any, ...]) -> ScoredUnder:
    policy, pack, lexicon = map(VersionRef.model_validate_json, row[:3])
    engine, model, cases, failed = row[3:7]
    first, last = map(from_micros, row[7:])
    return ScoredUnder(policy, pack, lexicon, engine, model, cases, failed, first, last)
