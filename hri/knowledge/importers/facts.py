"""Facts of a guide: the statements in its blocks that fix something in one of the five slots."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from hri.decomposition import NameIndex, fold
from hri.domain.packs import Fact, PassageKind
from hri.domain.slots import SLOTS, Slot
from hri.knowledge.importers.guides import Guide
from hri.knowledge.importers.sections import PATH_SEPARATOR, Block, Line
from hri.knowledge.importers.tables import CELL_SEPARATOR
from hri.knowledge.importers.trees import Node
from hri.knowledge.importers.vocabulary import GuideVocabulary, Phrases

_SENTENCE_END = re.compile(r"(?<=[.;!?])\s+(?=[A-ZÀ-Ý«\"(-])")
_FORMS = frozenset({"ServiceEnLigneAnnexe", "NoticeLiee"})
_NUMBER_JOINS = re.compile(r"\s*(?:,|\set\s|\s-\s)\s*")
_AMOUNT = re.compile(r"\d")
MAX_VALUE = 400
"""Longest text of a fact, in characters; longer sentences stay in their passages only."""


class Statement(NamedTuple):
    """A statement found in a block, before it is tied to its source."""

    slot: Slot
    text: str
    block: int
    condition: str | None
    mandatory: bool = False


class FactReader:
    """Finds the facts of guides with the cue words of the vocabulary and the known bodies."""

    def __init__(self, vocabulary: GuideVocabulary, names: NameIndex) -> None:
        self._words, self._names = vocabulary, names
        self._fees = _Fees(vocabulary)
        self._times = _Times(vocabulary)
        self._document_cues = Phrases(vocabulary.documents.cues)
        self._document_cues_not = Phrases(vocabulary.documents.cues_not)
        self._optional = Phrases(vocabulary.documents.optional)
        self._body_cues = Phrases(vocabulary.authorities.cues)
        self._help_points = Phrases(vocabulary.authorities.help_points)
        self._not_body_headings = Phrases(vocabulary.authorities.not_headings)

    def read(self, guide: Guide) -> dict[Slot, tuple[Fact, ...]]:
        """The facts of a guide per slot, in order of the text, none twice."""
        found: dict[tuple[Slot, str, str | None], Fact] = {}
        for statement in self._statements(guide):
            key = (statement.slot, fold(statement.text), statement.condition)
            found.setdefault(key, self._fact(guide, statement))
        facts: dict[Slot, list[Fact]] = {}
        for (slot, _, _), fact in found.items():
            facts.setdefault(slot, []).append(fact)
        return {slot: tuple(facts[slot]) for slot in SLOTS if slot in facts}

    def _fact(self, guide: Guide, statement: Statement) -> Fact:
        return Fact(
            value=statement.text,
            condition=statement.condition,
            source_id=guide.id,
            as_of=guide.as_of,
            url=guide.url,
            mandatory=statement.mandatory,
            passage_id=passage_id(guide, statement.block),
        )

    def _statements(self, guide: Guide) -> Iterator[Statement]:
        for number, block in enumerate(guide.blocks):
            if block.kind is PassageKind.TEXT:
                yield from self._in_text(block, number)
            elif block.kind is PassageKind.CONTACT:
                yield from self._contact(block, number)
            elif block.kind is PassageKind.LINK and block.node is not None:
                for form in self._forms(block.node):
                    condition = block.context.condition
                    yield Statement(Slot.REQUIRED_DOCUMENTS, form, number, condition)
            elif block.kind is PassageKind.REFERENCE and not block.context.headings:
                title = block.lines[0].text
                if title:
                    yield Statement(Slot.LEGAL_BASIS, title, number, None)

    def _contact(self, block: Block, number: int) -> Iterator[Statement]:
        kind = block.node.attributes.get("type", "") if block.node else ""
        context = block.context
        placed = bool(context.headings or context.conditions)
        elsewhere = self._not_body_headings.within(context.heading)
        if placed and not elsewhere and kind not in self._words.authorities.not_competent_types:
            title = block.lines[0].text
            if title and not self._help_points.within(title):
                yield Statement(
                    Slot.COMPETENT_AUTHORITY, title, number, context.condition,
                    mandatory=context.condition is None,
                )  # fmt: skip

    def _forms(self, link: Node) -> Iterator[str]:
        """The numbered forms and notices behind a link, each worded as a document."""
        words = self._words.documents
        inner = (child for child in link.elements if child.name in _FORMS)
        for node in (link, *inner):
            own = node.text() if node.name == "NoticeLiee" else node.text_of("Titre")
            # A colon would split the title from its number when the fact is read.
            title = (own or link.text_of("Titre")).replace(" : ", " - ")
            stated = node.attributes.get("numerocerfa", "").replace("#", "*")
            for number in filter(None, _NUMBER_JOINS.split(stated)):
                yield words.form.format(number=number, title=title)
            other = node.attributes.get("autrenumero", "").strip()
            if other:
                yield words.other_form.format(number=other, title=title)

    def _in_text(self, block: Block, number: int) -> Iterator[Statement]:
        for line in block.lines:
            condition = _condition(block, line)
            unconditional = condition is None
            if self._is_document(block, line):
                mandatory = unconditional and not self._optional.within(line.text)
                text = _cleaned(line.text)
                yield Statement(Slot.REQUIRED_DOCUMENTS, text, number, condition, mandatory)
            for part in _parts(line):
                for slot in self._slots_of(part, block):
                    yield Statement(slot, part, number, condition, unconditional)

    def _slots_of(self, part: str, block: Block) -> Iterator[Slot]:
        if self._fees.states(part, block.context.slot is Slot.FEES):
            yield Slot.FEES
        if self._times.states(part, block.context.slot is Slot.PROCESSING_TIME):
            yield Slot.PROCESSING_TIME
        if self._sends_to_body(part, block):
            yield Slot.COMPETENT_AUTHORITY

    def _sends_to_body(self, part: str, block: Block) -> bool:
        own = block.context.slot is Slot.COMPETENT_AUTHORITY
        if self._not_body_headings.within(block.context.heading):
            return False
        return (own or self._body_cues.within(part)) and any(self._names.authorities(part))

    def _is_document(self, block: Block, line: Line) -> bool:
        own = block.context.slot is Slot.REQUIRED_DOCUMENTS
        if len(line.text) > MAX_VALUE:
            return False
        if line.is_item:
            intro = line.intro or block.context.heading
            cued = self._document_cues.within(line.intro)
            return own or (cued and not self._document_cues_not.within(intro))
        return own and not line.text.endswith(":") and self._document_cues.within(line.text)


class _Fees:
    """Tells statements of what the procedure costs from other amounts."""

    def __init__(self, vocabulary: GuideVocabulary) -> None:
        words = vocabulary.fees
        self._currency = Phrases(words.currency)
        self._free, self._free_not = Phrases(words.free), Phrases(words.free_not)
        self._cues, self._cues_not = Phrases(words.cues), Phrases(words.cues_not)

    def states(self, text: str, in_own_chapter: bool) -> bool:
        if self._free.within(self._free_not.cut_from(text)):
            return True
        if not (_AMOUNT.search(text) and self._currency.within(text)):
            return False
        cued = self._cues.within(text)
        if self._cues_not.within(text):
            return in_own_chapter and cued
        return in_own_chapter or cued


class _Times:
    """Tells lengths of time of the procedure from ages, proofs' dates and penalties."""

    def __init__(self, vocabulary: GuideVocabulary) -> None:
        words = vocabulary.times
        numbers = "|".join(sorted(map(fold, words.numbers), key=len, reverse=True))
        units = "|".join(re.escape(fold(unit)).replace(r"\*", r"\w*") for unit in words.units)
        self._length = re.compile(rf"(?<!\w)(?:\d+|{numbers})\s+(?:{units})(?!\w)")
        self._at_once = Phrases(words.at_once)
        self._cues, self._cues_not = Phrases(words.cues), Phrases(words.cues_not)

    def states(self, text: str, in_own_chapter: bool) -> bool:
        length = self._length.search(fold(text)) or self._at_once.within(text)
        cued = self._cues.within(text)
        if self._cues_not.within(text) and not (in_own_chapter and cued):
            return False
        return bool(length) and (in_own_chapter or cued)


def passage_id(guide: Guide, block: int) -> str:
    """Id of the passage made of a block (counted from 0)."""
    return f"{guide.id}#{block + 1}"


def _condition(block: Block, line: Line) -> str | None:
    parts = [*block.context.conditions, *([_cleaned(line.parent)] if line.parent else [])]
    return PATH_SEPARATOR.join(parts) or None


def _parts(line: Line) -> Iterable[str]:
    """What one fact is made of: a sentence, or a row's first cell with one other cell."""
    if line.is_row:
        first, *cells = line.text.split(CELL_SEPARATOR)
        parts = [f"{first}{CELL_SEPARATOR}{cell}" for cell in cells] or [first]
    else:
        parts = _SENTENCE_END.split(line.text)
    return [part.strip() for part in parts if part.strip() and len(part) <= MAX_VALUE]


def _cleaned(text: str) -> str:
    return text.strip().rstrip(";,.:").strip()
