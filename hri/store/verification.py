"""Verification: the chain, the checkpoints kept elsewhere, and every record against its event."""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice

from sqlite_utils import Database

from hri.domain.events import MOST_NAMED, ChainReport, Checkpoint, Fault, Finding
from hri.domain.signatures import Signatures
from hri.domain.vouching import Signing
from hri.store.announced import TOLD, Announcement, Rows, announcements
from hri.store.chain import GENESIS, contains, head_of, highest_given, walk
from hri.store.contents import CONTENTS, erasures, misfit
from hri.store.lookups import AT_ONCE, Lookups
from hri.store.schema import breaks_tables, damages, schema_findings
from hri.store.seals import seal_findings, sealed, signing, vouched
from hri.store.unannounced import unannounced

MOST_FINDINGS = 1000
"""How many findings a report lists, so that it stays small whatever happened to the database."""

RECORD_KEYED = frozenset({"decisions", "decision_undos", "replies"})
"""Tables whose records are named by their own number."""


def verify(
    db: Database, known: Sequence[Checkpoint] = (), signatures: Signatures | None = None
) -> ChainReport:
    """Verify the log and the records inside the open transaction.

    Some events are read at a time; only the findings, at most ``MOST_FINDINGS``, are kept. With
    ``signatures``, those of the seals are judged too.
    """
    try:
        return _verified(db, known, signatures)
    except sqlite3.OperationalError as error:
        if "decode" not in str(error):
            raise
    # Reading any text takes a call for each, so it is done only where the plain way stops.
    with _any_text(db):
        return _verified(db, known, signatures)


def _verified(
    db: Database, known: Sequence[Checkpoint], signatures: Signatures | None
) -> ChainReport:
    broken = [*islice(damages(db), MOST_FINDINGS)]
    broken = broken or [*islice(schema_findings(db), MOST_FINDINGS)]
    if any(item.fault is Fault.DAMAGED or breaks_tables(item) for item in broken):
        return ChainReport(
            head=Checkpoint(seq=0, count=0, hash=GENESIS),
            findings=tuple(broken),
            lost=tuple(known),
            signing=Signing(trusted=signatures.trusted if signatures else ()),
        )
    return _compared(db, known, signatures, broken)


def _compared(
    db: Database,
    known: Sequence[Checkpoint],
    signatures: Signatures | None,
    schema: list[Finding],
) -> ChainReport:
    seals = sealed(db)
    walked = walk(db, known, vouched(seals))
    records = _Records(db)
    signed = signing(seals, signatures) if signatures else None
    among = chain(seal_findings(db, seals, known), signed.amiss if signed else ())
    found = [*schema, *islice(chain(among, records.findings()), MOST_FINDINGS + 1)]
    marks = {mark: contains(db, mark) for mark in known}
    return ChainReport(
        head=walked.head,
        first_bad=walked.first_bad,
        problem=walked.problem,
        findings=tuple(found[:MOST_FINDINGS]),
        more=len(found) > MOST_FINDINGS,
        kept=tuple(mark for mark, there in marks.items() if there),
        lost=tuple(mark for mark, there in marks.items() if not there),
        uncovered=records.uncovered,
        uncovered_events=tuple(records.last_uncovered),
        signing=signed.found if signed else Signing(),
        clock_steps=walked.clock_steps,
    )


class _Records:
    """The records beside the log; ``uncovered`` counts events that announce too little."""

    def __init__(self, db: Database) -> None:
        self._db, self.uncovered, self._erased = db, 0, erasures(db)
        self.last_uncovered: deque[int] = deque(maxlen=MOST_NAMED)

    def findings(self) -> Iterator[Finding]:
        """What is not as announced, what nothing announces, and what is amiss with the log."""
        yield from self._log()
        log = announcements(self._db)
        while events := [*islice(log, AT_ONCE)]:
            held = Lookups(self._db, events, self._erased)
            for event in events:
                yield from dict.fromkeys(self._of_event(event, held))
        yield from unannounced(self._db)

    def _log(self) -> Iterator[Finding]:
        head = head_of(self._db)
        if head.seq == 0:
            yield Finding(table="events", fault=Fault.EMPTY_LOG)
        if head.seq != highest_given(self._db):
            yield Finding(table="events", fault=Fault.MISCOUNTED)

    def _of_event(self, event: Announcement, held: Lookups) -> Iterator[Finding]:
        told = TOLD.get(event.kind, ())
        if not event.again and not _covered(event, told):
            self.uncovered += 1
            self.last_uncovered.append(event.seq)
        for name in event.digests.keys() & CONTENTS.keys():
            found = misfit(name, held.text_fault(event, name))
            if found:
                yield _finding(event, *found)
        for rows in told:
            if held.tells(event, rows):
                digest = held.digest(event, rows)
                if digest is None:
                    yield _finding(event, rows.table, "", Fault.MISSING)
                elif digest != event.rows[rows.table]:
                    yield _finding(event, rows.table, "", Fault.ALTERED)


def _covered(event: Announcement, told: tuple[Rows, ...]) -> bool:
    """Whether an event announces all that this version compares, and nothing beside it."""
    return event.digests.keys() <= CONTENTS.keys() and {rows.table for rows in told} == {
        *event.rows
    }


def _finding(event: Announcement, table: str, part: str, fault: Fault) -> Finding:
    record = str(event.record) if table in RECORD_KEYED else event.subject
    return Finding(table=table, record=record, part=part, fault=fault, seq=event.seq)


@contextmanager
def _any_text(db: Database) -> Iterator[None]:
    """Read text that is no valid UTF-8 too: it is to be found, not to stop the reading."""
    kept = db.conn.text_factory
    db.conn.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
    try:
        yield
    finally:
        db.conn.text_factory = kept
