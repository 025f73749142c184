from __future__ import annotations

import factories
import pytest
from casework.bench import ANALYST, AUDITOR, FakeClock, dump, store_of

from hri.casework.activations import put_in_force
from hri.casework.policies import policy_ref
from hri.domain.events import EventKind
from hri.errors import ConflictError, NotFoundError
from hri.wiring import Desk

POLICY, REF = factories.default_policy()


@pytest.fixture(autouse=True)
def published(desk: Desk, clock: FakeClock) -> None:
    put_in_force(store_of(desk), clock, POLICY, REF)


def test_the_published_policy_is_in_force(desk: Desk):
    live = desk.policies.live(ANALYST)
    assert (live.policy, live.ref, live.published, live.live) == (POLICY, REF, True, True)


def test_a_draft_is_a_new_version_and_leaves_the_one_in_force(desk: Desk, clock: FakeClock):
    before = desk.policies.live(ANALYST)
    first = desk.policies.save_draft(ANALYST, POLICY.model_copy(update={"title": "Stricter"}))
    second = desk.policies.save_draft(ANALYST, POLICY)
    assert [saved.policy.version for saved in (first, second)] == ["v002", "v003"]
    assert (first.policy.title, first.policy.author) == ("Stricter", "Analyst")
    assert first.policy.published_on == clock.now().date()
    assert (first.published, first.live) == (False, False)
    assert desk.policies.live(ANALYST) == before
    assert [saved.policy.version for saved in desk.policies.versions(ANALYST)] == [
        "v001",
        "v002",
        "v003",
    ]
    assert desk.policies.get(ANALYST, "v002") == first


def test_a_draft_is_an_event_with_its_hash(desk: Desk):
    saved = desk.policies.save_draft(ANALYST, POLICY)
    event = desk.audit.search(AUDITOR).events[0]
    assert (event.kind, event.actor) == (EventKind.POLICY_DRAFTED, "analyst")
    assert event.subject == "default v002"
    assert event.payload["sha256"] == saved.ref.sha256
    assert desk.audit.verify(AUDITOR).sound


def test_publishing_the_same_file_again_changes_nothing(desk: Desk, clock: FakeClock):
    before = dump(desk)
    put_in_force(store_of(desk), clock, POLICY, REF)
    assert dump(desk) == before


def test_a_published_version_with_other_content_is_refused(desk: Desk, clock: FakeClock):
    before = dump(desk)
    other = REF.model_copy(update={"sha256": "f" * 64})
    with pytest.raises(ConflictError, match=r"default v001.*never changes"):
        put_in_force(store_of(desk), clock, POLICY, other)
    assert dump(desk) == before


def test_a_next_version_takes_over_and_an_older_one_can_come_back(desk: Desk, clock: FakeClock):
    desk.policies.save_draft(ANALYST, POLICY)
    newer = POLICY.model_copy(update={"version": "v002"})
    put_in_force(store_of(desk), clock, newer, policy_ref(newer))
    assert desk.policies.live(ANALYST).policy == newer
    assert desk.policies.get(ANALYST, "v002").published
    put_in_force(store_of(desk), clock, POLICY, REF)
    assert desk.policies.live(ANALYST).policy == POLICY
    kinds = [event.kind for event in desk.audit.search(AUDITOR).events]
    assert kinds.count(EventKind.POLICY_PUBLISHED) == 2
    assert kinds.count(EventKind.POLICY_ACTIVATED) == 3
    assert desk.audit.verify(AUDITOR).sound


def test_a_version_that_is_not_there_is_not_found(desk: Desk):
    with pytest.raises(NotFoundError):
        desk.policies.get(ANALYST, "v999")


def test_equal_policies_have_equal_hashes():
    assert policy_ref(POLICY) == policy_ref(POLICY.model_copy())
    assert policy_ref(POLICY) != policy_ref(factories.policy(title="Other"))
