"""Policies and pauses on the command line: it reads, prints and pauses; it approves nothing."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import factories
import pytest
from casework.bench import ANALYST, CHIEF
from click.testing import CliRunner

from hri.cli import main
from hri.domain.decisions import Action
from hri.domain.events import EventKind
from hri.knowledge.policies import load_policy
from hri.settings import Settings
from hri.wiring import Desk, load_demonstration, open_desk

DATA = factories.ROOT / "data"


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pack_cache: Path) -> Settings:
    shutil.copytree(DATA / "policies", tmp_path / "policies")
    chosen = Settings.model_validate(
        {
            "database": tmp_path / "hri.sqlite",
            "cache": pack_cache,
            "pack": DATA / "packs" / "demo",
            "policies": tmp_path / "policies",
            "reasons": DATA / "reasons",
            "demonstration_cases": DATA / "cases" / "demo.jsonl",
        }
    )
    for name in ("database", "cache", "pack", "policies", "reasons"):
        monkeypatch.setenv(f"HRI_{name.upper()}", str(getattr(chosen, name)))
    return chosen


@pytest.fixture
def desk(settings: Settings) -> Desk:
    opened = open_desk(settings)
    for someone in (ANALYST, CHIEF):
        opened.guard.signed_in(someone, "oidc")
    return opened


def run(*args: object):
    return CliRunner().invoke(main, [*map(str, args)])


def approve(desk: Desk, title: str = "Stricter") -> str:
    drafted = desk.policies.save_draft(ANALYST, desk.policy.model_copy(update={"title": title}))
    proposal = desk.proposals.propose(ANALYST, drafted.policy.version)
    desk.proposals.approve(CHIEF, proposal.id, proposal.backtest_sha256)
    return drafted.policy.version


def test_versions_are_listed_with_their_states(desk: Desk):
    approve(desk)
    desk.activations.roll_back(CHIEF, approve(desk), "worse")
    desk.policies.save_draft(ANALYST, desk.policy)
    desk.proposals.propose(ANALYST, desk.policies.save_draft(ANALYST, desk.policy).policy.version)
    done = run("policy", "list")
    assert done.exit_code == 0, done.output
    assert [line.split()[:2] for line in done.output.splitlines()] == [
        ["v001", "superseded"],
        ["v002", "live"],
        ["v003", "rolled_back"],
        ["v004", "draft"],
        ["v005", "proposed"],
    ]
    assert desk.policy_ref.sha256 in done.output


def test_an_approved_version_is_exported_and_taken_for_itself_in_the_folder(
    desk: Desk, settings: Settings
):
    version = approve(desk)
    path = settings.policies / "default" / f"{version}.toml"
    done = run("policy", "show", version, "--out", path)
    assert done.exit_code == 0, done.output
    assert load_policy(path)[0] == desk.policy
    again = open_desk(settings)
    assert again.policy_ref == desk.policy_ref
    path.write_text(path.read_text("utf-8").replace("Stricter", "Changed"), "utf-8")
    assert "never changes" in run("intake", DATA / "cases" / "demo.jsonl").output


def test_a_backtest_is_printed_and_stores_nothing(desk: Desk, settings: Settings):
    load_demonstration(desk)
    version = desk.policies.save_draft(ANALYST, desk.policy).policy.version
    before = settings.database.read_bytes()
    done = run("policy", "backtest", version)
    assert done.exit_code == 0, done.output
    printed = json.loads(done.stdout)
    assert printed["cases"] == desk.analytics.actions(CHIEF).total
    assert (printed["raised"], printed["lowered"]) == (0, 0)
    assert "0 raised, 0 lowered; sha256" in done.stderr
    assert settings.database.read_bytes() == before


def test_there_is_no_way_to_approve_on_the_command_line():
    shown = run("policy", "--help").output
    commands = shown[shown.index("Commands:") :]
    assert [line.split()[0] for line in commands.splitlines()[1:] if line.strip()] == [
        "backtest",
        "check",
        "list",
        "show",
    ]
    assert "nobody acts for two persons" in " ".join(shown.split())


def test_a_version_that_is_not_there_is_told(desk: Desk):
    done = run("policy", "show", "v999")
    assert (done.exit_code, "no policy default v999" in done.output) == (2, True)


def test_everything_is_paused_and_resumed(desk: Desk):
    done = run("pause", "start", "--reason", "the fees changed")
    assert done.exit_code == 0, done.output
    assert done.output.startswith("pause 1: everything")
    assert load_demonstration(desk).by_action[Action.ROUTE] == 36
    listed = run("pause", "list").output
    assert "1  everything" in listed
    assert "HRI: the fees changed  (36 held)" in listed
    assert run("pause", "end", 1, "--reason", "corrected").exit_code == 0
    assert run("pause", "list").output == "nothing is paused\n"
    assert "1  everything" in run("pause", "list", "--all").output
    kinds = [event.kind for event in desk.audit.walk(CHIEF) if event.actor == "system"]
    assert {EventKind.PAUSE_STARTED, EventKind.PAUSE_ENDED} <= set(kinds)


def test_a_procedure_is_paused_by_its_id(desk: Desk):
    load_demonstration(desk)
    known = next(item.procedure_id for item in desk.queue.page(CHIEF).items if item.procedure_id)
    done = run("pause", "start", "--procedure", known, "--reason", "x")
    assert done.output.startswith(f"pause 1: procedure {known}")
    assert desk.pauses.running(CHIEF)[0].topic.procedure_id == known


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (["--procedure", "nope", "--reason", "x"], 2, "Nothing is known under procedure nope"),
        (["--procedure", "a", "--service", "b", "--reason", "x"], 2, "not both"),
        (["--reason", " "], 2, "needs a reason"),
        ([], 2, "--reason"),
    ],
)
def test_a_pause_that_would_pause_nothing_is_refused(desk: Desk, args, code, said):
    done = run("pause", "start", *args)
    assert (done.exit_code, said in done.output) == (code, True), done.output
    assert desk.pauses.all(CHIEF) == ()


def test_without_a_database_nothing_is_made(settings: Settings):
    for command in (["policy", "list"], ["pause", "start", "--reason", "x"]):
        done = run(*command)
        assert (done.exit_code, "there is no database" in done.output) == (2, True)
    assert not settings.database.exists()
