"""The life of a policy on the screen, over a real desk."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from types import SimpleNamespace

import factories
import pytest
from casework import bench
from casework.bench import ANALYST, FAKE_LAW, RIGHT_FEE, FakeClock, case, open_bench, person
from streamlit.testing.v1 import AppTest

from hri.casework.activations import put_in_force
from hri.domain.activations import PolicyState
from hri.domain.packs import PackInfo
from hri.domain.reviews import Actor, Role
from hri.ui import labels
from hri.wiring import Desk
from tests.ui.conftest import Open, shown

LIFE, SHADOW = "Versions and approvals", "Shadow run"
DRAFTER = Actor(id="demo-analyst", name="demo-analyst", roles=(Role.ANALYST,))
CHIEF = Actor(id="demo-supervisor", name="demo-supervisor", roles=(Role.SUPERVISOR,))
LATE = {"warn": 0.9, "defer": 0.95, "route": 1.0}


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def desk(tmp_path: Path, clock: FakeClock, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Four cases, and a draft by the analyst who uses the screen."""
    info = PackInfo(
        id="demo", version="1", title="Demo", jurisdiction="GB", languages=("en",),
        as_of=date(2026, 1, 1), licence="-", publisher="-", demonstration=True,
    )  # fmt: skip
    known = SimpleNamespace(**{**vars(bench.KNOWLEDGE), "info": info, "procedure": lambda _: None})
    monkeypatch.setattr(bench, "KNOWLEDGE", known)
    opened = open_bench(tmp_path, clock=clock)
    put_in_force(bench.store_of(opened), clock, *factories.default_policy())
    for number, slots in enumerate([{}, RIGHT_FEE, FAKE_LAW, bench.WRONG_FEE]):
        stored = case(number, domain="fees", metadata={"slots": slots})
        opened.intake.submit(bench.CHIEF, stored)
    opened.policies.save_draft(DRAFTER, factories.policy(thresholds=LATE, title="Later"))
    return opened


def look(opened: Open, role: Role, part: str = LIFE, language: str = "en") -> AppTest:
    app = opened("tuning", role, language)
    app.session_state["tuning-part"] = part
    return app.run()


def press(app: AppTest, key: str) -> AppTest:
    return app.button(key=key).click().run()


def keys(app: AppTest) -> set[str]:
    return {str(button.key) for button in app.button}


def state(desk: Desk, version: str) -> PolicyState:
    found = desk.activations.standings(ANALYST)
    return next(each.state for each in found if each.saved.ref.version == version)


def proposed(desk: Desk, actor: Actor = DRAFTER) -> str:
    """Propose the draft; returns the hash of the backtest."""
    return desk.proposals.propose(actor, "v002").backtest_sha256


def test_an_analyst_proposes_and_sees_the_backtest_with_its_hash(opened: Open, desk: Desk) -> None:
    app = look(opened, Role.ANALYST)
    app.text_area(key="proposal-note").set_value("Please look").run()
    press(app, "propose")
    made = desk.proposals.all(ANALYST)[0]
    words = shown(app)
    assert made.note == "Please look"
    assert made.backtest_sha256 in words
    assert "v002 is proposed as number 1" in words
    assert state(desk, "v002") is PolicyState.PROPOSED
    assert "WARN from" in words


def test_the_author_finds_no_way_to_approve_and_is_told_why(opened: Open, desk: Desk) -> None:
    proposed(desk)
    app = look(opened, Role.ANALYST)
    assert "You drafted or proposed this version" in shown(app)
    assert "approve-1" not in keys(app)


def test_whoever_drafted_cannot_approve_what_somebody_else_proposed(
    opened: Open, desk: Desk
) -> None:
    proposed(desk, person(Role.ANALYST, "other"))
    app = look(opened, Role.ANALYST)
    assert "approve-1" not in keys(app)


def test_another_person_approves_exactly_that_backtest(opened: Open, desk: Desk) -> None:
    seen = proposed(desk)
    app = look(opened, Role.SUPERVISOR)
    assert f"I looked at the backtest {seen[:12]}" in [box.label for box in app.checkbox]
    app.checkbox(key="approve-seen-1").check()
    app.text_input(key="approve-note-1").set_value("Looks right").run()
    press(app, "approve-1")
    assert "v002 is in force from now on" in shown(app)
    assert desk.policy.version == "v002"
    assert desk.activations.history(CHIEF)[-1].reason == "Looks right"


def test_without_a_look_at_the_backtest_nothing_is_approved(opened: Open, desk: Desk) -> None:
    proposed(desk)
    app = press(look(opened, Role.SUPERVISOR), "approve-1")
    assert "Tick that you looked" in shown(app)
    assert desk.policy.version == "v001"


def test_a_version_is_approved_for_later_and_that_is_cancelled(
    opened: Open, desk: Desk, clock: FakeClock
) -> None:
    proposed(desk)
    app = look(opened, Role.SUPERVISOR)
    app.radio(key="approve-when-1").set_value("later").run()
    app.checkbox(key="approve-seen-1").check().run()
    press(app, "approve-1")
    assert state(desk, "v002") is PolicyState.SCHEDULED
    coming = desk.activations.history(CHIEF)[-1]
    assert coming.from_at == clock.now() + timedelta(hours=1)
    assert "v002 becomes live on" in shown(app)
    press(app, f"cancel-{coming.id}")
    assert "lacks something: a reason" in shown(app)
    app.text_input(key=f"cancel-reason-{coming.id}").set_value("Not yet").run()
    press(app, f"cancel-{coming.id}")
    assert "v002 will not become live" in shown(app)
    assert desk.activations.history(CHIEF)[-1].cancelled is not None


def test_a_time_in_the_past_is_told_and_nothing_is_approved(
    opened: Open, desk: Desk, clock: FakeClock
) -> None:
    proposed(desk)
    app = look(opened, Role.SUPERVISOR)
    app.radio(key="approve-when-1").set_value("later").run()
    app.checkbox(key="approve-seen-1").check().run()
    clock.move(hours=2)
    press(app, "approve-1")
    assert "lies in the past" in shown(app)
    assert desk.policy.version == "v001"


def test_while_a_version_is_to_become_live_no_other_is_approved(
    opened: Open, desk: Desk, clock: FakeClock
) -> None:
    seen = proposed(desk)
    desk.proposals.approve(CHIEF, 1, seen, from_at=clock.now() + timedelta(days=1))
    desk.policies.save_draft(DRAFTER, factories.policy(thresholds={**LATE, "warn": 0.8}))
    desk.proposals.propose(DRAFTER, "v003")
    app = look(opened, Role.SUPERVISOR)
    assert "v002 is to become live at a later time" in shown(app)
    assert "approve-2" not in keys(app)


@pytest.mark.parametrize("how", ["old", "other"])
def test_a_stale_backtest_is_told_with_its_cause_and_remedy(
    opened: Open, desk: Desk, clock: FakeClock, how: str
) -> None:
    seen = proposed(desk)
    if how == "old":
        clock.move(hours=25)
    else:
        desk.policies.save_draft(DRAFTER, factories.policy(thresholds={**LATE, "warn": 0.8}))
        desk.proposals.propose(DRAFTER, "v003")
        desk.proposals.approve(CHIEF, 1, seen)
    app = look(opened, Role.SUPERVISOR)
    words = shown(app)
    assert ("older than 24 hours" if how == "old" else "compares with v001") in words
    assert "withdrawn and the version proposed anew" in words
    assert f"approve-{1 if how == 'old' else 2}" not in keys(app)


def test_a_backtest_that_grows_old_in_front_of_the_screen_is_refused(
    opened: Open, desk: Desk, clock: FakeClock
) -> None:
    proposed(desk)
    app = look(opened, Role.SUPERVISOR)
    app.checkbox(key="approve-seen-1").check().run()
    clock.move(hours=25)
    press(app, "approve-1")
    assert "The backtest does not count any more" in shown(app)
    assert desk.policy.version == "v001"


@pytest.mark.parametrize(
    ("role", "key", "end"),
    [(Role.SUPERVISOR, "reject-1", "rejected"), (Role.ANALYST, "withdraw-1", "withdrawn")],
)
def test_a_proposal_is_ended_with_a_reason(
    opened: Open, desk: Desk, role: Role, key: str, end: str
) -> None:
    proposed(desk)
    app = press(look(opened, role), key)
    assert "lacks something: a reason" in shown(app)
    app.text_input(key="end-reason-1").set_value("Too mild").run()
    press(app, key)
    ended = desk.proposals.all(ANALYST)[0].end
    assert ended is not None
    assert (ended.verdict.value, ended.reason) == (end, "Too mild")
    assert "Too mild" in shown(app)
    assert state(desk, "v002") is PolicyState.DRAFT


def test_one_step_back_takes_a_reason(opened: Open, desk: Desk) -> None:
    desk.proposals.approve(CHIEF, 1, proposed(desk))
    app = look(opened, Role.SUPERVISOR)
    press(app, "roll-back")
    assert "lacks something: a reason" in shown(app)
    assert desk.policy.version == "v002"
    app.text_input(key="back-reason").set_value("Too many missed").run()
    press(app, "roll-back")
    assert "v002 is taken back; v001 is in force again" in shown(app)
    assert desk.policy.version == "v001"
    assert "Too many missed" in shown(app)
    assert "roll-back" not in keys(app)


def test_an_auditor_reads_the_life_and_has_no_button_for_it(opened: Open, desk: Desk) -> None:
    proposed(desk)
    app = look(opened, Role.AUDITOR)
    assert desk.proposals.all(ANALYST)[0].backtest_sha256 in shown(app)
    acting = ("approve", "reject", "withdraw", "propose", "roll-back", "cancel")
    assert not [key for key in keys(app) if key.startswith(acting)]


def test_a_supervisor_approves_and_neither_drafts_nor_proposes(opened: Open) -> None:
    app = look(opened, Role.SUPERVISOR)
    assert "propose" not in keys(app)


def test_a_caseworker_does_not_reach_the_screen(opened: Open) -> None:
    with pytest.raises(ValueError, match="page"):
        opened("tuning", Role.CASEWORKER)


def test_the_numbers_of_a_version_are_tried(opened: Open) -> None:
    app = look(opened, Role.ANALYST)
    press(app, "version-try")
    app.session_state["tuning-part"] = "Try numbers"
    app.run()
    warn = next(s for s in app.slider if str(s.key).startswith("slide-thresholds-warn~"))
    assert warn.value == 0.9


def test_a_shadow_run_is_started_counted_and_ended(opened: Open, desk: Desk) -> None:
    app = press(look(opened, Role.ANALYST, SHADOW), "shadow-start")
    assert "v002 runs beside from now on" in shown(app)
    assert "No case came in during this run yet" in shown(app)
    desk.intake.submit(
        bench.CHIEF, case(8, metadata={"slots": {"fees": {"sis": 0.3, "ccs": 0.6, "rvs": 0.0}}})
    )
    desk.intake.submit(bench.CHIEF, case(9, metadata={"slots": RIGHT_FEE}))
    app.run()
    words = shown(app)
    assert "50%" in words
    assert "case-00008" in words
    assert "case-00009" not in words
    app.text_input(key="shadow-reason").set_value("Seen enough").run()
    press(app, "shadow-end")
    assert desk.shadows.running(ANALYST) is None
    assert "Seen enough" in shown(app)


def test_only_analysts_start_shadow_runs(opened: Open) -> None:
    assert "shadow-start" not in keys(look(opened, Role.SUPERVISOR, SHADOW))


def test_a_refusal_by_the_desk_itself_is_told(opened: Open, desk: Desk) -> None:
    """What the page offers may be out of date: the desk decides again."""
    app = look(opened, Role.ANALYST)
    proposed(desk)
    press(app, "propose")
    assert "Somebody else changed this meanwhile" in shown(app)


def test_the_title_and_the_reasons_of_others_are_shown_as_text(opened: Open, desk: Desk) -> None:
    nasty = "<script>alert(1)</script> ![x](http://evil.example)"
    desk.policies.save_draft(DRAFTER, factories.policy(title=nasty, rationale=nasty))
    desk.proposals.propose(DRAFTER, "v003", nasty)
    words = shown(look(opened, Role.SUPERVISOR))
    assert "<script>" not in words
    assert words.count("&lt;script&gt;") >= 3


def test_every_state_has_a_word() -> None:
    assert all(labels.name(each) for each in PolicyState)
