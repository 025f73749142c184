"""Hedges: statements left open, put in the past or as a question, or taken back wholesale."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache

from hri.decomposition.disowning import find_verdicts, is_question
from hri.decomposition.grammar import letters
from hri.decomposition.page import Page, Sentence
from hri.decomposition.segments import Layout
from hri.decomposition.values.phrases import TOKEN, Hit, within
from hri.domain.claims import AuthorityRole, Claim
from hri.domain.lexicons import Lexicon
from hri.domain.slots import Slot

_REACH = 40
"""How far in front of a value, in characters, a verb in the past can stand."""
_AROUND = 120
"""How far from a value, in characters, a hedge in its sentence is looked for."""


def find_hedges(page: Page, claims: Sequence[Claim]) -> Iterator[Hit]:
    """Hedges and past tenses on a fee, time limit or place to apply, and such values asked for."""
    stated = [claim for claim in claims if _is_stated(claim)]
    hedges = sorted([*page.hits["hedges"], *_written(page)]) if stated else []
    for claim in stated if hedges else ():
        yield from _beside(page, claim, hedges)
    for claim in stated if page.hits["pasts"] else ():
        yield from _in_the_past(page, claim)
    starts = [claim.start for claim in stated if claim.slot is not Slot.COMPETENT_AUTHORITY]
    for place, sentence in enumerate(page.sentences):
        asked = bisect_left(starts, sentence.start) < bisect_left(starts, sentence.end)
        if asked and is_question(page, sentence[:2]) and _is_open(page, place):
            yield Hit(sentence.start, sentence.end)


def find_retractions(page: Page, claims: Sequence[Claim]) -> Iterator[Hit]:
    """Phrases and verdicts that take back more than the sentence in front of them."""
    yield from page.hits["retractions"]
    for verdict, denied in find_verdicts(page):
        if denied is None or is_question(page, denied):
            continue
        if not any(denied.start <= claim.start < denied.end for claim in claims):
            yield verdict


@lru_cache(maxsize=16)
def _as_written(lexicon: Lexicon) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{letters(lexicon.statements.written_hedges) or '(?!)'})(?!\w)")


def _written(page: Page) -> Iterator[Hit]:
    if not any(word in page.clean for word in page.grammar.written_hedges):
        return
    for found in _as_written(page.grammar.lexicon).finditer(page.clean):
        yield Hit(*found.span())


def _is_stated(claim: Claim) -> bool:
    if claim.slot is Slot.COMPETENT_AUTHORITY:
        return claim.role is AuthorityRole.APPLY_TO
    return claim.slot in (Slot.FEES, Slot.PROCESSING_TIME)


def _beside(page: Page, claim: Claim, hedges: list[Hit]) -> Iterator[Hit]:
    """Hedges in the clause of a claim, or alone in another clause of its sentence."""
    clause = page.clause_at(claim.start, claim.end)
    sentence = page.sentence_at(claim.start)
    if sentence is None:
        return
    low, high = max(sentence.start, claim.start - _AROUND), claim.end + _AROUND
    for hit in within(hedges, low, min(sentence.end, high)):
        inside = clause.start <= hit.start < clause.end
        mine = clause if inside else page.clause_at(hit.start, hit.end)
        if within(page.hits["conditions"], mine.start, hit.start):
            continue
        if inside or _stands_alone(page, hit, mine):
            yield hit


def _stands_alone(page: Page, hit: Hit, clause: Hit) -> bool:
    rest = page.clean[clause.start : hit.start] + " " + page.clean[hit.end : clause.end]
    return page.grammar.small_words.issuperset(TOKEN.findall(rest))


def _in_the_past(page: Page, claim: Claim) -> Iterator[Hit]:
    """A verb in the past in front of a value with only small words between."""
    clause = page.clause_at(claim.start, claim.end)
    low = max(clause.start, claim.start - _REACH)
    for hit in within(page.hits["pasts"], low, claim.start):
        between = TOKEN.findall(page.clean, hit.end, claim.start)
        conditional = within(page.hits["conditions"], clause.start, hit.start)
        if not conditional and page.grammar.stop_words.issuperset(between):
            yield hit


def _is_open(page: Page, place: int) -> bool:
    """Whether a question is one that yes or no answers, and no yes follows it."""
    sentence = page.sentences[place]
    if sentence.segment.layout is Layout.HEADING or _asks_openly(page, sentence):
        return False
    following = page.sentences[place + 1 : place + 2]
    return not any(
        within(page.hits["yeses"], one.start, min(one.end, one.start + _REACH)) for one in following
    )


def _asks_openly(page: Page, sentence: Sentence) -> bool:
    return bool(within(page.hits["open_questions"], sentence.start, sentence.end))
