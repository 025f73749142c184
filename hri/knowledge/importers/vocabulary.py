"""The words by which importers tell chapters, fees, periods and bodies apart, read from data."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from pydantic import Field

from hri.decomposition import fold
from hri.domain.base import Model
from hri.domain.slots import Slot
from hri.errors import LexiconFileError
from hri.knowledge.strict import read_toml

VOCABULARIES = Path(__file__).parents[3] / "data" / "lexicon" / "importers"
"""Where the importers' own words are."""


class Phrases:
    """Words and phrases looked for as whole words in folded text; ``*`` ends a word anyhow."""

    def __init__(self, phrases: Iterable[str]) -> None:
        listed = list(phrases)
        words = [phrase for phrase in listed if phrase[:1].isalnum() or phrase[:1] == "*"]
        signs = [phrase for phrase in listed if phrase not in words]
        # The opening of words is tested once for all of them, which is most of the time saved.
        groups = [rf"(?<!\w)(?:{self._join(words)})"] if words else []
        groups += [self._join(signs)] if signs else []
        self._pattern_of_all = re.compile("|".join(groups) or r"(?!)")

    def _join(self, phrases: list[str]) -> str:
        return "|".join(self._pattern(phrase) for phrase in phrases)

    @staticmethod
    def _pattern(phrase: str) -> str:
        words = [re.escape(word).replace(r"\*", r"\w*") for word in fold(phrase).split()]
        text = r"\s+".join(words)
        closing = r"(?!\w)" if phrase[-1:].isalnum() else ""
        return text + closing

    def within(self, text: str) -> bool:
        """Whether one of them stands in ``text``."""
        return self._pattern_of_all.search(fold(text)) is not None

    def cut_from(self, text: str) -> str:
        """The folded text with all of them taken out."""
        return self._pattern_of_all.sub(" ", fold(text))


class HeadingWords(Model):
    """Words of chapter titles per slot; ``none`` keeps a chapter out of all slots."""

    none: tuple[str, ...] = ()
    fees: tuple[str, ...]
    required_documents: tuple[str, ...]
    processing_time: tuple[str, ...]
    competent_authority: tuple[str, ...]


class FeeWords(Model):
    """What makes an amount a fee, and what says that there is none."""

    currency: tuple[str, ...]
    free: tuple[str, ...]
    free_not: tuple[str, ...]
    cues: tuple[str, ...]
    cues_not: tuple[str, ...]


class TimeWords(Model):
    """What makes a length of time one of the procedure."""

    units: tuple[str, ...]
    numbers: tuple[str, ...]
    at_once: tuple[str, ...]
    cues: tuple[str, ...]
    cues_not: tuple[str, ...]


class DocumentWords(Model):
    """What makes a list one of documents.

    ``form`` words a form of the national series with {number} and {title}, ``other_form`` others.
    """

    cues: tuple[str, ...]
    cues_not: tuple[str, ...]
    optional: tuple[str, ...]
    form: str
    other_form: str


class BodyWords(Model):
    """Which bodies are the same, what they are called, and what says that one must go there."""

    cues: tuple[str, ...]
    not_headings: tuple[str, ...]
    not_names: tuple[str, ...]
    not_competent_types: tuple[str, ...]
    help_points: tuple[str, ...]
    """Bodies that help with any procedure and are competent for none."""
    same: dict[str, str]
    titles: dict[str, str]
    names: dict[str, tuple[str, ...]]


class ReferenceWords(Model):
    """How titles of legal references are built."""

    separator: str
    number: str
    kinds: dict[str, str]


class GuideVocabulary(Model):
    """Everything the importer of practical guides needs to know of the language."""

    version: str
    language: str
    jurisdiction: str
    publisher: str
    licence: str
    title: str
    headings: HeadingWords
    fees: FeeWords
    times: TimeWords
    documents: DocumentWords
    authorities: BodyWords
    references: ReferenceWords
    domains: dict[str, str] = Field(default_factory=dict)

    @cached_property
    def _heading_phrases(self) -> list[tuple[Slot | None, Phrases]]:
        words = self.headings
        return [
            (None, Phrases(words.none)),
            (Slot.FEES, Phrases(words.fees)),
            (Slot.REQUIRED_DOCUMENTS, Phrases(words.required_documents)),
            (Slot.PROCESSING_TIME, Phrases(words.processing_time)),
            (Slot.COMPETENT_AUTHORITY, Phrases(words.competent_authority)),
        ]

    def slot_of(self, heading: str) -> Slot | None:
        """The slot that a chapter with this title is about."""
        for slot, phrases in self._heading_phrases:
            if phrases.within(heading):
                return slot
        return None

    def refuses(self, heading: str) -> bool:
        """Whether a title says that the chapter is about no slot, whatever stands above it."""
        return self._heading_phrases[0][1].within(heading)


def load_vocabulary(name: str = "service_public") -> GuideVocabulary:
    """The words for one importer.

    Raises:
        LexiconFileError: The file is missing or does not fit the model.
    """
    return read_toml(VOCABULARIES / f"{name}.toml", GuideVocabulary, LexiconFileError)
