"""Texts that are only read: taken apart into claims or values, and judged by nobody."""

from __future__ import annotations

from pydantic import Field

from hri.domain.base import Model, Name


class Text(Model):
    """One text with the id that its reading is given under."""

    id: Name | int
    text: str
    language: str = Field(pattern=r"^[a-z]{2}(-[A-Za-z]{2})?$")
    """Two letters, and those of a region behind them where the order in dates depends on it."""
