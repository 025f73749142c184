"""The register of a pack while it is built: one entry an instrument, one instrument a name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rapidfuzz import fuzz

from hri.decomposition import fold, terms
from hri.domain.lexicons import Lexicon
from hri.domain.packs import Instrument, InstrumentStatus

SAME_TITLE = 95.0
"""Similarity (0 to 100) of content words from which a code's title misspells another's."""

_STANDING = {
    InstrumentStatus.IN_FORCE: 0,
    InstrumentStatus.FUTURE: 1,
    InstrumentStatus.UNKNOWN: 2,
    InstrumentStatus.REPEALED: 3,
}


def name_key(name: str) -> str:
    """A name without case, accents, punctuation and final full stop."""
    return " ".join(re.findall(r"\w+", fold(name)))


class Register:
    """Instruments by id; the first entry of an instrument gives it its id for good.

    Args:
        lexicon: Tells which words of a title carry its content.
        instruments: Entries to begin with.
    """

    def __init__(self, lexicon: Lexicon, instruments: Iterable[Instrument] = ()) -> None:
        self._lexicon = lexicon
        self._entries: dict[str, Instrument] = {}
        self._ids: dict[str, str] = {}
        for instrument in instruments:
            self._put(instrument)

    def find(self, instrument: Instrument) -> Instrument | None:
        """The entry of the same instrument: by id, by title, or by a title misspelt."""
        if instrument.id in self._entries:
            return self._entries[instrument.id]
        key = name_key(instrument.title)
        if key in self._ids:
            return self._entries[self._ids[key]]
        return self._misspelt(instrument.title) if instrument.kind == "code" else None

    def add(self, instrument: Instrument) -> str:
        """Enter an instrument or what more is known of one; returns its id in the register."""
        known = self.find(instrument)
        self._put(merge_entries(known, instrument) if known else instrument)
        return known.id if known else instrument.id

    def add_alias(self, instrument_id: str, alias: str) -> None:
        """Give an entry one more name."""
        entry = self._entries[instrument_id]
        aliases = tuple(dict.fromkeys([*entry.aliases, alias]))
        self._put(entry.model_copy(update={"aliases": aliases}))

    def rename(self, instrument_id: str, title: str) -> None:
        """Give an entry another title; the old one stays an alias."""
        entry = self._entries[instrument_id]
        aliases = tuple(dict.fromkeys([*entry.aliases, entry.title]))
        self._put(entry.model_copy(update={"title": title, "aliases": aliases}))

    def absorb_cited(self) -> None:
        """Codes known only by a name that another code bears as alias are that code."""
        known = [entry for entry in self._entries.values() if entry.kind == "code"]
        bearers = {
            name_key(alias): entry.id
            for entry in sorted(known, key=_precedence, reverse=True)
            if entry.status is not InstrumentStatus.UNKNOWN
            for alias in entry.aliases
        }
        for entry in known:
            bearer = bearers.get(name_key(entry.title))
            if entry.status is InstrumentStatus.UNKNOWN and bearer:
                del self._entries[entry.id]
                self._put(merge_entries(self._entries[bearer], entry))

    def entries(self) -> list[Instrument]:
        """All entries in order of id; a name that several bear stays with the one in force."""
        owners: dict[str, str] = {}
        for entry in sorted(self._entries.values(), key=_precedence):
            for name in (entry.title, *entry.aliases):
                owners.setdefault(name_key(name), entry.id)
        shared = self._shared_aliases()
        return [
            _with_own_names(self._entries[key], owners, shared) for key in sorted(self._entries)
        ]

    def _shared_aliases(self) -> set[str]:
        """Aliases without number of two instruments that are not codes: they name neither."""
        bearers: dict[str, set[str]] = {}
        for entry in self._entries.values():
            if entry.kind != "code":
                for alias in entry.aliases:
                    bearers.setdefault(name_key(alias), set()).add(entry.id)
        return {name for name, ids in bearers.items() if len(ids) > 1}

    def _put(self, instrument: Instrument) -> None:
        self._entries[instrument.id] = instrument
        key = name_key(instrument.title)
        if self._ids.get(key) not in self._entries:
            self._ids[key] = instrument.id

    def _misspelt(self, title: str) -> Instrument | None:
        """A code whose title has the same content words, but for a slip of the pen."""
        wanted = " ".join(terms(title, self._lexicon))
        near = [
            entry
            for entry in self._entries.values()
            if entry.kind == "code" and _alike(wanted, " ".join(terms(entry.title, self._lexicon)))
        ]
        return min(near, key=lambda entry: entry.id) if near else None


def _alike(one: str, other: str) -> bool:
    same_numbers = re.findall(r"\d+", one) == re.findall(r"\d+", other)
    return same_numbers and fuzz.ratio(one, other) >= SAME_TITLE


def _precedence(entry: Instrument) -> tuple[int, int, int, str]:
    """In force before repealed, then the one that lasted longest, then the newer one."""
    ended = entry.valid_to.toordinal() if entry.valid_to else 0
    begun = entry.valid_from.toordinal() if entry.valid_from else 0
    return _STANDING[entry.status], -ended, -begun, entry.id


def _with_own_names(entry: Instrument, owners: dict[str, str], shared: set[str]) -> Instrument:
    own = tuple(
        alias
        for alias in entry.aliases
        if owners[name_key(alias)] == entry.id
        and name_key(alias) not in shared
        and name_key(alias) != name_key(entry.title)
    )
    return entry.model_copy(update={"aliases": own})


def merge_entries(known: Instrument, more: Instrument) -> Instrument:
    """Both entries as one: id and title of the first, names of both, the rest from who knows."""
    informed = more if more.status is not InstrumentStatus.UNKNOWN else known
    listed = more if more.articles is not None else known
    names = dict.fromkeys([*known.aliases, more.title, *more.aliases])
    return known.model_copy(
        update={
            "aliases": tuple(name for name in names if name != known.title),
            "status": informed.status,
            "valid_from": informed.valid_from or known.valid_from,
            "valid_to": informed.valid_to,
            "jurisdiction": known.jurisdiction or more.jurisdiction,
            "articles": listed.articles,
            "complete_from": listed.complete_from,
            "complete_to": listed.complete_to,
        }
    )
