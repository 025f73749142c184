"""Texts for a terminal: they may quote a hostile file, and nothing in them can steer it."""

from __future__ import annotations


def visible(text: str) -> str:
    """The text with everything that does not print written as an escape."""
    return "".join(map(_visible, text))


def _visible(character: str) -> str:
    if character.isprintable():
        return character
    return character.encode("unicode_escape").decode("ascii")
