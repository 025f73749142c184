"""The edited text scored again, at once: new level, new verdicts, beside the old ones."""

from __future__ import annotations

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.domain.assessments import Assessment
from hri.domain.claims import SOUND_VERDICTS
from hri.domain.scores import SlotAssessment
from hri.domain.slots import SLOTS, Slot
from hri.ui import answers, labels, levels, session, tables, text
from hri.ui.i18n import _, number
from hri.ui.text import shown


def kept(case_id: str, edited: str | None) -> Assessment | None:
    """What rechecking this very text found in this session."""
    last = st.session_state.get(_key(case_id))
    return last[1] if isinstance(last, tuple) and last[0] == edited else None


def recheck(case_id: str, edited: str) -> Assessment:
    """Score the edited text; the same text is not scored twice, for each scoring is an event."""
    if (found := kept(case_id, edited)) is not None:
        return found
    found = session.desk().review.recheck(session.person(), case_id, edited)
    st.session_state[_key(case_id)] = (edited, found)
    return found


def _key(case_id: str) -> str:
    return f"recheck-{case_id}"


SIGNS = {True: "✓", False: "▲"}


def show_recheck(file: CaseFile, edited: str, found: Assessment) -> None:
    """The level before and after, and per slot what the sources now say of each claim."""
    before = file.stored.assessment
    st.html(
        f'<p class="hri-sentence">{shown(_("With your text:"))} {levels.badge(before.state).code}'
        f" → {levels.badge(found.state).code}</p>"
    )
    rows = [
        _row(slot, before.slots[slot], found.slots[slot])
        for slot in SLOTS
        if _worth_showing(slot, before, found)
    ]
    heads = [_("Slot"), _("Before"), _("With your text"), _("Risk before"), _("Risk now")]
    tables.table(_("Verdicts of the claims before and with your text"), heads, rows, numeric=(3, 4))
    text.plain(edited, answers.claim_marks(found), lang=file.stored.case.language, kind="hri-pane")


def _worth_showing(slot: Slot, before: Assessment, found: Assessment) -> bool:
    known = slot in before.slots and slot in found.slots
    return known and (before.slots[slot].applies or found.slots[slot].applies)


def _row(slot: Slot, before: SlotAssessment, found: SlotAssessment) -> list[tables.Cell]:
    return [
        answers.numbered(slot),
        _verdicts(before),
        _verdicts(found),
        "–" if before.risk is None else number(before.risk),
        "–" if found.risk is None else number(found.risk),
    ]


def _verdicts(found: SlotAssessment) -> str:
    if not found.applies:
        return _("does not apply")
    lines = [
        f"{SIGNS[claim.verdict in SOUND_VERDICTS]} "
        + labels.pair(claim.text, labels.name(claim.verdict))
        for claim in found.claims
    ]
    lines += [f"▲ {labels.message(violation.explanation)}" for violation in found.violations]
    return " · ".join(lines) or _("says nothing in this slot")
