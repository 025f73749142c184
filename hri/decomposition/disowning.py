"""Statements that the text around them declares false: by a verdict, a label or a sign."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from hri.decomposition.values.phrases import TOKEN, Hit, within
from hri.domain.lexicons import Lexicon

if TYPE_CHECKING:
    from hri.decomposition.page import Page, Sentence

_PART = re.compile(r"[,;:()\[\].!?…\n]|\s[-–—/]\s")
"""What ends a clause that may be a verdict."""
_LABEL_END = re.compile(r"[\s*_»\"']*:")
_QUESTION = re.compile(r"\?[\s*_\"')»]*$")
_LABEL = 80
"""The longest label, in characters, between a sign and its statement."""
_REACH = 80
"""How long the rest of a clause on either side of a verdict, in characters, can be."""


def find_disowned(page: Page) -> list[Hit]:
    """The stretches of a page that are said to be false, in order, none overlapping.

    A verdict alone in its clause ("That is wrong.", "86 €, c'est faux") takes what stands before
    it in its sentence, else the sentence before; a label ("Myth:") or heading takes its sentence
    or section; a sign (❌) takes what follows it in its sentence, or what stands before it.
    """
    joined: list[Hit] = []
    for hit in sorted([*_by_verdict(page), *_by_label(page), *_by_sign(page)]):
        if joined and hit.start <= joined[-1].end:
            joined[-1] = Hit(joined[-1].start, max(joined[-1].end, hit.end))
        else:
            joined.append(hit)
    return joined


def find_verdicts(page: Page) -> list[tuple[Hit, Hit | None]]:
    """Each verdict alone in its clause, with what it denies; None where nothing is before it."""
    hits = [*page.hits["verdicts"], *page.hits["noes"]]
    found = []
    for hit in sorted(hits):
        place = page.index_at(hit.start)
        if place is None or not _stands_alone(page, page.sentences[place], hit):
            continue
        denied = _before(page, place, hit)
        if hit in page.hits["noes"] and (denied is None or not is_question(page, denied)):
            continue  # "No, you cannot" answers a question; otherwise it denies nothing before it
        found.append((hit, denied))
    return found


def is_question(page: Page, stretch: tuple[int, int]) -> bool:
    """Whether a stretch ends with a question mark."""
    return _QUESTION.search(page.clean, max(stretch[0], stretch[1] - 8), stretch[1]) is not None


def _by_verdict(page: Page) -> list[Hit]:
    return [denied for _, denied in find_verdicts(page) if denied is not None]


def _stands_alone(page: Page, sentence: Sentence, hit: Hit) -> bool:
    """Whether a clause holds nothing but the verdict and small words, and no condition."""
    clause = _clause(page, sentence, hit)
    if within(page.hits["conditions"], clause.start, clause.end):
        return False
    rest = page.clean[clause.start : hit.start] + " " + page.clean[hit.end : clause.end]
    return page.grammar.small_words.issuperset(TOKEN.findall(rest))


def _clause(page: Page, sentence: Sentence, hit: Hit) -> Hit:
    """The clause of a verdict; one that goes on beyond the reach holds more than a verdict."""
    low = max(sentence.start, hit.start - _REACH)
    for part in _PART.finditer(page.clean, low, hit.start):
        low = part.end()
    high = min(sentence.end, hit.end + _REACH)
    stop = _PART.search(page.clean, hit.end, high)
    return Hit(low, stop.start() if stop else high)


def _before(page: Page, place: int, hit: Hit) -> Hit | None:
    """What a verdict denies: the rest of its sentence in front, else the sentence before."""
    sentence = page.sentences[place]
    low = _clause(page, sentence, hit).start
    if TOKEN.search(page.clean, sentence.start, low):
        return Hit(sentence.start, low)
    if not place:
        return None
    return Hit(page.sentences[place - 1].start, page.sentences[place - 1].end)


def _by_label(page: Page) -> list[Hit]:
    """Sentences behind a label of falsehood, and those under a heading or label that is one."""
    found: list[Hit] = []
    labels = page.hits["false_labels"]
    if not labels:
        return found
    for sentence in page.sentences:
        title = sentence.segment.title
        if title and _is_label(page, title):
            found.append(Hit(sentence.start, sentence.end))
            continue
        for hit in within(labels, sentence.start, sentence.end):
            opens = TOKEN.search(page.clean, sentence.start, hit.start) is None
            if opens and _LABEL_END.match(page.clean, hit.end):
                found.append(Hit(hit.end, sentence.end))
    return found


def _is_label(page: Page, title: str) -> bool:
    hits = page.title_hits(title)["false_labels"]
    return any(not TOKEN.search(title[: hit.start] + title[hit.end :]) for hit in hits)


@lru_cache(maxsize=16)
def _signs(lexicon: Lexicon) -> re.Pattern[str]:
    signs = "|".join(map(re.escape, lexicon.statements.false_signs))
    return re.compile(rf"(?:{signs or '(?!)'})[\W_]*")


def _by_sign(page: Page) -> list[Hit]:
    found: list[Hit] = []
    if not any(sign in page.text for sign in page.grammar.lexicon.statements.false_signs):
        return found
    for sign in _signs(page.grammar.lexicon).finditer(page.text):
        sentence = page.sentence_at(sign.start()) or _next_on_line(page, sign.end())
        if sentence is None:
            continue
        if TOKEN.search(page.clean, sign.end(), sentence.end):
            found.append(Hit(sign.end(), sentence.end))
        else:
            found.append(Hit(sentence.start, sign.start()))
    return [hit for hit in found if hit.start < hit.end]


def _next_on_line(page: Page, place: int) -> Sentence | None:
    """The sentence at a place, or the one behind the label that stands there."""
    following = page.sentence_from(place)
    if following is None or "\n" in page.text[place : min(following.start, place + _LABEL)]:
        return None
    return following if following.start - place <= _LABEL else None
