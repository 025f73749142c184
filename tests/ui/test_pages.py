"""Every page opens for every role that has it, in both languages, and does what it says."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from hri.casework.permissions import RIGHTS
from hri.domain.checkpoints import Seal
from hri.domain.reviews import Judgement, ReviewState, Role
from hri.domain.slots import Slot
from hri.errors import IntakeStoppedError, StoreError
from hri.ui import nav, session
from tests.ui.conftest import Open, shown
from tests.ui.factory import NASTY, NOW, ROOT, FakeDesk

PAGES = {entry.name: entry for entry in nav.ENTRIES}
FIRST_CASE = "case-001"


def roles_of(name: str) -> frozenset[Role]:
    right = PAGES[name].right
    return frozenset(Role) if right is None else RIGHTS[right]


def button(app: AppTest, key: str) -> AppTest:
    """Click a button by its key and run."""
    app.button(key=key).click()
    return app.run()


@pytest.mark.parametrize("path", sorted((ROOT / "pages").glob("*.py")), ids=lambda path: path.stem)
def test_every_page_file_starts_with_the_frame_guard(path: Path) -> None:
    statements = ast.parse(path.read_text(encoding="utf-8")).body
    assert ast.unparse(statements[1]) == "from hri.ui import nav"
    assert ast.unparse(statements[2]) == "nav.require_frame()"


def test_every_page_file_is_in_the_menu_and_the_other_way_round() -> None:
    assert {path.stem for path in (ROOT / "pages").glob("*.py")} == set(PAGES)


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(
    ("role", "page"),
    [(role, name) for name in PAGES for role in sorted(roles_of(name))],
    ids=lambda value: getattr(value, "value", value),
)
def test_a_page_opens_for_each_role_that_has_it(
    opened: Open, role: Role, page: str, language: str
) -> None:
    app = opened(page, role, language)
    assert not app.exception
    assert len(app.title) == 1


@pytest.mark.parametrize(
    ("role", "page"),
    [(role, name) for name in PAGES for role in sorted(set(Role) - roles_of(name))],
    ids=lambda value: getattr(value, "value", value),
)
def test_a_page_without_the_right_cannot_be_reached(opened: Open, role: Role, page: str) -> None:
    app = opened(None, role)
    with pytest.raises(ValueError, match="page"):
        app.switch_page(f"pages/{page}.py")


def test_nothing_but_the_sign_in_shows_before_signing_in(opened: Open) -> None:
    app = opened(None, None)
    assert "Demonstration sign-in" in shown(app)
    assert {element.key for element in app.button} == {f"sign-in-{role.value}" for role in Role}


def test_signing_in_is_recorded_and_opens_the_queue(opened: Open, desk: FakeDesk) -> None:
    app = button(opened(None, None), "sign-in-caseworker")
    assert desk.calls == ["in:demo-caseworker:demonstration"]
    assert app.title[0].value == "Queue"


def test_a_desk_that_cannot_be_opened_says_so_and_signs_nobody_in(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(settings: object) -> FakeDesk:
        raise StoreError("The database cannot be opened.", remedy="Free some space.")

    app = opened(None, None)
    monkeypatch.setattr(session, "open_desk", broken)
    st.cache_resource.clear()
    button(app, "sign-in-caseworker")
    assert not app.exception
    assert "Free some space." in shown(app)
    assert "sign-out" not in {element.key for element in app.button}


def test_the_demonstration_sign_in_is_closed_where_the_settings_forbid_it(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HRI_DEMONSTRATION", "false")
    app = opened(None, None)
    assert "The demonstration sign-in is closed" in shown(app)
    assert not app.button


def test_untrusted_text_reaches_no_element_that_reads_markdown(opened: Open) -> None:
    app = opened("case", Role.CASEWORKER, case=FIRST_CASE)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown(app)
    for kind in ("markdown", "caption", "title", "header", "subheader", "info", "error", "warning"):
        for element in app.get(kind):
            assert "evil.example" not in element.value
    for element in app.button:
        assert "evil.example" not in element.label
    assert NASTY not in shown(app)


def test_the_next_case_is_taken_and_opened(opened: Open, desk: FakeDesk) -> None:
    app = button(opened(None, Role.CASEWORKER), "next-case")
    assert app.title[0].value == "Case"
    assert desk.reviews[FIRST_CASE].state is ReviewState.HELD
    assert FIRST_CASE in shown(app)


def test_an_edit_is_rechecked_and_approved_with_a_reason(opened: Open, desk: FakeDesk) -> None:
    app = button(opened("case", Role.CASEWORKER, case=FIRST_CASE), "claim")
    app.text_area(key=f"text-{FIRST_CASE}").set_value("Each certificate costs £12.50.").run()
    assert f"recheck:{FIRST_CASE}" in desk.calls
    assert '0 <span aria-hidden="true">○</span> PASS' in shown(app)
    assert "Approve edited" in app.button(key="verb-approve").label
    button(app, "verb-approve")
    assert app.button(key="send").disabled
    button(app, "reason-wrong_fee")
    assert "Checked by staff.\n\nEach certificate costs £12.50." in shown(app)
    button(app, "send")
    assert "decide:approve_edited" in desk.calls
    assert desk.reviews[FIRST_CASE].state is ReviewState.DECIDED
    assert f"{FIRST_CASE}: approved as edited." in shown(app)
    assert "case-002" in shown(app)


@pytest.mark.parametrize(
    ("verb", "text"),
    [("approve", None), ("approve_edited", "Costs £12.50."), ("reject", "Costs £12.50.")],
)
def test_every_decision_takes_the_same_clicks(
    opened: Open, desk: FakeDesk, verb: str, text: str | None
) -> None:
    app = button(opened("case", Role.CASEWORKER, case=FIRST_CASE), "claim")
    if text is not None:
        app.text_area(key=f"text-{FIRST_CASE}").set_value(text).run()
    button(app, "verb-reject" if verb == "reject" else "verb-approve")
    button(app, "reason-wrong_fee")
    button(app, "send")
    assert desk.calls[-1] == f"decide:{verb}"


def test_nothing_is_chosen_beforehand(opened: Open) -> None:
    app = button(opened("case", Role.CASEWORKER, case=FIRST_CASE), "claim")
    assert not any("▣" in element.label for element in app.button)
    button(app, "verb-approve")
    chosen = {element.key for element in app.button if "▣" in element.label}
    assert chosen == {"verb-approve"}


def test_a_decision_taken_back_is_held_again(opened: Open, desk: FakeDesk) -> None:
    app = button(opened("case", Role.CASEWORKER, case=FIRST_CASE), "claim")
    button(app, "verb-approve")
    button(app, "reason-wrong_fee")
    button(app, "send")
    assert desk.reviews[FIRST_CASE].state is ReviewState.DECIDED
    assert desk.reviews["case-002"].state is ReviewState.HELD
    button(app, "undo")
    assert desk.reviews[FIRST_CASE].state is ReviewState.HELD
    assert desk.reviews["case-002"].state is ReviewState.WAITING
    assert "verb-approve" in {element.key for element in app.button}


def test_scores_stay_hidden_until_the_slots_are_judged(opened: Open, desk: FakeDesk) -> None:
    desk.commit_first = True
    app = button(opened("case", Role.CASEWORKER, case=FIRST_CASE), "claim")
    assert "contradicted" not in shown(app)
    assert app.button(key="reveal").disabled
    assert "verb-approve" not in {element.key for element in app.button}
    assert "ROUTE" not in shown(app)
    button(app, "judge-wrong")
    assert desk.drafts[FIRST_CASE].judgements == {Slot.FEES: Judgement.WRONG}
    button(app, "reveal")
    assert "contradicted" in shown(app)


def test_an_auditor_sees_the_scores_and_no_way_to_decide(opened: Open, desk: FakeDesk) -> None:
    desk.commit_first = True
    app = opened("case", Role.AUDITOR, case=FIRST_CASE)
    assert "contradicted" in shown(app)
    assert {"claim", "send", "verb-approve"}.isdisjoint({element.key for element in app.button})


def test_an_unknown_case_is_told_and_not_shown(opened: Open) -> None:
    app = opened("case", Role.CASEWORKER, case="nowhere")
    assert "This does not exist" in shown(app)
    assert not app.exception


def test_a_filter_in_the_address_narrows_the_queue(opened: Open) -> None:
    app = opened(None, Role.CASEWORKER, slot="legal_basis")
    assert app.selectbox(key="filter-slot").value == "legal_basis"
    assert "No case matches the filters." in shown(app)
    button(app, "clear-filters")
    assert len(app.dataframe) == 1


def test_a_row_of_the_queue_opens_its_case(opened: Open) -> None:
    app = opened(None, Role.CASEWORKER)
    chooser = next(box for box in app.selectbox if str(box.key).startswith("open-"))
    chooser.select("case-002").run()
    assert app.title[0].value == "Case"
    assert "case-002" in shown(app)


def test_a_long_queue_is_turned_page_by_page(opened: Open, desk: FakeDesk) -> None:
    desk.__init__(120)
    app = opened(None, Role.CASEWORKER)
    assert len(app.dataframe[0].value) == 50
    button(app, "page-on")
    assert app.dataframe[0].value["question"].iloc[0].startswith("51 ")
    button(app, "page-back")
    assert app.dataframe[0].value["question"].iloc[0].startswith("1 ")


def test_a_cell_of_the_heatmap_leads_to_its_cases(opened: Open) -> None:
    app = opened("supervision", Role.SUPERVISOR)
    app.selectbox(key="cell-row-slot_service").select("fees")
    app.selectbox(key="cell-column-slot_service").select("civil-registry")
    button(app, "cell-open")
    assert app.title[0].value == "Queue"
    assert app.selectbox(key="filter-slot").value == "fees"
    assert app.selectbox(key="filter-service").value == "civil-registry"


@pytest.mark.parametrize(
    ("sound", "words"), [(True, "2 events fit together, as far"), (False, "Event 1 does not fit")]
)
def test_verifying_the_chain_tells_what_was_found(
    opened: Open, desk: FakeDesk, sound: bool, words: str
) -> None:
    desk.sound_chain = sound
    app = button(opened("audit", Role.AUDITOR), "verify")
    assert words in shown(app)
    assert "could rewrite the whole chain" in shown(app)


def test_sealed_checkpoints_are_told_with_their_key(opened: Open, desk: FakeDesk) -> None:
    words = shown(button(opened("audit", Role.AUDITOR), "verify"))
    assert "No checkpoint is sealed yet." in words
    fixed = {"seq": 64, "count": 64, "hash": "0" * 64, "at": NOW, "before": ""}
    desk.sealed = (Seal(number=1, **fixed), Seal(number=2, **fixed, key="c0ffee"))
    words = shown(button(opened("audit", Role.AUDITOR), "verify"))
    assert "c0ffee" in words
    assert "No checkpoint is sealed yet." not in words


def test_records_that_are_not_as_announced_are_told_with_the_remedy(
    opened: Open, desk: FakeDesk
) -> None:
    desk.sound_chain = False
    words = shown(button(opened("audit", Role.AUDITOR), "verify"))
    assert "replies 20, text: it is not what its event announced" in words
    assert "replies 21" not in words
    assert "Further findings, listed by “audit verify”: 5" in words
    assert "from a backup" in words


CASES = (
    b'{"question": "q", "answer": "a", "language": "en", "jurisdiction": "GB",'
    b' "asked_on": "2026-01-01"}\nnot json\n'
)
TABLE = b"Frage,answer,language,jurisdiction,asked_on,note\nq,a,en,GB,2026-01-01,=1+1\n"


def test_an_upload_is_scored_and_its_bad_lines_are_told(opened: Open) -> None:
    app = opened("intake", Role.SUPERVISOR)
    app.file_uploader(key="case-file").upload("cases.jsonl", CASES).run()
    button(app, "submit-file")
    assert not app.exception
    assert "Rejected lines" in shown(app)


def test_columns_of_a_table_are_mapped_before_it_is_read(opened: Open) -> None:
    app = opened("intake", Role.SUPERVISOR)
    app.file_uploader(key="case-file").upload("cases.csv", TABLE).run()
    app.selectbox(key="column-0").select("question").run()
    button(app, "submit-file")
    assert not app.exception
    assert "Rejected lines" not in shown(app)


def test_the_language_can_be_chosen(opened: Open) -> None:
    app = opened(None, Role.CASEWORKER)
    app.selectbox(key="language-choice").select("fr").run()
    assert app.title[0].value == "File d’attente"


def test_rejected_lines_beyond_those_shown_are_counted(opened: Open) -> None:
    app = opened("intake", Role.SUPERVISOR)
    app.file_uploader(key="case-file").upload("cases.jsonl", b"not json\n" * 25).run()
    button(app, "submit-file")
    assert shown(app).count("<tr>") > 20
    assert "… and 5 more; the file below holds all of them." in shown(app)
    assert ">20</th>" in shown(app)
    assert ">21</th>" not in shown(app)


def test_an_intake_that_broke_off_tells_what_is_in(
    opened: Open, desk: FakeDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object, **_more: object) -> None:
        raise IntakeStoppedError(7, stored=4, already_there=1, rejected=1, why="disk is full")

    app = opened("intake", Role.SUPERVISOR)
    app.file_uploader(key="case-file").upload("cases.jsonl", CASES).run()
    button(app, "submit-file")
    assert "Last intake" in {header.value for header in app.header}
    monkeypatch.setattr(desk, "submit_all", stopped)
    button(app, "submit-file")
    assert "stopped at line 7. Stored before it: 4; already there: 1; rejected: 1" in shown(app)
    assert "nothing was" not in shown(app)
    assert "Last intake" not in {header.value for header in app.header}
