"""Items of a list of papers that are no paper known ("a urine sample")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hri.decomposition.page import Page, Sentence
from hri.decomposition.segments import Layout
from hri.decomposition.values.bounds import overlaps
from hri.decomposition.values.papers import cut_list
from hri.decomposition.values.phrases import TOKEN, Hit, within
from hri.domain.claims import Claim
from hri.domain.slots import Slot

_LONGEST = 6
"""Words of a part of a sentence beyond which it is a remark, not an item."""


def unread_items(page: Page, claims: Sequence[Claim]) -> Iterator[Hit]:
    """What stands in a list among papers and was read as nothing at all."""
    read = [Hit(claim.start, claim.end) for claim in claims]
    papers = [claim for claim in claims if claim.slot is Slot.REQUIRED_DOCUMENTS]
    leads = {_lead(page, claim) for claim in papers} - {None}
    for sentence in page.sentences:
        segment = sentence.segment
        if segment.layout is Layout.ITEM:
            first = sentence.start == segment.sentences[0].start
            if first and segment.lead in leads and not overlaps(read, *sentence[:2]):
                yield page.trimmed(sentence.start, sentence.end)
        elif segment.layout is Layout.PROSE:
            yield from _among(page, sentence, papers, read)


def _lead(page: Page, claim: Claim) -> tuple[int, int] | None:
    """The sentence in front of the list that a paper stands in, where it asks for papers."""
    sentence = page.sentence_at(claim.start)
    lead = sentence.segment.lead if sentence else None
    return lead if lead is not None and within(page.hits["documents.cues"], *lead) else None


def _among(
    page: Page, sentence: Sentence, papers: Sequence[Claim], read: Sequence[Hit]
) -> Iterator[Hit]:
    """The parts of "enclose a photo, a urine sample and a form" that are no paper."""
    inside = [one.start for one in papers if sentence.start <= one.start < sentence.end]
    cues = within(page.hits["documents.cues"], sentence.start, min(inside, default=sentence.start))
    if not cues:
        return
    for part in cut_list(page, cues[-1].end, sentence.end):
        if not overlaps(read, *part) and _is_item(page, part):
            yield page.trimmed(*part)


def _is_item(page: Page, part: Hit) -> bool:
    """A short part that begins as a thing does ("a", "three") and tells nothing."""
    tokens = TOKEN.findall(page.clean, part.start, part.end)
    if not 1 < len(tokens) <= _LONGEST:
        return False
    opens = page.grammar.determiners | page.grammar.number_words
    barred = ("documents.stops", "conditions", "not_required", "documents.not_documents")
    return (tokens[0] in opens or tokens[0].isdigit()) and not any(
        within(page.hits[name], *part) for name in barred
    )
