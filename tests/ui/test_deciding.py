"""Deciding a case: what the sources hold, opinions that follow the text, what Send waits for."""

from __future__ import annotations

from datetime import timedelta

import pytest
from streamlit.testing.v1 import AppTest

from hri.casework.sources import SlotSources
from hri.domain.claims import Evidence
from hri.domain.reviews import Judgement, ReviewState, ReviewVerb, Role
from hri.domain.slots import Slot
from hri.errors import ForbiddenError, JudgementNeededError, ScoringError
from hri.ui import i18n, problems
from tests.ui.conftest import Open, shown
from tests.ui.factory import NASTY, NOW, FakeDesk

CASE = "case-001"
BOX = f"text-{CASE}"
RIGHT = "Each certificate costs £12.50."


def place(identifier: str, words: str, **more: object) -> Evidence:
    """A fact, or with ``passage_id`` a passage, of the pack."""
    return Evidence.model_validate(
        {
            "id": identifier,
            "source_id": "s1",
            "source_title": "Register a death",
            "url": "https://example.org/a",
            "text": words,
            "start": 0,
            "end": 0,
            **more,
        }
    )


def press(app: AppTest, key: str) -> AppTest:
    app.button(key=key).click()
    return app.run()


def held(opened: Open, language: str = "en") -> AppTest:
    return press(opened("case", Role.CASEWORKER, language, case=CASE), "claim")


def keys(app: AppTest) -> set[str]:
    return {str(element.key) for element in app.button}


# What the sources hold


def test_a_silent_slot_shows_what_the_pack_holds(opened: Open, desk: FakeDesk) -> None:
    fact = place("f1", f"ask the town hall {NASTY}", fact_id="f1", condition="in person")
    text = place("p1@0", "Go to the town hall.", passage_id="p1", heading="Where")
    desk.known = SlotSources(procedure_id="death-registration", facts=(fact,), passages=(text,))
    app = opened("case", Role.CASEWORKER, case=CASE)
    assert "town hall" not in shown(app)
    press(app, "slot-competent_authority")
    assert "What the pack holds on this slot: register a death" in shown(app)
    assert "ask the town hall Cost $5" in shown(app)
    assert "in person" in shown(app)
    assert "Go to the town hall." in shown(app)
    assert NASTY not in shown(app)


def test_what_the_evidence_shows_already_is_not_shown_twice(opened: Open, desk: FakeDesk) -> None:
    slot = desk.stored[CASE].assessment.slots[Slot.FEES]
    fact = place("f1", "the known fact", fact_id="f1")
    found = slot.model_copy(update={"present": False, "claims": (), "evidence": (fact,)})
    _put_slot(desk, Slot.FEES, found)
    text = place("p1@0", "the known passage", passage_id="p1")
    desk.known = SlotSources(procedure_id="death-registration", facts=(fact,), passages=(text,))
    body = shown(opened("case", Role.CASEWORKER, case=CASE))
    assert body.count("the known fact") == 1
    assert "the known passage" in body


def _put_slot(desk: FakeDesk, slot: Slot, found: object) -> None:
    stored = desk.stored[CASE]
    slots = {**stored.assessment.slots, slot: found}
    assessment = stored.assessment.model_copy(update={"slots": slots})
    desk.stored[CASE] = stored.model_copy(update={"assessment": assessment})


@pytest.mark.parametrize(
    ("procedure_id", "words"),
    [
        ("death-registration", "The pack holds nothing on this slot of the procedure."),
        (None, "The procedure is unknown, so there are no facts to show."),
    ],
)
def test_a_pack_that_is_silent_too_says_so(
    opened: Open, desk: FakeDesk, procedure_id: str | None, words: str
) -> None:
    desk.known = SlotSources(procedure_id=procedure_id)
    app = press(opened("case", Role.CASEWORKER, case=CASE), "slot-legal_basis")
    assert words in shown(app)


def test_sources_that_cannot_be_read_do_not_close_the_case(
    opened: Open, desk: FakeDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ScoringError("The sources of this slot cannot be read.")

    monkeypatch.setattr(desk, "find_sources", broken)
    app = held(opened)
    press(app, "slot-legal_basis")
    assert "The sources of this slot cannot be read." in shown(app)
    assert "verb-reject" in keys(app)


# Opinions and the text they are of


def test_an_edit_asks_for_a_judgement_of_the_text(opened: Open, desk: FakeDesk) -> None:
    app = press(held(opened), "judge-wrong")
    assert "text-judge-fees-supported" not in keys(app)
    app.text_area(key=BOX).set_value(RIGHT).run()
    assert "so your judgement of the answer does not hold for it" in shown(app)
    assert "judgement of the answer: Wrong" in shown(app)
    press(app, "text-judge-fees-supported")
    assert desk.drafts[CASE].judgements == {Slot.FEES: Judgement.WRONG}
    assert desk.drafts[CASE].text_judgements == {Slot.FEES: Judgement.SUPPORTED}
    assert "It is of the answer as it came" in shown(app.run())


def test_a_judgement_of_the_text_goes_with_the_decision(opened: Open, desk: FakeDesk) -> None:
    app = press(held(opened), "judge-wrong")
    app.text_area(key=BOX).set_value(RIGHT).run()
    press(app, "text-judge-fees-supported")
    press(app, "verb-approve")
    press(app, "reason-wrong_fee")
    press(app, "send")
    sent = desk.made[CASE].decision
    assert sent.judgements == {Slot.FEES: Judgement.WRONG}
    assert sent.text_judgements == {Slot.FEES: Judgement.SUPPORTED}


@pytest.mark.parametrize("step", ["other text", "original"])
def test_a_changed_text_drops_the_judgement_of_the_former_one(
    opened: Open, desk: FakeDesk, step: str
) -> None:
    app = held(opened)
    app.text_area(key=BOX).set_value(RIGHT).run()
    press(app, "text-judge-fees-supported")
    if step == "original":
        press(app, "restore")
    else:
        app.text_area(key=BOX).set_value(f"{RIGHT} Really.").run()
    assert desk.drafts[CASE].text_judgements == {}


def test_the_same_judgement_again_takes_it_back(opened: Open, desk: FakeDesk) -> None:
    app = held(opened)
    app.text_area(key=BOX).set_value(RIGHT).run()
    press(app, "text-judge-fees-wrong")
    press(app, "text-judge-fees-wrong")
    assert desk.drafts[CASE].text_judgements == {}


def test_an_edit_that_says_the_same_asks_nothing(opened: Open, desk: FakeDesk) -> None:
    app = press(held(opened), "judge-wrong")
    answer = desk.stored[CASE].case.answer
    app.text_area(key=BOX).set_value(f"Hello. {answer}").run()
    assert f"recheck:{CASE}" in desk.calls
    assert not any(key.startswith("text-judge-") for key in keys(app))


# What Send waits for


def test_send_says_what_it_waits_for(opened: Open) -> None:
    app = held(opened)
    assert app.button(key="send").disabled
    assert "Before sending: Choose a decision." in shown(app)
    press(app, "verb-approve")
    assert "Before sending: Choose a reason." in shown(app)
    press(app, "reason-other")
    assert "Before sending: Say the reason in your words." in shown(app)
    assert app.button(key="send").disabled
    app.text_input(key=f"reason_text-{CASE}").set_value("Asked the office").run()
    assert "Before sending" not in shown(app)
    assert not app.button(key="send").disabled


def test_a_rejection_needs_a_text_in_place_of_the_answer(opened: Open) -> None:
    app = press(held(opened), "verb-reject")
    assert "Before sending: Change the text in the box first" in shown(app)
    assert app.button(key="send").disabled


def test_approving_a_changed_text_approves_that_text(opened: Open, desk: FakeDesk) -> None:
    app = press(held(opened), "verb-approve")
    press(app, "reason-wrong_fee")
    app.text_area(key=BOX).set_value(RIGHT).run()
    press(app, "send")
    assert desk.made[CASE].decision.verb is ReviewVerb.APPROVE_EDITED
    assert desk.made[CASE].decision.text == RIGHT


def test_an_empty_text_is_not_approved(opened: Open, desk: FakeDesk) -> None:
    stored = desk.stored[CASE]
    empty = stored.case.model_copy(update={"answer": "  "})
    desk.stored[CASE] = stored.model_copy(update={"case": empty})
    app = press(held(opened), "verb-approve")
    assert "Before sending: The text is empty" in shown(app)
    assert app.button(key="send").disabled


def test_a_judgement_taken_back_is_named(opened: Open, desk: FakeDesk) -> None:
    desk.commit_first = True
    app = press(held(opened), "judge-wrong")
    press(app, "reveal")
    assert "Judge these slots" not in shown(app)
    press(app, "judge-nothing")
    assert "Judge these slots of the answer: Fees." in shown(app)


def test_the_same_choice_again_takes_it_back(opened: Open, desk: FakeDesk) -> None:
    app = press(held(opened), "verb-approve")
    press(app, "reason-wrong_fee")
    press(app, "verb-approve")
    assert desk.drafts[CASE].verb is None
    assert desk.drafts[CASE].reason_code == ""
    assert "Before sending: Choose a decision." in shown(app)


def test_another_choice_asks_for_the_reason_again(opened: Open) -> None:
    app = press(held(opened), "verb-approve")
    press(app, "reason-wrong_fee")
    press(app, "verb-reject")
    assert "Choose a reason." in shown(app)


def test_a_right_answer_that_is_out_needs_no_message(
    opened: Open, desk: FakeDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "preview", lambda actor, decision: "")
    app = press(held(opened), "verb-approve")
    assert "The citizen gets no further message" in shown(app)


# Taking it back


def send(app: AppTest) -> AppTest:
    press(app, "verb-approve")
    press(app, "reason-wrong_fee")
    return press(app, "send")


def test_it_is_told_until_when_a_decision_can_be_taken_back(opened: Open) -> None:
    app = send(held(opened))
    assert "goes out at 1 Feb 2026, 12:00:10 UTC; until then" in shown(app)
    assert "undo" in keys(app)


def test_the_way_back_is_gone_with_the_message(opened: Open, desk: FakeDesk) -> None:
    app = send(held(opened))
    desk.clock.now = lambda: NOW + timedelta(seconds=10)
    app.run()
    assert "undo" not in keys(app)
    assert desk.reviews[CASE].state is ReviewState.DECIDED


def test_a_reload_leaves_the_way_back(opened: Open) -> None:
    send(held(opened))
    again = opened("case", Role.CASEWORKER, case=CASE)
    assert "undo" in keys(again)
    assert "goes out 1 Feb 2026, 12:00:10 UTC" in shown(again)


# Refusals of the use case


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (JudgementNeededError("x"), "Jugez d’abord les rubriques"),
        (ForbiddenError("x"), "Votre rôle ne le permet pas"),
    ],
)
def test_a_refusal_is_told_in_the_readers_language(error: ForbiddenError, words: str) -> None:
    with i18n.speaking("fr"):
        assert words in problems.describe(error)
