"""Which procedure a case is about, and whether its sources can carry a judgement."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache

from hri.applicability.branches import chapter_of
from hri.applicability.circumstances import Branch, Circumstances
from hri.applicability.sources import source_openness, speaks
from hri.decomposition import terms
from hri.domain.assessments import ProcedureRef
from hri.domain.cases import Case
from hri.domain.lexicons import Lexicon
from hri.domain.packs import Source
from hri.domain.policies import CaseFlag, SignalSettings
from hri.domain.ports import Candidate, Knowledge

_SEARCHED, _KEPT = 20, 5
"""How many procedures are compared, and how many are named where none is clear."""


def find_procedure(case: Case, knowledge: Knowledge, settings: SignalSettings) -> ProcedureRef:
    """The procedure given with the case, or the one that retrieval finds with a clear lead.

    A question that holds a procedure's name word for word is about it, unless the answer names
    another one; otherwise question and answer must point to the same one.

    The lead (margin) is the share of the best score by which it exceeds the next, once scores are
    raised by how much of a procedure's name the question holds. A given id that the pack does not
    have, too small a lead, and a question most of whose own words the procedure's sources do not
    know (``retrieval_share``) while the answer does not name it either, leave it unknown.
    """
    if case.procedure_id is not None:
        known = knowledge.procedure(case.procedure_id) is not None
        found = case.procedure_id if known else None
        return ProcedureRef(id=found, found_by="given" if known else "none")
    asked, answered = _searched(case.question, case, knowledge), _matches(case, knowledge)
    ranked = _by_name(case, asked, knowledge)
    if ranked and _lead(ranked) >= settings.retrieval_margin and _is_named(case, ranked, knowledge):
        return _found(ranked, not _names_another(case, ranked[0], answered, knowledge))
    weighed = _weighed(case, ranked, answered, knowledge)
    if not weighed or not ranked:
        return ProcedureRef(id=None, found_by="none")
    first = weighed[0].procedure_id
    sure = (
        _lead(weighed) >= settings.retrieval_lead
        and _share(first, ranked) >= settings.retrieval_asked
        and _share(first, answered) >= settings.retrieval_answered
        and (
            _share_known(case, first, knowledge) >= settings.retrieval_share
            or _holds_name(case.answer, first, case, knowledge)
        )
    )
    return _found(weighed, sure)


def _found(ranked: Sequence[Candidate], sure: bool) -> ProcedureRef:
    names = tuple(candidate.procedure_id for candidate in ranked[:_KEPT])
    return ProcedureRef(
        id=names[0] if sure else None,
        found_by="retrieved" if sure else "none",
        margin=_lead(ranked),
        candidates=names,
    )


def _searched(text: str, case: Case, knowledge: Knowledge) -> tuple[Candidate, ...]:
    found = knowledge.find_procedures(text, case.language, _SEARCHED)
    return tuple(one for one in found if one.score > 0)


def _matches(case: Case, knowledge: Knowledge) -> tuple[Candidate, ...]:
    """The procedures that an answer's own words are nearest to."""
    return _searched(case.answer, case, knowledge)


def _lead(ranked: Sequence[Candidate]) -> float:
    """By what share of its score the first exceeds the second."""
    second = ranked[1].score if len(ranked) > 1 else 0.0
    return round(min(1.0, max(0.0, 1.0 - second / ranked[0].score)), 6)


def _share(procedure_id: str, ranked: Sequence[Candidate]) -> float:
    """A procedure's score as a share of the best one; 0 where it is not among them."""
    scores = {one.procedure_id: one.score for one in ranked}
    return scores.get(procedure_id, 0.0) / ranked[0].score if ranked else 0.0


def _weighed(
    case: Case,
    ranked: Sequence[Candidate],
    answered: Sequence[Candidate],
    knowledge: Knowledge,
) -> list[Candidate]:
    """The procedures by how near question and answer are together, names raised by half."""
    lexicon = knowledge.lexicon(case.language[:2])
    if lexicon is None:
        return []
    said = frozenset(terms(f"{case.question}\n{case.answer}", lexicon))
    weighed = []
    for name in dict.fromkeys(one.procedure_id for one in (*ranked, *answered)):
        near = _share(name, ranked) + _share(name, answered)
        held = max((_word_share(words, said) for words in _names(name, case, knowledge)), default=0)
        weighed.append(Candidate(name, near * (1.0 + held / 2)))
    return sorted(weighed, key=lambda one: (-one.score, one.procedure_id))


def _word_share(name: Sequence[str], said: frozenset[str]) -> float:
    return len(said.intersection(name)) / len(set(name)) if name else 0.0


def _names(procedure_id: str, case: Case, knowledge: Knowledge) -> list[tuple[str, ...]]:
    """The names of a procedure in the case's language, as terms."""
    lexicon = knowledge.lexicon(case.language[:2])
    procedure = knowledge.procedure(procedure_id)
    if lexicon is None or procedure is None:
        return []
    return [terms(name, lexicon) for name in procedure.names.get(case.language[:2], ())]


def _is_named(case: Case, ranked: Sequence[Candidate], knowledge: Knowledge) -> bool:
    """Whether the question holds a name of the first candidate word for word."""
    return _holds_name(case.question, ranked[0].procedure_id, case, knowledge)


def _names_another(
    case: Case, found: Candidate, answered: Sequence[Candidate], knowledge: Knowledge
) -> bool:
    """Whether an answer is nearest to another procedure and names that one word for word."""
    if not answered or answered[0].procedure_id == found.procedure_id:
        return False
    return _holds_name(case.answer, answered[0].procedure_id, case, knowledge)


def _holds_name(text: str, procedure_id: str, case: Case, knowledge: Knowledge) -> bool:
    lexicon = knowledge.lexicon(case.language[:2])
    if lexicon is None:
        return False
    said = terms(text, lexicon)
    return any(_name_share(name, said) > 1 for name in _names(procedure_id, case, knowledge))


def _by_name(
    case: Case, candidates: Sequence[Candidate], knowledge: Knowledge
) -> tuple[Candidate, ...]:
    """The candidates in order of score times the share of their name that the question holds.

    A name that stands in the question word for word counts in full once more.
    """
    lexicon = knowledge.lexicon(case.language[:2])
    if lexicon is None:
        return tuple(candidates)
    asked = terms(case.question, lexicon)
    raised = []
    for candidate in candidates:
        procedure = knowledge.procedure(candidate.procedure_id)
        names = procedure.names.get(case.language[:2], ()) if procedure else ()
        held = max((_name_share(terms(name, lexicon), asked) for name in names), default=0.0)
        raised.append(candidate._replace(score=candidate.score * (1.0 + held)))
    return tuple(sorted(raised, key=lambda one: (-one.score, one.procedure_id)))


def _name_share(name: Sequence[str], asked: Sequence[str]) -> float:
    """Share in [0, 1] of a name's words that a question has; 2 where it has them in a row."""
    if not name:
        return 0.0
    rows = (asked[place : place + len(name)] for place in range(len(asked) - len(name) + 1))
    if any(row == name for row in rows):
        return 2.0
    return len(set(name) & set(asked)) / len(set(name))


def _share_known(case: Case, procedure_id: str, knowledge: Knowledge) -> float:
    """Share of the question's own words that the procedure's names and sources hold.

    Words that every question may have ("where", "fee", "documents") are none of its own.
    """
    lexicon = knowledge.lexicon(case.language[:2])
    procedure = knowledge.procedure(procedure_id)
    if lexicon is None or procedure is None:
        return 0.0
    asked = set(terms(case.question, lexicon)) - _common_words(lexicon)
    texts = [name for names in procedure.names.values() for name in names]
    for source in knowledge.sources(procedure_id):
        texts.append(source.title)
        texts += [f"{passage.heading} {passage.text}" for passage in source.passages]
    known = {term for text in texts for term in terms(text, lexicon)}
    return len(asked & known) / len(asked) if asked else 0.0


@lru_cache(maxsize=16)
def _common_words(lexicon: Lexicon) -> frozenset[str]:
    """The words by which slots are spoken of."""
    phrases = [phrase for words in lexicon.slots.values() for phrase in words.headings]
    phrases += [phrase for words in lexicon.slots.values() for phrase in words.cues]
    phrases += [*lexicon.documents.cues, *lexicon.authority.apply_before, *lexicon.time.unsure]
    return frozenset(term for phrase in phrases for term in terms(phrase.rstrip("*"), lexicon))


def branches_of(
    procedure_id: str | None, language: str, knowledge: Knowledge
) -> tuple[Branch, ...]:
    """The tabs and cases of the procedure's sources, those in another language left out."""
    if procedure_id is None:
        return ()
    found = (
        Branch(known.source.source_id, chapter_of(known.passage), known.passage.condition)
        for known in knowledge.passages(procedure_id)
        if known.passage.condition and speaks(known.source, language)
    )
    return tuple(dict.fromkeys(found))


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
