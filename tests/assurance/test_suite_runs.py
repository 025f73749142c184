"""Runs from the desk: in a process, told in the log, with the documents of the terminal."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from assurance.test_documents import small_suite, timeless
from casework.bench import ANNE, AUDITOR, CHIEF, case
from click.testing import CliRunner
from factories import ROOT

from hri.assurance.bundles import MANIFEST, files_in, verify_bundle
from hri.assurance.results import TestVerdict
from hri.assurance.runrecords import Order
from hri.assurance.shelves import Shelf
from hri.assurance.signing import make_key
from hri.assurance.suiteruns import Folders, SuiteRuns
from hri.cli import main
from hri.domain.assessments import VersionRef
from hri.domain.events import EventFilter, EventKind
from hri.errors import BusyError, ForbiddenError, NotFoundError, RequestError, StoppedError
from hri.evaluation.replay import Between
from hri.settings import Settings
from hri.store.database import open_store
from hri.wiring import Desk, open_desk


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


def settings_in(folder: Path) -> Settings:
    make_key(folder / "key.pem")
    (folder / "suites").mkdir()
    small_suite(folder / "suites" / "small")
    return Settings(
        database=folder / "hri.sqlite",
        suites=folder / "suites",
        issued=folder / "issued",
        signing_key=folder / "key.pem",
    )


def desk_of(settings: Settings) -> Desk:
    opened = open_desk(settings)
    for someone in (AUDITOR, CHIEF, ANNE):
        opened.guard.signed_in(someone, "oidc")
    return opened


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path)


@pytest.fixture
def desk(settings: Settings) -> Desk:
    return desk_of(settings)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A desk on which a suite was run once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        opened = desk_of(settings_in(tmp_path_factory.mktemp("ran")))
        (listed,) = opened.suite_runs.all(AUDITOR).suites
        assert (listed.last, listed.own_pack, listed.changed) == (None, True, ())
        opened.suite_runs.start(AUDITOR, "framework", "City of X")
        with pytest.raises(BusyError):
            opened.suite_runs.start(CHIEF, "framework")
        assert ended(opened.suite_runs).problem is None
        return opened


def ended(runs, actor=AUDITOR):
    for _ in range(600):
        state = runs.state(actor)
        if state.ended is not None:
            return state
        time.sleep(0.05)
    pytest.fail("the run did not end")


def told(desk: Desk, kind: EventKind):
    return desk.audit.search(CHIEF, EventFilter(kinds=(kind,))).events


def test_a_run_is_told_with_its_verdicts(ran: Desk):
    (listed,) = ran.suite_runs.all(AUDITOR).suites
    state, count = ran.suite_runs.state(AUDITOR), len(listed.suite.cases)
    assert (state.step.done, state.step.total) == (count, count)
    (event,) = told(ran, EventKind.SUITE_RAN)
    assert (event.actor, event.subject, event.payload["passed"]) == ("auditor", "framework", True)
    assert state.result == listed.last
    assert listed.last.verdicts[TestVerdict.PASSED] == count


@pytest.mark.parametrize("language", ["fr", "en"])
def test_documents_are_those_of_the_terminal(
    ran: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
):
    monkeypatch.setenv("HRI_SIGNING_KEY", str(ran.settings.signing_key))
    out, suite = tmp_path / "out", ran.settings.suites / "small"
    words = ["vv", "run", str(suite), "--out", str(out), "--language", language]
    done = CliRunner().invoke(main, [*words, "--organisation", "City of X"])
    assert done.exit_code == 0
    ours = ran.suite_runs.documents(AUDITOR, "framework", language)
    theirs = files_in((out / "bundle.zip").read_bytes())
    assert set(ours) == set(theirs)
    content = {name for name in ours if not name.startswith("manifest")}
    assert {n: timeless(ours[n]) for n in content} == {n: timeless(theirs[n]) for n in content}
    bundle = tmp_path / "bundle.zip"
    bundle.write_bytes(ran.suite_runs.bundle(AUDITOR, "framework", language))
    found = CliRunner().invoke(main, ["vv", "verify", str(bundle)])
    assert (found.exit_code, "signed by" in found.output) == (0, True)


def test_the_last_run_outlives_the_desk_and_says_what_changed_since(ran: Desk):
    again = open_desk(ran.settings)
    assert again.suite_runs.state(AUDITOR) is None
    (listed,) = again.suite_runs.all(AUDITOR).suites
    assert listed.last is not None
    assert (listed.last.by, listed.last.passed, listed.changed) == ("auditor", True, ())
    header = ran.settings.suites / "small" / "suite.toml"
    before = header.read_bytes()
    header.write_bytes(before + b"\n# another\n")
    (listed,) = again.suite_runs.all(AUDITOR).suites
    assert listed.changed == ("suite",)
    header.write_bytes(before)


def test_documents_that_were_altered_or_lost_are_not_handed_out(ran: Desk):
    (listed,) = ran.suite_runs.all(AUDITOR).suites
    path = ran.settings.issued / f"{listed.last.bundles['fr']}.zip"
    before = path.read_bytes()
    path.write_bytes(before + b"x")
    with pytest.raises(NotFoundError, match="SHA-256 is not the one that the log holds"):
        ran.suite_runs.bundle(AUDITOR, "framework", "fr")
    path.unlink()
    with pytest.raises(NotFoundError, match="run the suite again"):
        ran.suite_runs.bundle(AUDITOR, "framework", "fr")
    assert ran.suite_runs.bundle(AUDITOR, "framework", "en")
    path.write_bytes(before)


def test_a_regression_is_told_case_by_case(desk: Desk, settings: Settings):
    small = settings.suites / "small" / "index.toml"
    text = small.read_text("utf-8")
    assert "threshold = 0.7" in text
    small.write_text(text.replace("threshold = 0.7", "threshold = 0.2"), "utf-8")
    desk.suite_runs.start(AUDITOR, "framework")
    last = ended(desk.suite_runs).result
    assert not last.passed
    assert last.failed
    assert {last.verdict_of(name) for name in last.failed} == {TestVerdict.FAILED}
    files = desk.suite_runs.documents(AUDITOR, "framework", "en")
    assert last.failed[0].encode() in files["json/06-incident-reports.json"]


def test_a_run_is_stopped_and_the_log_tells_by_whom(desk: Desk):
    desk.suite_runs.start(AUDITOR, "framework")
    desk.suite_runs.stop(CHIEF)
    state = ended(desk.suite_runs)
    assert (state.result, state.stopped_by) == (None, "Chief")
    (event,) = told(desk, EventKind.SUITE_STOPPED)
    assert (event.actor, event.payload) == ("auditor", {"stopped_by": "Chief"})
    assert told(desk, EventKind.SUITE_RAN) == ()


def test_a_suite_that_cannot_be_read_does_not_hide_the_others(desk: Desk, settings: Settings):
    (settings.suites / "broken").mkdir()
    (settings.suites / "broken" / "suite.toml").write_text("id = 1", "utf-8")
    shown = desk.suite_runs.all(AUDITOR)
    assert [one.suite.info.id for one in shown.suites] == ["framework"]
    assert "broken" in str(shown.faults[0])
    with pytest.raises(NotFoundError):
        desk.suite_runs.start(AUDITOR, "nothing")


def test_a_key_that_cannot_be_used_ends_the_run_with_its_remedy(desk: Desk, settings: Settings):
    settings.signing_key.unlink()
    desk.suite_runs.start(AUDITOR, "framework")
    state = ended(desk.suite_runs)
    assert "HRI_SIGNING_KEY" in str(state.problem)
    (event,) = told(desk, EventKind.SUITE_STOPPED)
    assert event.payload == {"problem": "The signing key cannot be used."}


class Ordered:
    """Keeps what is ordered, and begins nothing."""

    def __init__(self) -> None:
        self.orders: list[Order] = []

    def __call__(self, order: Order):
        self.orders.append(order)
        raise StoppedError("not begun")


@pytest.mark.parametrize(
    ("own", "pack"), [("demo", "data/packs/own"), ("other", "data/packs/demo")]
)
def test_a_suite_for_another_pack_is_run_with_the_one_that_the_product_ships(
    desk: Desk, settings: Settings, own: str, pack: str
):
    live = SimpleNamespace(now=lambda: scorer)
    ref = VersionRef(id=own, version="1", sha256="0" * 64)
    scorer = SimpleNamespace(
        knowledge=SimpleNamespace(ref=ref), policy=desk.policy, policy_ref=desk.policy_ref
    )
    ordered, store = Ordered(), open_store(settings.database)
    folders = Folders(settings.suites, Path("data/packs/own"))
    runs = SuiteRuns(store, desk.guard, desk.clock, live, folders, Shelf(settings.issued), ordered)
    with pytest.raises(StoppedError):
        runs.start(AUDITOR, "framework", " City ")
    (order,) = ordered.orders
    assert (order.pack, order.policy_ref) == (Path(pack), desk.policy_ref)
    assert order.organisation == "City"
    (listed,) = runs.all(AUDITOR).suites
    assert listed.own_pack is (own == "demo")
    assert runs.state(AUDITOR) is None


def test_caseworkers_run_and_read_nothing(desk: Desk):
    for call in (desk.suite_runs.all, desk.suite_runs.state, desk.suite_runs.stop):
        with pytest.raises(ForbiddenError):
            call(ANNE)
    with pytest.raises(ForbiddenError):
        desk.suite_runs.start(ANNE, "framework")
    assert desk.suite_runs.state(AUDITOR) is None


def test_somebodys_bundle_is_verified(ran: Desk, tmp_path: Path):
    content = ran.suite_runs.bundle(AUDITOR, "framework", "en")
    assert ran.suite_runs.verify(AUDITOR, "x.zip", content).sound
    assert not ran.suite_runs.verify(AUDITOR, "x.zip", content, "ab" * 32).sound
    place = content.index(b"01-test-plan.html") + 30
    altered = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
    report = ran.suite_runs.verify(AUDITOR, "x.zip", altered)
    assert (report.sound, report.first_bad) == (False, "01-test-plan.html")
    assert MANIFEST in files_in(content)
    path = tmp_path / "y.zip"
    path.write_bytes(content)
    assert verify_bundle(path) == ran.suite_runs.verify(AUDITOR, "x.zip", content)


def test_a_replay_of_a_time_counts_the_cases_of_that_time(desk: Desk):
    for number in range(3):
        desk.intake.submit(CHIEF, case(number))
    desk.replay_runs.start(AUDITOR)
    assert ended(desk.replay_runs).result.identical == 3
    now = desk.clock.now()
    desk.replay_runs.start(AUDITOR, Between(since=now))
    state = ended(desk.replay_runs)
    assert (state.problem, state.result.identical) == (None, 0)
    with pytest.raises(RequestError, match="later end"):
        desk.replay_runs.start(AUDITOR, Between(now, now))
