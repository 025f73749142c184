"""Every role at every use case: the table is written out here a second time, on purpose."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime

import factories
import pytest
from casework.bench import ANNE, CHIEF, case, open_bench, person, store_of

from hri.casework.permissions import RIGHTS, SYSTEM, UseCase, may
from hri.domain.clients import KeyTerms, Scope, client_actor
from hri.domain.events import EventKind
from hri.domain.reviews import Actor, ReviewDecision, ReviewDraft, Role
from hri.domain.seeds import Seed, SeededCase
from hri.domain.slots import Slot
from hri.errors import ForbiddenError, HriError
from hri.evaluation.drift import Grouping
from hri.evaluation.drifts import Sides
from hri.evaluation.replay import Between
from hri.wiring import Desk

ID = "case-00001"
APPROVE = ReviewDecision(case_id=ID, verb="approve", seen_version=1, reason_code="correct")
DAY = date(2026, 3, 2)
FAR = datetime(2099, 1, 1, tzinfo=UTC)
POLICY = factories.default_policy()[0]
MODELS = Sides(grouping=Grouping.MODEL, first="a", then="b")

SEEDED = SeededCase(
    case=case(9), seed=Seed(slot=Slot.FEES, error="wrong_fee", explanation={"en": "It is €25."})
)
CALLS: dict[str, tuple[str, Callable[[Desk, Actor], object]]] = {
    "intake.submit": ("S A D sys client", lambda d, a: d.intake.submit(a, case(9))),
    "intake.plant": ("S A D sys client", lambda d, a: d.intake.plant(a, SEEDED)),
    "intake.submit_all": ("S A D sys client", lambda d, a: d.intake.submit_all(a, [])),
    "queue.page": ("C S A U", lambda d, a: d.queue.page(a)),
    "queue.counts": ("C S A U", lambda d, a: d.queue.counts(a)),
    "queue.next_case": ("C S A U", lambda d, a: d.queue.next_case(a)),
    "queue.views": ("C S A U", lambda d, a: d.queue.views(a)),
    "queue.choices": ("C S A U", lambda d, a: d.queue.choices(a)),
    "worklist.assign": ("S", lambda d, a: d.worklist.assign(a, [ID], None)),
    "worklist.move": ("S", lambda d, a: d.worklist.move(a, [ID], "elsewhere")),
    "worklist.snooze": ("C S", lambda d, a: d.worklist.snooze(a, [ID], FAR)),
    "worklist.undo": ("C S", lambda d, a: d.worklist.undo(a, 1)),
    "worklist.skip": ("C S", lambda d, a: d.worklist.skip(a, ID, "not_mine")),
    "worklist.send_back": ("C S", lambda d, a: d.worklist.send_back(a, ID, "look again")),
    "review.open_case": ("C S A U", lambda d, a: d.review.open_case(a, ID)),
    "review.find_sources": ("C S A U", lambda d, a: d.review.find_sources(a, ID, Slot.FEES)),
    "review.claim": ("C S", lambda d, a: d.review.claim(a, ID)),
    "review.claim_next": ("C S", lambda d, a: d.review.claim_next(a)),
    "review.release": ("C S", lambda d, a: d.review.release(a, ID)),
    "review.save_draft": ("C S", lambda d, a: d.review.save_draft(a, ID, ReviewDraft())),
    "review.reveal": ("C S", lambda d, a: d.review.reveal(a, ID, ReviewDraft())),
    "review.recheck": ("C S", lambda d, a: d.review.recheck(a, ID, "x")),
    "review.preview": ("C S", lambda d, a: d.review.preview(a, APPROVE)),
    "review.decide": ("C S", lambda d, a: d.review.decide(a, APPROVE)),
    "review.undo": ("C S", lambda d, a: d.review.undo(a, ID)),
    "delivery.messages": ("C S A U sys", lambda d, a: d.delivery.messages(a, ID)),
    "delivery.ways": ("C S A U sys", lambda d, a: d.delivery.ways(a, ID)),
    "delivery.failed": ("C S A U sys", lambda d, a: d.delivery.failed(a)),
    "delivery.retry": ("C S", lambda d, a: d.delivery.retry(a, 1)),
    "delivery.run": ("sys", lambda d, a: d.delivery.run(a)),
    "people.reviewers": ("C S A U", lambda d, a: d.people.reviewers(a)),
    "people.everybody": ("D", lambda d, a: d.people.everybody(a)),
    "people.bar": ("D", lambda d, a: d.people.bar(a, "anne", [])),
    "policies.live": ("C S A U D sys", lambda d, a: d.policies.live(a)),
    "policies.versions": ("C S A U D sys", lambda d, a: d.policies.versions(a)),
    "policies.get": ("C S A U D sys", lambda d, a: d.policies.get(a, "v001")),
    "policies.save_draft": ("A", lambda d, a: d.policies.save_draft(a, POLICY)),
    "activations.standings": ("C S A U D sys", lambda d, a: d.activations.standings(a)),
    "activations.history": ("C S A U D sys", lambda d, a: d.activations.history(a)),
    "activations.roll_back": ("S A", lambda d, a: d.activations.roll_back(a, "v001", "wrong")),
    "activations.cancel": ("S A", lambda d, a: d.activations.cancel(a, 1, "not yet")),
    "proposals.all": ("S A U sys", lambda d, a: d.proposals.all(a)),
    "proposals.backtest": ("S A U sys", lambda d, a: d.proposals.backtest(a, "v001")),
    "proposals.propose": ("A", lambda d, a: d.proposals.propose(a, "v001")),
    "proposals.approve": ("S A", lambda d, a: d.proposals.approve(a, 1, "")),
    "proposals.reject": ("S A", lambda d, a: d.proposals.reject(a, 1, "too strict")),
    "proposals.withdraw": ("A", lambda d, a: d.proposals.withdraw(a, 1, "an error")),
    "shadows.running": ("S A U sys", lambda d, a: d.shadows.running(a)),
    "shadows.all": ("S A U sys", lambda d, a: d.shadows.all(a)),
    "shadows.figures": ("S A U sys", lambda d, a: d.shadows.figures(a, 1)),
    "shadows.start": ("A", lambda d, a: d.shadows.start(a, "v001")),
    "shadows.end": ("A", lambda d, a: d.shadows.end(a, 1)),
    "pauses.running": ("C S A U D sys", lambda d, a: d.pauses.running(a)),
    "pauses.all": ("C S A U D sys", lambda d, a: d.pauses.all(a)),
    "pauses.held": ("C S A U D sys", lambda d, a: d.pauses.held(a)),
    "pauses.pause": ("S sys", lambda d, a: d.pauses.pause(a, "a wrong fee")),
    "pauses.resume": ("S sys", lambda d, a: d.pauses.resume(a, 1, "corrected")),
    "audit.search": ("S U D sys", lambda d, a: d.audit.search(a)),
    "audit.walk": ("S U D sys", lambda d, a: list(d.audit.walk(a))),
    "audit.history": ("C S A U", lambda d, a: d.audit.history(a, ID)),
    "audit.checkpoint": ("S U D sys", lambda d, a: d.audit.checkpoint(a)),
    "audit.seals": ("S U D sys", lambda d, a: d.audit.seals(a)),
    "sealer.run": ("sys", lambda d, a: d.sealer.run(a)),
    "audit.verify": ("S U D sys", lambda d, a: d.audit.verify(a)),
    "audit.erase_content": ("D", lambda d, a: d.audit.erase_content(a, ID, "art. 17")),
    "analytics.heatmap": ("S A U", lambda d, a: d.analytics.heatmap(a)),
    "analytics.backlog": ("S A U", lambda d, a: d.analytics.backlog(a)),
    "analytics.actions": ("S A U", lambda d, a: d.analytics.actions(a)),
    "analytics.delivered_wrong": ("S A U", lambda d, a: d.analytics.delivered_wrong(a)),
    "analytics.seeds": ("S A U", lambda d, a: d.analytics.seeds(a)),
    "analytics.flow": ("S A U", lambda d, a: d.analytics.flow(a)),
    "analytics.limits": ("S A U", lambda d, a: d.analytics.limits(a)),
    "analytics.topics": ("S A U", lambda d, a: d.analytics.topics(a)),
    "quality.readers": ("S A U", lambda d, a: d.quality.readers(a)),
    "quality.unseen": ("S A U", lambda d, a: d.quality.unseen(a)),
    "quality.people": ("S U", lambda d, a: d.quality.people(a)),
    "drifts.alert": ("S A U", lambda d, a: d.drifts.alert(a)),
    "drifts.compare": ("S A U", lambda d, a: d.drifts.compare(a, MODELS)),
    "analytics.judgements": ("S A U", lambda d, a: d.analytics.judgements(a)),
    "review.doubt_source": (
        "C S",
        lambda d, a: d.review.doubt_source(a, ID, Slot.FEES, "guide-x"),
    ),
    "doubts.reported": ("S A U D sys", lambda d, a: d.doubts.reported(a)),
    "evidence.pack": ("S U sys", lambda d, a: d.evidence.pack(a, DAY, DAY, "en")),
    "evidence.issue": ("S U sys", lambda d, a: d.evidence.issue(a, DAY, DAY, "en")),
    "replays.replay_all": ("S U D sys", lambda d, a: d.replays.replay_all(a)),
    "replays.replay": ("S U D sys", lambda d, a: d.replays.replay(a, ID)),
    "replay_runs.start": ("S U D sys", lambda d, a: d.replay_runs.start(a, Between(FAR, FAR))),
    "replay_runs.state": ("S U D sys", lambda d, a: d.replay_runs.state(a)),
    "replay_runs.stop": ("S U D sys", lambda d, a: d.replay_runs.stop(a)),
    "suite_runs.all": ("S A U D", lambda d, a: d.suite_runs.all(a)),
    "suite_runs.start": ("S A U", lambda d, a: d.suite_runs.start(a, "none")),
    "suite_runs.state": ("S A U D", lambda d, a: d.suite_runs.state(a)),
    "suite_runs.stop": ("S A U", lambda d, a: d.suite_runs.stop(a)),
    "suite_runs.bundle": ("S A U D", lambda d, a: d.suite_runs.bundle(a, "paper", "fr")),
    "suite_runs.documents": ("S A U D", lambda d, a: d.suite_runs.documents(a, "paper", "fr")),
    "suite_runs.verify": ("S A U D", lambda d, a: d.suite_runs.verify(a, "x.zip", b"")),
    "tuning.compare": ("S A U sys", lambda d, a: d.tuning.compare(a, POLICY)),
    "tuning.history": ("S A U sys", lambda d, a: d.tuning.history(a)),
    "tuning.services": ("S A U sys", lambda d, a: d.tuning.services(a)),
    "clients.make": ("D sys", lambda d, a: d.clients.make(a, TERMS)),
    "clients.all": ("D sys", lambda d, a: d.clients.all(a)),
    "clients.revoke": ("D sys", lambda d, a: d.clients.revoke(a, 1, "lost")),
    "retention.hold": ("S D sys", lambda d, a: d.retention.hold(a, ID, "a lawsuit")),
    "retention.release": ("S D sys", lambda d, a: d.retention.release(a, 1, "it ended")),
    "retention.running": ("S D sys", lambda d, a: d.retention.running(a)),
    "retention.sweep": ("sys", lambda d, a: d.retention.sweep(a)),
    "stock.take": ("sys", lambda d, a: d.stock.take(a)),
}
TERMS = KeyTerms(client="portal", scopes=(Scope.CHAT,))
ACTORS = {
    "C": person(Role.CASEWORKER),
    "S": person(Role.SUPERVISOR),
    "A": person(Role.ANALYST),
    "U": person(Role.AUDITOR),
    "D": person(Role.ADMINISTRATOR),
    "sys": SYSTEM,
    "client": client_actor("portal"),
    "nobody": Actor(id="nobody", name="Nobody", roles=()),
    "odd": Actor.model_construct(id="odd", name="Odd", roles=tuple(Role), kind="robot"),
}
STATEFUL = ("review.", "policies.", "worklist.", "delivery.", "people.")
STATEFUL += ("activations.", "proposals.", "pauses.", "shadows.", "clients.", "retention.")
STATEFUL += ("suite_runs.", "replay_runs.")
"""Use cases that need a case, person or policy in a certain state."""
OPEN = {"known", "require", "reasons", "skip_reasons", "preferences", "prefer"}
"""Use cases that read nothing of a case or a person."""


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A desk for all who are refused: they leave an event there and nothing else."""
    opened = open_bench(tmp_path_factory.mktemp("standing"))
    opened.intake.submit(CHIEF, case())
    return opened


def told_of(desk: Desk, after: int) -> list[tuple[EventKind, str]]:
    with store_of(desk).read() as records:
        return [(event.kind, event.actor) for event in records.audit.walk(after, 10)]


def latest(desk: Desk) -> int:
    with store_of(desk).read() as records:
        return records.audit.latest()


@pytest.mark.parametrize("actor", ACTORS)
@pytest.mark.parametrize("name", CALLS)
def test_each_role_may_do_what_the_table_says_and_nothing_else(
    request, standing: Desk, name, actor
):
    allowed, call = CALLS[name]
    if actor in allowed.split():
        desk = request.getfixturevalue("desk")
        desk.intake.submit(CHIEF, case())
        try:
            call(desk, ACTORS[actor])
        except ForbiddenError:
            pytest.fail(f"{actor} should be allowed to {name}")
        except HriError:  # the right is there; the case is not in the state the call needs
            assert name.startswith(STATEFUL)
        return
    before = latest(standing)
    with pytest.raises(ForbiddenError):
        call(standing, ACTORS[actor])
    assert told_of(standing, before) == [(EventKind.REFUSED, ACTORS[actor].id)]


def test_the_table_covers_every_use_case(desk: Desk):
    parts = ("intake", "queue", "worklist", "people", "review", "delivery", "policies", "audit")
    parts += ("doubts", "analytics", "tuning", "replays", "activations", "proposals")
    parts += ("pauses", "shadows", "sealer", "quality", "drifts", "evidence")
    parts += ("pauses", "shadows", "clients", "retention", "stock", "suite_runs", "replay_runs")
    there = {
        f"{part}.{name}"
        for part in parts
        for name in dir(getattr(desk, part))
        if not name.startswith("_") and name not in OPEN
    }
    # What a subclass of Holding uses inside an open transaction is no use case.
    inner = {"review.take", "review.keep", "review.renew", "review.record"}
    assert there - inner == set(CALLS)
    assert set(RIGHTS) == set(UseCase)


def test_auditors_change_nothing():
    changing = {UseCase.SUBMIT_CASES, UseCase.REVIEW, UseCase.DRAFT_POLICY, UseCase.ERASE_CONTENT}
    changing |= {UseCase.ASSIGN, UseCase.SEND_BACK, UseCase.APPROVE_POLICY}
    changing |= {UseCase.PAUSE}
    assert not any(may(ACTORS["U"], use_case) for use_case in changing)


def test_a_refusal_says_who_may_and_what_to_do(desk: Desk):
    with pytest.raises(ForbiddenError, match=r"analyst.*Remedy: Ask somebody"):
        desk.policies.save_draft(ANNE, POLICY)


def test_a_refused_attempt_names_the_use_case_and_the_roles(desk: Desk):
    with pytest.raises(ForbiddenError):
        desk.review.claim(ACTORS["U"], ID)
    (event,) = desk.audit.search(SYSTEM).events
    assert event.payload == {"use_case": "review", "roles": "auditor"}
    assert event.subject == ID


def test_a_sign_in_is_recorded(desk: Desk):
    desk.guard.signed_in(ANNE, "demonstration")
    (event,) = desk.audit.search(SYSTEM).events
    assert (event.kind, event.actor) == (EventKind.SIGNED_IN, "anne")
    assert set(event.payload) == {"how", "roles", "rows"}
    assert (event.payload["how"], event.payload["roles"]) == ("demonstration", "caseworker")


def test_control_characters_in_a_case_id_stay_inside_their_event(desk: Desk):
    with pytest.raises(ForbiddenError):
        desk.review.claim(ACTORS["nobody"], "case\x07bell")
    assert desk.audit.verify(SYSTEM).sound
    assert desk.audit.search(SYSTEM).events[0].subject == "case\x07bell"
