"""Figures and pauses in memory for the supervision screen, hand-made and consistent."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import numpy as np

from hri.casework.permissions import UseCase
from hri.domain.activations import Ended
from hri.domain.decisions import ACTIONS, Action
from hri.domain.figures import DrawnRow
from hri.domain.pauses import Pause, Topic
from hri.domain.periods import Period
from hri.domain.reviews import Actor
from hri.domain.slots import SLOTS, Slot
from hri.domain.watching import DriftLimits, Watch
from hri.errors import InvalidDecisionError
from hri.evaluation.agreement import kappa
from hri.evaluation.analytics import ActionCounts, AgeBand, Backlog, Flow
from hri.evaluation.columns import Topics
from hri.evaluation.drift import Drift, Grouping, Measured, Series
from hri.evaluation.drifts import DriftAlert, Sides
from hri.evaluation.estimates import WrongEstimate, estimate_wrong
from hri.evaluation.heatmaps import Axes, Dimension, HeatCell, Heatmap
from hri.evaluation.psi import stability
from hri.evaluation.quality import (
    Personal,
    PersonFigures,
    Readers,
    SlotAgreement,
    Unseen,
    share_of,
)
from hri.evaluation.seedfigures import MissedSeed, SeedCount, SeedFigures

NOW = datetime(2026, 2, 1, 12, 0, tzinfo=UTC)
Need = Callable[[Actor, UseCase], None]
LIMITS = DriftLimits(watch=0.1, alarm=0.25, bins=10, floor=0.0001, alert_days=28)
VALUES = {
    Dimension.SLOT: tuple(SLOTS),
    Dimension.SIGNAL: ("sis", "ccs", "rvs"),
    Dimension.SERVICE: ("civil-registry", "transport"),
    Dimension.WEEK: ("2026-01-19", "2026-01-26"),
}
"""Rows and columns; of other dimensions there is one value and one that is not stated."""


class FakeFigures:
    """Answers like ``Analytics``, ``Quality`` and ``Drifts`` of a desk."""

    def __init__(self, need: Need) -> None:
        self._need = need
        self.past_due, self.missed, self.drifted = 0, (), False
        self.sample: tuple[DrawnRow, ...] = ()
        self.models: tuple[str, ...] = ("model-a", "model-b")

    def limits(self, actor: Actor) -> Watch:
        self._need(actor, UseCase.READ_ANALYTICS)
        return Watch(few=20, alert_days=28, flow_days=3, drift=LIMITS)

    def heatmap(self, actor: Actor, axes: Axes = Axes.SLOT_SERVICE) -> Heatmap:
        self._need(actor, UseCase.READ_ANALYTICS)
        rows, columns = (VALUES.get(one, ("known", "")) for one in axes.dimensions)
        cells = tuple(
            _cell(row, column, n=10 * (i + 1) + j)
            for i, row in enumerate(rows)
            for j, column in enumerate(columns)
        )
        return Heatmap(axes=axes, rows=rows, columns=columns, cells=cells)

    def topics(self, actor: Actor) -> Topics:
        return Topics(("civil-registry", "transport"), ("death-registration",), self.models, ("1",))

    def backlog(self, actor: Actor) -> Backlog:
        band = AgeBand(
            from_hours=0,
            to_hours=24,
            by_action={Action.ROUTE: 3},
            past_due=self.past_due,
            unassigned=2,
        )
        return Backlog(bands=(band,), waiting=3, held=0, past_due=self.past_due, unassigned=2)

    def flow(self, actor: Actor) -> Flow:
        days = tuple(NOW.date() - timedelta(days=back) for back in (2, 1, 0))
        return Flow(days=days, came=(4, 0, 2), closed=(1, 2, 0))

    def actions(self, actor: Actor) -> ActionCounts:
        return ActionCounts(
            total=3,
            by_action={Action.ROUTE: 3},
            decided=2,
            overturned=1,
            decided_by_action={Action.ROUTE: 2},
            overturned_by_action={Action.ROUTE: 1},
        )

    def seeds(self, actor: Actor) -> SeedFigures:
        missed = tuple(
            MissedSeed(case_id=case_id, slot=Slot.FEES, error="wrong_fee", decided_at=NOW)
            for case_id in self.missed
        )
        return SeedFigures(
            decided=4,
            caught=3,
            waiting=1,
            by_slot=(SeedCount(name="fees", n=4, caught=3),),
            by_error=(SeedCount(name="wrong_fee", n=4, caught=3),),
            missed=missed,
        )

    def delivered_wrong(self, actor: Actor) -> WrongEstimate:
        return estimate_wrong(self.sample, {Action.PASS: 100, Action.WARN: 20})

    # quality
    def readers(self, actor: Actor) -> Readers:
        table = np.array([[20, 5, 0], [10, 15, 0], [0, 0, 0]])
        slots = tuple(
            SlotAgreement(slot=slot, agreement=kappa(table if slot is Slot.FEES else table * 0))
            for slot in SLOTS
        )
        return Readers(
            cases=30, whole=kappa(table), table=tuple(map(tuple, table.tolist())), by_slot=slots
        )

    def unseen(self, actor: Actor) -> Unseen:
        return Unseen(approved=share_of(3, 40), unknown=2)

    def people(self, actor: Actor) -> Personal:
        self._need(actor, UseCase.READ_PERSONAL_FIGURES)
        anne = PersonFigures(
            person="anne",
            name="Anne",
            decided=25,
            overturned=share_of(5, 25),
            agreed=None,
            unseen=share_of(1, 20),
            seeds_caught=None,
        )
        return Personal(few=20, people=(anne,), left_out=1)

    # drift
    def alert(self, actor: Actor) -> DriftAlert:
        week = Period(first=date(2026, 1, 1), last=date(2026, 1, 7))
        sides = Sides(grouping=Grouping.PERIOD, first=week, then=week)
        return DriftAlert(sides=sides, series=self._whole()[:1] if self.drifted else ())

    def compare(self, actor: Actor, sides: Sides) -> Drift:
        return Drift(
            whole=self._whole(),
            by_slot=tuple(
                _series(Measured(signal), slot)
                for signal in ("sis", "ccs", "rvs")
                for slot in SLOTS
            ),
        )

    def _whole(self) -> tuple[Series, ...]:
        return tuple(_series(measured, None) for measured in Measured)


def _cell(row: str, column: str, n: int) -> HeatCell:
    return HeatCell(
        row=row,
        column=column,
        n=n,
        mean_risk=n / 100,
        violations=n // 5,
        rvs_scored=n,
        flagged=n // 2,
        wrong=1,
        judged=4,
    )


def _series(measured: Measured, slot: Slot | None) -> Series:
    match measured:
        case Measured.ACTION:
            names: tuple[str, ...] = tuple(ACTIONS)
        case Measured.RVS:
            names = ("0", "1", "")
        case _:
            names = (*(f"{place / 10:g}" for place in range(10)), "")
    first = [500 - 40 * place for place in range(len(names))]
    return Series(
        measured=measured,
        slot=slot,
        names=names,
        stability=stability(first, first[::-1], LIMITS.floor),
    )


class FakePauses:
    """Answers like ``Pauses`` of a desk."""

    def __init__(self, need: Need) -> None:
        self._need = need
        self.kept: list[Pause] = []

    def all(self, actor: Actor) -> tuple[Pause, ...]:
        self._need(actor, UseCase.READ_PAUSES)
        return tuple(self.kept)

    def running(self, actor: Actor) -> tuple[Pause, ...]:
        return tuple(pause for pause in self.all(actor) if pause.ended is None)

    def held(self, actor: Actor) -> dict[int, int]:
        return dict.fromkeys((pause.id for pause in self.kept), 2)

    def pause(
        self,
        actor: Actor,
        reason: str,
        *,
        procedure_id: str | None = None,
        service: str | None = None,
    ) -> Pause:
        self._need(actor, UseCase.PAUSE)
        self.kept.append(
            Pause(
                id=len(self.kept) + 1,
                topic=Topic(procedure_id=procedure_id, service=service),
                reason=reason,
                by=actor.id,
                by_name=actor.name,
                at=NOW,
            )
        )
        return self.kept[-1]

    def resume(self, actor: Actor, number: int, reason: str) -> Pause:
        self._need(actor, UseCase.PAUSE)
        if not reason.strip():
            raise InvalidDecisionError("No reason.")
        end = Ended(by=actor.id, by_name=actor.name, at=NOW, reason=reason)
        place = number - 1
        self.kept[place] = self.kept[place].model_copy(update={"ended": end})
        return self.kept[place]
