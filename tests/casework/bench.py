"""A desk over a fresh database with a clock and a scoring that tests control."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import factories

from hri.casework.scoring import Scorer
from hri.decision import SlotFindings, decide
from hri.domain.assessments import Assessment, ProcedureRef, Reply, VersionRef
from hri.domain.base import Message
from hri.domain.cases import Case
from hri.domain.claims import TextKind, Verdict, VerdictReason
from hri.domain.decisions import Action
from hri.domain.outbox import Courier, Outgoing
from hri.domain.policies import CaseFlag, Policy
from hri.domain.reviews import (
    Actor,
    Judgement,
    Reason,
    Review,
    ReviewDraft,
    ReviewVerb,
    Role,
)
from hri.domain.rules import Violation
from hri.domain.scores import SlotAssessment
from hri.domain.slots import SLOTS, Slot
from hri.errors import DeliveryError, StoreError
from hri.index import SlotSignals, aggregate
from hri.settings import Settings
from hri.store.database import SqliteStore, open_store
from hri.wiring import Desk, join

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
REF = VersionRef(id="x", version="1", sha256="0" * 64)
REASONS = (
    Reason(code="correct", actions=(ReviewVerb.APPROVE,), names={"en": "Correct"}),
    Reason(
        code="wrong_value",
        actions=(ReviewVerb.APPROVE_EDITED, ReviewVerb.REJECT),
        names={"en": "Wrong value"},
    ),
    Reason(code="other", actions=tuple(ReviewVerb), names={"en": "Other"}, needs_text=True),
    Reason(code="not_mine", actions=("skip",), names={"en": "Not mine"}),
    Reason(code="skip_other", actions=("skip",), names={"en": "Other"}, needs_text=True),
)


def person(role: Role, name: str = "") -> Actor:
    """Somebody with one role."""
    return Actor(id=name or role.value, name=(name or role.value).title(), roles=(role,))


ANNE = person(Role.CASEWORKER, "anne")
BRUNO = person(Role.CASEWORKER, "bruno")
CHIEF = person(Role.SUPERVISOR, "chief")
ANALYST = person(Role.ANALYST)
AUDITOR = person(Role.AUDITOR)
ADMIN = person(Role.ADMINISTRATOR)


class FakeClock:
    """Stands still until it is told to move."""

    def __init__(self, now: datetime = NOON) -> None:
        self.moment = now

    def now(self) -> datetime:
        return self.moment

    def move(self, **time: float) -> None:
        self.moment += timedelta(**time)


WRONG_FEE = {"fees": {"sis": 0.1, "ccs": 0.0, "rvs": 0.0, "verdicts": [["contradicted", None]]}}
RIGHT_FEE = {"fees": {"sis": 0.0, "ccs": 1.0, "rvs": 0.0, "verdicts": [["supported", None]]}}
FAKE_LAW = {"legal_basis": {"sis": 0.0, "ccs": 0.0, "rvs": 1.0, "verdicts": [["fabricated", None]]}}


def findings_of(slots: Mapping[str, Any]) -> dict[Slot, SlotFindings]:
    """Findings from plain data, for cases whose metadata says how they are scored."""
    return {
        Slot(name): SlotFindings(
            SlotSignals(said["sis"], said["ccs"], said["rvs"]),
            tuple(
                factories.judged(Verdict(verdict), reason and VerdictReason(reason), Slot(name))
                for verdict, reason in said.get("verdicts", ())
            ),
            tuple(
                Violation(
                    rule_id="r",
                    check="c",
                    slot=Slot(name),
                    explanation=Message(id="m"),
                    floor=floor and Action(floor),
                )
                for floor in said.get("floors", ())
            ),
        )
        for name, said in slots.items()
    }


def fake_assess(case: Case, knowledge: Any, policy: Policy, policy_ref: VersionRef) -> Assessment:
    """Score a case as its metadata says; an answer with the word "right" is right."""
    slots = RIGHT_FEE if "right" in case.answer else case.metadata.get("slots", WRONG_FEE)
    findings = findings_of(slots)
    flags = tuple(CaseFlag(name) for name in case.metadata.get("flags", ()))
    index = aggregate({slot: found.signals for slot, found in findings.items()}, policy)
    decision = decide(index.hri, findings, flags, policy)
    return Assessment(
        case_id=case.case_id or "none",
        hri=index.hri,
        state=decision.action,
        base_state=decision.base,
        overrides=decision.overrides,
        slots={slot: _slot(findings.get(slot), index.parts.get(slot)) for slot in SLOTS},
        text_kind=TextKind.ANSWER,
        flags=flags,
        procedure=ProcedureRef(id=case.procedure_id, found_by="given"),
        reply=Reply(
            language=case.language[:2],
            text=f"first reply to {case.case_id}",
            final=not decision.action.escalates,
        ),
        policy=policy_ref,
        pack=REF,
        lexicon=REF,
        engine="0",
    )


def _slot(found: SlotFindings | None, part: Any) -> SlotAssessment:
    if found is None:
        return SlotAssessment(applies=False, present=False)
    return SlotAssessment(
        applies=True,
        present=True,
        **found.signals._asdict(),
        risk=part.risk,
        weight=part.weight,
        contribution=part.contribution,
        flagged=found.signals.ccs != 1,
        claims=found.claims,
        violations=found.violations,
    )


def case(number: int = 1, **changes: object) -> Case:
    """A case whose scoring gives DEFER unless ``metadata`` says otherwise."""
    return factories.case(case_id=f"case-{number:05}", answer="It costs 99 €.", **changes)


KNOWLEDGE = SimpleNamespace(
    ref=REF,
    lexicon_ref=REF,
    procedure=lambda procedure_id: SimpleNamespace(domain=procedure_id.split("/")[0]),
    sources=lambda procedure_id: (SimpleNamespace(source_id=f"guide-{procedure_id}"),),
)


JUDGED = {Slot.FEES: Judgement.SUPPORTED}
"""A judgement of the one slot that the answers of ``case`` speak of."""
FAULTED = {Slot.FEES: Judgement.WRONG}
"""The same of somebody who finds it wrong, and so does not approve the answer as it is."""


def take(desk: Desk, actor: Actor, case_id: str) -> Review:
    """Take a case and have its scores shown, as a person does before deciding it."""
    review = desk.review.claim(actor, case_id)
    desk.review.reveal(actor, case_id, ReviewDraft(judgements=JUDGED))
    return review


QUIET = ("random_share", "second_read_share", "sample_pass_share", "sample_warn_share")
"""Shares drawn by a case's id: tests that want some say so."""


def open_bench(
    folder: Path,
    *,
    clock: FakeClock | None = None,
    assess: Callable[..., Assessment] = fake_assess,
    store: Any = None,
    courier: Courier | None = None,
    **settings: object,
) -> Desk:
    """A desk over the database of a folder."""
    policy, ref = factories.default_policy()
    scorer = Scorer(assess=assess, knowledge=KNOWLEDGE, policy=policy, policy_ref=ref)
    quiet = dict.fromkeys(QUIET, 0)
    chosen = Settings.model_validate(
        {"database": folder / "hri.sqlite", "queue_seconds": 0, **quiet, **settings}
    )
    place = store or fresh_store(chosen.database)
    return join(chosen, place, clock or FakeClock(), scorer, REASONS, courier or FakeCourier())


def fresh_store(path: Path) -> SqliteStore:
    """The store of a file; one that is not there yet is copied from a migrated empty one."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_bytes(_empty())
    return open_store(path)


@cache
def _empty() -> bytes:
    with TemporaryDirectory() as folder:
        return open_store(Path(folder) / "empty.sqlite").path.read_bytes()


def store_of(desk: Desk) -> SqliteStore:
    """The store behind a desk."""
    return SqliteStore(desk.settings.database)


def dump(desk: Desk) -> str:
    """Everything in the database, for comparing before and after."""
    with store_of(desk).read() as records:
        return "\n".join(records.cases._db.conn.iterdump())


class FakeCourier:
    """Keeps what it is handed; refuses as long as ``problem`` is set."""

    def __init__(self) -> None:
        self.handed: list[Outgoing] = []
        self.problem = ""

    def deliver(self, message: Outgoing) -> None:
        if self.problem:
            raise DeliveryError(self.problem)
        self.handed.append(message)


class FaultError(Exception):
    """The fault that tests inject."""


class FaultyStore:
    """A store whose n-th writing call on any aggregate fails; counts the calls."""

    def __init__(self, store: SqliteStore) -> None:
        self._store = store
        self.fail_at, self.calls = 0, []  # type: int, list[str]

    def read(self) -> Any:
        return self._store.read()

    def still(self) -> Any:
        return self._store.still()

    @contextmanager
    def write(self) -> Iterator[Any]:
        with self._store.write() as records:
            yield SimpleNamespace(
                **{name: _Faulty(self, name, part) for name, part in vars(records).items()}
            )


class FullStore:
    """A store with room for so many transactions that write; then the disk is full."""

    def __init__(self, store: SqliteStore, room: int) -> None:
        self._store, self._room = store, room

    def read(self) -> Any:
        return self._store.read()

    def still(self) -> Any:
        return self._store.still()

    @contextmanager
    def write(self) -> Iterator[Any]:
        if self._room == 0:
            raise StoreError(
                "The database cannot be used; nothing was written.", why="disk is full"
            )
        with self._store.write() as records:
            yield records
        self._room -= 1


class _Faulty:
    def __init__(self, owner: FaultyStore, name: str, part: Any) -> None:
        self._owner, self._name, self._part = owner, name, part

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._part, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            self._owner.calls.append(f"{self._name}.{name}")
            # The fault comes after the call, so that what it wrote is there to be undone.
            result = method(*args, **kwargs)
            if len(self._owner.calls) == self._owner.fail_at:
                raise FaultError(self._owner.calls[-1])
            return result

        return call
