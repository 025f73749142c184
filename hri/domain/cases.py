"""Cases: a citizen's question, the answer a language model gave, and its other samples."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field, JsonValue

from hri.domain.base import Identifier, Model, Name

MAX_TEXT_BYTES = 64 * 1024
"""Limit of one text (question, answer or sample) in bytes of UTF-8."""

MAX_SAMPLES = 16

LANGUAGES = ("fr", "en")
"""Languages that the product reads and answers in."""

Language = Literal["fr", "en"]


class Case(Model):
    """One question with the answer to be judged (DESIGN part 3).

    ``samples`` are other answers of the same model to the same question; none is valid, and then
    instability is not scored. ``asked_on`` is the date whose law and fees apply.
    """

    case_id: Identifier | None = None
    question: str
    answer: str
    samples: tuple[str, ...] = Field(default=(), max_length=MAX_SAMPLES)
    language: str = Field(min_length=2, max_length=8, pattern=r"^[a-z]{2}(-[A-Za-z]{2})?$")
    procedure_id: Identifier | None = None
    domain: Identifier | None = None
    jurisdiction: str = Field(min_length=2, max_length=16, pattern=r"^[A-Z]{2}(-[A-Z0-9]{1,8})*$")
    asked_on: date
    model: Name | None = None
    channel: Name | None = None
    metadata: dict[str, JsonValue] = {}
