"""What a caseworker does all day at the desk, step by step, and how long each step took."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum

from uibench.people import Person
from uibench.sessions import LostError, Seen, Session

LISTS = ("filter-action", "filter-slot", "filter-failure", "filter-service")
EDITED = "\n\nChecked at the counter ({number})."
QUEUE = ""
"""The address of the queue: it is the first page."""
CASES_BETWEEN = 4
"""Cases decided between two looks at the queue."""


class Step(StrEnum):
    """What a person waits for."""

    PAINT = "first paint of the queue, sign-in included"
    FIND = "next case, from the queue (G)"
    JUDGE = "a judgement kept (Y, X)"
    REVEAL = "the scores shown (V)"
    EDIT = "the text kept and rechecked"
    VERB = "a decision or a reason chosen"
    SEND = "the decision acknowledged (Ctrl+Enter)"
    NEXT = "next case, after sending"
    QUEUE = "the queue from the menu"
    FILTER = "a filter changed"
    REDRAW = "the page redrawn by itself"
    ECHO = "a bare answer, no page"


@dataclass
class Log:
    """What happened to everybody."""

    waits: dict[Step, list[float]] = field(default_factory=dict)
    acknowledged: list[tuple[str, str]] = field(default_factory=list)
    """Person and case of each decision that the page confirmed."""
    unsure: list[tuple[str, str]] = field(default_factory=list)
    """Sent, but the confirmation did not come."""
    problems: list[str] = field(default_factory=list)

    def note(self, step: Step, seconds: float) -> None:
        """Keep how long a step took."""
        self.waits.setdefault(step, []).append(seconds)

    @contextmanager
    def catching(self, who: str) -> Iterator[None]:
        """Keep what went wrong for one person; the others go on."""
        try:
            yield
        except (LostError, OSError, TimeoutError) as error:
            self.problems.append(f"{who}: {type(error).__name__} {error}")


class Caseworker:
    """Works until ``until`` (monotonic), with pauses of ``pause`` seconds in the mean."""

    def __init__(self, person: Person, log: Log, pause: float, until: float, seed: int) -> None:
        self._person, self._log, self._until = person, log, until
        self._pause, self._random = pause, random.Random(seed)
        self._number = 0

    async def work(self, address: str) -> None:
        """Sign in, look at the queue, decide cases, look at the queue again, and so on."""
        with self._log.catching(self._person.id):
            begun = time.perf_counter()
            async with Session(address, self._person) as session:
                await session.run({})
                self._log.note(Step.PAINT, time.perf_counter() - begun)
                while not self._over():
                    await self._look_around(session)
                    await self._decide_some(session)

    async def _look_around(self, session: Session) -> None:
        for key in self._random.sample(LISTS, 2):
            await self._think(session)
            option = self._random.choice(session.widget(key).options[1:])
            self._log.note(Step.FILTER, (await session.write(key, option)).seconds)
        await self._think(session)
        self._log.note(Step.FILTER, (await session.press("clear-filters")).seconds)
        await self._think(session)
        self._log.note(Step.ECHO, await session.echo())

    async def _decide_some(self, session: Session) -> None:
        self._log.note(Step.FIND, (await session.press("next-case")).seconds)
        for _ in range(CASES_BETWEEN):
            if self._over():
                return
            await self._judge(session)
            await self._choose(session)
            await self._send(session)
        await self._think(session)
        self._log.note(Step.QUEUE, (await session.turn_to(QUEUE)).seconds)

    async def _judge(self, session: Session) -> None:
        """Judge what has to be judged before the scores, or else two slots."""
        asked = 5 if "reveal" in session.widgets else 2
        for _ in range(asked):
            await self._think(session)
            found = self._random.choice(("judge-supported", "judge-wrong"))
            self._log.note(Step.JUDGE, (await session.press(found)).seconds)
            if "reveal" in session.widgets and not session.widget("reveal").disabled:
                await self._think(session)
                self._log.note(Step.REVEAL, (await session.press("reveal")).seconds)
                return

    async def _choose(self, session: Session) -> None:
        """Perhaps edit the text, then approve, with the first reason there is."""
        self._number += 1
        box = session.key("text-load-")
        if self._number % 3 == 0 or not session.text(box).strip():
            words = session.text(box) + EDITED.format(number=self._number)
            await self._think(session)
            self._log.note(Step.EDIT, (await session.write(box, words)).seconds)
        for begin in ("verb-approve", "reason-"):
            await self._think(session)
            key = session.key(begin)
            self._log.note(Step.VERB, (await session.press(key)).seconds)

    async def _send(self, session: Session) -> None:
        case_id = self._case(session)
        await self._think(session)
        self._log.unsure.append((self._person.id, case_id))
        seen = await session.press("send")
        told = _confirmed(seen, case_id)
        if told is None:
            raise LostError(f"{case_id} was sent and not confirmed")
        self._log.unsure.remove((self._person.id, case_id))
        self._log.acknowledged.append((self._person.id, case_id))
        self._log.note(Step.SEND, told)
        self._log.note(Step.NEXT, seen.seconds)

    def _case(self, session: Session) -> str:
        box = session.key("text-load-")
        return box.removeprefix("text-")

    async def _think(self, session: Session) -> None:
        seconds = self._random.expovariate(1 / self._pause) if self._pause else 0.0
        if (drawn := await session.wait(seconds)) is not None:
            self._log.note(Step.REDRAW, drawn.seconds)

    def _over(self) -> bool:
        return time.perf_counter() > self._until


def _confirmed(seen: Seen, case_id: str) -> float | None:
    """When the page said that the decision on a case is stored."""
    for words, seconds in seen.sentences.items():
        if "✓ " in words and case_id in words:
            return seconds
    return None


async def work_together(
    address: str, people: list[Person], seconds: float, pause: float, ramp: float
) -> Log:
    """Let people work side by side for some time; they come one after the other at first.

    Args:
        address: Of the desk.
        people: Who works.
        seconds: How long, from when the last one came.
        pause: Mean seconds between two keys of a person.
        ramp: Seconds between two arrivals.
    """
    log, begun = Log(), time.perf_counter()
    until = begun + len(people) * ramp + seconds

    async def come(number: int, person: Person) -> None:
        await asyncio.sleep(number * ramp)
        await Caseworker(person, log, pause, until, number).work(address)

    async with asyncio.TaskGroup() as group:
        for number, person in enumerate(people):
            group.create_task(come(number, person))
    return log
