"""Analytics: risk and work over all stored cases, counted in the database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import timedelta
from enum import StrEnum

from pydantic import NonNegativeInt

from hri.casework.permissions import Guard, UseCase
from hri.casework.seeds import is_caught
from hri.domain.base import Model
from hri.domain.decisions import ACTIONS, Action
from hri.domain.figures import AgeRow, HeatRow, JudgedRow
from hri.domain.ports import Clock
from hri.domain.queues import QueueFilter
from hri.domain.records import Records, Store
from hri.domain.reviews import Actor, Judgement, ReviewState, ReviewVerb
from hri.domain.seeds import Seed
from hri.domain.slots import SLOTS, Slot
from hri.evaluation.estimates import WrongEstimate, estimate_wrong


class Dimension(StrEnum):
    """What the columns of the heatmap stand for."""

    SERVICE = "service"
    PROCEDURE = "procedure"
    LANGUAGE = "language"
    MODEL = "model"
    CHANNEL = "channel"
    WEEK = "week"


FILTERS = {
    Dimension.SERVICE: "service",
    Dimension.PROCEDURE: "procedure_id",
    Dimension.LANGUAGE: "language",
    Dimension.MODEL: "model",
    Dimension.CHANNEL: "channel",
}
"""The field of the queue filter that narrows to one value of a dimension."""


class HeatCell(Model):
    """One cell: a slot in a column; figures are over the cases in which the slot applies."""

    slot: Slot
    column: str
    """Value of the dimension; "" where the cases have none."""
    n: NonNegativeInt
    mean_risk: float | None
    """Mean slot risk, 0 to 1; None when n is 0."""
    violation_share: float | None
    """Share of cases with RVS = 1, 0 to 1, of those scored; None when none is."""
    flagged_share: float | None


class Heatmap(Model):
    """Slots by columns, with every cell that has at least one case."""

    dimension: Dimension
    columns: tuple[str, ...]
    """In order of cases, most first, then by name."""
    cells: tuple[HeatCell, ...]


class AgeBand(Model):
    """Waiting cases whose age in hours is at least ``from_hours`` and below ``to_hours``."""

    from_hours: float
    to_hours: float | None
    by_action: dict[Action, int]
    past_due: NonNegativeInt


class Backlog(Model):
    """The work to do: by age, by action."""

    bands: tuple[AgeBand, ...]
    waiting: NonNegativeInt
    held: NonNegativeInt
    past_due: NonNegativeInt


class ActionCounts(Model):
    """Cases per action over everything stored, and what people made of them."""

    total: NonNegativeInt
    by_action: dict[Action, int]
    decided: NonNegativeInt
    overturned: NonNegativeInt
    """Decided cases whose answer was edited or rejected."""


class SlotJudgements(Model):
    """What people found of one slot in the cases they decided."""

    slot: Slot
    supported: NonNegativeInt
    wrong: NonNegativeInt
    cannot_tell: NonNegativeInt
    unjudged: NonNegativeInt
    """The answer says something there, and nobody checked it, or against an outdated source."""


class SeedCount(Model):
    """Decided known-wrong items: how many there are, how many the desk caught."""

    name: str
    """The slot the error is in, or the kind of error."""
    n: NonNegativeInt
    caught: NonNegativeInt


class SeedFigures(Model):
    """How well the desk finds errors that are known to be there."""

    decided: NonNegativeInt
    caught: NonNegativeInt
    waiting: NonNegativeInt
    """Not decided yet, or erased."""
    by_slot: tuple[SeedCount, ...]
    """Slots with at least one decided seed, in the usual order."""
    by_error: tuple[SeedCount, ...]
    """Kinds of error likewise, by name."""


AGE_EDGES = tuple(timedelta(hours=hours) for hours in (4, 24, 72, 168))
"""Where one age band of the backlog ends and the next begins."""


class Analytics:
    """Figures for supervisors and analysts. Permission: READ_ANALYTICS."""

    def __init__(self, store: Store, guard: Guard, clock: Clock) -> None:
        self._store, self._guard, self._clock = store, guard, clock

    def heatmap(self, actor: Actor, dimension: Dimension = Dimension.SERVICE) -> Heatmap:
        """Mean risk, share of violations and number of cases per slot and column.

        Raises:
            ForbiddenError: The actor may not read figures.
        """
        self._guard.require(actor, UseCase.READ_ANALYTICS)
        with self._store.read() as records:
            rows = records.figures.heat(dimension.value)
        cases: Counter[str] = Counter()
        for row in rows:
            cases[row.column] += row.n
        return Heatmap(
            dimension=dimension,
            columns=tuple(sorted(cases, key=lambda column: (-cases[column], column))),
            cells=tuple(_cell(row) for row in rows),
        )

    def cell_filter(self, dimension: Dimension, column: str, slot: Slot) -> QueueFilter:
        """The queue filter that shows the flagged cases of a cell, whatever their state.

        A week has no filter of its own: its cell opens the slot's cases of all weeks.
        """
        key = FILTERS.get(dimension)
        states = tuple(ReviewState)
        if key is None:
            return QueueFilter(slot=slot, states=states)
        return QueueFilter.model_validate({key: column, "slot": slot, "states": states})

    def backlog(self, actor: Actor) -> Backlog:
        """Waiting and held cases by age.

        Raises:
            ForbiddenError: The actor may not read figures.
        """
        self._guard.require(actor, UseCase.READ_ANALYTICS)
        with self._store.read() as records:
            rows = records.figures.ages(self._clock.now(), AGE_EDGES)
        held = sum(row.held for row in rows)
        return Backlog(
            bands=tuple(_band(place, rows) for place in range(len(AGE_EDGES) + 1)),
            waiting=sum(row.n for row in rows) - held,
            held=held,
            past_due=sum(row.past_due for row in rows),
        )

    def actions(self, actor: Actor) -> ActionCounts:
        """Cases per action and how often people overturned the machine.

        Raises:
            ForbiddenError: The actor may not read figures.
        """
        self._guard.require(actor, UseCase.READ_ANALYTICS)
        with self._store.read() as records:
            by_action, verbs = records.figures.actions(), records.figures.verbs()
        decided = sum(verbs.values())
        return ActionCounts(
            total=sum(by_action.values()),
            by_action=by_action,
            decided=decided,
            overturned=decided - verbs[ReviewVerb.APPROVE],
        )

    def judgements(self, actor: Actor) -> tuple[SlotJudgements, ...]:
        """What people found per slot; "source outdated" says nothing of the answer: unjudged.

        Raises:
            ForbiddenError: The actor may not read figures.
        """
        self._guard.require(actor, UseCase.READ_ANALYTICS)
        with self._store.read() as records:
            rows = records.figures.judgements()
        return tuple(_judged(slot, [row for row in rows if row.slot is slot]) for slot in SLOTS)

    def seeds(self, actor: Actor) -> SeedFigures:
        """How many known-wrong items were caught, by slot and by kind of error.

        Raises:
            ForbiddenError: The actor may not read figures.
        """
        self._guard.require(actor, UseCase.READ_ANALYTICS)
        with self._store.read() as records:
            found = [
                (seed, _caught(records, case_id, seed)) for case_id, seed in records.seeds.decided()
            ]
            total = records.seeds.count()
        errors = sorted({seed.error for seed, _ in found})
        return SeedFigures(
            decided=len(found),
            caught=sum(caught for _, caught in found),
            waiting=total - len(found),
            by_slot=_counted(found, SLOTS, lambda seed: seed.slot),
            by_error=_counted(found, errors, lambda seed: seed.error),
        )

    def delivered_wrong(self, actor: Actor) -> WrongEstimate:
        """The estimated share of wrong answers among those delivered, from the assurance sample.

        Raises:
            ForbiddenError: The actor may not read figures.
        """
        self._guard.require(actor, UseCase.READ_ANALYTICS)
        with self._store.read() as records:
            return estimate_wrong(records.figures.sample(), records.figures.actions())


def _cell(row: HeatRow) -> HeatCell:
    return HeatCell(
        slot=row.slot,
        column=row.column,
        n=row.n,
        mean_risk=row.mean_risk,
        violation_share=row.violations / row.rvs_scored if row.rvs_scored else None,
        flagged_share=row.flagged / row.n,
    )


def _judged(slot: Slot, rows: Sequence[JudgedRow]) -> SlotJudgements:
    counts: Counter[Judgement | None] = Counter()
    unjudged = 0
    for row in rows:
        if row.judgement in (None, Judgement.SOURCE_OUTDATED):
            unjudged += row.n * row.present
        else:
            counts[row.judgement] += row.n
    return SlotJudgements(
        slot=slot,
        supported=counts[Judgement.SUPPORTED],
        wrong=counts[Judgement.WRONG],
        cannot_tell=counts[Judgement.CANNOT_TELL],
        unjudged=unjudged,
    )


def _caught(records: Records, case_id: str, seed: Seed) -> bool:
    return is_caught(seed, records.cases.get(case_id), records.reviews.decisions(case_id))


def _counted(
    found: Sequence[tuple[Seed, bool]], names: Sequence[str], name_of: Callable[[Seed], str]
) -> tuple[SeedCount, ...]:
    results = {name: [caught for seed, caught in found if name_of(seed) == name] for name in names}
    return tuple(
        SeedCount(name=name, n=len(each), caught=sum(each))
        for name, each in results.items()
        if each
    )


def _band(place: int, rows: Sequence[AgeRow]) -> AgeBand:
    mine = [row for row in rows if row.band == place]
    hours = [0.0, *(edge / timedelta(hours=1) for edge in AGE_EDGES)]
    return AgeBand(
        from_hours=hours[place],
        to_hours=hours[place + 1] if place + 1 < len(hours) else None,
        by_action={
            action: sum(row.n for row in mine if row.action is action) for action in ACTIONS
        },
        past_due=sum(row.past_due for row in mine),
    )
