"""Commit first: where people judge before they see what the machine found."""

from __future__ import annotations

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.casework.opinions import missing_judgements
from hri.domain.reviews import ReviewVerb
from hri.ui import drafts, editing, focus, keys, labels, problems, session, text
from hri.ui.i18n import _


def hides_scores(file: CaseFile, *, reviewing: bool) -> bool:
    """Whether the person has to judge the slots before the scores are shown."""
    return reviewing and file.commit_first and not drafts.current(file).revealed


def show_reveal(file: CaseFile, *, holding: bool) -> None:
    """Why there are no scores yet, and the button that shows them."""
    missing = missing_judgements(file.stored.assessment, drafts.current(file).judgements)
    st.header(_("Your judgement first"))
    text.sentence(
        _("Judge the slots against the sources; then scores, messages and decision are shown.")
    )
    if missing:
        names = ", ".join(labels.name(slot) for slot in missing)
        text.sentence(_("Still to judge: {slots}").format(slots=names))
    with st.container(horizontal=True, gap="small", key="reveal-buttons"):
        for word, name, key, verb in (
            (_("Show the scores"), "reveal", "V", None),
            (_("Show and approve"), "reveal-approve", "A", ReviewVerb.APPROVE),
            (_("Show and reject"), "reveal-reject", "D", ReviewVerb.REJECT),
        ):
            keys.button(
                word,
                name,
                key,
                disabled=bool(missing) or not holding,
                on_click=_reveal,
                args=(file.review.case_id, verb),
                type="secondary" if verb is None else "tertiary",
            )


def _reveal(case_id: str, verb: ReviewVerb | None) -> None:
    """Show the scores; with a verb, choose that too: the reason still waits for the person."""
    with problems.kept():
        revealed = session.desk().review.reveal(session.person(), case_id, drafts.of(case_id))
        drafts.put(case_id, revealed)
        focus.want("scores")
        if verb is not None:
            drafts.change(case_id, verb=verb, reason_code="")
        if verb is ReviewVerb.REJECT:
            focus.want(editing.BOX, cursor=True)
