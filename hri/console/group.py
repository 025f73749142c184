"""The root of the commands: errors are shown as text with the remedy, never as a traceback."""

from __future__ import annotations

import io
import os
import sys

import click

from hri.console.outputs import standard_output
from hri.console.texts import visible
from hri.errors import HriError

EXIT_ERROR = 2


class Group(click.Group):
    """Runs a command, and tells in plain words why it could not."""

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; exit 2 where the input, the output or the settings are at fault."""
        _write_utf8()
        try:
            return super().invoke(ctx)
        except HriError as error:
            tell(f"Error: {error}")
        except BrokenPipeError:
            raise  # click ends quietly
        except OSError as error:
            tell(f"Error: {_describe(error)}")
        _drop_unwritten()
        sys.exit(EXIT_ERROR)


def tell(message: str) -> None:
    """Show a message about what is wrong, in red on a terminal."""
    click.secho(visible(message), fg="red", err=True)


def _describe(error: OSError) -> HriError:
    """The last resort, for files that nobody has thought of."""
    return HriError(
        f"the system refused ({error.strerror or error})",
        where=str(error.filename or "files"),
        remedy="Check that it is there, that you may use it, and that the disk has room.",
    )


def _write_utf8() -> None:
    """Output is UTF-8 wherever it goes, whatever the locale says."""
    stream = standard_output()
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _drop_unwritten() -> None:
    """What standard output could not take would fail a second time when Python ends."""
    stream = standard_output()
    try:
        if stream is not None:
            stream.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.close(nowhere)
