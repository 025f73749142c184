"""What stands around a value: the condition it holds under, denial, and the words it is about."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hri.decomposition.page import Page, Sentence
from hri.decomposition.polarity import read_polarity
from hri.decomposition.values.bounds import overlaps
from hri.decomposition.values.phrases import TOKEN, Hit, within
from hri.domain.claims import AuthorityRole, Claim, Polarity, Qualifier
from hri.domain.slots import Slot
from hri.domain.values import Value

_CONDITION_END = re.compile(r"[,;:().\n]")
_CONDITION_REACH = 120
_ANCHOR_WORDS = 14
_ANCHOR_REACH, _WORDS_REACH = 800, 200
"""Characters in which the words of an anchor, or three words, are looked for."""
_WORD = re.compile(r"[^\W_]+")


def build_claim(
    page: Page,
    slot: Slot,
    span: Hit,
    value: Value,
    *,
    polarity: Polarity | None = None,
    qualifier: Qualifier = Qualifier.EXACT,
    role: AuthorityRole | None = None,
) -> Claim:
    """A claim on a span of the page, with the condition and the anchor words around it.

    Its polarity is read from the clause where the caller gives none.
    """
    return Claim(
        slot=slot,
        text=page.text[span.start : span.end],
        start=span.start,
        end=span.end,
        value=value,
        polarity=polarity or read_polarity(page, span),
        qualifier=qualifier,
        condition=read_condition(page, span),
        anchor=read_anchor(page, span),
        role=role,
    )


def read_condition(page: Page, span: Hit) -> str | None:
    """The condition that a value's sentence states for it, as worded; the nearest one."""
    sentence = page.sentence_at(span.start)
    if sentence is None:
        return None
    best: Hit | None = None
    cost = _CONDITION_REACH + 1
    mine = page.clause_at(span.start, span.end)
    for hit in _conditions(page, sentence, span):
        distance = page.distance(hit, span.start, span.end)
        if distance < cost and not _governs_another(page, hit, span, mine):
            best, cost = hit, distance
    if best is None:
        return None
    trimmed = page.trimmed(best.start, best.end)
    return " ".join(page.text[trimmed.start : trimmed.end].split()) or None


def _conditions(page: Page, sentence: Sentence, span: Hit) -> Iterator[Hit]:
    """The conditions of a sentence outside a value, each up to its comma or the value."""
    for hit in within(page.hits["circumstances"], sentence.start, sentence.end):
        if hit.end <= span.start or span.end <= hit.start:
            yield hit
    conditions = within(page.hits["conditions"], sentence.start, sentence.end)
    for hit in (*conditions, *_restrictions(page, sentence)):
        if hit.start < span.end and span.start < hit.end:
            continue
        stop = _CONDITION_END.search(page.clean, hit.end, sentence.end)
        whole = stop.start() if stop else sentence.end
        end = _before_next_paper(page, hit.end, whole)
        if end < whole and end <= span.start and _follows_paper(page, sentence.start, hit.start):
            continue
        yield Hit(hit.start, span.start if hit.start < span.start < end else end)


def _restrictions(page: Page, sentence: Sentence) -> list[Hit]:
    """The words that shut out other cases, without those denied ("not only in Lyon")."""
    affirmed = page.hits["affirming"]
    shut = within(page.hits["restrictions"], sentence.start, sentence.end)
    return [one for one in shut if not overlaps(affirmed, one.start, one.end)]


def _before_next_paper(page: Page, start: int, end: int) -> int:
    """End of a condition: an "and" that goes on with another document ends it."""
    for head in within(page.hits["documents.heads"], start, end):
        low = max(start, head.start - _WORDS_REACH)
        before = list(TOKEN.finditer(page.clean, low, head.start))[-3:]
        for token in before:
            if token.group() in page.grammar.enumerations:
                return token.start()
    return end


def _follows_paper(page: Page, start: int, place: int) -> bool:
    """Whether a document stands in front of a place, so that a condition there is its own."""
    return bool(within(page.hits["documents.heads"], start, place))


def _governs_another(page: Page, condition: Hit, span: Hit, mine: Hit) -> bool:
    """Whether a condition belongs to another figure: behind it, or with it in another clause."""
    if re.search(r"\d", page.clean[span.end : condition.start]):
        return True
    clause = page.clause_at(condition.start, condition.end)
    rest = page.clean[clause.start : condition.start] + page.clean[condition.end : clause.end]
    return clause != mine and bool(re.search(r"\d", rest))


def read_anchor(page: Page, span: Hit) -> str:
    """Folded content words of the label and of the clause around a value, in order."""
    sentence = page.sentence_at(span.start)
    title = sentence.segment.title if sentence else ""
    clause = page.clause_at(span.start, span.end)
    low, high = span.start - _ANCHOR_REACH, span.end + _ANCHOR_REACH
    before = page.clean[max(clause.start, low) : span.start]
    behind = page.clean[span.end : min(clause.end, high)]
    if sentence and not (before.strip() or behind.strip()):
        before = page.clean[max(sentence.start, low) : span.start]
    stop = page.grammar.stop_words
    words = [word for word in _WORD.findall(f"{title} {before}") if word not in stop]
    after = [word for word in _WORD.findall(behind) if word not in stop]
    half = _ANCHOR_WORDS // 2
    return " ".join(dict.fromkeys([*words[-half:], *after[:half]]))
