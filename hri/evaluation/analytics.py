"""Analytics: risk and work over all stored cases, counted in the database or in columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

from pydantic import NonNegativeInt

from hri.casework.permissions import Guard, UseCase
from hri.domain.base import Model
from hri.domain.decisions import ACTIONS, Action
from hri.domain.figures import AgeRow, FigureRecords, JudgedRow
from hri.domain.periods import Period
from hri.domain.reviews import Actor, Judgement, ReviewVerb
from hri.domain.slots import SLOTS, Slot
from hri.domain.watching import Watch
from hri.evaluation.columns import Topics, topics_of
from hri.evaluation.estimates import WrongEstimate, estimate_wrong
from hri.evaluation.heatmaps import Axes, Heatmap, heatmap
from hri.evaluation.seedfigures import SeedFigures, decided_seeds, seed_figures
from hri.evaluation.shared import Shared


class AgeBand(Model):
    """Waiting cases whose age in hours is at least ``from_hours`` and below ``to_hours``."""

    from_hours: float
    to_hours: float | None
    by_action: dict[Action, int]
    past_due: NonNegativeInt
    unassigned: NonNegativeInt


class Backlog(Model):
    """The work to do: by age, by action."""

    bands: tuple[AgeBand, ...]
    waiting: NonNegativeInt
    held: NonNegativeInt
    past_due: NonNegativeInt
    unassigned: NonNegativeInt
    """Those that nobody holds and that were given to nobody."""


class Flow(Model):
    """What came to people and what they closed, day by day in UTC; today's day is not over."""

    days: tuple[date, ...]
    came: tuple[int, ...]
    """Cases of that day that people have to look at: DEFER, ROUTE, and drawn ones."""
    closed: tuple[int, ...]
    """Cases closed on that day by the decision that stands."""


class ActionCounts(Model):
    """Cases per action over everything stored, and what people made of them."""

    total: NonNegativeInt
    by_action: dict[Action, int]
    decided: NonNegativeInt
    overturned: NonNegativeInt
    """Decided cases whose answer was edited or rejected."""
    decided_by_action: dict[Action, int]
    overturned_by_action: dict[Action, int]


class SlotJudgements(Model):
    """What people found of one slot in the cases they decided."""

    slot: Slot
    supported: NonNegativeInt
    wrong: NonNegativeInt
    cannot_tell: NonNegativeInt
    unjudged: NonNegativeInt
    """The answer says something there, and nobody checked it, or against an outdated source."""


AGE_EDGES = tuple(timedelta(hours=hours) for hours in (4, 24, 72, 168))
"""Where one age band of the backlog ends and the next begins."""


class Analytics:
    """Figures for supervisors and analysts, at most a minute old. Permission: READ_ANALYTICS."""

    def __init__(self, guard: Guard, shared: Shared, undo: timedelta) -> None:
        self._guard, self._shared, self._undo = guard, shared, undo

    def limits(self, actor: Actor) -> Watch:
        """From where on figures are marked and told.

        Raises:
            ForbiddenError: The actor may not read figures.
        """
        self._guard.require(actor, UseCase.READ_ANALYTICS)
        return self._shared.watch

    def heatmap(self, actor: Actor, axes: Axes = Axes.SLOT_SERVICE) -> Heatmap:
        """Risk, violations, errors that people found and numbers of cases per row and column.

        Raises:
            ForbiddenError: The actor may not read figures.
        """
        self._guard.require(actor, UseCase.READ_ANALYTICS)
        return self._shared.kept(("heatmap", axes), lambda: self._heatmap(axes))

    def _heatmap(self, axes: Axes) -> Heatmap:
        columns = self._shared.columns()
        return heatmap(columns, self._shared.findings().judged(columns), axes)

    def topics(self, actor: Actor) -> Topics:
        """The services and procedures that citizens' cases were on, most cases first.

        Raises:
            ForbiddenError: The actor may not read figures.
        """
        self._guard.require(actor, UseCase.READ_ANALYTICS)
        return self._shared.kept("topics", lambda: topics_of(self._shared.columns()))

    def backlog(self, actor: Actor) -> Backlog:
        """Waiting and held cases by age.

        Raises:
            ForbiddenError: The actor may not read figures.
        """
        self._guard.require(actor, UseCase.READ_ANALYTICS)
        now = self._shared.clock.now()
        rows = self._shared.counted(
            "ages", lambda records: records.figures.ages(now, AGE_EDGES), fresh=True
        )
        held = sum(row.held for row in rows)
        return Backlog(
            bands=tuple(_band(place, rows) for place in range(len(AGE_EDGES) + 1)),
            waiting=sum(row.n for row in rows) - held,
            held=held,
            past_due=sum(row.past_due for row in rows),
            unassigned=sum(row.unassigned for row in rows),
        )

    def flow(self, actor: Actor) -> Flow:
        """What came to people and what they closed, day by day.

        Raises:
            ForbiddenError: The actor may not read figures.
        """
        self._guard.require(actor, UseCase.READ_ANALYTICS)
        today = self._shared.clock.now().astimezone(UTC).date()
        count = self._shared.watch.flow_days
        days = tuple(today - timedelta(days=back) for back in reversed(range(count)))
        since = datetime.combine(days[0], time(), UTC)
        rows = self._shared.counted(("flow", today), lambda records: records.figures.flow(since))
        found = {row.day: row for row in rows}
        return Flow(
            days=days,
            came=tuple(found[day].came if day in found else 0 for day in days),
            closed=tuple(found[day].closed if day in found else 0 for day in days),
        )

    def actions(self, actor: Actor) -> ActionCounts:
        """Cases per action and how often people overturned the machine.

        Raises:
            ForbiddenError: The actor may not read figures.
        """
        self._guard.require(actor, UseCase.READ_ANALYTICS)
        return self._shared.counted("actions", lambda records: action_counts(records.figures))

    def judgements(self, actor: Actor) -> tuple[SlotJudgements, ...]:
        """What people found per slot; "source outdated" says nothing of the answer: unjudged.

        Raises:
            ForbiddenError: The actor may not read figures.
        """
        self._guard.require(actor, UseCase.READ_ANALYTICS)
        rows = self._shared.counted("judgements", lambda records: records.figures.judgements())
        return tuple(_judged(slot, [row for row in rows if row.slot is slot]) for slot in SLOTS)

    def seeds(self, actor: Actor) -> SeedFigures:
        """How many known-wrong items were caught, by slot and by kind of error.

        Raises:
            ForbiddenError: The actor may not read figures.
        """
        self._guard.require(actor, UseCase.READ_ANALYTICS)
        found, total = self._shared.counted(
            "seeds", lambda records: (decided_seeds(records), records.seeds.count())
        )
        return seed_figures(found, total, self._shared.clock.now() - self._undo)

    def delivered_wrong(self, actor: Actor) -> WrongEstimate:
        """The estimated share of wrong answers among those delivered, from the assurance sample.

        Raises:
            ForbiddenError: The actor may not read figures.
        """
        self._guard.require(actor, UseCase.READ_ANALYTICS)
        sample, delivered = self._shared.counted(
            "sample", lambda records: (records.figures.sample(), records.figures.actions())
        )
        return estimate_wrong(sample, delivered)


def action_counts(figures: FigureRecords, within: Period | None = None) -> ActionCounts:
    """Cases per action, all or those that came in a period, and what people made of them."""
    by_action, verbs = figures.actions(within), figures.verbs(within)
    decided, overturned = Counter[Action](), Counter[Action]()
    for (action, verb), n in verbs.items():
        decided[action] += n
        overturned[action] += n * (verb is not ReviewVerb.APPROVE)
    return ActionCounts(
        total=sum(by_action.values()),
        by_action=by_action,
        decided=decided.total(),
        overturned=overturned.total(),
        decided_by_action=dict(decided),
        overturned_by_action=dict(overturned),
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
        unassigned=sum(row.unassigned for row in mine),
    )
