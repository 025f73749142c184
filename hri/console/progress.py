"""Progress bars, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from hri.console.texts import visible

CHUNK = 1024 * 1024


@contextmanager
def line_bar(label: str, file: Path) -> Iterator[Callable[..., None]]:
    """A bar over the lines of a file; yields what moves it on."""
    from tqdm import tqdm

    with tqdm(
        total=_count_lines(file), desc=label, disable=not _watched(), leave=False, file=_terminal()
    ) as bar:

        def move(*_: object) -> None:
            bar.update()

        yield move


@contextmanager
def step_bar(label: str) -> Iterator[Callable[[int, int, str], None]]:
    """A bar for a callback of (done, total, name); it begins anew with every round of steps."""
    from tqdm import tqdm

    with tqdm(desc=label, disable=not _watched(), leave=False, file=_terminal()) as bar:

        def move(done: int, total: int, name: str) -> None:
            bar.total = total
            bar.set_postfix_str(visible(name), refresh=False)
            bar.update(done - bar.n)

        yield move


def _terminal() -> IO[str] | None:
    return sys.stderr


def _watched() -> bool:
    terminal = _terminal()
    return terminal is not None and terminal.isatty()


def _count_lines(path: Path) -> int | None:
    """The number of lines, where somebody watches; counting those of a pipe would use them up."""
    if not _watched() or not path.is_file():
        return None
    with path.open("rb") as file:
        return sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(CHUNK), b""))
