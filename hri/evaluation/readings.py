"""Taking a file of texts apart, line by line: their claims by slot, or all values in them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from hri.decomposition import NameIndex, decompose
from hri.decomposition.values.extraction import find_values
from hri.domain.lexicons import Lexicon
from hri.domain.measurewords import DayOrder
from hri.domain.ports import Names
from hri.domain.slots import SLOTS
from hri.domain.texts import Text
from hri.errors import CaseFileError
from hri.knowledge.lexicons import load_lexicon
from hri.knowledge.loading import load_pack
from hri.knowledge.texts import TextLine


class ReadingReport(NamedTuple):
    """What became of a file of texts: how many were read, and the faulty lines."""

    read: int
    faults: tuple[tuple[int, CaseFileError], ...]


class Reader:
    """Takes texts apart with the words of their language and the names of a pack.

    Args:
        pack: Folder of a knowledge pack whose names are known; None for no names.
        cache: Folder for the pack's index.

    Raises:
        PackFileError: The pack is faulty.
        LexiconFileError: A lexicon is faulty.
    """

    def __init__(self, pack: Path | None = None, cache: Path | None = None) -> None:
        knowledge = None if pack is None else load_pack(pack, cache=cache)
        self._names: Names = NameIndex() if knowledge is None else knowledge.names
        self._own = lru_cache(maxsize=None)(load_lexicon)
        self._of_pack = knowledge.lexicon if knowledge is not None else lambda _: None

    def claims(self, text: Text) -> dict[str, Any]:
        """The claims of a text by slot, its kind, the language it shows, and its doubts."""
        reading = decompose(text.text, self._lexicon(text), self._names)
        return {
            "id": text.id,
            "language": text.language,
            "language_shown": reading.language,
            "kind": reading.kind.value,
            "claims": {
                slot.value: [
                    claim.model_dump(mode="json", exclude={"slot"})
                    for claim in reading.in_slot(slot)
                ]
                for slot in SLOTS
            },
            "doubts": [doubt.model_dump(mode="json") for doubt in reading.doubts],
        }

    def values(self, text: Text) -> dict[str, Any]:
        """Every amount, duration, date and legal reference of a text, whatever it is about."""
        lexicon = self._lexicon(text)
        found = find_values(text.text, lexicon, self._names, _day_order(text, lexicon))
        return {
            "id": text.id,
            "language": text.language,
            "values": [{"type": one.type, **one.model_dump(mode="json")} for one in found],
        }

    def _lexicon(self, text: Text) -> Lexicon:
        language = text.language.partition("-")[0]
        return self._of_pack(language) or self._own(language)


def _day_order(text: Text, lexicon: Lexicon) -> DayOrder | None:
    region = text.language.partition("-")[2].upper()
    return lexicon.time.day_orders.get(region)


def read_all(
    texts: Iterable[TextLine],
    read: Callable[[Text], dict[str, Any]],
    write: Callable[[str], Any],
    progress: Callable[[int], Any] = lambda _: None,
) -> ReadingReport:
    """Read every text in order; faulty lines are reported, the rest is read.

    Args:
        texts: Lines of a file of texts.
        read: What is made of a text: ``Reader.claims`` or ``Reader.values``.
        write: Is given each reading as one line of JSON.
        progress: Is told after each line how many lines are done.
    """
    faults: list[tuple[int, CaseFileError]] = []
    done = 0
    for done, item in enumerate(texts, start=1):
        if isinstance(item.text, CaseFileError):
            faults.append((item.line, item.text))
        else:
            write(json.dumps(read(item.text), ensure_ascii=False))
        progress(done)
    return ReadingReport(done - len(faults), tuple(faults))
