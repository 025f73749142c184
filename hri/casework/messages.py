"""The message a citizen gets after a person decided, from the policy's templates."""

from __future__ import annotations

from hri.domain.assessments import Reply
from hri.domain.policies import Policy
from hri.domain.reviews import ReplyKind, ReviewDecision, ReviewVerb, StoredCase
from hri.replies import compose_decided, templates_for


def kind_of(stored: StoredCase) -> ReplyKind:
    """A case the machine had answered whole is corrected; any other one is decided."""
    escalated = stored.assessment.state.escalates
    return ReplyKind.DECIDED if escalated else ReplyKind.CORRECTED


def compose_message(stored: StoredCase, decision: ReviewDecision, policy: Policy) -> Reply | None:
    """The second message, or None when the answer that is already out was found right."""
    answer = stored.case.answer if decision.text is None else decision.text
    language = stored.case.language
    if kind_of(stored) is ReplyKind.DECIDED:
        return compose_decided(stored.case_id, language, answer, policy)
    if decision.verb is ReviewVerb.APPROVE:
        return None
    found, words = templates_for(policy, language)
    text = words.corrected.format(reference=stored.case_id, answer=answer)
    return Reply(language=found, text=text.strip(), final=True)
