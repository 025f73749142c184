"""What commands write: a file is whole under its name, or is not there at all."""

from __future__ import annotations

import io
import os
import secrets
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import IO

from hri.errors import OutputError

STANDARD_OUTPUT = "standard output"


class Output:
    """A text that is being written; ``name`` is what errors call it."""

    def __init__(self, stream: IO[str], name: str) -> None:
        self._stream, self._name = stream, name

    def write_line(self, line: str) -> None:
        """Write a line.

        Raises:
            OutputError: It cannot be written.
            BrokenPipeError: Whoever read the output has gone.
        """
        with _told(self._name):
            self._stream.write(line + "\n")


def open_output(path: Path | None, inputs: Sequence[Path] = ()) -> AbstractContextManager[Output]:
    """An output that appears under its name only when the block ends well.

    Args:
        path: A file, whose folder is made where it is missing; a device or pipe, which is written
            to and never replaced; None for standard output.
        inputs: Files and folders that the same command reads or writes: they are not overwritten.

    Raises:
        OutputError: On entering: it is a folder, an input, or cannot be written. In the block and
            on leaving: writing failed; a file of that name then stays as it was.
    """
    if path is None or _is_standard_output(path):
        return _standard_output()
    with _told(str(path)):
        _check_target(path, inputs)
        if path.exists() and not path.is_file():
            return _device(path)
    return _file(path)


@contextmanager
def open_if_named(
    path: Path | None, inputs: Sequence[Path] = ()
) -> Iterator[Callable[[str], None]]:
    """As ``open_output``, for an output that is left out where no file is named for it."""
    if path is None:
        yield lambda _: None
        return
    with open_output(path, inputs) as output:
        yield output.write_line


def standard_output() -> IO[str] | None:
    """Standard output; None where it was closed before the program began."""
    return sys.stdout


@contextmanager
def _told(name: str) -> Iterator[None]:
    """Makes what the system refuses into an error with the name of the output."""
    try:
        yield
    except BrokenPipeError:
        raise  # whoever read has seen enough: the program ends without a word
    except OSError as error:
        problem = f"cannot be written ({error.strerror or error})"
        remedy = "Name a file in a folder that may be written to, on a disk with room."
        raise OutputError(problem, where=name, remedy=remedy) from error


def _is_standard_output(path: Path) -> bool:
    """Whether a name such as /dev/stdout stands for where standard output goes already."""
    stream = standard_output()
    try:
        return stream is not None and os.path.samestat(os.fstat(stream.fileno()), path.stat())
    except (OSError, io.UnsupportedOperation):
        return False


def _check_target(path: Path, inputs: Sequence[Path]) -> None:
    where, remedy = str(path), "Give the output a name of its own."
    if path.is_dir():
        raise OutputError("is a folder, not a file", where=where, remedy="Name a file in it.")
    if path.exists() and not path.is_file():
        return
    if path.exists() and not os.access(path, os.W_OK):
        raise OutputError("is protected against writing", where=where, remedy=remedy)
    target = Path(os.path.realpath(path))
    for given in inputs:
        same = path.exists() and given.exists() and path.samefile(given)
        if same or target.is_relative_to(os.path.realpath(given)):
            problem = f"would overwrite what the same command uses ({given})"
            raise OutputError(problem, where=where, remedy=remedy)


@contextmanager
def _standard_output() -> Iterator[Output]:
    stream = standard_output()
    if stream is None:
        remedy = "Name a file with --out."
        raise OutputError("is closed", where=STANDARD_OUTPUT, remedy=remedy)
    yield Output(stream, STANDARD_OUTPUT)
    with _told(STANDARD_OUTPUT):
        stream.flush()


@contextmanager
def _device(path: Path) -> Iterator[Output]:
    with _told(str(path)):
        stream = path.open("w", encoding="utf-8")
    with _closing(stream, str(path)) as output:
        yield output


@contextmanager
def _file(path: Path) -> Iterator[Output]:
    target = Path(os.path.realpath(path))
    partial = target.with_name(f".{secrets.token_hex(8)}.partial")
    with _told(str(path)):
        target.parent.mkdir(parents=True, exist_ok=True)
        stream = partial.open("x", encoding="utf-8")
    try:
        with _closing(stream, str(path)) as output:
            yield output
        with _told(str(path)):
            if target.exists():
                shutil.copymode(target, partial)
            partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


@contextmanager
def _closing(stream: IO[str], name: str) -> Iterator[Output]:
    try:
        yield Output(stream, name)
        with _told(name):
            stream.close()
    finally:
        with suppress(OSError):  # after a fault the rest is given up, and the fault was told
            stream.close()
