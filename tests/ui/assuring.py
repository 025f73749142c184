"""Suites, runs and replays in memory for the assurance screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from factories import default_policy

from hri.assurance.bundles import bundle_bytes, verify_bundle
from hri.assurance.dossiers import Dossier
from hri.assurance.environment import Component
from hri.assurance.jobs import JobState, Step
from hri.assurance.publishing import files_of
from hri.assurance.requirements import load_requirements, trace
from hri.assurance.results import CaseResult, SuiteResult, TestVerdict
from hri.assurance.runrecords import Listed, Ran, Shown, ran_of
from hri.assurance.suites import load_suite
from hri.assurance.words import load_words
from hri.casework.permissions import UseCase
from hri.domain.assessments import VersionRef
from hri.domain.reviews import Actor
from hri.errors import BusyError, NotFoundError
from hri.evaluation.replay import Replay, ReplayReport

ROOT = Path(__file__).parents[2]
NOW = datetime(2026, 2, 1, 12, 0, tzinfo=UTC)
PACK = VersionRef(id="demo", version="1", sha256="0" * 64)
Need = Callable[[Actor, UseCase], None]


def dossier(failing: tuple[str, ...] = ()) -> Dossier:
    """A run of the paper's suite in which these cases failed."""
    suite, catalogue = load_suite(ROOT / "data/vv/paper"), load_requirements()
    results = tuple(
        CaseResult(
            case=case,
            verdict=TestVerdict.FAILED if case.id in failing else TestVerdict.PASSED,
            evidence=("<b>seen</b>",),
        )
        for case in suite.cases
    )
    return Dossier(
        suite=suite,
        catalogue=catalogue,
        tracing=trace(suite, catalogue.requirements),
        result=SuiteResult(
            suite=suite.ref,
            pack=PACK,
            policy=default_policy()[1],
            lexicon=PACK,
            engine="0",
            results=results,
        ),
        surroundings=(Component(name="HRI", version="0", sha256="1" * 64),),
        organisation="City",
        started=NOW,
        ended=NOW + timedelta(seconds=27),
        words=load_words("en"),
    )


class FakeSuites:
    """Answers like ``SuiteRuns``; a run goes on until the test ends it."""

    def __init__(self, need: Need) -> None:
        self._need = need
        self.ran: Dossier | None = None
        self.changed: tuple[str, ...] = ()
        self.lost, self.own_pack = False, True
        self.running: JobState[Ran] | None = None
        self.started: list[tuple[str, str]] = []

    def all(self, actor: Actor) -> Shown:
        self._need(actor, UseCase.READ_ASSURANCE)
        last = ran_of(self.ran).model_copy(update={"seq": 7, "by": "anne"}) if self.ran else None
        suite = load_suite(ROOT / "data/vv/paper")
        listed = Listed(suite, self.own_pack, last, self.changed)
        return Shown((listed,), load_requirements(), ())

    def start(self, actor: Actor, suite_id: str, organisation: str = "") -> None:
        self._need(actor, UseCase.RUN_SUITES)
        if self.running is not None and self.running.ended is None:
            raise BusyError("busy")
        self.started.append((suite_id, organisation))
        self.running = JobState(suite_id, actor, NOW, Step(3, 24, "guard.right"))

    def stop(self, actor: Actor) -> None:
        self._need(actor, UseCase.RUN_SUITES)
        self.running = replace(
            self.running, ended=NOW, stopped_by=actor.name, problem=BusyError("stopped")
        )

    def state(self, actor: Actor) -> JobState[Ran] | None:
        self._need(actor, UseCase.READ_ASSURANCE)
        return self.running

    def documents(self, actor: Actor, suite_id: str, language: str) -> dict[str, bytes]:
        self._need(actor, UseCase.READ_ASSURANCE)
        if self.ran is None or self.lost:
            raise NotFoundError("The documents of this run are not kept any more.")
        return files_of(replace(self.ran, words=load_words(language)))

    def bundle(self, actor: Actor, suite_id: str, language: str) -> bytes:
        return bundle_bytes("paper", self.documents(actor, suite_id, language))

    def verify(self, actor: Actor, name: str, content: bytes, key: str = ""):
        self._need(actor, UseCase.READ_ASSURANCE)
        return verify_bundle(Path(name), key, content)


class FakeReplays:
    """Answers like ``ReplayRuns`` and ``Replays``."""

    def __init__(self, need: Need) -> None:
        self._need = need
        self.running: JobState[ReplayReport] | None = None
        self.found: Replay | None = None

    def start(self, actor: Actor, when) -> None:
        self._need(actor, UseCase.VERIFY_AUDIT)
        bounds = [moment.isoformat() if moment else "" for moment in when]
        self.running = JobState("/".join(bounds), actor, NOW, Step(1, 3, "case-001"))

    def stop(self, actor: Actor) -> None:
        self._need(actor, UseCase.VERIFY_AUDIT)

    def state(self, actor: Actor) -> JobState[ReplayReport] | None:
        self._need(actor, UseCase.VERIFY_AUDIT)
        return self.running

    def replay(self, actor: Actor, case_id: str) -> Replay:
        self._need(actor, UseCase.VERIFY_AUDIT)
        if self.found is None or self.found.case_id != case_id:
            raise NotFoundError("there is no such case", where=case_id)
        return self.found
