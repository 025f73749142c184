"""Desks for verification: the real use cases over a database that is gone afterwards."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from hri.assurance.benches import Bench
from hri.assurance.dossiers import Dossier
from hri.assurance.environment import surroundings
from hri.assurance.requirements import load_requirements, trace
from hri.assurance.runs import Progress, Subject, run_suite
from hri.assurance.suites import load_suite
from hri.assurance.words import load_words
from hri.casework.activations import put_in_force
from hri.casework.audit import Audit
from hri.casework.scoring import Scorer
from hri.domain.assessments import VersionRef
from hri.domain.cases import Case
from hri.domain.policies import Policy
from hri.domain.ports import Clock, Knowledge
from hri.knowledge import load_pack
from hri.knowledge.cases import read_cases
from hri.knowledge.policies import load_policy
from hri.knowledge.reasons import load_reasons
from hri.pipeline import assess_or_route
from hri.settings import Settings
from hri.store.chain import Row
from hri.store.database import open_store
from hri.wiring.alone import open_audit
from hri.wiring.desk import join

START = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
UNDRAWN = ("random_share", "second_read_share", "sample_pass_share", "sample_warn_share")
"""Shares drawn by a case's id: a procedure that wants a second reading asks for it."""


class SteppingClock:
    """Moves on by a second whenever it is asked: the same steps have the same times."""

    def __init__(self) -> None:
        self._now = START

    def now(self) -> datetime:
        """The next second."""
        self._now += timedelta(seconds=1)
        return self._now


def subject_with_bench(
    knowledge: Knowledge, policy: Policy, ref: VersionRef, settings: Settings
) -> Subject:
    """What is under test, with a desk for the procedures that need one."""

    @contextmanager
    def bench() -> Iterator[Bench]:
        with TemporaryDirectory() as folder:
            yield open_bench(Path(folder), knowledge, policy, ref, settings)

    return Subject(knowledge, policy, ref, bench)


class Paper(NamedTuple):
    """How the documents are written."""

    language: str
    organisation: str = ""


def run_whole(
    suite: Path,
    pack: Path,
    policy: Path,
    settings: Settings,
    clock: Clock,
    paper: Paper,
    progress: Progress | None = None,
) -> Dossier:
    """Run a suite with everything it needs; the dossier is what its documents are written from.

    Raises:
        SuiteFileError: The suite, the requirements or the words are faulty.
        PackFileError: The pack is faulty.
        PolicyFileError: The policy is faulty.
    """
    return run_under(suite, pack, load_policy(policy), settings, clock, paper, progress)


def run_under(
    suite: Path,
    pack: Path,
    policy: tuple[Policy, VersionRef],
    settings: Settings,
    clock: Clock,
    paper: Paper,
    progress: Progress | None = None,
) -> Dossier:
    """The same under a policy that is not in a file; raises as ``run_whole``."""
    chosen, catalogue, words = load_suite(suite), load_requirements(), load_words(paper.language)
    knowledge = load_pack(pack, cache=settings.cache)
    subject = subject_with_bench(knowledge, *policy, settings)
    started = clock.now()
    result = run_suite(chosen, subject, progress, clock)
    return Dossier(
        suite=chosen,
        catalogue=catalogue,
        tracing=trace(chosen, catalogue.requirements),
        result=result,
        surroundings=surroundings(),
        organisation=paper.organisation,
        started=started,
        ended=clock.now(),
        words=words,
    )


def open_bench(
    folder: Path, knowledge: Knowledge, policy: Policy, ref: VersionRef, settings: Settings
) -> Bench:
    """A desk over an empty database in a folder."""
    own = settings.model_copy(
        update={"database": folder / "bench.sqlite", **dict.fromkeys(UNDRAWN, 0.0)}
    )
    store, clock = open_store(own.database), SteppingClock()
    put_in_force(store, clock, policy, ref)
    scorer = Scorer(assess_or_route, knowledge, policy, ref)
    desk = join(own, store, clock, scorer, load_reasons(own.reasons))
    lines = read_cases(own.demonstration_cases)
    cases = tuple(found for _, found in lines if isinstance(found, Case))

    @contextmanager
    def tampered(seq: int, column: str) -> Iterator[Audit]:
        with TemporaryDirectory() as place:
            copy = Path(place) / "copy.sqlite"
            shutil.copyfile(own.database, copy)
            _change(copy, seq, column)
            yield open_audit(own.model_copy(update={"database": copy}))

    return Bench(
        intake=desk.intake,
        review=desk.review,
        policies=desk.policies,
        proposals=desk.proposals,
        activations=desk.activations,
        delivery=desk.delivery,
        audit=desk.audit,
        replays=desk.replays,
        scorer=desk.scorer,
        cases=cases,
        columns=Row._fields[1:],
        tampered=tampered,
    )


def _change(copy: Path, seq: int, column: str) -> None:
    """Change one column of one event, as somebody does who may write the file."""
    with closing(sqlite3.connect(copy, isolation_level=None)) as db:
        db.executescript("PRAGMA synchronous = OFF; BEGIN")  # a copy that nobody keeps
        for (name,) in db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            db.execute(f'DROP TRIGGER "{name}"')
        if column not in Row._fields:
            raise ValueError(f"{column} is no column of the log")
        changed = f"{column} + 1" if column == "at" else f"{column} || 'x'"
        db.execute(f"UPDATE events SET {column} = {changed} WHERE seq = ?", [seq])  # noqa: S608
        db.execute("COMMIT")
