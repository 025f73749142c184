"""A text made ready for reading: folded, searched for the lexicon's phrases, laid out."""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from hri.decomposition.disowning import find_disowned
from hri.decomposition.grammar import Grammar
from hri.decomposition.layout import LayoutReader
from hri.decomposition.segments import Segment
from hri.decomposition.values.folding import fold, fold_keeping_case
from hri.decomposition.values.phrases import Hit, Hits, within
from hri.domain.slots import Slot

_INVISIBLE = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u0300-\u036f\u0483-\u0489\u061c"
    r"\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\u20d0-\u20ff\u3164\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0\ufff9-\ufffb"
    r"\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
    r"|\\|(?<=[\w£$€])(?:\*\*|__|~~)(?=[\w£$€])"
)
"""Controls, format and combining characters, fillers, and emphasis inside a word."""
_UNSEEN = re.compile(
    _INVISIBLE.pattern
    + r"|</?(?P<tag>[A-Za-z][A-Za-z0-9]{0,12})(?:\s[^<>\n]{0,200})?/?>"
    + r"|(?P<reference>&(?:#\d{1,7}|#x[0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,30});)"
)
"""The same with tags and character references of HTML."""
_LINE_TAGS = frozenset(["br", "p", "div", "li", "ul", "ol", "tr", "td", "th", "table", "hr"])
_WRAP = re.compile(
    r"(?<=[^\n]{40})(?<![.:;!?|>\s])[ \t]*\n(?=[^\W_]|[(\"'«“])"
    r"(?!\(?(?:\d{1,2}|[a-z])[.)]\s)(?![^\n]*\|)"
)
"""The end of a long line that goes on below, as in a mail: no heading, list item or table row."""
_ADDRESS = re.compile(
    r"(?:https?://|www\.)[^\s<>()\[\]]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+"
    r"|(?<![\w@.-])[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:fr|com|org|net|eu|uk|ca|info)(?![\w-])"
)
"""Addresses on the web and of mail; a name inside one names no body."""
_HINT = re.compile(r"://|@|www\.|\.(?:fr|com|org|net|eu|uk|ca|info)(?![\w-])")
"""What every address holds; most texts have none, and the pattern above tries every word."""
_BREAK = re.compile(r"[,;:()\[\]]|\s[-/]\s|\n")
_BOUND_REACH = 3
"""How much longer than its contrasting word a bound may be ("au-delà de")."""
CLAUSE_COST = 25
"""How many characters of distance a comma or bracket between a cue and a value counts for."""


_MARKS = frozenset("*_`")


def _spaces(found: re.Match[str]) -> str:
    """As many spaces, so that every other character keeps its place."""
    return " " * len(found.group())


class Sentence(NamedTuple):
    """A sentence's span, the slots that labels and headings give it, and its segment."""

    start: int
    end: int
    slots: tuple[Slot, ...]
    labelled: bool
    segment: Segment


class Page:
    """One text with its phrases, layout and sentences.

    Args:
        text: The text as written, free of invisible characters (see ``visible``).
        grammar: The words in use.
        heading: What stands above the whole text.
        slots: The slots of that heading.
    """

    def __init__(
        self, text: str, grammar: Grammar, heading: str = "", slots: tuple[Slot, ...] = ()
    ) -> None:
        self.text, self.grammar = text, grammar
        joined = _WRAP.sub(_spaces, text) if "\n" in text else text
        marked = not _MARKS.isdisjoint(joined)
        blanked = grammar.emphasis.sub(_spaces, joined) if marked else joined
        self.clean = fold(blanked)
        self.cased = fold_keeping_case(blanked)
        self.hits: Hits = grammar.phrases.find(self.clean)
        self.segments = LayoutReader(joined, self.clean, self.hits, grammar).read(heading, slots)
        self.sentences = [
            Sentence(*stretch, segment)
            for segment in self.segments
            for stretch in segment.sentences
        ]
        self.addresses = _addresses(self.clean)
        self._starts = [sentence.start for sentence in self.sentences]
        breaks = [found.span() for found in _BREAK.finditer(self.clean)]
        self._break_starts = [start for start, _ in breaks]
        self._break_ends = [end for _, end in breaks]
        self._titles: dict[str, Hits] = {}

    def sentence_at(self, place: int) -> Sentence | None:
        """The sentence that holds a place; None in a label or bullet."""
        index = self.index_at(place)
        return None if index is None else self.sentences[index]

    def index_at(self, place: int) -> int | None:
        """Which of the sentences holds a place; None in a label or bullet."""
        index = bisect_right(self._starts, place) - 1
        return None if index < 0 or place >= self.sentences[index].end else index

    def sentence_from(self, place: int) -> Sentence | None:
        """The sentence that holds a place, else the next one."""
        index = self.index_at(place)
        index = bisect_right(self._starts, place) if index is None else index
        return self.sentences[index] if index < len(self.sentences) else None

    @cached_property
    def disowned(self) -> list[Hit]:
        """The stretches that the text itself declares false."""
        return find_disowned(self)

    def clause_at(self, start: int, end: int) -> Hit:
        """The stretch between commas, brackets and contrasting words around a value."""
        sentence = self.sentence_at(start)
        low, high = (sentence.start, sentence.end) if sentence else (start, end)
        first, behind = self._breaks(low, start)
        low = self._break_ends[behind - 1] if first < behind else low
        first, behind = self._breaks(end, high)
        high = self._break_starts[first] if first < behind else high
        for contrast in within(self.hits["contrasts"], low, high):
            if within(self.hits["at_least"], contrast.start, contrast.end + _BOUND_REACH):
                continue  # "au-delà de 4 mois" bounds a value
            if contrast.end <= start:
                low = contrast.end
            elif contrast.start >= end:
                high = contrast.start
                break
        return Hit(low, high)

    def nearest(
        self, start: int, end: int, lists: Sequence[str], reach: int
    ) -> tuple[str | None, int]:
        """Which of several lists has a phrase nearest to a value in its sentence, and how near.

        A comma or bracket between counts as ``CLAUSE_COST`` characters, and what stands behind the
        value counts a third more. Of phrases as near the longest wins, then the list named first.
        """
        sentence = self.sentence_at(start)
        best, rank = None, (reach + 1, 0)
        if sentence is None:
            return best, rank[0]
        for name in lists:
            for hit in within(self.hits[name], sentence.start, sentence.end):
                near = (self.distance(hit, start, end), hit.start - hit.end)
                if near < rank and near[0] <= reach:
                    best, rank = name, near
        return best, rank[0]

    def distance(self, hit: Hit, start: int, end: int) -> int:
        """How far a phrase is from a value, in characters with commas and brackets added."""
        if hit.end <= start:
            low, high, weight = hit.end, start, 3
        elif hit.start >= end:
            low, high, weight = end, hit.start, 4
        else:
            return 0
        first, behind = self._breaks(low, high)
        return (high - low) * weight // 3 + max(0, behind - first) * CLAUSE_COST

    def _breaks(self, low: int, high: int) -> tuple[int, int]:
        """The first break that begins at or after ``low``; the first that ends after ``high``."""
        return bisect_left(self._break_starts, low), bisect_right(self._break_ends, high)

    def title_hits(self, title: str) -> Hits:
        """The phrases in a heading or label."""
        if title not in self._titles:
            self._titles[title] = self.grammar.phrases.find(title)
        return self._titles[title]

    def trimmed(self, start: int, end: int) -> Hit:
        """A span without white space, emphasis and closing punctuation at its ends."""
        while start < end and (self.clean[start].isspace() or self.clean[start] in ",;:./-"):
            start += 1
        while end > start and (self.clean[end - 1].isspace() or self.clean[end - 1] in ",;:./-"):
            end -= 1
        return Hit(start, end)


def _addresses(clean: str) -> list[Hit]:
    if not _HINT.search(clean):
        return []
    return [Hit(*found.span()) for found in _ADDRESS.finditer(clean)]


def visible(text: str) -> tuple[str, list[int] | None]:
    """The text as a reader sees it: letters composed, invisible characters and markup left out.

    Tags of HTML go, those that end a line as a line break; character references are resolved.
    The list gives the offset in ``text`` of every character kept and of the end; it is None where
    the text had nothing to change.
    """
    if not _UNSEEN.search(text):
        return text, None
    kept: list[str] = []
    offsets: list[int] = []
    place = 0
    for found in _UNSEEN.finditer(text):
        kept.extend(text[place : found.start()])
        offsets.extend(range(place, found.start()))
        shown = _shown(found)
        if unicodedata.combining(found.group()[0]) and kept:
            composed = unicodedata.normalize("NFC", kept[-1] + found.group())
            kept[-1] = composed if len(composed) == 1 else kept[-1]
        kept.extend(shown)
        offsets.extend([found.start()] * len(shown))
        place = found.end()
    kept.extend(text[place:])
    offsets.extend(range(place, len(text) + 1))
    return "".join(kept), offsets


def written_span(text: str, offsets: list[int] | None, start: int, end: int) -> Hit:
    """Where a stretch of the visible text stands in ``text``, its last reference whole."""
    if offsets is None:
        return Hit(start, end)
    last = offsets[end - 1]
    reference = _UNSEEN.match(text, last) if text[last] == "&" else None
    return Hit(offsets[start], reference.end() if reference else last + 1)


def _shown(found: re.Match[str]) -> str:
    """What a reader sees of markup: nothing, a line break or the character referred to."""
    if found["tag"]:
        return "\n" if found["tag"].lower() in _LINE_TAGS else ""
    if found["reference"]:
        return _INVISIBLE.sub("", html.unescape(found["reference"]))
    return ""
