"""Details of an answer that no source of the procedure holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from hri.applicability.circumstances import Circumstances
from hri.decomposition import fold, read_amounts, read_details, terms
from hri.domain.claims import Detail, DetailKind, Reading
from hri.domain.lexicons import Lexicon
from hri.domain.ports import Knowledge


def unbacked_details(
    answer: Reading, circumstances: Circumstances, knowledge: Knowledge, lexicon: Lexicon
) -> tuple[Detail, ...]:
    """What no source has of amounts beside the fees, dates, numbers, sites, judgments and studies.

    Whatever a chatbot adds of these, a citizen relies on it like on a fee; nothing else checks it.
    What the question itself names is the citizen's own.
    """
    procedure = circumstances.procedure_id
    if not answer.details or procedure is None:
        return ()
    texts = (circumstances.question, *source_texts(procedure, knowledge))
    return tuple(
        one
        for one in answer.details
        if one.kind in _BACKED and not _BACKED[one.kind](one.key, texts, lexicon)
    )


def source_texts(procedure_id: str, knowledge: Knowledge) -> Iterator[str]:
    """Everything that the sources of a procedure say, facts and addresses included."""
    for source in knowledge.sources(procedure_id):
        yield f"{source.title} {source.url}"
        for passage in source.passages:
            yield f"{passage.heading}\n{passage.text}"
    procedure = knowledge.procedure(procedure_id)
    for facts in procedure.facts.values() if procedure else ():
        for fact in facts:
            yield f"{fact.value} {fact.url or ''}"


CONTACTS = frozenset({DetailKind.MAIL, DetailKind.ACCOUNT})
"""Where a citizen would send papers or money."""

_Texts = tuple[str, ...]


def _has_date(key: str, texts: _Texts, lexicon: Lexicon) -> bool:
    readings = set(key.split("|"))
    return any(
        detail.kind is DetailKind.DATE and _same_day(readings, set(detail.key.split("|")))
        for text in texts
        for detail in read_details(text, lexicon)
    )


def _same_day(mine: set[str], theirs: set[str]) -> bool:
    """The same day, or day and month where one of the two leaves the year out."""
    if mine & theirs:
        return True
    bare = {day[-5:] for day in mine | theirs if day.startswith("--")}
    return bool(bare) and bool({day[-5:] for day in mine} & {day[-5:] for day in theirs})


def _has_amount(key: str, texts: _Texts, lexicon: Lexicon) -> bool:
    """Whether both ends of an amount stand in the sources, in its currency."""
    wanted = _ends(key)
    for text in texts:
        if any(char.isdigit() for char in text):
            wanted -= {end for one in read_amounts(text, lexicon) for end in _ends(one.key)}
        if not wanted:
            return True
    return False


def _ends(key: str) -> set[tuple[str, str]]:
    """The ends of an amount, each with the currency."""
    figures, _, currency = key.partition(" ")
    return {(end, currency) for end in figures.split("-")}


def _has_figures(key: str, texts: _Texts, _: Lexicon) -> bool:
    local = key[-9:]
    return any(local in re.sub(r"\D", "", text) for text in texts)


def _has_host(key: str, texts: _Texts, _: Lexicon) -> bool:
    host = re.compile(rf"(?<![\w-]){re.escape(key)}(?![\w-]|\.\w)")
    return any(host.search(fold(text)) for text in texts)


def _has_words(key: str, texts: _Texts, _: Lexicon) -> bool:
    wanted = set(re.findall(r"\w+", key))
    return any(wanted <= set(re.findall(r"\w+", fold(text))) for text in texts)


def _has_letters(key: str, texts: _Texts, _: Lexicon) -> bool:
    return any(fold(key) in fold(text).replace(" ", "") for text in texts)


def _has_terms(key: str, texts: _Texts, lexicon: Lexicon) -> bool:
    wanted = set(terms(key, lexicon))
    return any(wanted <= set(terms(text, lexicon)) for text in texts)


_BACKED: dict[DetailKind, Callable[[str, _Texts, Lexicon], bool]] = {
    DetailKind.AMOUNT: _has_amount,
    DetailKind.DATE: _has_date,
    DetailKind.PHONE: _has_figures,
    DetailKind.SITE: _has_host,
    DetailKind.JUDGMENT: _has_words,
    DetailKind.STUDY: _has_words,
    DetailKind.MAIL: _has_letters,
    DetailKind.ACCOUNT: _has_letters,
    DetailKind.ADDRESS: _has_terms,
    DetailKind.ITEM: _has_terms,
    DetailKind.ELIGIBILITY: _has_terms,
}
