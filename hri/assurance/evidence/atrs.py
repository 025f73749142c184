"""The UK's Algorithmic Transparency Record, filled from the figures of a pack, as data."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import Field

from hri.assurance.artefacts import Language
from hri.assurance.evidence.document import Item, State
from hri.assurance.evidence.judging import Asked, Footing, judge, lines_of
from hri.assurance.words import Text, Words
from hri.domain.base import Identifier, Model
from hri.errors import DataFileError
from hri.knowledge.strict import read_toml

ATRS = Path("data/vv/atrs.toml")


class _Wanted(Asked):
    name: Identifier
    said: Text | None = None
    """What holds of the product, whatever the period."""
    organisation: bool = False


class _Group(Model):
    tier: Literal[1, 2]
    name: Identifier
    fields: tuple[_Wanted, ...] = Field(min_length=1)


class Template(Model):
    """The fields of the record, and what fills each."""

    standard: str
    template: str
    sections: tuple[_Group, ...] = Field(min_length=1)


class AtrsField(Model):
    """A field of the record."""

    name: str
    provided: bool
    """Whether all of it is there; a part is no answer."""
    state: State
    value: tuple[str, ...]
    """Sentences; where something is not provided, that and why."""
    keys: tuple[str, ...]
    """Keys of the pack's figures that it rests on."""


class AtrsSection(Model):
    """A section of the record."""

    tier: int
    name: str
    fields: tuple[AtrsField, ...]


class AtrsRecord(Model):
    """The record: a draft that the owner of the tool completes and approves."""

    standard: str
    template: str
    status: str
    language: Language
    period: str
    figures_sha256: str
    sections: tuple[AtrsSection, ...]


def load_template(path: Path = ATRS) -> Template:
    """The fields of the record.

    Raises:
        DataFileError: The file is missing or faulty.
    """
    return read_toml(path, Template, DataFileError)


def fields_of(template: Template, footing: Footing, organisation: str) -> tuple[AtrsSection, ...]:
    """Every field of the record, filled or told to be missing.

    Raises:
        KeyError: A field names a figure that no pack has: an error of the product's data.
    """
    return tuple(
        AtrsSection(
            tier=group.tier,
            name=group.name,
            fields=tuple(_field(wanted, footing, organisation) for wanted in group.fields),
        )
        for group in template.sections
    )


def _field(wanted: _Wanted, footing: Footing, organisation: str) -> AtrsField:
    words, own = footing.words, tuple(_own(wanted, footing.words, organisation))
    judged = judge(wanted, footing, own=bool(own))
    figures = (_line(item, words) for item in footing.named(wanted))
    lines = (*own, *figures, *lines_of(judged, wanted, words))
    return AtrsField(
        name=wanted.name,
        provided=judged.state == "provided",
        state=judged.state,
        value=lines or (words.text("missing", why=words.text("why_body")),),
        keys=wanted.evidence,
    )


def _own(wanted: _Wanted, words: Words, organisation: str) -> Iterator[str]:
    if wanted.said is not None:
        yield wanted.said.in_language(words.language)
    if wanted.organisation and organisation:
        yield organisation


def _line(item: Item, words: Words) -> str:
    interval = "" if item.interval == "–" else f" {item.interval}"
    return words.text("atrs_line", name=item.figure, value=item.value + interval)
