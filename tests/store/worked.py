"""A database in which everything happened once, and ways to change it behind the product's back."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import factories
from casework.bench import (
    ADMIN,
    ANALYST,
    ANNE,
    BRUNO,
    CHIEF,
    FAKE_LAW,
    JUDGED,
    REF,
    FakeClock,
    case,
    open_bench,
    store_of,
    take,
)
from sqlite_utils import Database

from hri.casework.activations import put_in_force
from hri.casework.permissions import SYSTEM
from hri.casework.policies import policy_ref
from hri.domain.activations import Activation
from hri.domain.cases import Case
from hri.domain.clients import KeyTerms, Scope
from hri.domain.events import ChainReport, Checkpoint
from hri.domain.reviews import ReviewDecision, ReviewDraft, ReviewVerb
from hri.domain.seeds import Seed, SeededCase
from hri.domain.slots import Slot
from hri.errors import CaseFileError
from hri.store.database import SqliteStore
from hri.store.verification import verify
from hri.wiring import Desk

DECIDED, HELD, UNDONE, DELIVERED, ERASED, FAILED, RETURNED = (f"case-{n:05}" for n in range(1, 8))
"""Cases by what became of them: numbers 1 to 7."""

CASES: tuple[Case, ...] = (
    case(1, question="I am Jeanne Dupont"),
    case(2, metadata={"slots": FAKE_LAW}, model="m-1", channel="web"),
    case(3, asked_on="2020-06-02"),
    case(4).model_copy(update={"answer": "that is right"}),
    case(5, question="I am Jean Durand"),
    case(6, metadata={"slots": {}, "flags": ["scoring_error"]}),
    case(7),
)


SEED = Seed(slot=Slot.FEES, error="wrong_fee", explanation={"en": "It costs €25."})


def open_worked(folder: Path) -> Desk:
    """A desk with cases in every state, an erased one, policies, drafts and a rejected line."""
    content, left_at = _worked()
    path = folder / "hri.sqlite"
    path.touch(mode=0o600)
    path.write_bytes(content)
    return open_bench(folder, clock=FakeClock(left_at))


@cache
def _worked() -> tuple[bytes, datetime]:
    """The database, made once a process, and the moment at which it was left."""
    clock = FakeClock()
    with TemporaryDirectory() as folder:
        return make_worked(Path(folder), clock).settings.database.read_bytes(), clock.moment


def make_worked(folder: Path, clock: FakeClock) -> Desk:
    """The work itself, done now; see ``open_worked``."""
    desk = open_bench(folder, clock=clock)
    policy = factories.default_policy()[0]
    put_in_force(store_of(desk), clock, policy, REF)
    desk.policies.save_draft(ANALYST, policy)
    newer = policy.model_copy(update={"version": "v002"})
    put_in_force(store_of(desk), clock, newer, policy_ref(newer))
    put_in_force(store_of(desk), clock, policy, REF)
    fault = CaseFileError("f", "line 7", "no answer", "Give one.")
    desk.intake.submit_all(CHIEF, [*enumerate(CASES, start=1), (8, fault)])
    planted = case(8, question="What does a lost card cost?")
    desk.intake.plant(CHIEF, SeededCase(case=planted, seed=SEED))
    for case_id, verb in ((DECIDED, "approve_edited"), (ERASED, "reject"), (UNDONE, "approve")):
        clock.move(seconds=1)
        decide(desk, case_id, ReviewVerb(verb))
    desk.review.undo(ANNE, UNDONE)
    desk.review.release(ANNE, UNDONE)
    clock.move(seconds=1)
    decide(desk, UNDONE, ReviewVerb.REJECT)
    clock.move(seconds=11)
    desk.delivery.run(SYSTEM)
    desk.review.save_draft(CHIEF, ERASED, ReviewDraft(note="Jean Durand again"))
    desk.audit.erase_content(ADMIN, ERASED, "art. 17 GDPR")
    for someone in (ANNE, BRUNO):
        desk.guard.signed_in(someone, "oidc")
    work_on_queue(desk)
    work_on_policies(desk)
    work_on_pauses(desk)
    run_a_shadow(desk)
    work_on_clients(desk)
    take(desk, BRUNO, HELD)
    clock.move(minutes=20)
    take(desk, ANNE, HELD)
    return desk


def work_on_queue(desk: Desk) -> None:
    """Give a case, take that back, skip it, have it read twice and send it back."""
    given = desk.worklist.assign(CHIEF, [RETURNED, FAILED], BRUNO)
    desk.worklist.undo(CHIEF, given.batch)
    desk.worklist.skip(BRUNO, FAILED, "skip_other", "Jean Durand is my neighbour")
    decide(desk, RETURNED, ReviewVerb.APPROVE, second_read=True)
    desk.review.claim(BRUNO, RETURNED)
    desk.worklist.send_back(BRUNO, RETURNED, "Look at the fee again.")


def work_on_policies(desk: Desk) -> None:
    """Have a version approved, rolled back, approved for later, cancelled, and rejected."""
    version = desk.policies.save_draft(ANALYST, desk.policy).policy.version
    approve(desk, version)
    desk.activations.roll_back(CHIEF, version, "too many answers held back")
    later = approve(desk, version, from_at=desk.clock.now() + timedelta(days=1))
    desk.activations.cancel(CHIEF, later.id, "not yet")
    desk.proposals.withdraw(ANALYST, desk.proposals.propose(ANALYST, version).id, "a wrong note")
    desk.proposals.reject(CHIEF, desk.proposals.propose(ANALYST, version).id, "too strict")


def work_on_pauses(desk: Desk) -> None:
    """Pause everything, take a case in, and resume."""
    paused = desk.pauses.pause(CHIEF, "the fees changed today")
    desk.intake.submit(CHIEF, case(9))
    desk.pauses.resume(CHIEF, paused.id, "the pack is up to date")


def work_on_clients(desk: Desk) -> None:
    """Make two keys and revoke one; put two cases under a legal hold and end one of them."""
    terms = KeyTerms(client="portal", scopes=(Scope.CHAT,))
    desk.clients.revoke(ADMIN, desk.clients.make(ADMIN, terms).key.id, "it was lost")
    desk.clients.make(ADMIN, terms)
    desk.retention.hold(CHIEF, DECIDED, "a lawsuit")
    hold = desk.retention.hold(CHIEF, DELIVERED, "another one")
    desk.retention.release(CHIEF, hold.id, "it was withdrawn")


def run_a_shadow(desk: Desk) -> None:
    """Run a draft beside the live policy on two cases."""
    version = desk.policies.save_draft(ANALYST, desk.policy).policy.version
    shadow = desk.shadows.start(ANALYST, version)
    for number in (10, 11):
        desk.intake.submit(CHIEF, case(number))
    desk.shadows.end(ANALYST, shadow.id, "seen enough")


def approve(desk: Desk, version: str, **more: Any) -> Activation:
    """Have a version proposed by the analyst and approved by the chief."""
    proposal = desk.proposals.propose(ANALYST, version)
    return desk.proposals.approve(CHIEF, proposal.id, proposal.backtest_sha256, **more)


def decide(desk: Desk, case_id: str, verb: ReviewVerb, **more: object) -> None:
    """Decide a case as Anne."""
    version = take(desk, ANNE, case_id).version
    approved = verb is ReviewVerb.APPROVE
    decision = ReviewDecision(
        case_id=case_id,
        verb=verb,
        seen_version=version,
        reason_code="correct" if approved else "wrong_value",
        text=None if approved else "Dear Jeanne Dupont,\nit costs 25 €.",
        judgements=JUDGED,
        **more,
    )
    desk.review.decide(ANNE, decision)


class Altered:
    """A database without triggers, foreign keys or checks; what is done to it is taken back."""

    def __init__(self, path: Path) -> None:
        self.connection = sqlite3.connect(path, isolation_level=None)
        self.connection.execute("BEGIN")
        triggers = self.connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            self.connection.execute(f"DROP TRIGGER {name}")

    @contextmanager
    def after(self, *statements: str) -> Iterator[ChainReport]:
        """What verification finds after some statements; the missing triggers are left out."""
        self.connection.execute("SAVEPOINT before")
        try:
            self.connection.execute("PRAGMA ignore_check_constraints = ON")
            for statement in statements:
                self.connection.execute(statement)
            self.connection.execute("PRAGMA ignore_check_constraints = OFF")
            report = verify(Database(self.connection, execute_plugins=False))
            others = tuple(item for item in report.findings if not item.part.startswith("trigger"))
            yield report.model_copy(update={"findings": others})
        finally:
            self.connection.execute("ROLLBACK TO before")
            self.connection.execute("RELEASE before")

    def names(self, *statements: str) -> list[str]:
        """What verification finds after some statements, by name."""
        with self.after(*statements) as report:
            return [item.name for item in report.findings]


def report_of(path: Path, *known: Checkpoint) -> ChainReport:
    """What verification finds in a file."""
    with SqliteStore(path).read() as records:
        return records.audit.verify(known)


def change(path: Path, *statements: str) -> None:
    """Change a file for good, without triggers and foreign keys."""
    connection = sqlite3.connect(path)
    for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type='trigger'"):
        connection.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.close()
