"""Second reads: what a blind reader is told, and where two readers differ."""

from __future__ import annotations

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.casework.secondreads import differences, first_of, second_of
from hri.domain.reviews import Judgement, RecordedDecision, Stage
from hri.domain.worklists import RemarkKind
from hri.ui import diffs, drafts, editing, labels, tables, text
from hri.ui.answers import numbered
from hri.ui.i18n import _


def show_reading(file: CaseFile, *, deciding: bool) -> None:
    """Which reading this is; for the third person, what the first two found."""
    returned = [remark for remark in file.remarks if remark.kind is RemarkKind.RETURN]
    if file.review.sent_back and returned:
        words = _("Sent back by {person}, to be decided anew: {words}")
        text.sentence(
            words.format(person=returned[-1].actor_name, words=returned[-1].text), "hri-banner"
        )
    if file.blind:
        text.sentence(
            _("Second read: another person has decided already; you judge without seeing how."),
            "hri-banner",
        )
    elif file.review.stage is Stage.ADJUDICATION:
        _show_difference(file, deciding=deciding)


def _show_difference(file: CaseFile, *, deciding: bool) -> None:
    first, second = first_of(file.decisions), second_of(file.decisions)
    if first is None or second is None:
        return
    st.header(_("Where the two readers differ"))
    rows: list[list[tables.Cell]] = [[_("Decision"), _verb(first), _verb(second)]]
    rows += [
        [numbered(item.slot), _word(item.first), _word(item.second)]
        for item in differences(first.decision, second.decision)
    ]
    heads = ["", _heading(_("First reader"), first), _heading(_("Second reader"), second)]
    tables.table(_("Judgements that are not the same"), heads, rows)
    _show_texts(file, first, second, deciding=deciding)


def _show_texts(
    file: CaseFile, first: RecordedDecision, second: RecordedDecision, *, deciding: bool
) -> None:
    answer, lang = file.stored.case.answer, file.stored.case.language
    for column, made, title in zip(
        st.columns(2), (first, second), (_("First reader"), _("Second reader")), strict=True
    ):
        with column:
            said = made.decision.text or answer
            text.sentence(_("Text of: {reader}").format(reader=title), "hri-quiet")
            diffs.show(answer, said, lang)
            if made.decision.note:
                text.line((_("Note"), made.decision.note))
            if deciding:
                st.button(
                    _("Start from this text"),
                    key=f"take-{made.stage.value}",
                    on_click=_start_from,
                    args=(file.review.case_id, said),
                )


def _start_from(case_id: str, said: str) -> None:
    st.session_state[editing.key_of(case_id)] = said
    drafts.change(case_id, text=said, text_judgements={})


def _verb(made: RecordedDecision) -> str:
    return labels.name(made.decision.verb)


def _heading(title: str, made: RecordedDecision) -> str:
    return f"{title} ({made.actor_name})"


def _word(judgement: Judgement | None) -> str:
    return labels.name(judgement) if judgement else _("not checked")
