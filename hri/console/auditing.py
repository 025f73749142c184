"""The commands on the audit trail: verify it, keep checkpoints, sign them, export it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hri.console.outputs import open_output
from hri.errors import DataFileError

if TYPE_CHECKING:
    from hri.domain.events import Checkpoint

EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
ANY_PATH = click.Path(path_type=Path)


@click.group()
def audit() -> None:
    """The trail: verify, keep checkpoints, export."""


@audit.command("verify")
@click.option(
    "--checkpoint",
    "checkpoints",
    type=EXISTING_FILE,
    multiple=True,
    help="File of checkpoints kept elsewhere: tell whether the log still contains them.",
)
@click.option(
    "--key",
    "keys",
    multiple=True,
    help="Public key (hexadecimal) that must have signed; instead of that of HRI_SIGNING_KEY.",
)
def verify(checkpoints: tuple[Path, ...], keys: tuple[str, ...]) -> None:
    """Compare the hash chain and every record. Exit 1 and name all that is not right.

    HRI_SIGNING_KEY and HRI_CHECKPOINTS are used where they are set; it is told what was.
    """
    from hri.wiring import open_audit_here, operator

    known = [mark for path in checkpoints for mark in read_checkpoints(path)]
    report = open_audit_here(keys).verify(operator(), known)
    click.echo(report.describe())
    if not report.sound:
        sys.exit(1)


@audit.command("checkpoint")
@click.option("--out", type=ANY_PATH, help="File; standard output if left out.")
def checkpoint(out: Path | None) -> None:
    """Seal the head of the chain now and write it, to be kept where the database is not."""
    from hri.wiring import open_audit_here, operator

    head = open_audit_here().checkpoint(operator())
    with open_output(out, _database_files()) as output:
        output.write_line(head.model_dump_json(indent=1))


@audit.command("checkpoints")
@click.option("--out", type=ANY_PATH, help="File; standard output if left out.")
def all_checkpoints(out: Path | None) -> None:
    """Write every checkpoint that the desk sealed by itself, one line of JSON each."""
    from hri.wiring import open_audit_here, operator

    seals = open_audit_here().seals(operator())
    with open_output(out, _database_files()) as output:
        for seal in seals:
            output.write_line(seal.model_dump_json())


@audit.command("key")
@click.option("--out", type=ANY_PATH, required=True, help="New file for the private key.")
def key(out: Path) -> None:
    """Make a key that checkpoints and artefacts are signed with; print its public half."""
    from hri.assurance.signing import make_key

    click.echo(make_key(out).key)
    click.echo(f"Set HRI_SIGNING_KEY={out} and give the line above to your auditor.", err=True)


@audit.command("export")
@click.option("--out", type=ANY_PATH, help="File; standard output if left out.")
def export(out: Path | None) -> None:
    """Write every event as one line of JSON, oldest first."""
    from hri.wiring import open_audit_here, operator

    log = open_audit_here()
    with open_output(out, _database_files()) as output:
        for event in log.walk(operator()):
            output.write_line(event.model_dump_json())


def read_checkpoints(path: Path) -> tuple[Checkpoint, ...]:
    """The checkpoints of a file: one JSON object, or one a line.

    Raises:
        DataFileError: The file holds something else.
    """
    from hri.domain.checkpoints import parse_checkpoints
    from hri.knowledge.strict import read_bytes

    try:
        return parse_checkpoints(read_bytes(path, DataFileError))
    except ValueError as error:
        raise DataFileError(
            path,
            "",
            "is no checkpoint",
            "Name a file that `audit checkpoint` wrote or the audit trail's page offered.",
        ) from error


def _database_files() -> list[Path]:
    """The files of the database, which no output may take the place of."""
    from hri.settings import read_settings

    path = read_settings().database
    return [path, *(Path(f"{path}{ending}") for ending in ("-wal", "-shm"))]
