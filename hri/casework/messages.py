"""The message a citizen gets after a person decided, from the policy's templates."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from hri.domain.assessments import Reply
from hri.domain.policies import Policy
from hri.domain.reviews import ReplyKind, ReviewDecision, ReviewVerb, SentReply, StoredCase
from hri.replies import compose_decided, templates_for


def was_answered(stored: StoredCase, replies: Sequence[SentReply], now: datetime) -> bool:
    """Whether a whole answer is out: the machine's, or a person's that was reopened since."""
    out = [item for item in replies if item.withdrawn_at is None and item.deliver_at <= now]
    return not stored.assessment.state.escalates or any(
        item.kind is not ReplyKind.FIRST for item in out
    )


def kind_of(*, answered: bool) -> ReplyKind:
    """A case whose answer is out is corrected; any other one is decided."""
    return ReplyKind.CORRECTED if answered else ReplyKind.DECIDED


def compose_message(
    stored: StoredCase, decision: ReviewDecision, policy: Policy, *, answered: bool
) -> Reply | None:
    """The second message, or None when the answer that is already out was found right.

    Args:
        stored: The case.
        decision: What a person decided.
        policy: Whose templates are used.
        answered: Whether a whole answer is out already, see ``was_answered``.
    """
    answer = stored.case.answer if decision.text is None else decision.text
    language = stored.case.language
    if not answered:
        return compose_decided(stored.case_id, language, answer, policy)
    if decision.verb is ReviewVerb.APPROVE and not stored.assessment.state.escalates:
        return None
    found, words = templates_for(policy, language)
    text = words.corrected.format(reference=stored.case_id, answer=answer)
    return Reply(language=found, text=text.strip(), final=True)
