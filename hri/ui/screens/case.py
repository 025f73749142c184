"""One case: question, answer and sources side by side, scores, and the decision."""

from __future__ import annotations

from functools import partial

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.casework.permissions import UseCase
from hri.domain.policies import Policy
from hri.domain.reviews import ReviewState
from hri.domain.slots import Slot
from hri.errors import HriError, NotFoundError
from hri.ui import (
    answers,
    casesheets,
    contributions,
    deciding,
    deliveries,
    doubting,
    drafts,
    evidence,
    exchanges,
    focus,
    history,
    i18n,
    judging,
    keys,
    labels,
    moving,
    outcomes,
    overrides,
    problems,
    readings,
    revealing,
    samples,
    session,
    slots,
    strip,
    text,
)
from hri.ui.i18n import _


def show() -> None:
    """The whole screen, or how to come to a case."""
    with st.container(key="case-top"):
        bar = st.container(horizontal=True, vertical_alignment="center", gap="small")
        bar.title(_("Case"))
        top = st.container()
    case_id = st.query_params.get("case") or st.session_state.get(moving.OPENED)
    if not case_id:
        with top:
            moving.show_way_back()
        _show_no_case()
        return
    st.session_state[moving.OPENED] = case_id
    with problems.told():
        file = session.desk().review.open_case(session.person(), case_id)
        policy = _policy_of(file)
    moving.recall(file)
    with top:
        moving.show_way_back()
        problems.show_kept()
    strip.show_strip(file, bar)
    outcomes.show_outcome(file)
    _show_case(file, policy)
    focus.give()


def _show_no_case() -> None:
    text.sentence(_("No case is open. Choose one in the queue, or take the next one."))
    with st.container(horizontal=True):
        keys.button(_("Next case"), "next-case", "G", on_click=moving.take_next)
        keys.show_help_button()


def _policy_of(file: CaseFile) -> Policy:
    """The policy the case was judged under; the one in force where that version is not kept."""
    desk, ref = session.desk(), file.stored.assessment.policy
    if ref.sha256 == desk.policy_ref.sha256:
        return desk.policy
    try:
        return desk.policies.get(session.person(), ref.version).policy
    except NotFoundError:
        return desk.policy


def _show_case(file: CaseFile, policy: Policy) -> None:
    reviewing = session.allowed(UseCase.REVIEW) and file.review.state is not ReviewState.DECIDED
    deciding_now = reviewing and strip.holds(file)
    hidden = revealing.hides_scores(file, reviewing=reviewing)
    readings.show_reading(file, deciding=deciding_now)
    case = file.stored.case
    exchanges.show_fault(case)
    st.header(_("Question"))
    exchanges.show_context(case)
    text.plain(case.question, lang=case.language, kind="hri-question")
    in_hand = judging.slot_in_hand(file, hidden=hidden)
    judging.choose_slot(file, in_hand, hidden=hidden)
    if deciding_now:
        judging.judge_slot(file, in_hand, hidden=hidden)
    elif reviewing:
        text.sentence(_("Take this case to judge and decide it."))
    _show_texts(file, in_hand, hidden=hidden, reviewing=deciding_now)
    if hidden:
        revealing.show_reveal(file, holding=deciding_now)
    else:
        _show_findings(file, policy, in_hand, deciding_now=deciding_now)


def _show_texts(file: CaseFile, in_hand: Slot, *, hidden: bool, reviewing: bool) -> None:
    """The answer beside the sources of the slot in hand."""
    case = file.stored.case
    left, right = st.columns(2, gap="medium")
    with left:
        st.header(_("Answer"))
        answers.show_answer(
            case.answer, file.stored.assessment, case.language, in_hand, verdicts=not hidden
        )
    with right:
        st.header(_("What the sources say: {slot}").format(slot=labels.name(in_hand)))
        _show_sources(file, in_hand, verdicts=not hidden)
        if reviewing:
            doubting.show_doubt(file, in_hand)


def _show_sources(file: CaseFile, in_hand: Slot, *, verdicts: bool) -> None:
    """The evidence for what the answer says; where there is none, what the pack holds."""
    found = file.stored.assessment.slots[in_hand]
    evidence.show_slot(found, verdicts=verdicts)
    evidence.offer_source(found.evidence)
    drafts.saw(file.review.case_id, in_hand)
    if found.present and found.evidence:
        return
    try:
        known = session.desk().review.find_sources(session.person(), file.review.case_id, in_hand)
    except HriError as error:
        problems.show(error)
    else:
        evidence.show_known(known, found.evidence)


def _show_findings(file: CaseFile, policy: Policy, in_hand: Slot, *, deciding_now: bool) -> None:
    """What the machine found and did, and the decision: all that waits for the own judgement."""
    assessment = file.stored.assessment
    _show_samples(file, in_hand)
    with st.container(key="scores"):
        st.header(_("Scores"))
        overrides.show_action(file.stored, policy)
        slots.show_signals(assessment, policy)
    if deciding_now:
        st.header(_("Decide"))
        deciding.show_decision(file)
    st.header(_("How the index adds up"))
    contributions.show_contributions(assessment, policy)
    overrides.show_versions(assessment)
    history.show_case_record(file)
    _offer_sheet(file, policy)


def _offer_sheet(file: CaseFile, policy: Policy) -> None:
    """The case on paper, in either language, for whoever may read the trail."""
    if not session.allowed(UseCase.READ_AUDIT) or file.blind:
        return
    st.header(_("Sheet of the case, for print"))
    ways = deliveries.ways_of(file)
    with st.container(horizontal=True):
        for code, name in i18n.LANGUAGE_NAMES.items():
            st.download_button(
                name,
                partial(casesheets.sheet, file, policy, ways, code),
                f"{file.review.case_id}.{code}.html",
                "text/html",
                key=f"sheet-{code}",
                on_click="ignore",
            )


def _show_samples(file: CaseFile, in_hand: Slot) -> None:
    """The samples, closed at first."""
    found, case = file.stored.assessment.slots[in_hand], file.stored.case
    differing = sum(row.distance > samples.AGREES for row in found.samples if row.index > 0)
    title = _("Samples on “{slot}”: {differing} of {total} differ from the answer").format(
        slot=labels.name(in_hand), differing=differing, total=len(case.samples)
    )
    with st.expander(title, key=f"samples-{in_hand.value}"):
        samples.show_samples(in_hand, found, case.samples, case.language)
