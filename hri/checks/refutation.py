"""Refutation of a legal reference: that it cannot be right on a date (DESIGN part 2, kind (3)).

Shared by the ``law_exists`` check and by coverage, so that both refuse the same references. The
register is an open world: what it lacks proves nothing outside a list complete for the date.
"""

from __future__ import annotations

import re
from datetime import date
from typing import NamedTuple

from hri.domain.claims import VerdictReason
from hri.domain.packs import Article, Instrument, InstrumentStatus
from hri.domain.ports import ArticleState, Knowledge
from hri.domain.values import ArticleInterval, LegalReference

LONGEST_NUMBER = 6
"""Most digits in a row that article numbers have (six: the longest codes); a longer run is none."""


class Refutation(NamedTuple):
    """Why a reference cannot be right; ``article`` is "" when the whole instrument is refuted.

    ``instrument`` is None when the number alone refutes. The dates are those of the refuted
    instrument or article where the register knows them.
    """

    reason: VerdictReason
    instrument: Instrument | None
    article: str
    valid_from: date | None = None
    valid_to: date | None = None


def refute(claim_value: LegalReference, knowledge: Knowledge, on: date) -> Refutation | None:
    """Refute a reference on a date, or say nothing.

    Args:
        claim_value: The reference as stated; an interval is refuted only as a whole.
        knowledge: The pack with its register.
        on: The date whose law applies (the case's ``asked_on``).

    Returns:
        The refutation with reason REPEALED, NOT_IN_COMPLETE_LIST or IMPOSSIBLE_NUMBER; None when
        the reference is right or merely unknown.
    """
    articles = claim_value.articles
    instrument = knowledge.instrument(claim_value.instrument) if claim_value.known else None
    if articles is not None and _impossible(articles):
        return Refutation(VerdictReason.IMPOSSIBLE_NUMBER, None, _label(articles))
    if instrument is None:
        return None
    if _instrument_repealed(instrument, knowledge, on):
        return Refutation(
            VerdictReason.REPEALED, instrument, "", instrument.valid_from, instrument.valid_to
        )
    if articles is None:
        return None
    if articles.first == articles.last:
        return _refute_article(articles.first, instrument, knowledge, on)
    return _refute_interval(articles, instrument, knowledge, on)


def listed_completely(instrument: Instrument, on: date) -> bool:
    """Whether the register's list of the instrument's articles is complete for a date."""
    first, last = instrument.complete_from, instrument.complete_to
    return first is not None and last is not None and first <= on <= last


def _impossible(articles: ArticleInterval) -> bool:
    """Numbers that no instrument has: only zeros, or a run of digits longer than any in use."""
    return any(_impossible_number(number) for number in (articles.first, articles.last))


def _impossible_number(number: str) -> bool:
    runs = re.findall(r"\d+", number)
    if not runs:
        return False
    return all(not run.strip("0") for run in runs) or any(len(run) > LONGEST_NUMBER for run in runs)


def _instrument_repealed(instrument: Instrument, knowledge: Knowledge, on: date) -> bool:
    """Repealed before ``on``; a repeal without a date counts from the pack's own date on."""
    if instrument.valid_to is not None:
        return instrument.valid_to < on
    return instrument.status is InstrumentStatus.REPEALED and knowledge.info.as_of <= on


def _refute_article(
    number: str, instrument: Instrument, knowledge: Knowledge, on: date
) -> Refutation | None:
    listed = knowledge.instrument_articles(instrument.id)
    if listed is None:
        return None
    state = listed.get(number, on)
    complete = listed_completely(instrument, on)
    if state is None:
        absent = Refutation(VerdictReason.NOT_IN_COMPLETE_LIST, instrument, number)
        return absent if complete else None
    if state.in_force:
        return None
    dates = state.valid_from, state.valid_to
    if _article_repealed(state, instrument, knowledge, on):
        return Refutation(VerdictReason.REPEALED, instrument, number, *dates)
    if complete:
        return Refutation(VerdictReason.NOT_IN_COMPLETE_LIST, instrument, number, *dates)
    return None


def _article_repealed(
    state: ArticleState, instrument: Instrument, knowledge: Knowledge, on: date
) -> bool:
    """As for instruments; an article not in force yet, or of unknown state, is not repealed."""
    if state.valid_to is not None:
        return state.valid_to < on
    stated = any(
        isinstance(article, Article)
        and article.number == state.number
        and article.status is InstrumentStatus.REPEALED
        for article in instrument.articles or ()
    )
    return stated and knowledge.info.as_of <= on


def _refute_interval(
    articles: ArticleInterval, instrument: Instrument, knowledge: Knowledge, on: date
) -> Refutation | None:
    """An interval is refuted when a complete list has none of it; ends must share their prefix."""
    listed = knowledge.instrument_articles(instrument.id)
    if listed is None or not listed_completely(instrument, on):
        return None
    if _prefix(articles.first) != _prefix(articles.last):
        return None
    ends = (listed.get(articles.first, on), listed.get(articles.last, on))
    if any(end is not None and end.in_force for end in ends):
        return None
    if listed.between(articles.first, articles.last, on) > 0:
        return None
    return Refutation(VerdictReason.NOT_IN_COMPLETE_LIST, instrument, _label(articles))


def _prefix(number: str) -> str:
    match = re.match(r"\D*", number)
    return match.group() if match else ""


def _label(articles: ArticleInterval) -> str:
    if articles.first == articles.last:
        return articles.first
    return f"{articles.first}–{articles.last}"
