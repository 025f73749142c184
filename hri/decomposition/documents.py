"""The required documents slot: what a text says must be shown, sent or filled in, or need not."""

from __future__ import annotations

from collections.abc import Sequence

from hri.decomposition.grammar import heading_list
from hri.decomposition.page import Page, Sentence
from hri.decomposition.papernames import usual_name
from hri.decomposition.paperparts import NO_MEASURES, Measures, read_parts
from hri.decomposition.polarity import is_denied, is_negated
from hri.decomposition.segments import Layout
from hri.decomposition.statements import build_claim
from hri.decomposition.values.bounds import overlaps
from hri.decomposition.values.forms import Form, find_forms
from hri.decomposition.values.papers import (
    Paper,
    begins_paper,
    find_papers,
    split_list,
    whole_paper,
)
from hri.decomposition.values.phrases import TOKEN, Hit, within
from hri.domain.claims import Claim, Polarity
from hri.domain.slots import Slot
from hri.domain.values import DocumentName

_LONGEST_UNNAMED = 7
"""Words of a part between commas beyond which it must hold a document's noun to be one."""
_LONGEST_ITEM = 40
"""Words of a list item beyond which it is an explanation, not the name of a document."""


def read_documents(
    page: Page,
    taken: Sequence[Hit],
    foreign: Sequence[Hit] = (),
    assume: bool = False,
    measures: Measures = NO_MEASURES,
) -> list[Claim]:
    """The document claims of a text.

    Args:
        page: The text.
        taken: Stretches that belong to references and bodies: no document's name is inside one.
        foreign: Stretches with values of other slots: an item of a list that holds one is a
            document only if it begins with a document's noun.
        assume: True where the text is known to be about documents.
        measures: Numbers and lengths of the text, for age limits and how many.
    """
    forms = find_forms(page)
    claims = []
    for sentence in page.sentences:
        none = within(page.hits["documents.none"], sentence.start, sentence.end)
        if none:
            nothing = DocumentName(surface="")
            claims.append(_claim(page, none[0], nothing, Polarity.NOT_REQUIRED))
        papers = _papers(page, sentence, forms, foreign, assume)
        ends = [*(paper.start for paper in papers[1:]), sentence.end]
        for paper, until in zip(papers, ends, strict=False):
            span = Hit(paper.start, paper.end)
            if not overlaps(none, *span) and not _is_taken(taken, span):
                claims.append(_document(page, paper, until, measures))
    return claims


def _is_taken(taken: Sequence[Hit], span: Hit) -> bool:
    return any(one.start <= span.start and span.end <= one.end for one in taken)


def _papers(
    page: Page,
    sentence: Sentence,
    forms: Sequence[Form],
    foreign: Sequence[Hit],
    assume: bool,
) -> list[Paper]:
    """The documents of a sentence: every item of a list of them, else nouns near a cue."""
    segment = sentence.segment
    if segment.layout is Layout.HEADING:
        return []
    listed = assume or Slot.REQUIRED_DOCUMENTS in sentence.slots
    first = sentence.start == segment.sentences[0].start
    is_list = first and (segment.layout is not Layout.PROSE or assume)
    if listed and (is_list or sentence.labelled):
        return _listed(page, sentence, forms, foreign, sentence.labelled or assume)
    colon = page.clean.find(":", sentence.start, sentence.end)
    if colon >= 0 and _introduces(page, sentence.start, colon):
        before = find_papers(page, sentence.start, colon, forms)
        named = [paper for paper in before if paper.forms]
        return named + _listed(page, sentence, forms, foreign, True)
    led = _is_led(page, sentence)
    if listed or led or _has_cue(page, sentence):
        found = find_papers(page, sentence.start, sentence.end, forms)
        if not found and led and is_list:
            found = _bare_item(page, sentence, forms)
        return [paper for paper in found if paper.forms or not _is_applied_for(page, paper)]
    return [
        paper for paper in find_papers(page, sentence.start, sentence.end, forms) if paper.forms
    ]


def _bare_item(page: Page, sentence: Sentence, forms: Sequence[Form]) -> list[Paper]:
    """An item that is no more than a generic noun ("a photo"): the list says that it is needed."""
    paper = whole_paper(page, sentence.start, sentence.end, forms)
    if paper is None or paper.surface not in page.grammar.generic_papers:
        return []
    barred = page.hits["documents.not_documents"]
    return [] if overlaps(barred, paper.start, paper.end) else [paper]


def _is_applied_for(page: Page, paper: Paper) -> bool:
    """Whether a document is what the procedure gives: object of "renew", subject of "costs"."""
    for hit in within(page.hits["documents.applied_before"], paper.start - 40, paper.start):
        between = TOKEN.findall(page.clean, hit.end, paper.start)
        if all(word in page.grammar.lead_ins for word in between):
            return True
    behind = within(page.hits["documents.applied_behind"], paper.end, paper.end + 40)
    return any(not TOKEN.search(page.clean, paper.end, hit.start) for hit in behind)


def _listed(
    page: Page,
    sentence: Sentence,
    forms: Sequence[Form],
    foreign: Sequence[Hit],
    at_commas: bool,
) -> list[Paper]:
    start = _after_lead_in(page, sentence)
    papers: list[Paper] = []
    parts = split_list(page, start, sentence.end, at_commas)
    for part in parts:
        among = at_commas and len(parts) > 1
        if not begins_paper(page, *part) and _is_aside(page, part, foreign, among):
            continue
        if len(page.clean[part.start : part.end].split()) > _LONGEST_ITEM:
            papers += find_papers(page, part.start, part.end, forms)
        elif (paper := whole_paper(page, part.start, part.end, forms)) is not None:
            papers.append(paper)
    return papers


def _is_aside(page: Page, part: Hit, foreign: Sequence[Hit], among: bool) -> bool:
    """Whether a part of a list without a document's noun is a remark or another slot's value."""
    if overlaps(list(foreign), part.start, part.end):
        return True
    conditional = within(page.hits["conditions"], part.start, part.start + 12)
    words_in = len(page.clean[part.start : part.end].split())
    return among and (bool(conditional) or words_in > _LONGEST_UNNAMED)


def _after_lead_in(page: Page, sentence: Sentence) -> int:
    """Where the list itself begins in "you must provide the following papers: a, b"."""
    colon = page.clean.find(":", sentence.start, sentence.end)
    if colon >= 0 and _cues(page, sentence.start, colon):
        return colon + 1
    return sentence.start


def _introduces(page: Page, start: int, colon: int) -> bool:
    """Whether the words in front of a colon announce a list of documents."""
    heading = within(page.hits[heading_list(Slot.REQUIRED_DOCUMENTS)], start, colon)
    return bool(heading) and bool(_cues(page, start, colon))


def _cues(page: Page, start: int, end: int) -> list[Hit]:
    return within(page.hits["documents.cues"], start, end)


def _has_cue(page: Page, sentence: Sentence) -> bool:
    return any(
        within(page.hits[name], sentence.start, sentence.end)
        for name in ("documents.cues", "documents.optional", "not_required")
    )


def _is_led(page: Page, sentence: Sentence) -> bool:
    lead = sentence.segment.lead
    return lead is not None and bool(_cues(page, *lead))


def _document(page: Page, paper: Paper, until: int, measures: Measures) -> Claim:
    span = Hit(paper.start, paper.end)
    parts, surface = read_parts(page, paper, until, measures)
    value = DocumentName(
        surface=usual_name(surface, page.grammar.lexicon),
        forms=tuple(form.number for form in paper.forms),
        form_versions=tuple(form.version for form in paper.forms),
        parts=parts,
    )
    denied = (
        is_denied(page, span)
        or is_negated(page, span)
        or any(
            hit.end <= span.start and not page.clean[hit.end : span.start].strip("' ")
            for hit in within(page.hits["documents.denials"], span.start - 16, span.start)
        )
    )
    return _claim(page, span, value, Polarity.NOT_REQUIRED if denied else Polarity.REQUIRED)


def _claim(page: Page, span: Hit, value: DocumentName, polarity: Polarity) -> Claim:
    return build_claim(page, Slot.REQUIRED_DOCUMENTS, span, value, polarity=polarity)
