"""``assess``: the stages in order, one call a line."""

from __future__ import annotations

import hashlib
from functools import partial

from hri.applicability import (
    Circumstances,
    branches_of,
    find_procedure,
    source_flags,
)
from hri.decision import decide
from hri.decomposition import decompose, split_units
from hri.domain.assessments import Assessment, ProcedureRef, VersionRef
from hri.domain.base import Message
from hri.domain.cases import MAX_TEXT_BYTES, Case
from hri.domain.claims import DoubtKind, Reading, TextKind
from hri.domain.engine import ENGINE_VERSION
from hri.domain.lexicons import Lexicon
from hri.domain.policies import CaseFlag, Policy
from hri.domain.ports import Knowledge
from hri.domain.scores import SlotAssessment
from hri.domain.slots import SLOTS, Slot
from hri.errors import ScoringError
from hri.index import IndexScore, aggregate
from hri.pipeline.gaps import Gaps, find_gaps
from hri.pipeline.pointers import authority_name, source_pointer
from hri.pipeline.slotwise import Readings, SlotMeasures, assess_slots, find, measure_slot
from hri.replies import ReplyContext, compose_reply
from hri.signals.coverage import gather_passages

_MOST_NOTES, _NOTE_LENGTH = 8, 120
_DOUBTS = {kind: CaseFlag(kind.value) for kind in DoubtKind}


def assess(case: Case, knowledge: Knowledge, policy: Policy, policy_ref: VersionRef) -> Assessment:
    """Assess one case: decomposition, signals, index, decision, reply (paper, parts 1 to 4).

    Pure and deterministic: the same case, pack and policy give the same bytes.

    Args:
        case: The question with the answer to be judged and its samples.
        knowledge: The pack.
        policy: Numbers, overrides and reply templates.
        policy_ref: Id, version and hash of the policy.

    Returns:
        The assessment with everything that led to its action.

    Raises:
        ScoringError: A stage failed; the answer must not be delivered.
    """
    try:
        lexicon = knowledge.lexicon(case.language[:2])
        if lexicon is None:
            flag = CaseFlag.UNSUPPORTED_LANGUAGE
            return _unread(case, knowledge, policy, policy_ref, flag)
        if is_oversize(case):
            return _unread(case, knowledge, policy, policy_ref, CaseFlag.OVERSIZE)
        return _assess(case, lexicon, knowledge, policy, policy_ref)
    except Exception as fault:
        raise ScoringError(
            "The case could not be scored.",
            where=f"case {case_name(case)}",
            why=f"{type(fault).__name__}: {fault}",
            remedy="Decide the case by hand and report the fault with the case id.",
        ) from fault


def assess_or_route(
    case: Case, knowledge: Knowledge, policy: Policy, policy_ref: VersionRef
) -> Assessment:
    """Like ``assess``, but a case that cannot be scored comes back as ROUTE (fail closed)."""
    try:
        return assess(case, knowledge, policy, policy_ref)
    except ScoringError as fault:
        note = Message(id="note.scoring_error", params={"why": fault.why})
        return _unread(case, knowledge, policy, policy_ref, CaseFlag.SCORING_ERROR, (note,))


def case_name(case: Case) -> str:
    """The case's id, or one made from its content."""
    if case.case_id is not None:
        return case.case_id
    return "case-" + hashlib.sha256(case.model_dump_json().encode()).hexdigest()[:20]


def is_oversize(case: Case) -> bool:
    """Whether one of the texts is longer than what is read (64 KiB of UTF-8)."""
    texts = (case.question, case.answer, *case.samples)
    return any(len(text.encode("utf-8", "surrogatepass")) > MAX_TEXT_BYTES for text in texts)


def _assess(
    case: Case, lexicon: Lexicon, knowledge: Knowledge, policy: Policy, policy_ref: VersionRef
) -> Assessment:
    read = partial(decompose, lexicon=lexicon, names=knowledge.names)
    samples = tuple(read(text, whole=False) for text in case.samples)
    readings = Readings(lexicon, read(case.answer), samples)
    procedure = find_procedure(case, knowledge, policy.signals)
    circumstances = _circumstances(case, procedure, knowledge, policy)
    passages = gather_passages(circumstances, knowledge, lexicon)
    measures = {
        slot: measure_slot(slot, readings, circumstances, knowledge, policy, passages)
        for slot in SLOTS
    }
    index = _index(measures, policy)
    gaps = find_gaps(readings.answer, circumstances, knowledge, lexicon)
    flags = _flags(case, readings.answer, circumstances, knowledge, policy, index)
    if index.hri is not None:
        flags = (*flags, *gaps.flags())
    decision = decide(index.hri, find(measures), flags, policy)
    slots = assess_slots(measures, index, decision.action, policy)
    context = ReplyContext(
        case_id=case_name(case),
        language=case.language,
        answer=case.answer,
        action=decision.action,
        slots=slots,
        authority=authority_name(circumstances, knowledge, lexicon),
        source=source_pointer(circumstances, knowledge),
        units=partial(split_units, lexicon=lexicon),
        read=partial(read, whole=False),
    )
    return Assessment(
        case_id=case_name(case),
        hri=index.hri,
        state=decision.action,
        base_state=decision.base,
        overrides=decision.overrides,
        slots=slots,
        text_kind=readings.answer.kind,
        flags=flags,
        notes=_notes(readings.answer, gaps),
        procedure=procedure,
        reply=compose_reply(context, policy),
        policy=policy_ref,
        pack=knowledge.ref,
        lexicon=knowledge.lexicon_ref,
        engine=ENGINE_VERSION,
    )


def _circumstances(
    case: Case, procedure: ProcedureRef, knowledge: Knowledge, policy: Policy
) -> Circumstances:
    return Circumstances(
        question=case.question,
        language=case.language[:2],
        procedure_id=procedure.id,
        jurisdiction=case.jurisdiction,
        on=case.asked_on,
        covers=policy.signals.covers,
        branches=branches_of(procedure.id, case.language[:2], knowledge),
        named_share=policy.signals.named_share,
    )


def _index(measures: dict[Slot, SlotMeasures], policy: Policy) -> IndexScore:
    applying = {slot: item.signals for slot, item in measures.items() if item.applies}
    return aggregate(applying, policy)


def _flags(
    case: Case,
    answer: Reading,
    circumstances: Circumstances,
    knowledge: Knowledge,
    policy: Policy,
    index: IndexScore,
) -> tuple[CaseFlag, ...]:
    """Conditions of the whole case; sources only matter once the answer states something."""
    flags = []
    if answer.kind is TextKind.EMPTY:
        flags.append(CaseFlag.EMPTY_ANSWER)
    doubted = {doubt.kind for doubt in answer.doubts}
    if answer.language is not None and answer.language != case.language[:2]:
        flags.append(CaseFlag.LANGUAGE_MISMATCH)
        doubted.discard(DoubtKind.UNREAD_TEXT)  # the whole answer is, so its parts say no more
    flags += [flag for kind, flag in _DOUBTS.items() if kind in doubted]
    if index.hri is not None:
        flags.extend(source_flags(circumstances, knowledge, policy.signals))
    return tuple(flags)


def _notes(answer: Reading, gaps: Gaps) -> tuple[Message, ...]:
    """What could not be read or found in the sources, by its words, for the person who decides."""
    named = [*((doubt.kind.value, doubt.text) for doubt in answer.doubts), *gaps.notes()]
    found = dict.fromkeys((kind, " ".join(text.split())) for kind, text in named)
    return tuple(
        Message(id=f"note.{kind}", params={"text": text[:_NOTE_LENGTH]})
        for kind, text in list(found)[:_MOST_NOTES]
    )


def _unread(
    case: Case,
    knowledge: Knowledge,
    policy: Policy,
    policy_ref: VersionRef,
    flag: CaseFlag,
    notes: tuple[Message, ...] = (),
) -> Assessment:
    """The assessment of a case that was not read: no slot applies, the flag decides."""
    decision = decide(None, {}, (flag,), policy)
    slots = {slot: SlotAssessment(applies=False, present=False) for slot in SLOTS}
    context = ReplyContext(
        case_id=case_name(case),
        language=case.language,
        answer=case.answer,
        action=decision.action,
        slots=slots,
        authority=None,
        source=None,
        units=lambda _: (),
        read=lambda _: Reading(claims=(), kind=TextKind.NO_CLAIM, language=None),
    )
    return Assessment(
        case_id=case_name(case),
        hri=None,
        state=decision.action,
        base_state=decision.base,
        overrides=decision.overrides,
        slots=slots,
        text_kind=TextKind.EMPTY if not case.answer.strip() else TextKind.NO_CLAIM,
        flags=(flag,),
        notes=notes,
        procedure=ProcedureRef(id=None, found_by="none"),
        reply=compose_reply(context, policy),
        policy=policy_ref,
        pack=knowledge.ref,
        lexicon=knowledge.lexicon_ref,
        engine=ENGINE_VERSION,
    )
