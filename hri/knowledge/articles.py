"""The articles of one instrument: which were in force on a date, in the order of the law."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from datetime import date

from hri.domain.packs import Article, Instrument, InstrumentStatus
from hri.domain.ports import ArticleState

_PARTS = re.compile(r"[0-9]+|[^\W\d_]+")
_LONGEST = 20
"""Figures of a number that count for the order; Python refuses to convert thousands."""

OrderKey = tuple[tuple[int, int, str], ...]


def article_key(number: str) -> str:
    """An article number without spaces, dots, asterisks, in capitals: "R.* 410-1" -> "R410-1"."""
    return re.sub(r"[\s.*]", "", number).upper()


def order_key(number: str) -> OrderKey:
    """Sorts article numbers as the law does: 2 before 10, "16" before "16 bis" and "16-1"."""
    parts = _PARTS.findall(article_key(number))
    return tuple(
        (1, int(part[:_LONGEST]), "") if part[0] in "0123456789" else (0, 0, part) for part in parts
    )


class StatedArticles:
    """The list a register gives; implements ``hri.domain.ports.ArticleList``.

    Args:
        instrument: The instrument; bare article numbers hold as long as it does itself.
        read_text: Gives the text of the article at a place in the list, where there is one.
    """

    def __init__(
        self, instrument: Instrument, read_text: Callable[[int], str | None] | None = None
    ) -> None:
        self._instrument, self._read_text = instrument, read_text
        self._places: dict[str, list[tuple[int, Article]]] = {}
        for place, entry in enumerate(instrument.articles or ()):
            article = Article(number=entry) if isinstance(entry, str) else entry
            self._places.setdefault(article_key(article.number), []).append((place, article))

    def get(self, number: str, on: date) -> ArticleState | None:
        """State of an article on a date; None when the list does not have it at all."""
        found = self._places.get(article_key(number))
        if not found:
            return None
        place, article = max(found, key=lambda entry: _nearness(entry[1], on))
        in_force = _in_force(article, self._instrument, on)
        text = self._text(place, article) if in_force else None
        return ArticleState(article.number, in_force, article.valid_from, article.valid_to, text)

    def between(self, first: str, last: str, on: date) -> int:
        """How many listed articles of the interval are in force on a date."""
        low, high = order_key(first), order_key(last)
        return sum(
            any(_in_force(article, self._instrument, on) for _, article in entries)
            for key, entries in self._places.items()
            if low <= order_key(key) <= high and _prefix(key) == _prefix(article_key(first))
        )

    def numbers(self) -> Iterable[str]:
        """The numbers of the list, each once."""
        return self._places.keys()

    def _text(self, place: int, article: Article) -> str | None:
        if article.text is not None or self._read_text is None:
            return article.text
        return self._read_text(place)


def _prefix(key: str) -> str:
    match = re.match(r"[^\d]*", key)
    return match.group() if match else ""


def _in_force(article: Article, instrument: Instrument, on: date) -> bool:
    begun = article.valid_from or instrument.valid_from
    ended = article.valid_to or instrument.valid_to
    if (begun is not None and on < begun) or (ended is not None and on > ended):
        return False
    if article.status is InstrumentStatus.IN_FORCE:
        return True
    # Repealed or still to come: the dates say until when or from when it holds, if they are given.
    dated = article.valid_to if article.status is InstrumentStatus.REPEALED else article.valid_from
    return article.status is not InstrumentStatus.UNKNOWN and dated is not None


def _nearness(article: Article, on: date) -> tuple[int, int]:
    """Of several stretches of one article, the one around the date, else the latest before it."""
    start = article.valid_from or date.min
    holds = start <= on and (article.valid_to is None or on <= article.valid_to)
    return (2 if holds else 1 if start <= on else 0), start.toordinal()
