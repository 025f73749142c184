"""The parts of a text's layout: segments (headings, items, cells, prose) and their sentences."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from hri.domain.slots import Slot


class Layout(StrEnum):
    """What a segment is in the layout."""

    HEADING = "heading"
    ITEM = "item"
    CELL = "cell"
    PROSE = "prose"


class Stretch(NamedTuple):
    """A sentence of a segment: its span, without the label it may open with, and its slots."""

    start: int
    end: int
    slots: tuple[Slot, ...]
    labelled: bool


@dataclass(slots=True)
class Segment:
    """A stretch of text with the slots that its headings and labels give it.

    ``lead`` is the span of the sentence in front of a list that the item continues.
    ``labelled`` is True when the slots come from a label on the segment's own line.
    """

    start: int
    end: int
    layout: Layout
    slots: tuple[Slot, ...] = ()
    title: str = ""
    lead: tuple[int, int] | None = None
    labelled: bool = False
    sentences: list[Stretch] = field(default_factory=list)
