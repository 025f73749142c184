"""A guide's body as blocks: stretches of text, each with its headings, conditions and slot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from hri.domain.packs import PassageKind
from hri.domain.slots import Slot
from hri.knowledge.importers.tables import read_rows
from hri.knowledge.importers.trees import Node
from hri.knowledge.importers.vocabulary import GuideVocabulary

PATH_SEPARATOR = " › "

_CONDITIONS = frozenset({"Situation", "Cas"})
_CHAPTERS = frozenset({"Chapitre", "SousChapitre"})
_NOTES = frozenset({"ANoter", "ASavoir", "Attention", "Rappel", "Avertissement"})
_LINKS = frozenset({"ServiceEnLigne", "PourEnSavoirPlus", "LienExterneCommente"})
_PASSED_THROUGH = frozenset(
    {"Texte", "Introduction", "BlocCas", "ListeSituations", "FragmentConditionne", "Publication",
     "ContenuIllustre", "Contenu", "Illustration"}
)  # fmt: skip
_LEFT_OUT = frozenset({"Titre", "TitreAlternatif", "Condition", "Image", "Source", "Complement"})


class Line(NamedTuple):
    """One paragraph, list item or table row; ``intro`` is what leads to it ("Joindre :")."""

    text: str
    intro: str = ""
    parent: str = ""
    """The item of the outer list that this item stands under."""
    is_item: bool = False
    is_row: bool = False


class Context(NamedTuple):
    """Where in a guide a text stands."""

    headings: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    slot: Slot | None = None

    @property
    def heading(self) -> str:
        """The titles of the chapters around the text, as one path."""
        return PATH_SEPARATOR.join(self.headings)

    @property
    def condition(self) -> str | None:
        """The tabs and cases around the text, as one path; None outside all of them."""
        return PATH_SEPARATOR.join(self.conditions) or None


TOP = Context()
"""Outside all chapters and conditions."""


class Block(NamedTuple):
    """Lines under one heading and condition; ``node`` is the element of a contact or a link."""

    context: Context
    kind: PassageKind
    lines: tuple[Line, ...]
    node: Node | None = None

    @property
    def text(self) -> str:
        """The lines, one below the other, list items with a dash."""
        return "\n".join(f"- {line.text}" if line.is_item else line.text for line in self.lines)


class SectionReader:
    """Walks through a guide; counts what it leaves out under ``skipped``."""

    def __init__(self, vocabulary: GuideVocabulary) -> None:
        self._vocabulary = vocabulary
        self.skipped: Counter[str] = Counter()

    def read(self, root: Node, context: Context = TOP) -> Iterator[Block]:
        """The blocks of an element in order of the text."""
        lines: list[Line] = []
        for child in root.elements:
            found = list(self._lines(child, lines[-1] if lines else None))
            if found:
                lines += found
                continue
            if child.name in _LEFT_OUT:
                continue
            if lines:
                yield Block(context, PassageKind.TEXT, tuple(lines))
                lines = []
            yield from self._inner(child, context)
        if lines:
            yield Block(context, PassageKind.TEXT, tuple(lines))

    def _lines(self, node: Node, before: Line | None) -> Iterator[Line]:
        intro = before.text if before and not before.is_item and before.text.endswith(":") else ""
        if node.name == "Paragraphe":
            text = node.text()
            if text:
                yield Line(text)
        elif node.name == "Liste":
            yield from _items(node, intro or (before.intro if before and before.is_item else ""))
        elif node.name == "Tableau":
            yield from (Line(row, intro, is_row=True) for row in read_rows(node))

    def _inner(self, node: Node, context: Context) -> Iterator[Block]:
        title = node.text_of("Titre")
        if node.name in _CHAPTERS:
            yield from self.read(node, self._chapter(context, title))
        elif node.name in _CONDITIONS:
            conditions = (*context.conditions, title) if title else context.conditions
            yield from self.read(node, context._replace(conditions=conditions))
        elif node.name in _NOTES:
            headings = (*context.headings, title) if title else context.headings
            yield from self.read(node, context._replace(headings=headings))
        elif node.name in _PASSED_THROUGH:
            yield from self.read(node, context)
        elif node.name == "OuSAdresser":
            yield Block(context, PassageKind.CONTACT, (Line(title),), node)
        elif node.name in _LINKS and title:
            yield Block(context, PassageKind.LINK, (Line(title),), node)
        else:
            self.skipped[node.name] += 1

    def _chapter(self, context: Context, title: str) -> Context:
        if not title:
            return context
        if self._vocabulary.refuses(title):
            return context._replace(headings=(*context.headings, title), slot=None)
        slot = self._vocabulary.slot_of(title) or context.slot
        return context._replace(headings=(*context.headings, title), slot=slot)


def _items(node: Node, intro: str, parent: str = "") -> Iterator[Line]:
    """Items of a list; the items of a list inside an item come after it, under it as parent."""
    for item in node.every("Item"):
        paragraphs = [child.text() for child in item.every("Paragraphe")]
        text = " ".join(filter(None, paragraphs))
        if text:
            yield Line(text, intro, parent, is_item=True)
        for inner in item.every("Liste"):
            yield from _items(inner, intro, text)
        for table in item.every("Tableau"):
            yield from (Line(row, intro, text, is_row=True) for row in read_rows(table))
