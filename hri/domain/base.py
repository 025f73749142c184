"""The base of all domain models: frozen, closed, finite."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class Model(BaseModel):
    """A value: never changed after it is made, unknown keys refused, NaN and infinity refused."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", allow_inf_nan=False, ser_json_inf_nan="null"
    )


UnitInterval = Annotated[float, Field(ge=0, le=1, strict=True, allow_inf_nan=False)]
"""A finite number from 0 to 1; booleans and text are refused."""

Identifier = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^\S+$")]
"""A name for a record: no white space, 1 to 200 characters."""


class Message(Model):
    """Words by reference: an id into the catalogues or templates, with parameters.

    Stages return messages, never sentences; ``ui`` and ``replies`` put them into a language.
    """

    id: str
    params: dict[str, str | int | float] = {}
