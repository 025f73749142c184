from __future__ import annotations

import shutil
from pathlib import Path

import factories
import pytest
from casework.bench import ANNE, AUDITOR, CHIEF

from hri.domain.events import EventKind
from hri.domain.queues import QueueFilter
from hri.domain.reviews import Judgement, ReviewDecision, ReviewDraft, ReviewState
from hri.domain.slots import SLOTS
from hri.errors import ConflictError, SettingsError
from hri.settings import Settings
from hri.wiring import (
    Desk,
    back_up,
    latest_policy,
    load_demonstration,
    open_desk,
    restore_backup,
)

DATA = factories.ROOT / "data"


def settings(folder: Path, **changes: object) -> Settings:
    paths = {
        "database": folder / "hri.sqlite",
        "cache": folder / "cache",
        "pack": DATA / "packs" / "demo",
        "policies": DATA / "policies",
        "reasons": DATA / "reasons",
        "demonstration_cases": DATA / "cases" / "demo.jsonl",
    }
    return Settings.model_validate({**paths, **changes})


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    opened = open_desk(settings(tmp_path_factory.mktemp("desk")))
    for someone in (ANNE, AUDITOR, CHIEF):
        opened.guard.signed_in(someone, "oidc")
    return opened


def test_the_demonstration_loads_once_and_can_be_worked_on(desk: Desk):
    steps: list[tuple[int, int, str]] = []
    report = load_demonstration(desk, lambda *step: steps.append(step))
    again = load_demonstration(desk)
    assert report.rejected == again.rejected == ()
    assert (again.stored, again.already_there) == (0, report.stored + report.already_there)
    assert steps[-1][:2] == (len(steps), len(steps))
    assert report.stored == sum(report.by_action.values()) > 0
    waiting = desk.queue.counts(ANNE).waiting
    assert waiting > 0
    review = desk.review.claim_next(ANNE)
    judged = dict.fromkeys(SLOTS, Judgement.CANNOT_TELL)
    desk.review.reveal(ANNE, review.case_id, ReviewDraft(judgements=judged))
    reason = desk.review.reasons("reject")[0]
    done = desk.review.decide(
        ANNE,
        ReviewDecision(
            case_id=review.case_id,
            verb="reject",
            seen_version=review.version,
            reason_code=reason.code,
            reason_text="checked",
            text="Ask the town hall.",
            judgements=judged,
        ),
    )
    assert done.review.state is ReviewState.DECIDED
    assert desk.queue.counts(ANNE).waiting == waiting - 1
    assert desk.analytics.heatmap(CHIEF).cells
    assert desk.tuning.compare(CHIEF, desk.policy).flips == ()
    assert desk.audit.verify(AUDITOR).sound


def test_tuning_gives_back_the_stored_actions(desk: Desk):
    load_demonstration(desk)
    assert desk.tuning.compare(CHIEF, desk.policy).after == desk.analytics.actions(CHIEF).by_action


def test_every_demonstration_case_replays_byte_for_byte(desk: Desk):
    load_demonstration(desk)
    everything = QueueFilter(states=tuple(ReviewState))
    for item in desk.queue.page(ANNE, everything, size=500).items:
        assert desk.replays.replay(AUDITOR, item.case_id).identical, item.case_id


def test_a_backup_of_the_desk_is_restored_with_its_log(desk: Desk, tmp_path: Path):
    load_demonstration(desk)
    back_up(desk.settings, tmp_path / "backup.sqlite")
    elsewhere = settings(tmp_path)
    assert restore_backup(elsewhere, tmp_path / "backup.sqlite").sound
    assert open_desk(elsewhere).queue.counts(ANNE) == desk.queue.counts(ANNE)


def test_the_policy_of_the_folder_is_published_and_in_force(desk: Desk):
    live = desk.policies.live(CHIEF)
    assert (live.policy, live.ref) == (desk.policy, desk.policy_ref)
    kinds = [event.kind for event in desk.audit.walk(AUDITOR)]
    assert kinds[0] is EventKind.POLICY_PUBLISHED


def test_a_published_policy_that_was_edited_stops_the_start(tmp_path: Path):
    shutil.copytree(DATA / "policies", tmp_path / "policies")
    chosen = settings(tmp_path, policies=tmp_path / "policies")
    open_desk(chosen)
    path = latest_policy(chosen)
    path.write_text(path.read_text(encoding="utf-8") + "\n# edited\n", encoding="utf-8")
    with pytest.raises(ConflictError, match="never changes"):
        open_desk(chosen)


def test_the_highest_version_is_the_one_used(tmp_path: Path):
    folder = tmp_path / "policies" / "default"
    folder.mkdir(parents=True)
    for name in ("v002.toml", "v010.toml", "v001.toml", "draft.toml", "v0100.toml"):
        (folder / name).touch()
    assert latest_policy(settings(tmp_path, policies=tmp_path / "policies")).name == "v010.toml"


def test_a_policy_that_is_not_there_is_a_fault_of_the_settings(tmp_path: Path):
    with pytest.raises(SettingsError, match=r"no version of policy other.*HRI_POLICY"):
        open_desk(settings(tmp_path, policy="other"))
