"""The printable sheet of a case: complete, in both languages, and nothing in it acts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
import streamlit as st

from hri.domain.base import Message
from hri.domain.decisions import ACTIONS, Action, FiredOverride
from hri.domain.events import AuditEvent, EventKind
from hri.domain.outbox import Delivery, DeliveryState
from hri.domain.reviews import Actor, ReplyKind, Role, SentReply
from hri.domain.slots import SLOTS, Slot
from hri.ui import casesheets, history, i18n, printing, session, tables
from hri.ui.answers import numbered
from tests.ui.factory import NASTY, FakeDesk, policy

AUDITOR = Actor(id="demo-auditor", name="Auditor", roles=(Role.AUDITOR,))
CASE = "case-001"
WAYS: dict[int, Delivery] = {}


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeDesk]:
    found = FakeDesk()
    monkeypatch.setattr(session, "open_desk", lambda settings: found)
    monkeypatch.setattr(session, "start_delivery", lambda desk: None)
    monkeypatch.setattr(session, "start_figures", lambda desk: None)
    monkeypatch.setattr(session, "start_retention", lambda desk: None)
    st.cache_resource.clear()
    yield found
    st.cache_resource.clear()


class Tags(HTMLParser):
    """Every element with its attributes, and the words between them but for the small numbers."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.words, self._in_note = "", False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._in_note = tag == "sup"

    def handle_endtag(self, tag: str) -> None:
        self._in_note = False

    def handle_data(self, data: str) -> None:
        self.words += "" if self._in_note else data


def sheet(desk: FakeDesk, language: str) -> str:
    return casesheets.sheet(desk.open_case(AUDITOR, CASE), policy(), WAYS, language)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_all_that_may_be_asked_is_there(desk: FakeDesk, language: str):
    words = Tags(sheet(desk, language)).words
    stored = desk.stored[CASE]
    wanted = [
        stored.case.question,
        stored.case.answer,
        stored.assessment.policy.sha256[:12],
        stored.assessment.pack.version,
        stored.assessment.engine,
        *(word for word in ("WARN ≥", "DEFER ≥", "ROUTE ≥", "α (SIS)", "β (1 − CCS)", "γ (RVS)")),
    ]
    with i18n.speaking(language):
        wanted += [numbered(slot) for slot in SLOTS]
        wanted += [claim.text for slot in stored.assessment.slots.values() for claim in slot.claims]
    assert [word for word in wanted if word not in words] == []
    assert any(action.value in words for action in ACTIONS)


def test_both_languages_have_the_same_chapters(desk: FakeDesk):
    pages = [sheet(desk, language) for language in ("fr", "en")]
    titles = [re.findall(r"<h2>(\d+)\. ([^<]+)</h2>", page) for page in pages]
    assert [number for number, _ in titles[0]] == [number for number, _ in titles[1]]
    assert len(titles[0]) == 8
    assert not {word for _, word in titles[0]} & {word for _, word in titles[1]}


def test_nothing_in_it_acts_or_comes_from_elsewhere(desk: FakeDesk):
    stored = desk.stored[CASE]
    for words in NASTY:
        case = stored.case.model_copy(update={"question": words, "answer": words})
        desk.stored[CASE] = stored.model_copy(update={"case": case})
        page = Tags(sheet(desk, "en"))
        assert {tag for tag, _ in page.found} <= PLAIN, words
        for _tag, attributes in page.found:
            assert not [name for name in attributes if name.startswith("on")], words
            assert not {"src", "href", "style"} & attributes.keys(), words


PLAIN = {
    "html", "head", "meta", "title", "style", "body", "header", "section", "div", "span", "strong",
    "h1", "h2", "h3", "p", "dl", "dt", "dd", "br", "mark", "sup", "table", "caption", "thead",
    "tbody", "tr", "th", "td",
}  # fmt: skip


SENT = {"fr": "parti le", "en": "went out"}
DUE = {"fr": "part le", "en": "goes out"}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_message_that_left_is_called_sent(desk: FakeDesk, language: str):
    file = desk.open_case(AUDITOR, CASE)
    now = desk.clock.now()
    reply = SentReply(
        id=1, case_id=CASE, kind=ReplyKind.DECIDED, language="en", text="Checked by staff.",
        final=True, written_at=now, deliver_at=now,
    )  # fmt: skip
    file = file.model_copy(update={"replies": (reply,)})
    way = Delivery(reply_id=1, case_id=CASE, state=DeliveryState.OUT, attempts=1, due_at=now)
    waiting = way.model_copy(update={"state": DeliveryState.WAITING, "attempts": 0})
    sent = Tags(casesheets.sheet(file, policy(), {1: way}, language)).words
    due = Tags(casesheets.sheet(file, policy(), {1: waiting}, language)).words
    assert SENT[language] in sent
    assert SENT[language] not in due
    assert DUE[language] in due


def test_a_broken_rule_and_seen_sources_are_told_in_words(desk: FakeDesk):
    fired = FiredOverride(
        id="violation-high-impact", floor=Action.ROUTE, slot=Slot.FEES,
        reason=Message(id="override.violation", params={"rules": "derived.law_exists, own.rule"}),
    )  # fmt: skip
    stored = desk.stored[CASE]
    found = stored.assessment.model_copy(update={"overrides": (fired,)})
    desk.stored[CASE] = stored.model_copy(update={"assessment": found})
    words = Tags(sheet(desk, "fr")).words
    assert "Une règle est enfreinte : « Le texte cité existe », « own.rule »." in words
    assert "derived." not in words
    event = AuditEvent(
        seq=1, at=desk.clock.now(), kind=EventKind.REVIEW_DECIDED, actor="anne", subject=CASE,
        payload={"sources_seen": ["required_documents", "competent_authority"], "stage": "first",
                 "then": None},
        prev_hash="0", hash="1",
    )  # fmt: skip
    with i18n.speaking("fr"):
        assert history.details(event) == (
            "sources affichées : Pièces, Autorité · lecture : première lecture"
        )


def test_only_what_is_no_word_is_broken_in_a_table():
    said = "anticonstitutionnellement"[:24]
    cells = [said, "a" * 25, tables.Html(f'<span class="{"c" * 40}">{said}</span>'), "x"]
    code = tables.code("c", ["x", "y", "z", "n"], [cells, ["b" * 25, *cells[1:]]], numeric=[3])
    found = Tags(printing.breakable(code)).found
    kinds = [attributes.get("class") for tag, attributes in found if tag in {"td", "th"}][4:]
    after = ["hri-long", None, "hri-right"]
    assert kinds == [None, *after, "hri-long", *after]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_conversation_and_a_failed_model_are_on_the_sheet(desk: FakeDesk, language: str):
    stored = desk.stored[CASE]
    notes = {"fault": "empty", "context": [{"role": "assistant", "text": NASTY}]}
    case = stored.case.model_copy(update={"metadata": {"gateway": notes}})
    desk.stored[CASE] = stored.model_copy(update={"case": case})
    page = sheet(desk, language)
    assert NASTY not in page
    with i18n.speaking(language):
        named = i18n._("Chatbot"), i18n._("LlmFault.empty")
    assert all(words in Tags(page).words for words in named)
