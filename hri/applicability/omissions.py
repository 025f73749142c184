"""What an answer leaves out: papers of a list that must be whole, slots that are asked for."""

from __future__ import annotations

from hri.applicability.circumstances import Circumstances, Openness
from hri.applicability.facts import ApplicableFact, applicable_facts
from hri.decomposition import phrases_in, states_same
from hri.domain.claims import AuthorityRole, Claim, DetailKind, Polarity, Reading, TextKind
from hri.domain.lexicons import Lexicon
from hri.domain.ports import Knowledge
from hri.domain.slots import SLOTS, Slot
from hri.domain.values import DocumentName

_HOW = (Slot.COMPETENT_AUTHORITY, Slot.REQUIRED_DOCUMENTS)
"""What tells how to go about a procedure: one of the two at least."""


def omitted_papers(
    answer: Reading, circumstances: Circumstances, knowledge: Knowledge, lexicon: Lexicon
) -> tuple[str, ...]:
    """The binding papers that an answer leaves out of a list that must be whole.

    A part of a list is right (ADR 0012) but where the answer calls it whole ("all you need"), or
    where the list is closed and the question asks for it or for how to go about the procedure.
    """
    procedure = knowledge.procedure(circumstances.procedure_id or "")
    named = [claim for claim in answer.in_slot(Slot.REQUIRED_DOCUMENTS) if _asks(claim)]
    if procedure is None or not named:
        return ()
    whole = any(detail.kind is DetailKind.EXCLUSIVE for detail in answer.details)
    closed = Slot.REQUIRED_DOCUMENTS in procedure.closed
    if not whole and not (closed and _asks_for_papers(circumstances, lexicon)):
        return ()
    binding = _binding(Slot.REQUIRED_DOCUMENTS, circumstances, knowledge, lexicon)
    return tuple(item.known.fact.value for item in binding if not _is_named(item, named))


def unanswered_slots(
    answer: Reading, circumstances: Circumstances, knowledge: Knowledge, lexicon: Lexicon
) -> tuple[Slot, ...]:
    """The slots that the question asks for, the sources settle and the answer says nothing on.

    Which facts an importer takes for binding is a guess from a guide's layout: they count only
    against an answer that speaks on one slot at most, those written by hand against every answer.
    """
    if answer.kind is not TextKind.ANSWER or circumstances.procedure_id is None:
        return ()
    asked = [slot for slot in SLOTS if phrases_in(circumstances.question, f"{slot}.asked", lexicon)]
    silent = [slot for slot in asked if not _speaks(answer, slot)]
    if phrases_in(circumstances.question, "asks_how", lexicon) and not any(
        _speaks(answer, slot) for slot in _HOW
    ):
        silent += [slot for slot in _HOW if slot not in silent]
    thin = sum(_speaks(answer, slot) for slot in SLOTS) <= 1
    return tuple(
        slot
        for slot in silent
        if any(
            thin or item.known.passage is None
            for item in _binding(slot, circumstances, knowledge, lexicon)
        )
    )


def _asks_for_papers(circumstances: Circumstances, lexicon: Lexicon) -> bool:
    lists = (f"{Slot.REQUIRED_DOCUMENTS}.asked", "asks_how")
    return any(phrases_in(circumstances.question, name, lexicon) for name in lists)


def _binding(
    slot: Slot, circumstances: Circumstances, knowledge: Knowledge, lexicon: Lexicon
) -> list[ApplicableFact]:
    """The readable facts of a slot that hold for whoever asks."""
    facts = knowledge.facts(circumstances.procedure_id or "", slot)
    return [
        item
        for item in applicable_facts(facts, circumstances, lexicon)
        if item.known.fact.mandatory and item.known.claims and item.openness is not Openness.OPEN
    ]


def _asks(claim: Claim) -> bool:
    named = isinstance(claim.value, DocumentName) and bool(claim.value.surface)
    return named and claim.polarity is Polarity.REQUIRED


def _is_named(item: ApplicableFact, named: list[Claim]) -> bool:
    return any(states_same(claim, known, 0.0) for claim in named for known in item.known.claims)


def _speaks(answer: Reading, slot: Slot) -> bool:
    return any(claim.role is not AuthorityRole.MENTION for claim in answer.in_slot(slot))
