"""What is known of a case when its claims are judged."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from typing import NamedTuple

PATH_SIGN = " › "
"""Joins the branches of a condition, outermost first."""


class Circumstances(NamedTuple):
    """What is known of the case a claim is judged in.

    ``branches`` are the tab and case paths under which the procedure's sources have passages;
    two of them with the same parent exclude each other.
    """

    question: str
    language: str
    procedure_id: str | None
    jurisdiction: str
    on: date
    covers: Mapping[str, tuple[str, ...]]
    branches: tuple[str, ...] = ()
    named_share: float = 0.5
    """Policy's ``named_share``: how much of a branch's words a question must hold to name it."""


class Openness(StrEnum):
    """How a condition stands to the question."""

    UNCONDITIONAL = "unconditional"
    NAMED = "named"
    """The question names the branch under which the fact stands."""
    OPEN = "open"
    """Nobody names the condition: the fact may or may not be the one that governs."""
