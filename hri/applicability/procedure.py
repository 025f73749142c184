"""Which procedure a case is about, and whether its sources can carry a judgement."""

from __future__ import annotations

from datetime import date, timedelta

from hri.applicability.circumstances import Circumstances
from hri.applicability.sources import source_openness
from hri.domain.assessments import ProcedureRef
from hri.domain.cases import Case
from hri.domain.packs import Source
from hri.domain.policies import CaseFlag, SignalSettings
from hri.domain.ports import Knowledge


def find_procedure(case: Case, knowledge: Knowledge, settings: SignalSettings) -> ProcedureRef:
    """The procedure given with the case, or the one that retrieval finds with a clear lead.

    The lead (margin) is the share of the best score by which it exceeds the next. A given id
    that the pack does not have, and a lead below ``retrieval_margin``, leave it unknown.
    """
    if case.procedure_id is not None:
        known = knowledge.procedure(case.procedure_id) is not None
        found = case.procedure_id if known else None
        return ProcedureRef(id=found, found_by="given" if known else "none")
    candidates = knowledge.find_procedures(case.question, case.language)
    names = tuple(candidate.procedure_id for candidate in candidates)
    if not candidates or candidates[0].score <= 0:
        return ProcedureRef(id=None, found_by="none")
    second = candidates[1].score if len(candidates) > 1 else 0.0
    margin = round(min(1.0, max(0.0, 1.0 - second / candidates[0].score)), 6)
    if margin < settings.retrieval_margin:
        return ProcedureRef(id=None, found_by="none", margin=margin, candidates=names)
    return ProcedureRef(id=names[0], found_by="retrieved", margin=margin, candidates=names)


def branches_of(procedure_id: str | None, knowledge: Knowledge) -> tuple[str, ...]:
    """The paths of tabs and cases under which the procedure's sources have passages."""
    if procedure_id is None:
        return ()
    paths = (known.passage.condition for known in knowledge.passages(procedure_id))
    return tuple(dict.fromkeys(path for path in paths if path))


def source_flags(
    circumstances: Circumstances, knowledge: Knowledge, settings: SignalSettings
) -> tuple[CaseFlag, ...]:
    """What the procedure's sources lack: any that is valid, or any that is recent enough."""
    procedure_id = circumstances.procedure_id
    if procedure_id is None:
        return (CaseFlag.PROCEDURE_UNKNOWN,)
    valid = [
        source
        for source in knowledge.sources(procedure_id)
        if source_openness(source, circumstances) is not None
    ]
    if not valid:
        return (CaseFlag.NO_VALID_SOURCE,)
    oldest_allowed = circumstances.on - timedelta(days=settings.max_source_age_days)
    if all(_as_of(source, procedure_id, knowledge) < oldest_allowed for source in valid):
        return (CaseFlag.STALE_SOURCE,)
    return ()


def _as_of(source: Source, procedure_id: str, knowledge: Knowledge) -> date:
    """When a source was last known to be right: its own date, its facts', else the pack's."""
    if source.as_of is not None:
        return source.as_of
    procedure = knowledge.procedure(procedure_id)
    facts = [fact for group in procedure.facts.values() for fact in group] if procedure else []
    dates = [fact.as_of for fact in facts if fact.source_id == source.source_id and fact.as_of]
    return max(dates, default=knowledge.info.as_of)
