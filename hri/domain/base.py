"""The base of all domain models: frozen, closed, finite."""

from __future__ import annotations

import unicodedata
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError


class Model(BaseModel):
    """A value: never changed after it is made, unknown keys refused, NaN and infinity refused."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, ser_json_inf_nan="null"
    )


UnitInterval = Annotated[float, Field(ge=0, le=1, strict=True, allow_inf_nan=False)]
"""A finite number from 0 to 1; booleans and text are refused."""

UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories of characters that hide, reorder or break text, or stand for none."""


def _seen(text: str) -> str:
    """Refuse characters that nobody sees: two names that look the same must be the same."""
    if not text.isprintable():  # almost every name is, and this is fast
        for sign in text:
            if unicodedata.category(sign) in UNSEEN:
                code = f"U+{ord(sign):04X}"
                problem = "holds a character that does not show ({code})"
                raise PydanticCustomError("unseen_character", problem, {"code": code})
    return text


def _unspaced(text: str) -> str:
    if any(map(str.isspace, text)):
        raise PydanticCustomError("white_space", "holds white space")
    return text


Name = Annotated[str, Field(max_length=200), AfterValidator(_seen)]
"""A name that people read: at most 200 characters on one line, none of them hidden."""

Identifier = Annotated[
    str, Field(min_length=1, max_length=200), AfterValidator(_seen), AfterValidator(_unspaced)
]
"""A name for a record: 1 to 200 characters, no white space and none of them hidden."""


class Message(Model):
    """Words by reference: an id into the catalogues or templates, with parameters.

    Stages return messages, never sentences; ``ui`` and ``replies`` put them into a language.
    """

    id: str
    params: dict[str, str | int | float] = {}
