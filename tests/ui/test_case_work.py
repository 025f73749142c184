"""Work on a case as a whole: judging in turn, keys, skipping, second reads, messages."""

from __future__ import annotations

from datetime import timedelta

import pytest
from streamlit.testing.v1 import AppTest

from hri.domain.outbox import Delivery, DeliveryState
from hri.domain.reviews import (
    Judgement,
    RecordedDecision,
    ReviewDecision,
    ReviewState,
    ReviewVerb,
    Role,
    Stage,
)
from hri.domain.seeds import Seed, SeedReport
from hri.domain.slots import Slot
from hri.domain.worklists import Remark, RemarkKind
from hri.ui import dialogs, judging, keys
from tests.ui.conftest import Open, shown
from tests.ui.factory import NASTY, NOW, FakeDesk
from tests.ui.test_deciding import CASE, RIGHT, held, press
from tests.ui.test_deciding import keys as keys_of


def fill(desk: FakeDesk, *slots: Slot) -> None:
    """Make the answer say something flagged in these slots."""
    stored = desk.stored[CASE]
    fees = stored.assessment.slots[Slot.FEES]
    filled = {slot: fees.model_copy(update={"claims": ()}) for slot in slots}
    found = stored.assessment.model_copy(update={"slots": {**stored.assessment.slots, **filled}})
    desk.stored[CASE] = stored.model_copy(update={"assessment": found})


def shortcuts(app) -> set[str]:
    """The keys that act on the page, as the browser gets them."""
    return {element.proto.shortcut for element in app.button if element.proto.shortcut}


# Judging in turn


def test_a_judged_slot_gives_way_to_the_next_that_is_asked_for(
    opened: Open, desk: FakeDesk
) -> None:
    fill(desk, Slot.REQUIRED_DOCUMENTS, Slot.LEGAL_BASIS)
    app = held(opened)
    asked = (Slot.REQUIRED_DOCUMENTS, Slot.FEES, Slot.LEGAL_BASIS)
    for slot in asked:
        assert "▸" in app.button(key=f"slot-{slot.value}").label
        press(app, "judge-wrong")
    assert set(desk.drafts[CASE].judgements) == set(asked)


def test_each_slot_shows_its_judgement(opened: Open, desk: FakeDesk) -> None:
    fill(desk, Slot.LEGAL_BASIS)
    app = held(opened)
    assert app.button(key="slot-fees").label.endswith("·")
    press(app, "judge-wrong")
    assert app.button(key="slot-fees").label.endswith("✗")


def test_a_judgement_taken_back_keeps_the_slot_in_hand(opened: Open, desk: FakeDesk) -> None:
    fill(desk, Slot.LEGAL_BASIS)
    app = press(held(opened), "judge-wrong")
    press(app, "slot-fees")
    press(app, "judge-wrong")
    assert desk.drafts[CASE].judgements == {Slot.FEES: Judgement.WRONG}
    press(app, "slot-fees")
    press(app, "judge-nothing")
    assert desk.drafts[CASE].judgements == {}
    assert "▸" in app.button(key="slot-fees").label


def test_an_outdated_source_is_told_to_its_keeper(opened: Open, desk: FakeDesk) -> None:
    app = press(held(opened), "judge-source_outdated")
    assert app.button(key="tell-keeper").disabled
    app.text_input(key=f"doubt-note-fees-{CASE}").set_value("The fee rose in May").run()
    press(app, "tell-keeper")
    assert "doubt:fees:s1:The fee rose in May" in desk.calls


def test_a_seeded_item_is_explained_afterwards(opened: Open, desk: FakeDesk) -> None:
    press_all(opened, desk)
    seed = Seed(slot=Slot.FEES, error="wrong_fee", explanation={"en": f"It is £12.50 {NASTY}"})
    for caught, words in ((True, "you found it"), (False, "it was let through")):
        desk.seed = SeedReport(seed=seed, caught=caught)
        body = shown(opened("case", Role.CASEWORKER, case=CASE))
        assert words in body
        assert "It is £12.50" in body
        assert NASTY not in body


# Keys


def test_figures_choose_a_reason_once_a_decision_is_chosen(opened: Open) -> None:
    app = held(opened)
    assert app.button(key="slot-fees").proto.shortcut == "4"
    press(app, "verb-approve")
    assert app.button(key="slot-fees").proto.shortcut == ""
    assert app.button(key="reason-wrong_fee").proto.shortcut == "1"


def test_no_key_acts_twice(opened: Open) -> None:
    app = press(held(opened), "verb-approve")
    acting = [element.proto.shortcut for element in app.button if element.proto.shortcut]
    assert len(acting) == len(set(acting))


@pytest.mark.parametrize("step", ["slot-fees", "verb-approve"])
def test_every_key_that_acts_is_in_the_help(opened: Open, step: str) -> None:
    told = {part for keys_ in keys.HELP for part in keys_.replace("·", " ").split()}
    told |= {str(figure) for figure in range(1, 10)}
    acting = shortcuts(press(held(opened), step))
    assert len(acting) > 10
    assert {key.upper() for key in acting} <= told


def test_no_key_of_the_page_acts_behind_a_dialog(opened: Open) -> None:
    app = press(held(opened), "skip")
    assert app.session_state[dialogs.OPEN] == "skip"
    acting = {str(el.key): el.proto.shortcut for el in app.button if el.proto.shortcut}
    assert set(acting) == {"skip-not-my-field", "skip-skip-other"}


def test_keys_can_be_switched_off_and_stay_off(opened: Open, desk: FakeDesk) -> None:
    app = press(held(opened), "keys-help")
    assert "Single keys act" in {toggle.label for toggle in app.toggle}
    app.toggle(key=f"{keys.SWITCH}-box").set_value(False).run()
    assert not desk.preferred["demo-caseworker"].keys
    assert shortcuts(opened("case", Role.CASEWORKER, case=CASE)) == set()


def test_a_key_of_a_slot_that_is_no_longer_in_hand_judges_nothing(
    opened: Open, desk: FakeDesk
) -> None:
    fill(desk, Slot.LEGAL_BASIS)
    app = held(opened)
    app.session_state[judging.IN_HAND] = (CASE, Slot.LEGAL_BASIS.value)
    app.button(key="judge-supported").click()
    app.run()
    assert CASE not in desk.drafts
    assert "A key came before the page had turned" in shown(app)


def test_the_first_key_on_the_next_case_counts(opened: Open, desk: FakeDesk) -> None:
    app = held(opened)
    app.session_state[judging.IN_HAND] = ("the-case-before", Slot.LEGAL_BASIS.value)
    press(app, "judge-wrong")
    assert desk.drafts[CASE].judgements == {Slot.FEES: Judgement.WRONG}
    assert "A key came before the page had turned" not in shown(app)


# Sending what was shown


def test_what_was_typed_since_it_was_shown_is_not_sent_over(opened: Open, desk: FakeDesk) -> None:
    app = press(held(opened), "verb-approve")
    press(app, "reason-wrong_fee")
    app.text_area(key=f"text-{CASE}").set_value(RIGHT)
    press(app, "send")
    assert not desk.made
    assert "You changed something just before sending" in shown(app)
    assert desk.drafts[CASE].text == RIGHT
    press(app, "send")
    assert desk.made[CASE].decision.text == RIGHT


def test_a_note_typed_in_the_last_moment_is_not_lost(opened: Open, desk: FakeDesk) -> None:
    app = press(held(opened), "verb-approve")
    press(app, "reason-wrong_fee")
    app.text_input(key=f"note-{CASE}").set_value("ask Bea")
    press(app, "send")
    assert not desk.made
    press(app, "send")
    assert desk.made[CASE].decision.note == "ask Bea"


def test_what_one_judged_wrong_is_not_approved_as_it_is(opened: Open, desk: FakeDesk) -> None:
    app = press(held(opened), "judge-wrong")
    press(app, "verb-approve")
    press(app, "reason-wrong_fee")
    assert "You judged as wrong: Fees. Change the text" in shown(app)
    assert app.button(key="send").disabled
    app.text_area(key=f"text-{CASE}").set_value(RIGHT).run()
    assert not app.button(key="send").disabled


def test_a_text_that_repeats_what_was_judged_wrong_is_pointed_out(
    opened: Open, desk: FakeDesk
) -> None:
    app = press(held(opened), "judge-wrong")
    answer = desk.stored[CASE].case.answer
    app.text_area(key=f"text-{CASE}").set_value(f"Bonjour. {answer}").run()
    press(app, "verb-reject")
    assert "You judged these slots as wrong, and your text says the same there: Fees." in shown(app)
    app.text_area(key=f"text-{CASE}").set_value(RIGHT).run()
    assert "your text says the same there" not in shown(app)


# Two windows, and leaving a case


def test_a_draft_changed_in_another_window_is_taken_over_and_nothing_is_lost(
    opened: Open, desk: FakeDesk
) -> None:
    app = held(opened)
    app.text_area(key=f"text-{CASE}").set_value("Words of this window").run()
    newer = desk.drafts[CASE].model_copy(update={"text": "Words of the other window"})
    desk.drafts[CASE] = newer
    app.text_area(key=f"text-{CASE}").set_value("Words of this window, again").run()
    assert desk.drafts[CASE] == newer
    assert app.text_area(key=f"text-{CASE}").value == "Words of the other window"
    body = shown(app)
    assert "You changed this case in another window" in body
    assert "again" in body


def test_the_next_case_gives_an_untouched_one_back(opened: Open, desk: FakeDesk) -> None:
    app = press(held(opened), "next-case")
    assert desk.reviews[CASE].state is ReviewState.WAITING
    assert desk.reviews["case-002"].state is ReviewState.HELD
    press(app, "judge-wrong")
    press(app, "next-case")
    assert desk.reviews["case-002"].state is ReviewState.HELD


def test_a_case_sent_back_says_so_above_the_question(opened: Open, desk: FakeDesk) -> None:
    desk.remarks = (
        Remark(case_id=CASE, kind=RemarkKind.RETURN, actor="bea", actor_name="Bea", at=NOW,
               text="the fee again, please"),
    )  # fmt: skip
    desk.reviews[CASE] = desk.reviews[CASE].model_copy(update={"sent_back": True})
    desk.commit_first = True
    body = shown(held(opened))
    assert "Sent back by Bea, to be decided anew: the fee again, please" in body


def test_a_decided_case_tells_reason_and_note(opened: Open, desk: FakeDesk) -> None:
    desk.made[CASE] = decision(Stage.FIRST, Judgement.WRONG, ReviewVerb.REJECT, "It is £9.")
    desk.reviews[CASE] = desk.reviews[CASE].model_copy(update={"state": ReviewState.DECIDED})
    body = shown(opened("case", Role.CASEWORKER, case=CASE))
    assert "Reject: Reader first" in body
    assert "Wrong fee" in body
    assert "Note: see" in body


# Skipping and sending back


def test_a_skip_takes_a_reason_and_goes_on(opened: Open, desk: FakeDesk) -> None:
    app = press(held(opened), "skip")
    press(app, "skip-not-my-field")
    assert desk.skipped == [(CASE, "not-my-field", "")]
    assert dialogs.OPEN not in app.session_state


def test_a_skip_for_another_reason_asks_for_words(opened: Open, desk: FakeDesk) -> None:
    app = press(held(opened), "skip")
    press(app, "skip-skip-other")
    assert desk.skipped == []
    app.text_input(key="skip-words").set_value("I know the family").run()
    press(app, "skip-confirm")
    assert desk.skipped == [(CASE, "skip-other", "I know the family")]


def test_only_supervisors_send_a_decided_case_back(opened: Open, desk: FakeDesk) -> None:
    desk.reviews[CASE] = desk.reviews[CASE].model_copy(update={"state": ReviewState.DECIDED})
    assert "send-back" not in keys_of(opened("case", Role.CASEWORKER, case=CASE))
    app = press(opened("case", Role.SUPERVISOR, case=CASE), "send-back")
    app.text_area(key="send-back-note").set_value("The fee again, please").run()
    press(app, "send-back-confirm")
    assert "send_back:The fee again, please" in desk.calls


def test_nothing_is_sent_back_while_it_can_be_undone(opened: Open, desk: FakeDesk) -> None:
    update = {"state": ReviewState.DECIDED, "decided_at": NOW - timedelta(seconds=9)}
    desk.reviews[CASE] = desk.reviews[CASE].model_copy(update=update)
    app = opened("case", Role.SUPERVISOR, case=CASE)
    assert "send-back" not in keys_of(app)
    desk.clock.now = lambda: NOW + timedelta(seconds=2)
    assert "send-back" in keys_of(app.run())


# Second reads


def decision(stage: Stage, judgement: Judgement, verb: ReviewVerb, text: str) -> RecordedDecision:
    made = ReviewDecision(
        case_id=CASE,
        verb=verb,
        seen_version=1,
        reason_code="wrong_fee",
        text=text,
        judgements={Slot.FEES: judgement},
        note=f"see {NASTY}",
    )
    return RecordedDecision(
        id=1, decision=made, actor=stage.value, actor_name=f"Reader {stage.value}", at=NOW,
        stage=stage,
    )  # fmt: skip


def test_a_second_read_can_be_asked_for(opened: Open, desk: FakeDesk) -> None:
    app = press(held(opened), "second-read")
    assert "Nothing goes out before a second person" in shown(app)
    press(app, "verb-approve")
    press(app, "reason-wrong_fee")
    press(app, "send")
    assert desk.made[CASE].decision.second_read


def test_a_blind_reader_is_told_that_somebody_decided(opened: Open, desk: FakeDesk) -> None:
    desk.blind = True
    desk.reviews[CASE] = desk.reviews[CASE].model_copy(update={"stage": Stage.SECOND})
    app = held(opened)
    assert "you judge without seeing how" in shown(app)
    assert "second-read" not in keys_of(app)


def test_a_third_person_sees_where_two_readers_differ(opened: Open, desk: FakeDesk) -> None:
    desk.reviews[CASE] = desk.reviews[CASE].model_copy(update={"stage": Stage.ADJUDICATION})
    desk.decisions = (
        decision(Stage.FIRST, Judgement.WRONG, ReviewVerb.APPROVE_EDITED, RIGHT),
        decision(Stage.SECOND, Judgement.SUPPORTED, ReviewVerb.REJECT, "It is £9."),
    )
    app = held(opened)
    body = shown(app)
    assert "Where the two readers differ" in {header.value for header in app.header}
    for words in ("Reader first", "Wrong", "Supported", "Reject"):
        assert words in body
    assert NASTY not in body
    press(app, "take-second")
    assert desk.drafts[CASE].text == "It is £9."
    assert app.text_area(key=f"text-{CASE}").value == "It is £9."


# Messages and remarks


@pytest.mark.parametrize(("role", "offered"), [(Role.CASEWORKER, True), (Role.AUDITOR, False)])
def test_a_failed_message_is_told_and_tried_again_by_who_may(
    opened: Open, desk: FakeDesk, role: Role, offered: bool
) -> None:
    press_all(opened, desk)
    way = Delivery(reply_id=1, case_id=CASE, state=DeliveryState.FAILED, attempts=5, due_at=NOW,
                   problem=f"no answer {NASTY}")  # fmt: skip
    desk.outbox = (way,)
    app = opened("case", role, case=CASE)
    assert "Not delivered: no answer" in shown(app)
    assert NASTY not in shown(app)
    assert ("retry-1" in keys_of(app)) is offered
    if offered:
        press(app, "retry-1")
        assert "retry:1" in desk.calls


def test_messages_nobody_took_are_told_in_the_queue(opened: Open, desk: FakeDesk) -> None:
    way = Delivery(reply_id=1, case_id=CASE, state=DeliveryState.FAILED, attempts=5, due_at=NOW)
    desk.outbox = (way, way)
    assert "not delivered" not in shown(opened(None, Role.AUDITOR))
    app = opened(None, Role.CASEWORKER)
    assert "2 messages were not delivered." in shown(app)
    app.selectbox(key="undelivered-case").select(CASE).run()
    assert app.title[0].value == "Case"
    assert CASE in shown(app)


def test_a_drawn_answer_says_how_many_it_stands_for(opened: Open, desk: FakeDesk) -> None:
    desk.reviews[CASE] = desk.reviews[CASE].model_copy(update={"sample_weight": 50.0})
    assert "stands for 50 answers" in shown(opened("case", Role.CASEWORKER, case=CASE))


def test_a_message_that_is_handed_over_says_so(opened: Open, desk: FakeDesk) -> None:
    press_all(opened, desk)
    desk.outbox = (
        Delivery(reply_id=1, case_id=CASE, state=DeliveryState.HANDING, attempts=0, due_at=NOW),
    )
    assert "being handed over" in shown(opened("case", Role.CASEWORKER, case=CASE))


def test_a_message_that_waits_for_its_next_try_says_so(opened: Open, desk: FakeDesk) -> None:
    press_all(opened, desk)
    due = NOW + timedelta(minutes=1)
    desk.outbox = (
        Delivery(reply_id=1, case_id=CASE, state=DeliveryState.WAITING, attempts=2, due_at=due,
                 problem="busy"),
    )  # fmt: skip
    assert "tried 2 times, next at 1 Feb 2026, 12:01:00 UTC: busy" in shown(
        opened("case", Role.CASEWORKER, case=CASE)
    )


def press_all(opened: Open, desk: FakeDesk) -> None:
    app = press(held(opened), "verb-approve")
    press(app, "reason-wrong_fee")
    press(app, "send")
    assert desk.made


def test_what_people_said_of_a_case_is_shown_literally(opened: Open, desk: FakeDesk) -> None:
    remark = Remark(case_id=CASE, kind=RemarkKind.SKIP, actor="bea", actor_name="Bea", at=NOW,
                    code="not-my-field", text=NASTY)  # fmt: skip
    desk.remarks = (remark,)
    body = shown(opened("case", Role.CASEWORKER, case=CASE))
    assert "skipped: Bea" in body
    assert NASTY not in body


def test_unsent_work_is_kept_beside_what_another_decided(opened: Open, desk: FakeDesk) -> None:
    app = held(opened)
    app.text_area(key=f"text-{CASE}").set_value("My own words").run()
    desk.reviews[CASE] = desk.reviews[CASE].model_copy(
        update={"state": ReviewState.DECIDED, "holder": None}
    )
    made = decision(Stage.FIRST, Judgement.WRONG, ReviewVerb.REJECT, "Their words")
    desk.made[CASE] = made
    body = shown(app.run())
    assert "Somebody else decided this case" in body
    assert "My own" in body
    assert "Their" in body


# Sources that were on the screen


def decided_after(app: AppTest, desk: FakeDesk) -> tuple[Slot, ...] | None:
    """Approve the case; the slots whose sources the decision says were shown."""
    press(app, "verb-approve")
    press(app, "reason-wrong_fee")
    press(app, "send")
    return desk.made[CASE].decision.sources_seen


def test_a_decision_says_which_slots_had_their_sources_shown(opened: Open, desk: FakeDesk) -> None:
    fill(desk, Slot.LEGAL_BASIS)
    app = held(opened)
    assert decided_after(app, desk) == (Slot.FEES,), "the first that work asks for"


def test_turning_to_a_slot_shows_its_sources(opened: Open, desk: FakeDesk) -> None:
    fill(desk, Slot.LEGAL_BASIS)
    app = held(opened)
    press(app, "slot-legal_basis")
    press(app, "slot-required_documents")
    seen = decided_after(app, desk)
    assert seen == (Slot.REQUIRED_DOCUMENTS, Slot.FEES, Slot.LEGAL_BASIS)


def test_what_was_shown_before_a_reload_is_kept_with_the_draft(
    opened: Open, desk: FakeDesk
) -> None:
    fill(desk, Slot.LEGAL_BASIS)
    app = held(opened)
    press(app, "slot-legal_basis")
    press(app, "judge-supported")
    assert desk.drafts[CASE].sources_seen == (Slot.FEES, Slot.LEGAL_BASIS)
    again = opened("case", Role.CASEWORKER, case=CASE)
    assert Slot.LEGAL_BASIS in (decided_after(again, desk) or ())
