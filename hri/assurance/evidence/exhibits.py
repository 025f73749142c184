"""Exhibits: the figures of a period, each with its place in the pack, or why there is none."""

from __future__ import annotations

from typing import NamedTuple

from hri.assurance.evidence.numerals import Numerals
from hri.assurance.words import Words
from hri.evaluation.evidence import Evidence
from hri.evaluation.quality import Share


class Exhibit(NamedTuple):
    """A figure under a key that rows of the crosswalk name."""

    key: str
    value: str = ""
    interval: str = ""
    why: str = ""
    """Where there is no value: why not."""
    n: int | None = None
    """The count that it is, or of how many it is the share; None for anything else."""
    holds: bool | None = None
    """Whether it is a yes, of a figure that is a yes or a no; None: that is not sure."""


class Teller:
    """Puts figures into words; for a period in which nothing was logged, into the lack of them."""

    def __init__(self, found: Evidence, words: Words) -> None:
        self.found, self.words = found, words
        self.numerals = Numerals(words.language)

    def text(self, name: str, /, **places: object) -> str:
        """A sentence with its places filled; whole numbers are written as the language has it."""
        said = {
            key: self.numerals.whole(value) if isinstance(value, int) else value
            for key, value in places.items()
        }
        return self.words.text(name, **said)

    def count(self, key: str, n: int) -> Exhibit:
        """A count of events; without any event in the period there is nothing to count from."""
        if not self.found.events:
            return self.none(key, "why_silent")
        return Exhibit(key, self.numerals.whole(n), n=n)

    def share(self, key: str, share: Share, why: str) -> Exhibit:
        """How many of how many, with the interval; ``why`` names the text for "of none"."""
        if share.share is None:
            return self.none(key, why)
        interval = self.numerals.between(share.low, share.high)
        return Exhibit(key, self.of(share), interval, n=share.count)

    def of(self, share: Share) -> str:
        """A share in words, a dash for one of none."""
        if share.share is None:
            return "–"
        percent = self.numerals.percent(share.share)
        return self.text("share_of", count=share.count, n=share.n, percent=percent)

    def none(self, key: str, why: str, /, **places: object) -> Exhibit:
        """No value, and the text that says why."""
        return Exhibit(key, why=self.text(why, **places))
