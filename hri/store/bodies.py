"""Stored JSON read back into models; what is none stops the reading with a plain word."""

from __future__ import annotations

from typing import TypeVar

from pydantic import ValidationError

from hri.domain.base import Model
from hri.errors import StoreError

M = TypeVar("M", bound=Model)


def read_body(model: type[M], body: str, record: str) -> M:
    """The model that a stored body holds.

    Args:
        model: What it is to be.
        body: The JSON as stored.
        record: The record's name for the error, for example "policy default v001".

    Raises:
        StoreError: The body is not such a model: it was changed outside the product.
    """
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        raise StoreError(
            f"What is stored is no {model.__name__}.",
            where=record,
            why=": ".join(filter(None, (place, first["msg"]))),
            remedy="Find out with `audit verify` what was changed; restore it from a backup.",
        ) from error
