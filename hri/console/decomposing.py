"""The command that takes texts apart without judging them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

import click

from hri.console.group import tell
from hri.console.outputs import open_if_named, open_output
from hri.console.progress import line_bar
from hri.errors import CaseFileError

STANDARD_INPUT = Path("-")
_TEXTS = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)
_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
_ANY_PATH = click.Path(path_type=Path)
_INPUT_NAME = "standard input"
_MOST_TOLD = 20


@click.command()
@click.argument("texts", type=_TEXTS, help="File of texts, JSON Lines; - for standard input.")
@click.option(
    "--values",
    is_flag=True,
    help="Print every amount, duration, date and legal reference instead of claims by slot.",
)
@click.option(
    "--pack", type=_FOLDER, help="Knowledge pack whose authorities and laws are known by name."
)
@click.option("--out", type=_ANY_PATH, help="File for the readings; standard output if left out.")
@click.option("--rejects", type=_ANY_PATH, help="File for faulty lines with their reasons.")
@click.option(
    "--cache",
    type=_ANY_PATH,
    default=Path("var/cache"),
    show_default=True,
    help="Folder for what can be made anew, such as the search index of the pack.",
)
def decompose(
    texts: Path,
    values: bool,
    pack: Path | None,
    out: Path | None,
    rejects: Path | None,
    cache: Path,
) -> None:
    """Take texts apart; print one reading a line. Exit 1 if a line was faulty.

    Each line of the file is {"id": …, "text": …, "language": "fr" or "en"}.
    """
    from hri.evaluation.batch import describe_fault
    from hri.evaluation.readings import Reader, read_all
    from hri.knowledge.texts import read_texts

    used = [path for path in (texts, pack) if path is not None and path != STANDARD_INPUT]
    with (
        open_output(out, used) as output,
        open_if_named(rejects, [*used, *([out] if out else [])]) as write_reject,
        line_bar("decomposing", texts) as step,
    ):
        reader = Reader(pack, cache)
        source, name = _source(texts)
        read = reader.values if values else reader.claims
        report = read_all(read_texts(source, name), read, output.write_line, step)
        for line, fault in report.faults:
            write_reject(describe_fault(line, fault))
    click.echo(f"{report.read} read", err=True)
    for _, error in report.faults[:_MOST_TOLD]:
        tell(f"not read: {error}")
    if report.faults:
        click.echo(f"{len(report.faults)} lines not read.", err=True)
        sys.exit(1)


def _source(texts: Path) -> tuple[Path | Iterable[bytes], str]:
    """The file, or the lines of standard input, and what faults call them."""
    from hri.knowledge.cases import bounded_lines

    if texts != STANDARD_INPUT:
        return texts, str(texts)
    stream = standard_input()
    if stream is None:
        remedy = "Pipe the texts in, or name a file."
        raise CaseFileError(_INPUT_NAME, "", "is closed", remedy)
    return bounded_lines(stream.buffer), _INPUT_NAME


def standard_input() -> TextIO | None:
    """Standard input; None where it was closed before the program began."""
    return sys.stdin
