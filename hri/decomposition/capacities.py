"""In what other capacity a body may be named than as the one that is competent."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from hri.decomposition.page import Page, Sentence
from hri.decomposition.values.bodies import Body
from hri.decomposition.values.phrases import TOKEN, within
from hri.domain.slots import Slot

_OPEN_BRACKET = re.compile(r"\([^()]*$")
_MOST_BETWEEN = 3
"""Words that may stand between a noun and the body that it belongs to ("avis motivé de la")."""
_LEAST_LISTED = 3
"""Bodies in one row from which they are instances of a kind, not each the one to go to."""
_APPOSED = (",", "-", "–", "—", "(")
_PAPER_REACH = 40
"""Characters behind a body within which the name of a paper must end."""


def find_listed(page: Page, bodies: Sequence[Body]) -> frozenset[Body]:
    """The bodies that stand in a row of several, with commas and joining words between alone."""
    rows: list[list[Body]] = []
    for body in bodies:
        if rows and _goes_on(page, rows[-1][-1].end, body.start):
            rows[-1].append(body)
        else:
            rows.append([body])
    return frozenset(body for row in rows if len(row) >= _LEAST_LISTED for body in row)


def find_departments(page: Page, bodies: Sequence[Body]) -> frozenset[Body]:
    """The bodies that are part of the one in front ("the ministry, department of roads")."""
    generic = page.grammar.generic_bodies
    return frozenset(
        body
        for before, body in pairwise(bodies)
        if page.clean[before.end : body.start].strip() in _APPOSED
        and body.surface.split()[0] in generic
        and (body.id is None or body.id == before.id)
    )


def _goes_on(page: Page, start: int, end: int) -> bool:
    """Whether nothing but a comma, a joining word and an article stands between two bodies."""
    between = page.clean[start:end]
    words = TOKEN.findall(between)
    joined = page.grammar.enumerations | page.grammar.articles
    return between[:1] in ", " and "\n" not in between and all(word in joined for word in words)


def serves_another(page: Page, sentence: Sentence, body: Body) -> bool:
    """Whether a body that no cue sends the citizen to stands there as something else.

    Such are: who issued a paper or whose thing is spoken of, an instance in brackets, what a
    condition speaks of, a private person or firm, and a body in the list of papers.
    """
    return (
        sentence.slots == (Slot.REQUIRED_DOCUMENTS,)
        or _is_third_party(page, sentence, body)
        or _is_instance(page, sentence, body)
        or _is_condition(page, body)
        or _is_owner(page, sentence, body)
        or _labels_paper(page, body)
        or _is_any(page, sentence, body)
    )


def _is_third_party(page: Page, sentence: Sentence, body: Body) -> bool:
    """Whether a body is private and no destination, or listed with private ones that are none."""
    if is_private(page, body):
        return not _is_destination(page, sentence, body)
    before = within(page.hits["authority.private"], sentence.start, body.start)
    return bool(before) and _goes_on(page, before[-1].end, body.start)


def is_private(page: Page, body: Body) -> bool:
    """Whether a body is of a kind that anybody has to do with: a doctor, a bank, an employer."""
    return any(
        hit.start == body.start
        and hit in page.hits["authority.heads"]
        and (body.id is None or hit.end == body.end)
        for hit in page.hits["authority.private"]
    )


def _is_destination(page: Page, sentence: Sentence, body: Body) -> bool:
    """Whether a word of place or direction stands in front of a body, articles between."""
    words = _words_before(page, sentence, body)
    return bool(words) and words[-1] in page.grammar.directions


def is_actor(page: Page, sentence: Sentence, body: Body) -> bool:
    """Whether a private body does something itself or is named behind a label.

    It opens its sentence, stands behind a colon or is presented ("it is").
    """
    if not is_private(page, body):
        return False
    words = _words_before(page, sentence, body)
    if not words:
        return True
    last = page.clean.rfind(words[-1], sentence.start, body.start) + len(words[-1])
    if ":" in page.clean[last : body.start]:
        return True
    return any(words[-len(one) :] == one for one in page.grammar.presenting)


def _words_before(page: Page, sentence: Sentence, body: Body) -> list[str]:
    """The words in front of a body, the articles right before it left out."""
    tokens = TOKEN.finditer(page.clean, sentence.start, body.start)
    return _without_articles(page, [token.group() for token in tokens])


def _without_articles(page: Page, words: list[str]) -> list[str]:
    """Words without the articles at their end."""
    end = len(words)
    while end and words[end - 1] in page.grammar.articles:
        end -= 1
    return words[:end]


def _is_instance(page: Page, sentence: Sentence, body: Body) -> bool:
    """Whether a body stands in brackets ("an office (such as ...)"), which begin no sentence."""
    opened = _OPEN_BRACKET.search(page.clean, sentence.start, body.start)
    return opened is not None and bool(page.clean[sentence.start : opened.start()].strip())


def _is_condition(page: Page, body: Body) -> bool:
    """Whether the clause of a body opens as a condition in front of it."""
    clause = page.clause_at(body.start, body.end)
    return bool(within(page.hits["conditions"], clause.start, body.start))


def _is_owner(page: Page, sentence: Sentence, body: Body) -> bool:
    """Whether a noun in front of a body belongs to it: its paper, its staff, its area.

    What a body decides ("the approval of") and where it is found ("the counter of") are the body.
    """
    words = _words_before(page, sentence, body)
    if not words or words[-1] not in page.grammar.of_words:
        return False
    nouns = words[:-1][-_MOST_BETWEEN:]
    if not nouns or page.grammar.competences.intersection(nouns):
        return False
    return not _leads_there(page, sentence, body, words[:-1])


def _leads_there(page: Page, sentence: Sentence, body: Body, words: list[str]) -> bool:
    """Whether a noun with a word of direction in front is where a body is ("in the hands of")."""
    papers = within(page.hits["documents.heads"], sentence.start, body.start)
    if papers and page.clean[: papers[-1].end].endswith(words[-1]):
        return False
    before = _without_articles(page, words[:-1])
    return bool(before) and before[-1] in page.grammar.ways


def names_paper(page: Page, sentence: Sentence, body: Body) -> bool:
    """Whether a private body only tells which paper is meant ("attestation d'assurance")."""
    words = _words_before(page, sentence, body)
    if len(words) < 2 or words[-1] not in page.grammar.of_words or not is_private(page, body):
        return False
    papers = within(page.hits["documents.heads"], sentence.start, body.start)
    return bool(papers) and page.clean[: papers[-1].end].endswith(words[-2])


def _is_any(page: Page, sentence: Sentence, body: Body) -> bool:
    """Whether a body is a bare noun for any of its kind ("some offices"), no destination."""
    if body.id is not None or body.surface not in page.grammar.generic_bodies:
        return False
    return not _is_destination(page, sentence, body)


def _labels_paper(page: Page, body: Body) -> bool:
    """Whether a body only qualifies the paper behind it ("NHS card")."""
    if not page.grammar.lexicon.heads_last:
        return False
    papers = within(page.hits["documents.heads"], body.end, body.end + _PAPER_REACH)
    return any(hit.start == body.end + 1 for hit in papers)
