"""One case: question, answer and sources side by side, scores, and the decision."""

from __future__ import annotations

import streamlit as st

from hri.casework.casefiles import CaseFile
from hri.casework.permissions import UseCase
from hri.domain.assessments import ProcedureRef
from hri.domain.policies import Policy
from hri.domain.reviews import ReviewState
from hri.domain.slots import Slot
from hri.errors import HriError, NotFoundError
from hri.ui import (
    answers,
    contributions,
    deciding,
    drafts,
    evidence,
    history,
    i18n,
    judging,
    labels,
    names,
    outcomes,
    overrides,
    problems,
    samples,
    session,
    slots,
    text,
)
from hri.ui.i18n import _
from hri.ui.screens import queue

OPENED = "case-opened"


def show() -> None:
    """The whole screen, or how to come to a case."""
    st.title(_("Case"))
    case_id = st.query_params.get("case") or st.session_state.get(OPENED)
    if not case_id:
        _show_no_case()
        return
    st.session_state[OPENED] = case_id
    with problems.told():
        file = session.desk().review.open_case(session.person(), case_id)
        policy = _policy_of(file)
    _show_strip(file)
    _show_case(file, policy)


def _show_no_case() -> None:
    text.sentence(_("No case is open. Choose one in the queue, or take the next one."))
    st.button(_("Next case"), key="next-case", shortcut="G", on_click=_ask_next)
    _go_on_if_asked()


def _ask_next() -> None:
    st.session_state["queue-next"] = True


def _go_on_if_asked() -> None:
    if st.session_state.pop("queue-next", False):
        with problems.told():
            queue.open_next()


def _policy_of(file: CaseFile) -> Policy:
    """The policy the case was judged under; the one in force where that version is not kept."""
    desk, ref = session.desk(), file.stored.assessment.policy
    if ref.sha256 == desk.policy_ref.sha256:
        return desk.policy
    try:
        return desk.policies.get(session.person(), ref.version).policy
    except NotFoundError:
        return desk.policy


def holds(file: CaseFile) -> bool:
    """Whether the person holds the case now."""
    review = file.review
    return review.holder == session.person().id and review.held_at(session.desk().clock.now())


def _show_strip(file: CaseFile) -> None:
    stored, review = file.stored, file.review
    text.line(
        (_("Case"), stored.case_id),
        (_("State"), labels.name(review.state)),
        (_("Held by"), _holder(file)),
        (_("Due"), i18n.moment(stored.due_at)),
        (_("Service"), names.service(stored.service) or "–"),
        (_("Procedure"), _procedure(stored.assessment.procedure)),
        (_("Asked on"), i18n.day(stored.case.asked_on)),
        (_("Where"), stored.case.jurisdiction),
        (_("Model"), stored.case.model or "–"),
    )
    with st.container(horizontal=True, gap="small", key="case-buttons"):
        _show_hold_buttons(file)
        st.button(_("Next case"), key="next-case", shortcut="G", on_click=_ask_next)
    _go_on_if_asked()
    outcomes.show_outcome(file)


def _procedure(found: ProcedureRef) -> str:
    return names.procedure(found.id) if found.id else _("unknown")


def _holder(file: CaseFile) -> str:
    review = file.review
    if not review.held_at(session.desk().clock.now()) or review.held_until is None:
        return _("nobody")
    left = review.held_until - session.desk().clock.now()
    minutes = max(1, round(left.total_seconds() / 60))
    words = _("{person}, {n} min left; each change starts the time anew")
    return words.format(person=review.holder_name or review.holder, n=minutes)


def _show_hold_buttons(file: CaseFile) -> None:
    if not session.allowed(UseCase.REVIEW) or file.review.state is ReviewState.DECIDED:
        return
    case_id = file.review.case_id
    if holds(file):
        st.button(_("Give back"), key="release", shortcut="S", on_click=_release, args=(case_id,))
    else:
        st.button(
            _("Take this case"),
            key="claim",
            shortcut="T",
            on_click=_claim,
            args=(case_id,),
            disabled=file.held_by_other,
        )


def _claim(case_id: str) -> None:
    try:
        session.desk().review.claim(session.person(), case_id)
    except HriError as error:
        st.session_state[drafts.PROBLEM] = error


def _release(case_id: str) -> None:
    try:
        session.desk().review.release(session.person(), case_id)
    except HriError as error:
        st.session_state[drafts.PROBLEM] = error


def _show_case(file: CaseFile, policy: Policy) -> None:
    case = file.stored.case
    reviewing = session.allowed(UseCase.REVIEW) and file.review.state is not ReviewState.DECIDED
    hidden = judging.hides_scores(file, reviewing=reviewing)
    st.header(_("Question"))
    text.plain(case.question, lang=case.language, kind="hri-question")
    in_hand = judging.slot_in_hand(file, hidden=hidden)
    judging.choose_slot(file, in_hand)
    left, right = st.columns(2, gap="medium")
    with left:
        st.header(_("Answer"))
        answers.show_answer(
            case.answer, file.stored.assessment, case.language, in_hand, verdicts=not hidden
        )
    with right:
        st.header(_("What the sources say: {slot}").format(slot=labels.name(in_hand)))
        _show_sources(file, in_hand, verdicts=not hidden)
        if reviewing and holds(file):
            judging.judge_slot(file, in_hand)
    if reviewing and not holds(file):
        text.sentence(_("Take this case to judge and decide it."))
    if hidden:
        judging.show_reveal(file, holding=holds(file))
    else:
        _show_findings(file, policy, in_hand, deciding_now=reviewing and holds(file))


def _show_sources(file: CaseFile, in_hand: Slot, *, verdicts: bool) -> None:
    """The evidence for what the answer says; where there is none, what the pack holds."""
    found = file.stored.assessment.slots[in_hand]
    evidence.show_slot(found, verdicts=verdicts)
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
    st.header(_("Scores"))
    overrides.show_action(assessment, policy)
    slots.show_signals(assessment, policy)
    if deciding_now:
        st.header(_("Decide"))
        deciding.show_decision(file)
    else:
        outcomes.show_way_back(file)
    st.header(_("How the index adds up"))
    contributions.show_contributions(assessment, policy)
    overrides.show_versions(assessment)
    history.show_case_record(file)


def _show_samples(file: CaseFile, in_hand: Slot) -> None:
    """The samples, closed at first."""
    found, case = file.stored.assessment.slots[in_hand], file.stored.case
    differing = sum(row.distance > samples.AGREES for row in found.samples if row.index > 0)
    title = _("Samples on “{slot}”: {differing} of {total} differ from the answer").format(
        slot=labels.name(in_hand), differing=differing, total=len(case.samples)
    )
    with st.expander(title, key=f"samples-{in_hand.value}"):
        samples.show_samples(in_hand, found, case.samples, case.language)
