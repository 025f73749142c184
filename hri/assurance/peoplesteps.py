"""Test procedures on people's work: two persons, judging first, holding back, the trail."""

from __future__ import annotations

from hri.assurance.benches import ANALYST, ANNE, AUDITOR, BRUNO, CHIEF, CLARA, Bench, Seen
from hri.casework.permissions import SYSTEM
from hri.domain.cases import Case
from hri.domain.decisions import Action
from hri.domain.reviews import (
    Actor,
    Judgement,
    ReviewDecision,
    ReviewDraft,
    ReviewVerb,
    Stage,
)
from hri.domain.slots import SLOTS, Slot
from hri.errors import ForbiddenError, JudgementNeededError, ReviewConflictError

TEXT = "Please ask the town hall."


def approve_by_another(bench: Bench) -> Seen:
    """A version becomes live on the word of somebody who neither drafted nor proposed it."""
    seen, policy = Seen(), bench.policies.live(ANALYST).policy
    bench.intake.submit(CHIEF, bench.cases[0])
    stricter = policy.thresholds.model_copy(update={"warn": policy.thresholds.warn / 2})
    draft = bench.policies.save_draft(ANALYST, policy.model_copy(update={"thresholds": stricter}))
    proposal = bench.proposals.propose(ANALYST, draft.policy.version)
    number, digest = proposal.id, proposal.backtest_sha256
    author = lambda: bench.proposals.approve(ANALYST, number, digest)  # noqa: E731
    worker = lambda: bench.proposals.approve(ANNE, number, digest)  # noqa: E731
    seen.refused("author_refused", author, ForbiddenError)
    seen.refused("caseworker_refused", worker, ForbiddenError)
    unchanged = bench.policies.live(ANALYST).policy.version == policy.version
    seen.note("unchanged_before", unchanged, "the policy in force is as it was")
    bench.proposals.approve(CHIEF, number, digest)
    live = bench.policies.live(ANALYST).policy.version == draft.policy.version
    seen.note("live_after", live, "another person approved, the version is live")
    return seen


def _escalated(bench: Bench, action: Action) -> Case:
    """The first demonstration case that gets this action, stored; several parts are in it."""
    for case in bench.cases:
        assessment = bench.scorer.now().score(case)
        if assessment.state is action and any(s.present for s in assessment.slots.values()):
            bench.intake.submit(CHIEF, case)
            return case
    raise ValueError(f"no demonstration case gets {action.value}")


def _judgements(found: Judgement) -> dict[Slot, Judgement]:
    return dict.fromkeys(SLOTS, found)


def _decision(
    case_id: str, version: int, found: Judgement = Judgement.WRONG, *, second: bool = False
) -> ReviewDecision:
    right = found is Judgement.SUPPORTED
    return ReviewDecision(
        case_id=case_id,
        verb=ReviewVerb.APPROVE if right else ReviewVerb.REJECT,
        seen_version=version,
        reason_code="correct-as-is" if right else "wrong-fee",
        text=None if right else TEXT,
        judgements=_judgements(found),
        second_read=second,
    )


def _read(
    bench: Bench, who: Actor, case_id: str, found: Judgement, *, second: bool = False
) -> tuple[Stage, bool]:
    """Take, judge, see, decide; the stage after it, and whether a message was written."""
    version = bench.review.claim(who, case_id).version
    bench.review.reveal(who, case_id, ReviewDraft(judgements=_judgements(found)))
    done = bench.review.decide(who, _decision(case_id, version, found, second=second))
    return done.review.stage, done.reply is not None


def judge_before_scores(bench: Bench) -> Seen:
    """A withheld answer is judged by the person before the machine's scores are shown."""
    seen, case = Seen(), _escalated(bench, Action.DEFER)
    case_id = case.case_id or ""
    version = bench.review.claim(ANNE, case_id).version
    blank = lambda: bench.review.reveal(ANNE, case_id, ReviewDraft())  # noqa: E731
    early = lambda: bench.review.decide(ANNE, _decision(case_id, version))  # noqa: E731
    check = lambda: bench.review.recheck(ANNE, case_id, TEXT)  # noqa: E731
    seen.refused("reveal_without_judgement_refused", blank, JudgementNeededError)
    seen.refused("decision_before_judgement_refused", early, JudgementNeededError)
    seen.refused("recheck_before_judgement_refused", check, JudgementNeededError)
    judged = ReviewDraft(judgements=_judgements(Judgement.WRONG))
    shown = bench.review.reveal(ANNE, case_id, judged).revealed
    seen.note("shown_after_judgement", shown, "the judgement is recorded, the scores are shown")
    done = bench.review.decide(ANNE, _decision(case_id, version))
    seen.note("decided", done.reply is not None, "the decision is stored with its message")
    return seen


def read_by_two(bench: Bench) -> Seen:
    """A second person reads blind; where the two differ, a third decides."""
    seen, case = Seen(), _escalated(bench, Action.DEFER)
    case_id = case.case_id or ""
    stage, sent = _read(bench, ANNE, case_id, Judgement.WRONG, second=True)
    waits = stage is Stage.SECOND and not sent
    seen.note("waits_for_second", waits, "nothing goes out before the second reading")
    same = lambda: bench.review.claim(ANNE, case_id)  # noqa: E731
    seen.refused("same_person_refused", same, ReviewConflictError)
    stage, sent = _read(bench, BRUNO, case_id, Judgement.SUPPORTED)
    split = stage is Stage.ADJUDICATION and not sent
    seen.note("difference_to_third", split, "the two differ, a third person is asked")
    _, sent = _read(bench, CLARA, case_id, Judgement.WRONG)
    seen.note("third_decides", sent, "the third decided, the message is written")
    return seen


def hold_until_decided(bench: Bench) -> Seen:
    """A routed answer reaches the citizen only as a person's text; others may not decide."""
    seen, case = Seen(), _escalated(bench, Action.ROUTE)
    case_id = case.case_id or ""
    before = bench.delivery.messages(SYSTEM, case_id)
    held = all(case.answer not in message.text and not message.final for message in before)
    seen.note("held_before", held, "before the decision, no message holds the answer")
    for name, who in (("analyst", ANALYST), ("auditor", AUDITOR)):
        attempt = lambda who=who: bench.review.claim(who, case_id)  # noqa: E731
        seen.refused(f"{name}_refused", attempt, ForbiddenError)
    _read(bench, ANNE, case_id, Judgement.WRONG)
    file = bench.review.open_case(CHIEF, case_id)
    seen.note("decided_text", TEXT in file.replies[-1].text, "the person's text is the message")
    kept = file.stored.assessment.state is Action.ROUTE
    seen.note("machine_kept", kept, "what the machine decided stays on record")
    return seen


def trail_of_a_case(bench: Bench) -> Seen:
    """The events of a case say who did what, from arrival to the message."""
    seen, case = Seen(), _escalated(bench, Action.DEFER)
    case_id = case.case_id or ""
    _read(bench, ANNE, case_id, Judgement.WRONG)
    events = bench.audit.history(AUDITOR, case_id)
    kinds = [event.kind.value for event in events]
    seen.steps.append(" → ".join(kinds))
    wanted = ("case.", "review.claimed", "review.revealed", "review.decided", "reply.")
    missing = [name for name in wanted if not any(kind.startswith(name) for kind in kinds)]
    seen.note("missing_kinds", len(missing), "kinds of event that are missing")
    by = {event.actor for event in events if event.kind.value.startswith("review.")}
    seen.note("actor_named", by == {ANNE.id}, "every step of the review names who took it")
    words = [case.answer in event.model_dump_json() for event in events]
    seen.note("texts_in_log", sum(words), "events that hold the answer's text")
    return seen
