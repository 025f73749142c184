"""What a decision needs to be valid, and how it enters the audit log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from hri.casework.wording import is_blank, require_plain
from hri.domain.events import EventDraft, EventKind
from hri.domain.reviews import (
    Actor,
    Judgement,
    Reason,
    RecordedDecision,
    ReviewDecision,
    ReviewVerb,
    Stage,
    StoredCase,
)
from hri.domain.slots import SLOTS, Slot
from hri.errors import InvalidDecisionError


def find_reason(reasons: Sequence[Reason], decision: ReviewDecision) -> Reason:
    """The reason that a decision names.

    Raises:
        InvalidDecisionError: There is no such code, it is not for this verb, or it demands words
            and none are given.
    """
    where, verb = f"case {decision.case_id}", decision.verb
    codes = [reason.code for reason in reasons if verb in reason.actions]
    reason = next((item for item in reasons if item.code == decision.reason_code), None)
    if reason is None or verb not in reason.actions:
        raise InvalidDecisionError(
            f"{decision.reason_code or 'No reason code'} is no reason to {verb.value}.",
            where=where,
            remedy=f"Give one of {', '.join(codes)}.",
        )
    if reason.needs_text and is_blank(decision.reason_text):
        raise InvalidDecisionError(
            f"The reason {reason.code} needs some words.",
            where=where,
            remedy="Say in a sentence what the reason is.",
        )
    return reason


def check_text(stored: StoredCase, decision: ReviewDecision) -> None:
    """Make sure that the text fits the verb.

    Raises:
        InvalidDecisionError: An empty answer is approved, an edited or replaced text is the
            answer itself or shows nothing, or words hold what does not show.
    """
    answer, where = stored.case.answer.strip(), f"case {decision.case_id}"
    for words in (decision.text, decision.reason_text, decision.note):
        require_plain(words, where)
    if decision.text is not None and is_blank(decision.text):
        raise InvalidDecisionError(
            "Nothing of the text shows.",
            where=where,
            why="it holds white space and hidden characters only",
            remedy="Write the text that the citizen shall read.",
        )
    if decision.text is None and is_blank(answer):
        raise InvalidDecisionError(
            "The answer is empty; there is nothing to approve.",
            where=where,
            remedy="Write the answer, then approve it as edited or reject the empty one.",
        )
    if decision.text is not None and decision.text.strip() == answer:
        raise InvalidDecisionError(
            f"The text is the answer itself, so this is no {decision.verb.value}.",
            where=where,
            remedy="Change the text, or approve the answer as it is.",
        )


def contradicted_slots(decision: ReviewDecision) -> tuple[Slot, ...]:
    """Slots that a person judged wrong in an answer that the decision lets out as it is."""
    if decision.verb is not ReviewVerb.APPROVE:
        return ()
    return tuple(slot for slot in SLOTS if decision.judgements.get(slot) is Judgement.WRONG)


def check_judgements(decision: ReviewDecision) -> None:
    """Make sure that nobody approves as it is what they judged wrong themselves.

    Raises:
        InvalidDecisionError: They do.
    """
    wrong = contradicted_slots(decision)
    if wrong:
        raise InvalidDecisionError(
            "An answer that was judged wrong is not approved as it is.",
            where=f"case {decision.case_id}",
            why=f"judged wrong: {', '.join(slot.value for slot in wrong)}",
            remedy="Change the text, reject the answer, or judge those slots anew.",
        )


def decided_event(
    actor: Actor, stored: StoredCase, recorded: RecordedDecision, then: Stage | None
) -> tuple[EventDraft, dict[str, str]]:
    """The event of a decision, and the texts of which only digests enter it.

    ``then`` is the stage that follows; None when the case is closed.
    """
    decision, rescored = recorded.decision, recorded.rescored
    event = EventDraft(
        kind=EventKind.REVIEW_DECIDED,
        actor=actor.id,
        subject=decision.case_id,
        payload={
            "record": recorded.id,
            "verb": decision.verb.value,
            "reason": decision.reason_code,
            "judgements": in_words(decision.judgements),
            "text_judgements": in_words(decision.text_judgements),
            "sources_seen": _listed(decision.sources_seen),
            "seen_version": decision.seen_version,
            "machine": stored.assessment.state.value,
            "rescored": None if rescored is None else rescored.state.value,
            "stage": recorded.stage.value,
            "then": then,
        },
    )
    contents = {"decision": decision.model_dump_json()}
    if rescored is not None:
        contents["rescored"] = rescored.model_dump_json()
    return event, contents


def in_words(judged: Mapping[Slot, Judgement]) -> dict[str, JsonValue]:
    """Judgements as they enter an event."""
    return {slot.value: found.value for slot, found in sorted(judged.items())}


def _listed(slots: Sequence[Slot] | None) -> list[JsonValue] | None:
    return None if slots is None else [slot.value for slot in sorted(set(slots), key=SLOTS.index)]


def undone_event(actor: Actor, recorded: RecordedDecision) -> EventDraft:
    """The event of a decision that its author takes back."""
    return EventDraft(
        kind=EventKind.REVIEW_UNDONE,
        actor=actor.id,
        subject=recorded.decision.case_id,
        payload={"decision": recorded.id},
    )
