"""Telling what files handed to the wrong importer are, so that the right one can be named."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

from pydantic_core import from_json

from hri.errors import SourceFormatError
from hri.knowledge.archives import Member, read_members
from hri.knowledge.importers.codes import is_code, is_list_of_codes
from hri.knowledge.importers.guides import is_guide
from hri.knowledge.importers.trees import read_tree

LOOKED_AT = 50
"""So many files are looked at: a hint is worth no long reading."""


def wanted_guide(name: str) -> bool:
    """Whether a file of this name may be a guide."""
    base = name.rsplit("/", 1)[-1]
    return base.lower().endswith((".xml", ".json")) and not base.startswith(".")


def look_like_laws(members: Iterable[Member]) -> bool:
    """Whether one of the files is a code of law or the list of codes."""
    return any(_is_law(member) for member in islice(members, LOOKED_AT))


def look_like_guides(sources: Sequence[Path]) -> bool:
    """Whether one of the first files of the sources is a practical guide."""
    return any(_is_guide(member) for member in islice(_readable(sources), LOOKED_AT))


def _readable(sources: Sequence[Path]) -> Iterable[Member]:
    try:
        yield from read_members(sources, wanted_guide)
    except SourceFormatError:
        return  # the importer has its own word on it


def _is_law(member: Member) -> bool:
    try:
        data = from_json(member.content)
    except ValueError:
        return False
    return is_code(data) or is_list_of_codes(data)


def _is_guide(member: Member) -> bool:
    try:
        return is_guide(read_tree(member))
    except SourceFormatError:
        return False
