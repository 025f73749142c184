"""Assurance at the desk: runs of suites and replays, each in a process of its own."""

from __future__ import annotations

from hri.assurance.jobs import Work
from hri.assurance.replaying import ReplayOrder, ReplayRuns
from hri.assurance.runrecords import Given, Order
from hri.assurance.shelves import Shelf
from hri.assurance.suiteruns import Folders, SuiteRuns
from hri.casework.permissions import Guard
from hri.casework.scoring import LiveScorer
from hri.domain.ports import Clock
from hri.domain.records import Store
from hri.evaluation.replay import ReplayReport
from hri.settings import Settings
from hri.wiring.processes import ProcessWork


def suite_runs_of(
    settings: Settings, store: Store, guard: Guard, clock: Clock, live: LiveScorer
) -> SuiteRuns:
    """Runs of the suites that the settings name."""

    def begin(order: Order) -> Work[Given]:
        return ProcessWork[Given](order, settings)

    return SuiteRuns(
        store,
        guard,
        clock,
        live,
        Folders(settings.suites, settings.pack),
        Shelf(settings.issued),
        begin,
    )


def replay_runs_of(settings: Settings, guard: Guard, clock: Clock, live: LiveScorer) -> ReplayRuns:
    """Replays of the database of the settings."""

    def begin(order: ReplayOrder) -> Work[ReplayReport]:
        return ProcessWork[ReplayReport](order, settings)

    return ReplayRuns(guard, clock, live, begin)
