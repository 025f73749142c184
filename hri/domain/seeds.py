"""Seeds: answers known to be wrong, put among the others to measure the desk itself."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hri.domain.base import Identifier, Model
from hri.domain.cases import Case, Language
from hri.domain.slots import Slot

Words = Annotated[str, Field(min_length=1, max_length=2000, pattern=r"\S")]


class Seed(Model):
    """What is wrong with an answer that was made wrong on purpose."""

    slot: Slot
    """Where the error is."""
    error: Identifier
    """What kind of error it is, such as ``wrong_fee``; for counting."""
    explanation: dict[Language, Words] = Field(min_length=1)
    """What reviewers are told afterwards, per language."""


class SeededCase(Model):
    """A case with its error, as it is handed in."""

    case: Case
    seed: Seed


class SeedReport(Model):
    """What the desk made of a seed; told once its decision can no longer be undone."""

    seed: Seed
    caught: bool
    """Whether the answer was not approved as it is, and for the error that is in it."""
