"""The crosswalk: duties of laws and frameworks, each with the keys of the evidence for it."""

from __future__ import annotations

import hashlib
from datetime import date
from pathlib import Path

from pydantic import Field, model_validator

from hri.assurance.evidence.document import DutyRow, Instrument, Item
from hri.assurance.evidence.judging import Asked, Footing, judge, lines_of
from hri.assurance.evidence.numerals import Numerals
from hri.assurance.words import Text, Words
from hri.domain.base import Identifier, Model
from hri.errors import DataFileError
from hri.knowledge.strict import read_bytes, read_toml

CROSSWALK = Path("data/vv/crosswalk")


class Duty(Asked):
    """What a provision asks, in the product's own words."""

    id: Identifier
    article: Text
    duty: Text

    @model_validator(mode="after")
    def _answered(self) -> Duty:
        if not self.evidence and self.missing is None:
            raise ValueError("needs evidence, or words on what is missing")
        return self


class Date(Model):
    """A day from which on something applies."""

    on: date
    what: Text
    source: Text


class Walk(Model):
    """A law, directive or framework."""

    id: Identifier
    title: Text
    source: str = Field(min_length=1)
    checked: Text
    """What of its text was read, and where: nobody is to take a summary for the text."""
    checked_on: date
    dates: tuple[Date, ...]
    note: Text
    duties: tuple[Duty, ...] = Field(min_length=1)


class Crosswalk(Model):
    """All instruments in the order of their files, with one hash over them."""

    walks: tuple[Walk, ...]
    sha256: str


def load_crosswalk(folder: Path = CROSSWALK) -> Crosswalk:
    """Read the crosswalk.

    Raises:
        DataFileError: A file is missing or faulty, or an id of a duty is given twice.
    """
    paths = sorted(folder.glob("*.toml"))
    if not paths:
        raise DataFileError(folder, "", "holds no file", "Restore data/vv/crosswalk.")
    walks, total, seen = [], hashlib.sha256(), set[str]()
    for path in paths:
        walk = read_toml(path, Walk, DataFileError)
        for duty in walk.duties:
            if duty.id in seen:
                raise DataFileError(path, duty.id, "the id is used twice", "Keep one of the two.")
            seen.add(duty.id)
        walks.append(walk)
        total.update(path.name.encode() + b"\0" + read_bytes(path, DataFileError))
    return Crosswalk(walks=tuple(walks), sha256=total.hexdigest())


def answered(crosswalk: Crosswalk, footing: Footing) -> tuple[Instrument, ...]:
    """Every duty with the figures it refers to.

    Raises:
        KeyError: A duty names a figure that no pack has: an error of the product's data.
    """
    return tuple(_instrument(walk, footing) for walk in crosswalk.walks)


def _instrument(walk: Walk, footing: Footing) -> Instrument:
    words = footing.words
    numerals = Numerals(words.language)
    return Instrument(
        title=walk.title.in_language(words.language),
        cited=words.text(
            "cited",
            source=walk.source,
            checked=walk.checked.in_language(words.language),
            day=numerals.day(walk.checked_on),
        ),
        application=tuple(
            words.text(
                "applies",
                day=numerals.day(found.on),
                what=found.what.in_language(words.language),
                source=found.source.in_language(words.language),
            )
            for found in walk.dates
        ),
        note=walk.note.in_language(words.language),
        duties=tuple(_duty(duty, footing) for duty in walk.duties),
    )


def _duty(duty: Duty, footing: Footing) -> DutyRow:
    words, judged = footing.words, judge(duty, footing)
    figures = (_line(item, words) for item in footing.named(duty))
    return DutyRow(
        id=duty.id,
        article=duty.article.in_language(words.language),
        duty=duty.duty.in_language(words.language),
        state=judged.state,
        answer=words.value(f"state_{judged.state}"),
        exhibits=(*figures, *lines_of(judged, duty, words)),
        keys=duty.evidence,
    )


def _line(item: Item, words: Words) -> str:
    name = "exhibit" if item.provided else "exhibit_missing"
    interval = f" {item.interval}" if item.provided and item.interval != "–" else ""
    return words.text(name, ref=item.ref, name=item.figure, value=item.value + interval)
