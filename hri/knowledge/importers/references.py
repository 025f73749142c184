"""Titles of legal references: which instrument they cite, under which id and names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from hri.decomposition import fold
from hri.domain.packs import Instrument, InstrumentStatus
from hri.knowledge.importers.vocabulary import ReferenceWords

_NUMBER = re.compile(r"n\s?[°º]\s?([\w./-]*\d[\w./-]*)", re.IGNORECASE)
_PLAIN_NUMBER = re.compile(r"\d{2,4}-\d+")
_DATE = re.compile(r"\bdu (\d{1,2})(?:er)? ([a-zà-ÿ]+) (\d{4})")
_MONTHS = ("janvier", "fevrier", "mars", "avril", "mai", "juin", "juillet", "aout", "septembre",
           "octobre", "novembre", "decembre")  # fmt: skip
MAX_SLUG = 60


def slugify(text: str) -> str:
    """Lower-case letters and digits joined by hyphens: "Code de la route" -> "code-de-la-route"."""
    plain = unicodedata.normalize("NFKD", text.lower().replace("œ", "oe"))
    return re.sub(r"[^a-z0-9]+", "-", plain.encode("ascii", "ignore").decode()).strip("-")


def read_instrument(reference: str, words: ReferenceWords) -> Instrument | None:
    """The instrument that a reference title cites; None where it names no kind of instrument.

    Nothing is known of it but its name: status unknown, no list of articles.
    """
    title = reference.split(words.separator, 1)[0].strip(" :.")
    kind = _kind(title, words)
    if kind is None:
        return None
    number = _NUMBER.search(title)
    return Instrument(
        id=_identify(title, kind, number),
        title=title,
        aliases=tuple(dict.fromkeys(_aliases(title, kind, number))),
        kind=kind,
        status=InstrumentStatus.UNKNOWN,
        jurisdiction="FR",
    )


def _kind(title: str, words: ReferenceWords) -> str | None:
    folded = fold(title)
    for opening, kind in words.kinds.items():
        if re.match(rf"{re.escape(fold(opening))}(?!\w)", folded):
            return kind
    return None


def _identify(title: str, kind: str, number: re.Match[str] | None) -> str:
    if kind == "code":
        return slugify(title)[:MAX_SLUG]
    if number and _PLAIN_NUMBER.fullmatch(number[1]):
        return f"{kind}-{number[1]}"
    return slugify(title)[:MAX_SLUG].strip("-")


def _aliases(title: str, kind: str, number: re.Match[str] | None) -> Iterable[str]:
    """Shorter names under which people cite it; whoever merges drops those that two share."""
    head = title.split(" ", 1)[0]
    if number and _PLAIN_NUMBER.fullmatch(number[1]):
        yield f"{head} n°{number[1]}"
        yield f"{head} n° {number[1]}"
        yield f"{head} {number[1]}"
        yield f"{head} n {number[1]}"
    date = _DATE.search(title)
    if date and kind != "code" and fold(date[2]) in _MONTHS:
        if number:
            yield title[: date.end()]
        yield f"{head} {date[0]}"
