"""The message a citizen gets after a person decided, from the policy's templates."""

from __future__ import annotations

from hri.domain.assessments import Reply
from hri.domain.outbox import DeliveryState
from hri.domain.policies import Policy
from hri.domain.records import Records
from hri.domain.reviews import ReplyKind, ReviewDecision, ReviewVerb, SentReply, StoredCase
from hri.replies import compose_decided, templates_for


def answer_out(records: Records, stored: StoredCase) -> ReplyKind | None:
    """Which message gave the citizen the whole answer that is out; None where none is.

    The machine's (FIRST), or a person's in a case that was reopened since. One that is being
    handed over counts as out; the clock does not tell, because a way out can be shut for long.
    """
    if later := _later(records, stored):
        return later[-1].kind
    return None if stored.action.escalates else ReplyKind.FIRST


def text_out(records: Records, stored: StoredCase) -> str:
    """The text of the message that gave the citizen a person's answer; "" where none did."""
    later = _later(records, stored)
    return later[-1].text if later else ""


def _later(records: Records, stored: StoredCase) -> list[SentReply]:
    """The messages after the machine's that are with the citizen or on their way there."""
    ways = {way.reply_id: way.state for way in records.outbox.of_case(stored.case_id)}
    return [
        item
        for item in records.replies.of_case(stored.case_id)
        if item.kind is not ReplyKind.FIRST
        and item.withdrawn_at is None
        and ways.get(item.id, DeliveryState.OUT).may_be_there
    ]


def kind_after(out: ReplyKind | None) -> ReplyKind:
    """A case whose answer is out is corrected; any other one is decided."""
    return ReplyKind.DECIDED if out is None else ReplyKind.CORRECTED


def compose_message(
    stored: StoredCase,
    decision: ReviewDecision,
    policy: Policy,
    out: ReplyKind | None,
    said: str = "",
) -> Reply | None:
    """The next message, or None when the answer that is out was found right.

    Args:
        stored: The case.
        decision: What a person decided.
        policy: Whose templates are used.
        out: Which message gave the answer that is out, see ``answer_out``.
        said: Its text, where a person wrote it; the same answer is not sent again.
    """
    answer = stored.case.answer if decision.text is None else decision.text
    language = stored.case.language
    if out is None:
        return compose_decided(stored.case_id, language, answer, policy)
    if decision.verb is ReviewVerb.APPROVE and out is ReplyKind.FIRST:
        return None
    found, words = templates_for(policy, language)
    text = words.corrected.format(reference=stored.case_id, answer=answer).strip()
    if said in (text, compose_decided(stored.case_id, language, answer, policy).text):
        return None
    return Reply(language=found, text=text, final=True)
