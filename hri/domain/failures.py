"""Kinds of failure: what, in a word, an answer was escalated for; people look for cases by it."""

from __future__ import annotations

from enum import StrEnum

from hri.domain.assessments import Assessment
from hri.domain.claims import Verdict
from hri.domain.policies import FAIL_CLOSED_FLAGS, CaseFlag

INSTABILITY = "override.instability"
"""Reason of the overrides that fire where the samples differ."""


class Failure(StrEnum):
    """What is the matter with an answer; a case can have several."""

    CONTRADICTED = "contradicted"
    LAW = "law"
    """A reference that does not exist, is repealed, or speaks of something else."""
    UNSUPPORTED = "unsupported"
    VIOLATION = "violation"
    UNSTABLE = "unstable"
    UNREAD = "unread"
    """Something was said that could not be taken apart."""
    NOT_JUDGED = "not_judged"
    """No procedure, no source or no text that could be judged."""


OF_VERDICTS = {
    Verdict.CONTRADICTED: Failure.CONTRADICTED,
    Verdict.FABRICATED: Failure.LAW,
    Verdict.MISCITED: Failure.LAW,
    Verdict.UNVERIFIED: Failure.LAW,
    Verdict.UNSUPPORTED: Failure.UNSUPPORTED,
}
UNREAD_FLAGS = (
    CaseFlag.UNREAD_VALUE,
    CaseFlag.UNREAD_TEXT,
    CaseFlag.VAGUE_VALUE,
    CaseFlag.RETRACTION,
    CaseFlag.UNBACKED_DETAIL,
)
NOT_JUDGED_FLAGS = (*FAIL_CLOSED_FLAGS, CaseFlag.PROCEDURE_UNKNOWN, CaseFlag.NO_VALID_SOURCE)


def failures_of(assessment: Assessment) -> tuple[Failure, ...]:
    """The kinds of failure of an assessed answer, in the order of ``Failure``."""
    slots = assessment.slots.values()
    verdicts = {claim.verdict for slot in slots for claim in slot.claims}
    found = {OF_VERDICTS[verdict] for verdict in verdicts if verdict in OF_VERDICTS}
    if any(slot.violations for slot in slots):
        found.add(Failure.VIOLATION)
    if any(fired.reason.id == INSTABILITY for fired in assessment.overrides):
        found.add(Failure.UNSTABLE)
    if any(flag in UNREAD_FLAGS for flag in assessment.flags):
        found.add(Failure.UNREAD)
    if any(flag in NOT_JUDGED_FLAGS for flag in assessment.flags):
        found.add(Failure.NOT_JUDGED)
    return tuple(failure for failure in Failure if failure in found)
