"""The nouns of a knowledge pack, as its files hold them (DESIGN part 3)."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Literal

from pydantic import Field

from hri.domain.base import Identifier, Model
from hri.domain.slots import Slot


class PackInfo(Model):
    """``pack.toml``: what the pack is, for where and as of when."""

    id: Identifier
    version: str = Field(min_length=1, max_length=40)
    title: str
    jurisdiction: str
    languages: tuple[str, ...] = Field(min_length=1)
    as_of: date
    licence: str
    publisher: str
    demonstration: bool = False


class PassageKind(StrEnum):
    """What a passage is in its guide; only ``text`` can support a claim by its words."""

    TEXT = "text"
    CONTACT = "contact"
    REFERENCE = "reference"
    LINK = "link"


class Passage(Model):
    """A stretch of a source under one heading.

    ``slot`` is the slot of the chapter it stands in ("other" or None: of no slot). ``condition`` is
    the path of tabs and cases it stands under, joined by " › "; None outside all of them.
    """

    id: Identifier
    slot: Slot | Literal["other"] | None = None
    heading: str = ""
    text: str
    condition: str | None = None
    kind: PassageKind = PassageKind.TEXT


class Source(Model):
    """An authoritative text: a guide, a page, a law; valid from and to (included) where known."""

    source_id: Identifier
    title: str
    url: str
    kind: str
    procedure_ids: tuple[str, ...] = ()
    jurisdiction: str
    valid_from: date | None = None
    valid_to: date | None = None
    as_of: date | None = None
    language: str | None = None
    passages: tuple[Passage, ...] = ()


class Fact(Model):
    """What a source fixes for one slot of a procedure, as short text ("£12.50", "within 42 days").

    ``condition`` says for whom or when it holds: free words, or a path of tabs and cases joined by
    " › "; None = always.
    """

    value: str = Field(min_length=1)
    condition: str | None = None
    source_id: str
    as_of: date | None = None
    url: str = ""
    mandatory: bool = False
    passage_id: str | None = None


class Procedure(Model):
    """An administrative procedure with its names per language and its facts per slot.

    ``closed`` lists the slots whose facts are complete: what is not on the list is not right.
    """

    id: Identifier
    names: dict[str, tuple[str, ...]]
    domain: str
    facts: dict[Slot, tuple[Fact, ...]] = {}
    closed: tuple[Slot, ...] = ()


class Authority(Model):
    """A body with its names per language and the procedures it is competent for."""

    id: Identifier
    names: dict[str, tuple[str, ...]]
    jurisdiction: str
    competences: tuple[str, ...] = ()
    inferred: bool = False
    """The competences were read from the guides that name the body, so that a guide's silence on
    all bodies excludes none."""


class InstrumentStatus(StrEnum):
    """Whether a law or one of its articles is in force."""

    IN_FORCE = "in_force"
    REPEALED = "repealed"
    FUTURE = "future"
    UNKNOWN = "unknown"


class Article(Model):
    """One article of an instrument; dates are its own, the text where the pack holds it."""

    number: str
    status: InstrumentStatus = InstrumentStatus.IN_FORCE
    valid_from: date | None = None
    valid_to: date | None = None
    text: str | None = None


class Instrument(Model):
    """A law, code, decree or regulation in the register.

    The register is an open world: that an article is not listed proves something only on dates
    from ``complete_from`` to ``complete_to``; without them the list counts as not complete.
    """

    id: Identifier
    title: str
    aliases: tuple[str, ...] = ()
    kind: str
    status: InstrumentStatus
    valid_from: date | None = None
    valid_to: date | None = None
    complete_from: date | None = None
    complete_to: date | None = None
    jurisdiction: str | None = None
    articles: tuple[str | Article, ...] | None = None
