"""Which floors an override may be given by somebody who tunes the policy."""

from __future__ import annotations

from hri.domain.claims import Verdict
from hri.domain.decisions import ACTIONS, Action
from hri.domain.policies import (
    FAIL_CLOSED_FLAGS,
    CaseFlag,
    FlagOverride,
    Override,
    UnscoredOverride,
    VerdictOverride,
    ViolationOverride,
)

OFF = Action.PASS
"""The floor of an override that is off: it is noted, and raises nothing."""
PROVEN_WRONG = frozenset({Verdict.CONTRADICTED, Verdict.FABRICATED, Verdict.MISCITED})
"""Verdicts by which something speaks against the answer, not only nothing for it."""
NOT_COMPARED = frozenset(
    {CaseFlag.LANGUAGE_MISMATCH, CaseFlag.PROCEDURE_UNKNOWN, CaseFlag.NO_VALID_SOURCE}
)
"""Flags of answers that could be set beside no source."""


def allowed_floors(rule: Override) -> tuple[Action, ...]:
    """The floors that tuning may give an override, mildest first.

    An answer that was not read goes to a person. What says that an answer is wrong, or that it
    could not be compared, may be made milder, but not silent. The rest may be turned off.
    """
    if isinstance(rule, FlagOverride) and rule.flag in FAIL_CLOSED_FLAGS:
        return (Action.ROUTE,)
    return ACTIONS[1:] if _must_speak(rule) else ACTIONS


def _must_speak(rule: Override) -> bool:
    match rule:
        case ViolationOverride() | UnscoredOverride():
            return True
        case VerdictOverride():
            return rule.verdict in PROVEN_WRONG
        case FlagOverride():
            return rule.flag in NOT_COMPARED
        case _:
            return False
