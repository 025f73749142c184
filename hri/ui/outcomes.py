"""What was decided on a case, and what became of the person's own work on it."""

from __future__ import annotations

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.domain.reviews import RecordedDecision, ReviewState
from hri.domain.seeds import SeedReport
from hri.ui import diffs, drafts, i18n, labels, session, text
from hri.ui.answers import numbered
from hri.ui.i18n import _


def show_outcome(file: CaseFile) -> None:
    """What was decided; beside it the person's own unsent text, where there is one."""
    _show_aside(file)
    last = standing(file)
    if last is None:
        return
    words = _("{verb} by {person}, {moment}.").format(
        verb=labels.name(last.decision.verb), person=last.actor_name, moment=i18n.second(last.at)
    )
    text.sentence("✓ " + words, "hri-banner")
    if file.seed is not None:
        _explain_seed(file.seed)
    draft = drafts.current(file)
    if last.actor != session.person().id and draft.text is not None:
        _show_both(file, last, draft.text)


def _show_aside(file: CaseFile) -> None:
    """What this window wrote while another window of the same person changed the draft."""
    drafts.current(file)
    aside = drafts.left_aside(file.review.case_id)
    if aside is not None:
        text.sentence(
            _("You changed this case in another window; this is what this window had written:")
        )
        diffs.show(file.stored.case.answer, aside, file.stored.case.language)


def _explain_seed(report: SeedReport) -> None:
    """That the answer was made wrong to measure the desk, how, and whether that was seen."""
    told = report.seed.explanation
    spoken = (found for code, found in told.items() if code == i18n.language())
    words = (
        _("This answer was made wrong on purpose, to test the desk: you found it.")
        if report.caught
        else _("This answer was made wrong on purpose: it was let through. Nobody got it.")
    )
    text.sentence(words, "hri-banner")
    text.line(
        (numbered(report.seed.slot), next(spoken, next(iter(told.values())))),
    )


def standing(file: CaseFile) -> RecordedDecision | None:
    """The decision that holds, where the case is decided."""
    made = [recorded for recorded in file.decisions if recorded.undone_at is None]
    return made[-1] if made and file.review.state is ReviewState.DECIDED else None


def _show_both(file: CaseFile, last: RecordedDecision, own: str) -> None:
    """What went out and what the person had written, so that nothing is lost."""
    lang = file.stored.case.language
    text.sentence(_("Somebody else decided this case while you had unsent work; it is kept here."))
    left, right = st.columns(2)
    with left:
        text.sentence(_("What was decided, against the answer"), "hri-quiet")
        diffs.show(file.stored.case.answer, last.decision.text or file.stored.case.answer, lang)
    with right:
        text.sentence(_("Your text, against the answer"), "hri-quiet")
        diffs.show(file.stored.case.answer, own, lang)
