"""Names of documents in a text, with the form numbers in them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from hri.decomposition.grammar import letters
from hri.decomposition.page import Page
from hri.decomposition.values.bounds import overlaps
from hri.decomposition.values.folding import squeeze, words
from hri.decomposition.values.forms import Form
from hri.decomposition.values.phrases import TOKEN, Hit, within
from hri.domain.lexicons import Lexicon

_LEFT_WORDS, _RIGHT_WORDS = 5, 14


class Paper(NamedTuple):
    """A document in a text with the form numbers that name it."""

    start: int
    end: int
    surface: str
    forms: tuple[Form, ...] = ()


def find_papers(page: Page, start: int, end: int, forms: Sequence[Form]) -> list[Paper]:
    """The documents that a stretch of text names by a head noun, in order."""
    barred = page.hits["documents.not_documents"]
    papers: list[Paper] = []
    for hit in page.hits["documents.heads"]:
        if hit.start < start or hit.end > end or overlaps(barred, hit.start, hit.end):
            continue
        if papers and hit.start < papers[-1].end:
            continue
        low = _left_edge(page, hit.start, papers[-1].end if papers else start)
        high = _right_edge(page, hit.end, end, forms)
        paper = _paper(page, low, high, forms)
        if paper.forms or not _is_bare(page, paper, hit):
            papers.append(paper)
    named = [form for paper in papers for form in paper.forms]
    alone = [form for form in forms if start <= form.start < end and form not in named]
    papers += [_paper(page, form.start, form.end, forms) for form in alone]
    return sorted(papers)


def _is_bare(page: Page, paper: Paper, head: Hit) -> bool:
    """Whether a generic noun stands alone ("the form") or qualifies another one."""
    if page.clean[head.start : head.end] not in page.grammar.generic_papers:
        return False
    following = re.compile(r" ([^\W\d_]+)").match(page.clean, paper.end)
    if following is not None and following.group(1) in page.grammar.paper_clauses:
        return False
    if not page.grammar.lexicon.heads_last:
        return paper.surface in page.grammar.generic_papers
    qualifies = following is not None and following.group(1) not in page.grammar.stop_words
    stops = page.hits["documents.stops"]
    if qualifies and following and not overlaps(stops, following.start(1), following.end(1)):
        return following.group(1) not in page.grammar.enumerations
    return paper.surface in page.grammar.generic_papers


def whole_paper(page: Page, start: int, end: int, forms: Sequence[Form]) -> Paper | None:
    """A stretch of a list of documents taken as one document, whatever its nouns are."""
    for token in TOKEN.finditer(page.clean, start, end):
        if token.group() in page.grammar.lead_ins:
            start = token.end()
            continue
        break
    for name in ("conditions", "not_required"):
        for hit in within(page.hits[name], start, end):
            if page.clean[start : hit.start].strip(" ,("):
                end = hit.start
                break
    span = page.trimmed(start, end)
    if span.end - span.start < 2 or not words(page.clean[span.start : span.end]):
        return None
    return _paper(page, span.start, span.end, forms)


def _paper(page: Page, start: int, end: int, forms: Sequence[Form]) -> Paper:
    inside = tuple(form for form in forms if start <= form.start < end or start < form.end <= end)
    span = page.trimmed(start, max([end, *(form.end for form in inside)]))
    return Paper(span.start, span.end, squeeze(page.clean[span.start : span.end]), inside)


def _left_edge(page: Page, start: int, low: int) -> int:
    """Start of the words in front of a head that belong to the document's name."""
    grammar = page.grammar
    stops, cues = page.hits["documents.stops"], page.hits["documents.cues"]
    denials = page.hits["documents.denials"]
    own = grammar.paper_before
    edge = near = start
    for token in reversed(
        list(TOKEN.finditer(page.clean, max(low, start - 60), start))[-_LEFT_WORDS:]
    ):
        word = token.group()
        if page.clean[token.end() : near].strip("' -") or word in grammar.lead_ins:
            break
        near = token.start()
        if _is_possessive(page, token.start(), word):
            continue
        if (len(word) == 1 and not word.isdigit()) or overlaps(denials, *token.span()):
            break
        if grammar.lexicon.heads_last:
            if overlaps(stops, *token.span()) or overlaps(cues, *token.span()):
                break
        elif not (word in own or word.isdigit() or word in grammar.number_words):
            break
        edge = token.start()
    return edge


def _is_possessive(page: Page, start: int, word: str) -> bool:
    """The "s" of "an employer's certificate", which joins two words of one name."""
    return word in page.grammar.possessives and page.clean[start - 1 : start] == "'"


def _right_edge(page: Page, start: int, high: int, forms: Sequence[Form]) -> int:
    """End of the words behind a head that belong to the document's name."""
    grammar = page.grammar
    stops = page.hits["documents.stops"]
    inside, joins = grammar.paper_inside, grammar.joins
    edge, pending = start, start
    open_link = False
    for token in list(TOKEN.finditer(page.clean, start, high))[:_RIGHT_WORDS]:
        word, gap = token.group(), page.clean[pending : token.start()]
        if gap.strip("' -\"") or overlaps(stops, *token.span()):
            break
        if word in joins and not (
            open_link and grammar.lexicon.heads_last and _goes_on(page, token.end())
        ):
            break
        pending = token.end()
        if word in inside:
            open_link = True
            continue
        if grammar.lexicon.heads_last and not (open_link or _is_form(token.span(), forms)):
            if word in grammar.stop_words:
                continue
            break
        edge = pending
    return edge


def _goes_on(page: Page, start: int) -> bool:
    """Whether "or" joins two words inside a name ("British or Commonwealth"), not two documents."""
    following = TOKEN.search(page.clean, start)
    if following is None or following.group() in page.grammar.lead_ins:
        return False
    return not begins_paper(page, following.start(), following.end() + 24)


def _is_form(span: tuple[int, int], forms: Sequence[Form]) -> bool:
    return any(form.start <= span[0] < form.end for form in forms)


@lru_cache(maxsize=16)
def _cut(lexicon: Lexicon) -> re.Pattern[str]:
    said = lexicon.statements
    joins = letters([*said.enumerations, *said.alternatives])
    return re.compile(rf"\s*[,;]\s*(?:(?:{joins})\s+)?|\s+(?:{joins})\s+|\s+/\s+|\s+\+\s+")


def cut_list(page: Page, start: int, end: int) -> list[Hit]:
    """The stretches between all commas and joining words of a sentence, names cut too."""
    places = [start]
    for match in _cut(page.grammar.lexicon).finditer(page.clean, start, end):
        places += match.span()
    places.append(end)
    return [Hit(*pair) for pair in zip(places[::2], places[1::2], strict=True)]


def split_list(page: Page, start: int, end: int, at_commas: bool) -> list[Hit]:
    """The items of "a, b, c and d": split where a document begins, and at commas if asked."""
    cut = _cut(page.grammar.lexicon)
    parts, place = [], start
    depth_free = _outside_brackets(page.clean, start, end)
    for match in cut.finditer(page.clean, start, end):
        comma = "," in match.group() or ";" in match.group()
        if match.start() not in depth_free:
            continue
        between = _holds_head(page, place, match.start()) and begins_paper(page, match.end(), end)
        if (comma and at_commas) or between:
            parts.append(Hit(place, match.start()))
            place = match.end()
    return [*parts, Hit(place, end)]


def _holds_head(page: Page, start: int, end: int) -> bool:
    """Whether a stretch names a document: "birth" in "birth or adoption certificate" does not."""
    return any(start <= hit.start < end for hit in page.hits["documents.heads"])


def _outside_brackets(clean: str, start: int, end: int) -> frozenset[int]:
    depth, free = 0, set()
    for place in range(start, end):
        depth += (clean[place] == "(") - (clean[place] == ")")
        if depth <= 0:
            free.add(place)
    return frozenset(free)


def begins_paper(page: Page, start: int, end: int) -> bool:
    """Whether the words at ``start`` are a document: a head within the first words."""
    heads = {hit.start for hit in page.hits["documents.heads"] if start <= hit.start < end}
    reach = 4 if page.grammar.lexicon.heads_last else 3
    for count, token in enumerate(TOKEN.finditer(page.clean, start, end)):
        if token.start() in heads:
            return True
        if count >= reach:
            return False
    return False
