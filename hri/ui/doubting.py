"""A source that somebody holds to be outdated: said to the pack's keeper, with the case."""

from __future__ import annotations

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.domain.reviews import Judgement
from hri.domain.slots import Slot
from hri.domain.worklists import RemarkKind
from hri.ui import drafts, problems, session, text
from hri.ui.i18n import _


def show_doubt(file: CaseFile, slot: Slot) -> None:
    """Which source it is and what is wrong with it, where the slot was judged so."""
    case_id = file.review.case_id
    if drafts.current(file).judgements.get(slot) is not Judgement.SOURCE_OUTDATED:
        return
    told = [
        remark
        for remark in file.remarks
        if remark.kind is RemarkKind.SOURCE
        and remark.code == slot.value
        and remark.actor == session.person().id
    ]
    for remark in told:
        words = _("The keeper of the sources is told: {words}")
        text.sentence("✓ " + words.format(words=remark.text), "hri-quiet")
    places = file.stored.assessment.slots[slot].evidence
    sources = {place.source_id: place.source_title for place in places}
    text.sentence(_("The slot counts as not judged."), "hri-quiet")
    if not sources:
        text.sentence(_("No source stands behind this slot, so there is none to name."))
        return
    with st.container(horizontal=True, vertical_alignment="bottom", key="doubt-row"):
        source: str | None = st.selectbox(
            _("Which source"),
            list(sources),
            key=f"doubt-{slot.value}",
            format_func=lambda found: text.visible(sources[found]),
        )
        note = st.text_input(_("What is outdated in it"), key=f"doubt-note-{slot.value}-{case_id}")
        st.button(
            _("Tell the keeper of the sources"),
            key="tell-keeper",
            on_click=_tell,
            args=(case_id, slot, source, note),
            disabled=not source or not note.strip(),
        )


def _tell(case_id: str, slot: Slot, source: str, note: str) -> None:
    with problems.kept():
        session.desk().review.doubt_source(session.person(), case_id, slot, source, note)
