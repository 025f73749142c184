"""Decision and templates to the text that the citizen gets (DESIGN part 2, Reply)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from hri.domain.assessments import Reply
from hri.domain.claims import SOUND_VERDICTS, AuthorityRole, Reading, Verdict
from hri.domain.decisions import Action
from hri.domain.policies import Policy, ReplyTemplates
from hri.domain.scores import SlotAssessment
from hri.domain.slots import SLOTS, Slot

Span = tuple[int, int]


class ReplyContext(NamedTuple):
    """What a reply is composed from.

    ``units`` splits a text into the stretches that can be withdrawn (sentences, list items, table
    rows); ``read`` takes a text apart again, so that a withdrawal can be checked.
    """

    case_id: str
    language: str
    answer: str
    action: Action
    slots: Mapping[Slot, SlotAssessment]
    authority: str | None
    """Name of the body that the sources name, for pointers."""
    source: tuple[str, str] | None
    """Title and address of the source to point to."""
    units: Callable[[str], Sequence[Span]]
    read: Callable[[str], Reading]


def flag_slots(
    slots: Mapping[Slot, SlotAssessment], action: Action, flag_instability: float
) -> tuple[Slot, ...]:
    """The slots that the reply must speak of, in the paper's order.

    A slot is flagged when a claim in it is not borne out, a rule is violated, a signal is not
    scored, or SIS reaches ``flag_instability``; when none is and the action is above PASS, the
    one with the largest contribution.
    """
    applying = [slot for slot in SLOTS if slot in slots and slots[slot].applies]
    flagged = tuple(slot for slot in applying if _is_flagged(slots[slot], flag_instability))
    if flagged or action is Action.PASS or not applying:
        return flagged
    largest = max(applying, key=lambda slot: slots[slot].contribution)
    return (largest,)


def _is_flagged(slot: SlotAssessment, flag_instability: float) -> bool:
    unsound = any(claim.verdict not in SOUND_VERDICTS for claim in slot.claims)
    unscored = None in (slot.sis, slot.ccs, slot.rvs)
    unstable = slot.sis is not None and slot.sis >= flag_instability
    return unsound or unscored or unstable or slot.rvs == 1


def templates_for(policy: Policy, language: str) -> tuple[str, ReplyTemplates]:
    """The templates of a language, else English, else the first that the policy has."""
    for candidate in (language[:2], "en", *policy.replies):
        if candidate in policy.replies:
            return candidate, policy.replies[candidate]
    raise ValueError("a policy needs reply templates in at least one language")


def compose_reply(context: ReplyContext, policy: Policy) -> Reply:
    """Compose what the citizen gets now.

    PASS: the answer with its sources. WARN: with a clarification per flagged slot. DEFER: units
    that hold a flagged slot's claim are withdrawn. ROUTE: a holding text with a reference.
    """
    language, words = templates_for(policy, context.language)
    flagged = flag_slots(context.slots, context.action, policy.signals.flag_instability)
    if context.action is Action.ROUTE:
        return _holding(context, policy, flagged)
    if context.action is Action.DEFER:
        return _deferred(context, policy, flagged)
    if context.action is Action.WARN:
        text = words.warn.format(
            answer=context.answer,
            clarifications=_clarifications(context, words, flagged),
            sources=_sources(context, words),
        )
    else:
        text = words.passed.format(answer=context.answer, sources=_sources(context, words))
    return Reply(language=language, text=text.strip(), final=True, flagged=flagged)


def compose_decided(case_id: str, language: str, answer: str, policy: Policy) -> Reply:
    """The second message after a person's decision: the approved, edited or replacement text."""
    found, words = templates_for(policy, language)
    text = words.decided.format(reference=case_id, answer=answer)
    return Reply(language=found, text=text.strip(), final=True)


def compose_held(
    case_id: str, language: str, answer: str, policy: Policy, flagged: tuple[Slot, ...] = ()
) -> Reply:
    """The holding text with a reference number: nothing of the answer goes out."""
    found, words = templates_for(policy, language)
    text = words.route.format(reference=case_id)
    whole = ((0, len(answer)),) if answer else ()
    return Reply(language=found, text=text, final=False, withdrawn=whole, flagged=flagged)


def _holding(context: ReplyContext, policy: Policy, flagged: tuple[Slot, ...]) -> Reply:
    return compose_held(context.case_id, context.language, context.answer, policy, flagged)


def _deferred(context: ReplyContext, policy: Policy, flagged: tuple[Slot, ...]) -> Reply:
    withdrawn = _withdraw(context, flagged)
    if withdrawn is None:
        return _holding(context, policy, flagged)
    language, words = templates_for(policy, context.language)
    text = words.defer.format(
        answer=_with_pointers(context, words, withdrawn),
        reference=context.case_id,
        sources=_sources(context, words),
    )
    return Reply(
        language=language,
        text=text.strip(),
        final=False,
        withdrawn=tuple(withdrawn),
        flagged=flagged,
    )


def _withdraw(context: ReplyContext, flagged: tuple[Slot, ...]) -> dict[Span, Slot] | None:
    """The units to take out, each with its slot; None when nothing of substance would remain.

    What is left is read again and must hold no claim of a flagged slot: a claim that only shows
    once its neighbour is gone is withdrawn too, until none is left.
    """
    units = context.units(context.answer)
    taken: dict[Span, Slot] = {}
    claims = [claim for slot in flagged for claim in context.slots[slot].claims]
    for claim in claims:
        for unit in units:
            if unit[0] < claim.end and claim.start < unit[1]:
                taken.setdefault(unit, claim.slot)
    for _ in range(len(units) + 1):
        kept = [unit for unit in units if unit not in taken]
        left = "\n".join(context.answer[start:end] for start, end in kept)
        remaining = context.read(left).claims
        bad = [claim for claim in remaining if claim.slot in flagged]
        if not bad:
            return dict(sorted(taken.items())) if remaining else None
        taken.update(_units_of(bad[0].start, kept, bad[0].slot))
    return None


def _units_of(offset: int, kept: Sequence[Span], slot: Slot) -> dict[Span, Slot]:
    """The kept unit that an offset of the joined rest falls into."""
    position = 0
    for start, end in kept:
        position += end - start + 1
        if offset < position:
            return {(start, end): slot}
    return {}


def _with_pointers(
    context: ReplyContext, words: ReplyTemplates, withdrawn: Mapping[Span, Slot]
) -> str:
    """The answer with each run of withdrawn units replaced by one pointer per slot."""
    parts, position, said = [], 0, set[Slot]()
    for (start, end), slot in withdrawn.items():
        parts.append(context.answer[position:start])
        if slot not in said:
            said.add(slot)
            note = words.withdrawn.format(
                slot=words.slot_names[slot], pointer=_pointer(context, words, slot)
            )
            parts.append(note)
        position = end
    parts.append(context.answer[position:])
    return "".join(parts)


def _clarifications(context: ReplyContext, words: ReplyTemplates, flagged: Sequence[Slot]) -> str:
    if not flagged:
        return words.clarification_no_claim
    return "\n".join(
        "- " + words.clarification[slot].format(pointer=_pointer(context, words, slot)).strip()
        for slot in flagged
    )


def _pointer(context: ReplyContext, words: ReplyTemplates, slot: Slot) -> str:
    """Where the citizen can find out: the authority unless it is in doubt, else the source."""
    doubtful = slot is Slot.COMPETENT_AUTHORITY or _authority_in_doubt(context)
    if context.authority and not doubtful:
        return words.pointer_authority.format(name=context.authority)
    if context.source:
        return words.pointer_source.format(title=context.source[0], url=context.source[1])
    return words.pointer_none


def _authority_in_doubt(context: ReplyContext) -> bool:
    slot = context.slots.get(Slot.COMPETENT_AUTHORITY)
    return slot is not None and any(
        claim.role is AuthorityRole.APPLY_TO and claim.verdict is not Verdict.SUPPORTED
        for claim in slot.claims
    )


def _sources(context: ReplyContext, words: ReplyTemplates) -> str:
    """Titles and addresses of the sources that bear the sound claims out, each once."""
    cited: dict[tuple[str, str], None] = {}
    for slot in SLOTS:
        assessed = context.slots.get(slot)
        if assessed is None:
            continue
        sound = {
            name
            for claim in assessed.claims
            if claim.verdict in SOUND_VERDICTS
            for name in claim.evidence
        }
        for item in assessed.evidence:
            if item.id in sound and item.url:
                cited[(item.source_title, item.url)] = None
    if not cited:
        return ""
    lines = [f"- {title}: {url}" for title, url in cited]
    return "\n".join([words.sources_heading, *lines])
