"""What the pack holds on one slot of a case: the facts and passages to judge or write from."""

from __future__ import annotations

from hri.applicability import Circumstances, branches_of
from hri.casework.scoring import Scorer
from hri.checks.evidence import fact_evidence
from hri.domain.base import Model
from hri.domain.cases import Case
from hri.domain.claims import Evidence
from hri.domain.packs import PassageKind
from hri.domain.reviews import StoredCase
from hri.domain.slots import Slot
from hri.errors import ScoringError
from hri.signals.coverage.bearing import gather, passage_evidence


class SlotSources(Model):
    """The pack on one slot of a case: what its date, place, language and question leave in."""

    procedure_id: str | None
    """None: the procedure is unknown, so the pack cannot be asked."""
    facts: tuple[Evidence, ...] = ()
    passages: tuple[Evidence, ...] = ()
    """The running text of the slot's chapters."""


def find_sources(stored: StoredCase, slot: Slot, scorer: Scorer) -> SlotSources:
    """The facts and passages of the case's procedure that bear on a slot.

    A condition that the question does not name stays in; what it rules out is left out.

    Raises:
        ScoringError: The sources cannot be applied to this case.
    """
    procedure_id = _procedure_of(stored, scorer)
    if procedure_id is None:
        return SlotSources(procedure_id=None)
    try:
        return _gathered(stored, procedure_id, slot, scorer)
    except Exception as fault:
        raise ScoringError(
            "The sources of this slot cannot be read.",
            where=f"case {stored.case_id}",
            why=f"{type(fault).__name__}: {fault}",
            remedy="Look the procedure up elsewhere and report the fault with the case id.",
        ) from fault


def _procedure_of(stored: StoredCase, scorer: Scorer) -> str | None:
    """The procedure found by scoring; where scoring failed, the one the case names."""
    wanted = stored.assessment.procedure.id or stored.case.procedure_id
    known = wanted is not None and scorer.knowledge.procedure(wanted) is not None
    return wanted if known else None


def _gathered(stored: StoredCase, procedure_id: str, slot: Slot, scorer: Scorer) -> SlotSources:
    knowledge, signals = scorer.knowledge, scorer.policy.signals
    lexicon = knowledge.lexicon(stored.case.language[:2])
    if lexicon is None:
        return SlotSources(procedure_id=procedure_id)
    circumstances = _circumstances(stored.case, procedure_id, scorer)
    bearing = gather(slot, circumstances, knowledge, lexicon, signals)
    texts = [
        item.known
        for item in bearing.passages
        if item.known.passage.slot is slot and item.known.passage.kind is PassageKind.TEXT
    ]
    return SlotSources(
        procedure_id=procedure_id,
        facts=tuple(fact_evidence(item.known) for item in bearing.facts),
        passages=tuple(passage_evidence(known, (0, 0)) for known in texts),
    )


def _circumstances(case: Case, procedure_id: str, scorer: Scorer) -> Circumstances:
    language, signals = case.language[:2], scorer.policy.signals
    return Circumstances(
        question=case.question,
        language=language,
        procedure_id=procedure_id,
        jurisdiction=case.jurisdiction,
        on=case.asked_on,
        covers=signals.covers,
        branches=branches_of(procedure_id, language, scorer.knowledge),
        named_share=signals.named_share,
    )
