"""A database with a long audit log: cases that arrive, are decided by people and delivered."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hri.casework.permissions import SYSTEM
from hri.casework.scoring import Scorer
from hri.domain.assessments import Assessment, VersionRef
from hri.domain.cases import Case
from hri.domain.outbox import Outgoing
from hri.domain.policies import Policy
from hri.domain.ports import Knowledge
from hri.domain.records import Records
from hri.domain.reviews import Actor, Judgement, ReviewDecision, ReviewDraft, ReviewVerb, Role
from hri.domain.slots import SLOTS
from hri.knowledge.reasons import load_reasons
from hri.pipeline import assess_or_route
from hri.settings import Settings
from hri.store.database import SqliteStore
from hri.wiring import Desk, join, open_desk, read_cases

AT_ONCE = 500
"""Cases in one transaction."""
DECIDED = 2
"""One held case in so many is decided and delivered; the others wait."""
START = datetime(2026, 1, 5, 8, tzinfo=UTC)
PEOPLE = tuple(
    Actor(id=f"p{number}", name=f"P. {number}", roles=(Role.CASEWORKER,)) for number in range(12)
)
JUDGED = dict.fromkeys(SLOTS, Judgement.CANNOT_TELL)


def long_log(folder: Path, events: int) -> Path:
    """The database with at least ``events`` events, made when it is not there."""
    path = folder / f"trail-{events}.sqlite"
    if not path.is_file():
        print(f"Filling {path} with {events} events; this is done once.", flush=True)
        folder.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(".part")
        half.unlink(missing_ok=True)
        _fill(half, events)
        half.replace(path)
    return path


def _fill(path: Path, events: int) -> None:
    settings = Settings(database=path, second_read_share=0)
    desk = open_desk(settings)
    cases = [case for _line, case in read_cases(settings.demonstration_cases)]
    kinds = itertools.cycle([case for case in cases if isinstance(case, Case)])
    scorer = Scorer(_Remembered(), desk.knowledge, desk.policy, desk.policy_ref)
    store, clock, numbers = SqliteStore(path), _Clock(), itertools.count()
    done = 0
    while done < events:
        with store.write() as records:
            gathered = join(settings, _Open(records), clock, scorer,
                            load_reasons(settings.reasons), _Nowhere())  # fmt: skip
            for number in itertools.islice(numbers, AT_ONCE):
                _pass_on(gathered, next(kinds), number)
            clock.hours(1)
            gathered.delivery.run(SYSTEM, limit=AT_ONCE)
            done = records.audit.latest()


def _pass_on(desk: Desk, case: Case, number: int) -> None:
    """Take a case in; every so manieth is decided by somebody."""
    case_id = f"trail-{number:06}"
    named = {"case_id": case_id, "question": f"{case.question} ({number})"}
    found = desk.intake.submit(SYSTEM, case.model_copy(update=named))
    if not found.assessment.state.escalates or number % DECIDED:
        return
    actor = PEOPLE[number // DECIDED % len(PEOPLE)]
    review = desk.review.claim(actor, case_id)
    desk.review.reveal(actor, case_id, ReviewDraft(judgements=JUDGED))
    reason = desk.review.reasons(ReviewVerb.REJECT)[0]
    desk.review.decide(
        actor,
        ReviewDecision(
            case_id=case_id,
            verb=ReviewVerb.REJECT,
            seen_version=review.version,
            reason_code=reason.code,
            reason_text="checked",
            text="The office answers by letter.",
            judgements=JUDGED,
        ),
    )


class _Remembered:
    """Scores each demonstration case once; what only differs in id and question is the same."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, tuple[str, ...]], Assessment] = {}

    def __call__(
        self, case: Case, knowledge: Knowledge, policy: Policy, ref: VersionRef
    ) -> Assessment:
        key = (case.answer, case.samples)
        if key not in self._known:
            self._known[key] = assess_or_route(case, knowledge, policy, ref)
        return self._known[key].model_copy(update={"case_id": case.case_id})


class _Clock:
    """Moves on by a hundredth of a second whenever it is asked."""

    def __init__(self) -> None:
        self._now = START

    def now(self) -> datetime:
        self._now += timedelta(milliseconds=10)
        return self._now

    def hours(self, count: int) -> None:
        self._now += timedelta(hours=count)


class _Open:
    """A store whose every transaction is a part of one that is open, so that none waits."""

    def __init__(self, records: Records) -> None:
        self._records = records

    @contextmanager
    def read(self) -> Iterator[Records]:
        yield self._records

    write = read


class _Nowhere:
    """A courier that takes everything."""

    def __init__(self) -> None:
        self.last: Outgoing | None = None

    def deliver(self, message: Outgoing) -> None:
        self.last = message
