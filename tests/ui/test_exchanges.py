"""What the gateway noted beside a case, on its page."""

from __future__ import annotations

import pytest

from hri.ui import text
from tests.ui.conftest import Open, shown
from tests.ui.factory import NASTY, FakeDesk
from tests.ui.test_deciding import CASE


def noted(desk: FakeDesk, **notes: object) -> None:
    stored = desk.stored[CASE]
    case = stored.case.model_copy(update={"metadata": {"gateway": notes}})
    desk.stored[CASE] = stored.model_copy(update={"case": case})


@pytest.mark.parametrize(
    ("language", "words"), [("en", "it did not answer in time"), ("fr", "n’a pas répondu à temps")]
)
def test_a_model_that_failed_is_named(
    opened: Open, desk: FakeDesk, language: str, words: str
) -> None:
    noted(desk, fault="timeout", context=[])
    assert words in shown(opened("case", case=CASE, language=language))


def test_the_conversation_before_the_question_is_shown_as_plain_text(
    opened: Open, desk: FakeDesk
) -> None:
    said = [{"role": "user", "text": NASTY}, {"role": "assistant", "text": "Oui, *gratuit*."}]
    noted(desk, fault="", context=said)
    app = opened("case", case=CASE)
    page = shown(app)
    assert text.shown(NASTY) in page
    assert NASTY not in page
    assert "Oui, *gratuit*." in page
    assert [one.label for one in app.expander if "Said before" in one.label] == ["Said before (2)"]


def test_without_notes_nothing_is_said_of_a_conversation(opened: Open) -> None:
    app = opened("case", case=CASE)
    assert not [one for one in app.expander if "Said before" in one.label]
