"""Known-wrong items: like any other case until decided, never delivered, explained afterwards."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from casework.bench import (
    ADMIN,
    ANNE,
    AUDITOR,
    BRUNO,
    CHIEF,
    FAKE_LAW,
    FAULTED,
    JUDGED,
    RIGHT_FEE,
    FakeClock,
    FakeCourier,
    case,
    open_bench,
    person,
    store_of,
    take,
)

from hri.casework.permissions import SYSTEM
from hri.casework.review import Decided
from hri.domain.decisions import Action
from hri.domain.events import EventKind
from hri.domain.queues import QueueFilter, View
from hri.domain.reviews import Judgement, ReplyKind, ReviewDecision, ReviewDraft, ReviewState, Role
from hri.domain.seeds import Seed, SeededCase
from hri.domain.slots import Slot
from hri.errors import ConflictError, ForbiddenError, InvalidDecisionError
from hri.wiring import Desk

SEED = Seed(
    slot=Slot.FEES, error="wrong_fee", explanation={"fr": "C'est 25 €.", "en": "It is €25."}
)
ID = "case-00001"
DELIVERED = {"metadata": {"slots": RIGHT_FEE}}


@pytest.fixture
def courier() -> FakeCourier:
    return FakeCourier()


@pytest.fixture
def desk(tmp_path: Path, clock: FakeClock, courier: FakeCourier) -> Desk:
    shares = {"sample_pass_share": 0.5, "sample_warn_share": 0.5}
    return open_bench(tmp_path, clock=clock, courier=courier, **shares)


def plant(desk: Desk, number: int = 1, seed: Seed = SEED, **how: object):
    return desk.intake.plant(CHIEF, SeededCase(case=case(number, **how), seed=seed))


def decide(desk: Desk, case_id: str = ID, verb: str = "reject", actor=ANNE, **more) -> Decided:
    version = take(desk, actor, case_id).version
    fields = {
        "case_id": case_id,
        "verb": verb,
        "seen_version": version,
        "reason_code": "other",
        "reason_text": "looked at",
        "text": None if verb == "approve" else "It costs 25 €.",
        "judgements": JUDGED if verb == "approve" else FAULTED,
        **more,
    }
    return desk.review.decide(actor, ReviewDecision.model_validate(fields))


def messages(desk: Desk) -> list[tuple[object, ...]]:
    with store_of(desk).read() as records:
        execute = records.cases._db.execute
        rows = execute("SELECT id, kind FROM replies ORDER BY id").fetchall()
        return [*rows, *execute("SELECT * FROM outbox").fetchall()]


def shown(desk: Desk, number: int, actor=ANNE) -> str:
    """All that is told of a case, but for its own number."""
    case_id = f"case-{number:05}"
    everything = QueueFilter(states=tuple(ReviewState))
    items = desk.queue.page(actor, everything).items
    item = next(row for row in items if row.case_id == case_id)
    file = desk.review.open_case(actor, case_id)
    history = tuple(
        event.model_copy(update={"seq": 1, "hash": "", "prev_hash": "", "payload": {}})
        for event in file.history
    )
    stored = file.stored.model_copy(update={"digest": ""})
    replies = tuple(item.model_copy(update={"id": 1}) for item in file.replies)
    update = {"history": history, "stored": stored, "replies": replies}
    words = file.model_copy(update=update).model_dump_json() + item.model_dump_json()
    return words.replace(case_id, "case")


def told(desk: Desk, number: int, actor=ANNE) -> str:
    """Messages and history, word for word but for the case's own number and key of a message."""
    case_id = f"case-{number:05}"
    file = desk.review.open_case(actor, case_id)
    assert [e.seq for e in file.history] == [*range(1, len(file.history) + 1)]
    assert desk.audit.history(actor, case_id) == file.history
    events = [event.model_dump_json() for event in file.history]
    replies = [item.model_copy(update={"id": 1}).model_dump_json() for item in file.replies]
    return "\n".join(events + replies).replace(case_id, "case")


@pytest.mark.parametrize("actor", [ANNE, CHIEF, AUDITOR, person(Role.ANALYST)])
@pytest.mark.parametrize("how", [{}, {"metadata": {"slots": FAKE_LAW}}], ids=["deferred", "routed"])
def test_nothing_tells_a_seed_from_another_case(desk: Desk, actor, how):
    desk.intake.submit(CHIEF, case(1, **how))
    plant(desk, 2, **how)
    assert shown(desk, 1, actor) == shown(desk, 2, actor)
    assert desk.audit.history(actor, "case-00002")[0].kind is EventKind.CASE_SCORED
    assert "seed" not in shown(desk, 2, actor).replace('"seed":null', "")


def test_nothing_tells_a_held_or_undone_one_either(desk: Desk, clock: FakeClock):
    desk.intake.submit(CHIEF, case(1))
    plant(desk, 2)
    for case_id in (ID, "case-00002"):
        desk.review.claim(ANNE, case_id)
    assert shown(desk, 1) == shown(desk, 2)
    one, two = (decide(desk, case_id) for case_id in (ID, "case-00002"))
    assert one.reply is not None
    assert two.reply is not None
    assert two.reply.text == one.reply.text.replace(ID, "case-00002")
    assert two.reply.deliver_at == one.reply.deliver_at
    assert desk.review.open_case(ANNE, "case-00002").seed is None
    assert told(desk, 1) == told(desk, 2)
    for case_id in (ID, "case-00002"):
        desk.review.undo(ANNE, case_id)
    assert told(desk, 1) == told(desk, 2)
    assert desk.review.open_case(ANNE, "case-00002").seed is None


def test_one_that_would_be_delivered_looks_like_a_drawn_one(tmp_path: Path, clock: FakeClock):
    desk = open_bench(tmp_path, clock=clock, sample_pass_share=1)
    desk.intake.submit(CHIEF, case(1, **DELIVERED))
    plant(desk, 2, **DELIVERED)
    assert shown(desk, 1) == shown(desk, 2)
    assert desk.queue.views(ANNE)[View.SAMPLE] == 2
    assert desk.queue.page(ANNE).items == ()


def test_it_stands_for_as_many_as_a_drawn_one(tmp_path: Path, clock: FakeClock):
    desk = open_bench(tmp_path, clock=clock, sample_pass_share=0.25, sample_warn_share=0.5)
    warned = {"metadata": {"slots": {"fees": {**RIGHT_FEE["fees"], "sis": 0.6}}}}
    plant(desk, 1, **warned)
    plant(desk, 2, **DELIVERED)
    items = desk.queue.page(ANNE, QueueFilter(sampled=True)).items
    assert {item.action: item.sample_weight for item in items} == {Action.WARN: 2, Action.PASS: 4}


def test_none_is_planted_where_it_would_stand_alone(tmp_path: Path, clock: FakeClock):
    desk = open_bench(tmp_path, clock=clock, sample_pass_share=0)
    with pytest.raises(ConflictError, match="HRI_SAMPLE_PASS_SHARE"):
        plant(desk, **DELIVERED)
    assert desk.queue.page(ANNE, QueueFilter(states=tuple(ReviewState))).items == ()


@pytest.mark.parametrize("how", [{}, DELIVERED], ids=["escalated", "delivered"])
@pytest.mark.parametrize("verb", ["approve", "approve_edited", "reject"])
def test_no_decision_on_it_ever_leaves(
    desk: Desk, clock: FakeClock, courier: FakeCourier, how, verb
):
    plant(desk, **how)
    before = messages(desk)
    assert [kind for _, kind in before] == [ReplyKind.FIRST]
    decide(desk, verb=verb)
    desk.review.undo(ANNE, ID)
    decide(desk, verb=verb)
    clock.move(hours=1)
    assert desk.delivery.run(SYSTEM).out == 0
    assert messages(desk) == before
    assert courier.handed == []
    assert desk.audit.verify(AUDITOR).sound


def test_two_readers_and_a_third_send_nothing_either(
    desk: Desk, clock: FakeClock, courier: FakeCourier
):
    plant(desk)
    decide(desk, verb="approve", second_read=True)
    assert desk.review.open_case(ANNE, ID).seed is None
    decide(desk, verb="reject", actor=BRUNO)
    clock.move(minutes=5)
    assert desk.review.open_case(BRUNO, ID).seed is None
    decide(desk, verb="reject", actor=CHIEF)
    clock.move(minutes=5)
    desk.delivery.run(SYSTEM)
    assert courier.handed == []
    assert desk.review.open_case(ANNE, ID).seed.caught


def test_the_database_itself_lets_no_message_on_a_seed_out(desk: Desk):
    plant(desk)
    connection = sqlite3.connect(desk.settings.database)
    with pytest.raises(sqlite3.IntegrityError, match="never delivered"):
        connection.execute("INSERT INTO outbox VALUES (1, 'waiting', 0, 0, NULL, '')")
    connection.close()


def test_it_is_explained_once_its_decision_is_final(desk: Desk, clock: FakeClock):
    plant(desk)
    decide(desk)
    clock.move(seconds=9)
    assert desk.review.open_case(ANNE, ID).seed is None
    clock.move(seconds=1)
    told = desk.review.open_case(ANNE, ID).seed
    assert (told.seed, told.caught) == (SEED, True)
    with pytest.raises(InvalidDecisionError, match="known-wrong"):
        desk.worklist.send_back(CHIEF, ID, "Again.")


FEES_SUPPORTED = {"fees": Judgement.SUPPORTED}
CAUGHT = {
    "approved": (("approve", JUDGED), False),
    "rejected, slot wrong": (("reject", FAULTED), True),
    "edited, slot wrong": (("approve_edited", FAULTED), True),
    "rejected for another slot": (("reject", FEES_SUPPORTED), False),
    "rejected, source outdated": (("reject", {"fees": Judgement.SOURCE_OUTDATED}), False),
}


@pytest.mark.parametrize("name", CAUGHT)
def test_it_is_caught_where_its_own_error_is_found(desk: Desk, clock: FakeClock, name: str):
    (verb, judgements), caught = CAUGHT[name]
    plant(desk)
    decide(desk, verb=verb, judgements=judgements)
    clock.move(minutes=1)
    assert desk.review.open_case(ANNE, ID).seed.caught is caught


def test_it_is_caught_where_the_text_of_its_slot_was_changed(desk: Desk, clock: FakeClock):
    law = Seed(slot=Slot.LEGAL_BASIS, error="made_up_law", explanation={"en": "No such law."})
    plant(desk, 1, law, metadata={"slots": FAKE_LAW})  # a "right" text of the bench cites no law
    decide(desk, judgements={"legal_basis": Judgement.SUPPORTED}, text="the right price")
    clock.move(minutes=1)
    assert desk.review.open_case(ANNE, ID).seed.caught


def test_figures_on_citizens_cases_leave_seeds_out(tmp_path: Path, clock: FakeClock):
    with_seeds, without = (
        open_bench(tmp_path / name, clock=clock, sample_pass_share=1) for name in ("a", "b")
    )
    for desk in (with_seeds, without):
        desk.intake.submit(CHIEF, case(1))
        desk.intake.submit(CHIEF, case(2, **DELIVERED))
    plant(with_seeds, 3)
    plant(with_seeds, 4, **DELIVERED)
    with_seeds.tuning.compare(CHIEF, with_seeds.policy)
    for desk in (with_seeds, without):
        desk.intake.submit(CHIEF, case(5, metadata={"slots": FAKE_LAW}))
    for case_id in ("case-00003", "case-00004"):
        decide(with_seeds, case_id)
    one, two = (
        (
            desk.analytics.heatmap(CHIEF),
            desk.analytics.actions(CHIEF),
            desk.analytics.delivered_wrong(CHIEF),
            desk.tuning.compare(CHIEF, desk.policy),
            desk.tuning.history(CHIEF).ids,
        )
        for desk in (with_seeds, without)
    )
    assert one == two


def test_the_desk_is_measured_by_slot_and_kind(desk: Desk, clock: FakeClock):
    law = Seed(slot=Slot.LEGAL_BASIS, error="repealed_law", explanation={"en": "It is repealed."})
    for number, seed in enumerate((SEED, SEED, law, law), start=1):
        plant(desk, number, seed)
    decide(desk, ID)
    decide(desk, "case-00002", verb="approve")
    decide(desk, "case-00003")
    found = desk.analytics.seeds(CHIEF)
    assert (found.decided, found.caught, found.waiting) == (3, 1, 1)
    assert [(row.name, row.caught, row.n) for row in found.by_slot] == [
        ("fees", 1, 2),
        ("legal_basis", 0, 1),
    ]
    assert [(row.name, row.n) for row in found.by_error] == [("repealed_law", 1), ("wrong_fee", 2)]
    with pytest.raises(ForbiddenError):
        desk.analytics.seeds(ANNE)


def test_a_citizens_answer_is_never_taken_for_a_seed(desk: Desk):
    plant(desk)
    assert plant(desk).outcome == "already_there"
    with pytest.raises(ConflictError):
        desk.intake.submit(CHIEF, case(1))
    desk.intake.submit(CHIEF, case(2))
    with pytest.raises(ConflictError):
        plant(desk, 2)
    other = SEED.model_copy(update={"slot": Slot.LEGAL_BASIS})
    with pytest.raises(ConflictError):
        plant(desk, 1, other)


def test_planting_is_in_the_log_and_verified(desk: Desk):
    plant(desk)
    events = [e for e in desk.audit.walk(SYSTEM) if e.kind is EventKind.SEED_PLANTED]
    assert [event.actor for event in events] == [CHIEF.id]
    assert ID not in events[0].model_dump_json()
    assert desk.audit.verify(AUDITOR).sound
    connection = sqlite3.connect(desk.settings.database, isolation_level=None)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute("DELETE FROM seeds")
    connection.execute("DROP TRIGGER seeds_no_update")
    connection.execute("UPDATE seeds SET slot = 'legal_basis'")
    connection.close()
    names = {item.name for item in desk.audit.verify(AUDITOR).findings}
    assert any(name.startswith("seeds") and "trigger" not in name for name in names)


def test_an_erased_seed_counts_no_more(desk: Desk):
    plant(desk)
    decide(desk)
    desk.audit.erase_content(ADMIN, ID, "asked for")
    assert desk.analytics.seeds(CHIEF).decided == 0
    assert desk.audit.verify(AUDITOR).sound


def test_drafts_are_no_way_to_learn_of_it(desk: Desk):
    plant(desk)
    desk.review.claim(ANNE, ID)
    draft = desk.review.reveal(ANNE, ID, ReviewDraft(judgements=JUDGED))
    assert "seed" not in draft.model_dump_json()
    text = desk.review.preview(
        ANNE,
        ReviewDecision(case_id=ID, verb="approve", seen_version=1, reason_code="correct"),
    )
    assert "99 €" in text


def test_numbers_in_a_case_tell_no_gap_and_auditors_see_the_log(desk: Desk):
    for number in range(1, 9):
        if number % 3:
            desk.intake.submit(CHIEF, case(number))
        else:
            plant(desk, number)
    for actor in (ANNE, CHIEF, person(Role.ANALYST)):
        files = [desk.review.open_case(actor, f"case-{n:05}") for n in range(1, 9)]
        assert len({tuple(e.seq for e in file.history) for file in files}) == 1
        events = [event for file in files for event in file.history]
        assert {(event.hash, event.prev_hash) for event in events} == {("", "")}
        assert not any("record" in event.payload for event in events)
    (last, *_) = desk.audit.history(AUDITOR, "case-00008")
    assert last.seq > 8
    assert last.hash


@pytest.mark.parametrize("how", [{}, DELIVERED], ids=["escalated", "delivered"])
@pytest.mark.parametrize("verb", ["approve", "approve_edited", "reject"])
def test_the_message_it_would_have_is_shown_to_reviewers_alone(
    tmp_path: Path, clock: FakeClock, how, verb
):
    desk = open_bench(tmp_path, clock=clock, sample_pass_share=1)
    desk.intake.submit(CHIEF, case(1, **how))
    plant(desk, 2, **how)
    for case_id in (ID, "case-00002"):
        decide(desk, case_id, verb=verb)
    assert told(desk, 1) == told(desk, 2)
    assert [reply.kind.value for reply in desk.review.open_case(AUDITOR, "case-00002").replies] == [
        "first"
    ]
    assert [item.kind.value for item in desk.delivery.messages(SYSTEM, "case-00002")] == ["first"]


def test_two_readers_who_agree_tell_no_seed_either(desk: Desk):
    desk.intake.submit(CHIEF, case(1))
    plant(desk, 2)
    for case_id in (ID, "case-00002"):
        decide(desk, case_id, second_read=True)
        decide(desk, case_id, actor=BRUNO, text="Other words for 25 €.")
    assert told(desk, 1) == told(desk, 2)
    assert "Other words" not in told(desk, 2)


def test_sending_back_in_the_undo_time_tells_no_seed(desk: Desk):
    desk.intake.submit(CHIEF, case(1))
    plant(desk, 2)
    words = []
    for case_id in (ID, "case-00002"):
        decide(desk, case_id)
        with pytest.raises(InvalidDecisionError) as refused:
            desk.worklist.send_back(CHIEF, case_id, "Again.")
        words.append(str(refused.value).replace(case_id, ""))
    assert words[0] == words[1]


def test_an_erased_seed_has_a_history(desk: Desk):
    plant(desk)
    decide(desk)
    desk.audit.erase_content(ADMIN, ID, "asked for")
    assert desk.audit.history(ANNE, ID)[-1].kind is EventKind.CONTENT_ERASED
