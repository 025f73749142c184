"""Telling whoever waits how far a long piece of work has come."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Progress = Callable[[int, int, str], None]
"""Called with how much is done, of how much, and what is being read."""

ItemT = TypeVar("ItemT")


def silent(done: int, total: int, label: str) -> None:
    """Progress that nobody watches."""


def counted(items: Iterable[ItemT], total: int, label: str, progress: Progress) -> Iterator[ItemT]:
    """The items one by one; progress is told when each has been dealt with."""
    for done, item in enumerate(items, start=1):
        yield item
        progress(done, total, label)
