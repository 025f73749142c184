"""The command that records cases: questions go to the black box, answers and samples come back."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hri.console.group import tell
from hri.console.outputs import open_output
from hri.console.progress import line_bar

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_ANY_PATH = click.Path(path_type=Path)


@click.command()
@click.argument(
    "questions", type=_FILE, help='File of cases without answers: at least {"question": …} a line.'
)
@click.option(
    "--k", type=click.IntRange(0, 16), default=5, show_default=True, help="Samples a question."
)
@click.option("--model", default="", help="Model to ask; else HRI_UPSTREAM_MODEL.")
@click.option("--system", default="", help="Text of the system message, as the chatbot has it.")
@click.option("--out", type=_ANY_PATH, help="File of cases; standard output if left out.")
def sample(questions: Path, k: int, model: str, system: str, out: Path | None) -> None:
    """Ask the black box of HRI_UPSTREAM_URL and record its answers as cases.

    A line needs its jurisdiction, unless HRI_GATEWAY_JURISDICTION says one; language and date are
    today's usual ones where it names none.

    The file that comes out is what `hri score` and `hri intake` read, and what a recorded black
    box replays. Exit 1 if a question was not answered; those are left out and told.
    """
    from hri.wiring.sampling import record_cases

    failed = 0
    with open_output(out, [questions]) as output, line_bar("sampling", questions) as step:
        for line in record_cases(questions, k, model, system, step):
            if isinstance(line, str):
                output.write_line(line)
            else:
                failed += 1
                tell(f"line {line.line}: {line.problem}")
    if failed:
        sys.exit(1)
