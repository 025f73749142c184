"""Decisions: each threshold at, under and over; each override; overrides only raise."""

import math

import pytest
from factories import judged, policy
from hypothesis import given
from hypothesis import strategies as st

from hri.decision import SlotFindings, action_for, decide
from hri.domain.base import Message
from hri.domain.claims import Verdict, VerdictReason
from hri.domain.decisions import ACTIONS, Action, strictest
from hri.domain.policies import CaseFlag
from hri.domain.rules import Violation
from hri.domain.slots import SLOTS, Slot
from hri.index import SlotSignals

CALM = SlotSignals(sis=0.0, ccs=1.0, rvs=0.0)
FEES, LAW, DOCUMENTS = Slot.FEES, Slot.LEGAL_BASIS, Slot.REQUIRED_DOCUMENTS


def under(value: float) -> float:
    return math.nextafter(value, 0)


def over(value: float) -> float:
    return math.nextafter(value, 1)


@pytest.mark.parametrize(
    ("hri", "action"),
    [
        (0.0, Action.PASS),
        (under(0.20), Action.PASS),
        (0.20, Action.WARN),
        (over(0.20), Action.WARN),
        (under(0.35), Action.WARN),
        (0.35, Action.DEFER),
        (over(0.35), Action.DEFER),
        (under(0.50), Action.DEFER),
        (0.50, Action.ROUTE),
        (over(0.50), Action.ROUTE),
        (1.0, Action.ROUTE),
    ],
)
def test_each_threshold_belongs_to_the_stricter_action(hri, action):
    assert action_for(hri, policy().thresholds) is action


def test_no_index_gives_the_no_claim_action():
    assert decide(None, {}, (), policy()).action is Action.WARN


def violated(slot: Slot, floor: Action | None = None) -> SlotFindings:
    violation = Violation(
        rule_id="r", check="pattern", slot=slot, explanation=Message(id="x"), floor=floor
    )
    return SlotFindings(SlotSignals(0.0, 1.0, 1.0), (), (violation,))


def verdicts(slot: Slot, *pairs: tuple[Verdict, VerdictReason | None]) -> SlotFindings:
    claims = tuple(judged(verdict, reason, slot) for verdict, reason in pairs)
    return SlotFindings(SlotSignals(0.0, 0.5, 0.0), claims)


SILENT = (Verdict.UNSUPPORTED, VerdictReason.SILENT)
OVERRIDES = {
    "violation in the legal basis routes": (LAW, violated(LAW), Action.ROUTE),
    "violation in the authority routes": (
        Slot.COMPETENT_AUTHORITY,
        violated(Slot.COMPETENT_AUTHORITY),
        Action.ROUTE,
    ),
    "violation in the fees defers": (FEES, violated(FEES), Action.DEFER),
    "a rule may state a milder floor": (
        DOCUMENTS,
        violated(DOCUMENTS, Action.WARN),
        Action.WARN,
    ),
    "but not in a high-impact slot": (LAW, violated(LAW, Action.WARN), Action.ROUTE),
    "fabricated routes": (LAW, verdicts(LAW, (Verdict.FABRICATED, None)), Action.ROUTE),
    "contradicted defers": (FEES, verdicts(FEES, (Verdict.CONTRADICTED, None)), Action.DEFER),
    "miscited defers": (LAW, verdicts(LAW, (Verdict.MISCITED, None)), Action.DEFER),
    "unverified defers where references are listed": (
        LAW,
        verdicts(LAW, (Verdict.UNVERIFIED, VerdictReason.REFERENCES_LISTED)),
        Action.DEFER,
    ),
    "unverified warns where none are": (
        LAW,
        verdicts(LAW, (Verdict.UNVERIFIED, VerdictReason.NO_REFERENCES_LISTED)),
        Action.WARN,
    ),
    "unconfirmed warns": (LAW, verdicts(LAW, (Verdict.UNCONFIRMED, None)), Action.WARN),
    "unsupported warns": (FEES, verdicts(FEES, SILENT), Action.WARN),
    "supported under an open condition warns": (
        FEES,
        verdicts(FEES, (Verdict.SUPPORTED_IF, None)),
        Action.WARN,
    ),
    "supported passes": (FEES, verdicts(FEES, (Verdict.SUPPORTED, None)), Action.PASS),
    "no coverage in a high-impact slot defers": (
        LAW,
        SlotFindings(
            SlotSignals(0.0, 0.0, 0.0),
            (judged(Verdict.UNSUPPORTED, VerdictReason.NOT_LISTED, LAW),),
        ),
        Action.DEFER,
    ),
    "no coverage for silence alone warns": (
        LAW,
        SlotFindings(SlotSignals(0.0, 0.0, 0.0), (judged(*SILENT, LAW),)),
        Action.WARN,
    ),
    "no coverage elsewhere warns": (
        FEES,
        SlotFindings(SlotSignals(0.0, 0.0, 0.0), (judged(*SILENT),)),
        Action.WARN,
    ),
    "instability just under one half passes": (
        FEES,
        SlotFindings(SlotSignals(under(0.45), 1.0, 0.0)),
        Action.PASS,
    ),
    "instability of one half warns": (
        FEES,
        SlotFindings(SlotSignals(0.45, 1.0, 0.0)),
        Action.WARN,
    ),
    "documents warn from one quarter": (
        DOCUMENTS,
        SlotFindings(SlotSignals(0.15, 1.0, 0.0)),
        Action.WARN,
    ),
    "documents just under it pass": (
        DOCUMENTS,
        SlotFindings(SlotSignals(under(0.15), 1.0, 0.0)),
        Action.PASS,
    ),
    "a signal not scored warns": (FEES, SlotFindings(SlotSignals(None, 1.0, 0.0)), Action.WARN),
}


@pytest.mark.parametrize("name", OVERRIDES)
def test_override(name):
    slot, findings, action = OVERRIDES[name]
    assert decide(0.0, {slot: findings}, (), policy()).action is action


NOTED = {
    CaseFlag.STALE_SOURCE,
    CaseFlag.VAGUE_VALUE,
    CaseFlag.UNBACKED_DETAIL,
    CaseFlag.OMITTED_PAPER,
    CaseFlag.UNANSWERED_SLOT,
}


@pytest.mark.parametrize("flag", [flag for flag in CaseFlag if flag not in NOTED])
def test_a_case_that_cannot_be_judged_routes(flag):
    decision = decide(None, {}, (flag,), policy())
    assert decision.action is Action.ROUTE
    assert [fired.floor for fired in decision.overrides] == [Action.ROUTE]


def test_a_stale_source_warns():
    assert decide(0.0, {FEES: SlotFindings(CALM)}, (CaseFlag.STALE_SOURCE,), policy()).action is (
        Action.WARN
    )


unit = st.floats(0, 1)
maybe = st.none() | unit
all_verdicts = st.sampled_from(Verdict)
findings = st.builds(
    SlotFindings,
    st.builds(SlotSignals, maybe, maybe, st.sampled_from([None, 0.0, 1.0])),
    st.lists(st.builds(judged, all_verdicts), max_size=3).map(tuple),
    st.just(()),
)
slots = st.dictionaries(st.sampled_from(SLOTS), findings)


@given(st.none() | unit, slots, st.lists(st.sampled_from(CaseFlag)))
def test_overrides_never_lower_an_action(hri, found, flags):
    decision = decide(hri, found, flags, policy())
    assert decision.action.severity >= decision.base.severity
    assert decision.action is strictest(decision.base, *(o.floor for o in decision.overrides))


@given(slots)
def test_an_answer_that_was_not_scored_never_passes(found):
    decision = decide(None if not found else 0.0, found, (), policy())
    unscored = any(None in item.signals for item in found.values())
    if not found or unscored:
        assert decision.action is not Action.PASS


@given(st.lists(st.sampled_from(ACTIONS), min_size=1))
def test_the_strictest_of_several_actions_is_at_least_each(actions):
    assert all(strictest(*actions).severity >= action.severity for action in actions)
