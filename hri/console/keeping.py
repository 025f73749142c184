"""The commands that keep the database: copy it while it is in use, put a copy back, replay it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hri.console.progress import step_bar

ANY_PATH = click.Path(path_type=Path)
EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.argument("file", type=ANY_PATH, help="New file for the copy.")
def backup(file: Path) -> None:
    """Copy the database into a new file while the desk goes on; the copy is one moment's."""
    from hri.settings import read_settings
    from hri.wiring import back_up

    back_up(read_settings(), file)
    click.echo(f"backed up to {file}; keep it, and a checkpoint, on another machine")


@click.command()
@click.argument("file", type=EXISTING_FILE, help="A copy that `hri backup` made.")
@click.option(
    "--checkpoint",
    "checkpoints",
    type=EXISTING_FILE,
    multiple=True,
    help="File of checkpoints kept elsewhere: tell whether the copy contains them.",
)
def restore(file: Path, checkpoints: tuple[Path, ...]) -> None:
    """Put a copy where HRI_DATABASE says, which must be free, and verify it. Exit 1 if unsound."""
    from hri.console.auditing import read_checkpoints
    from hri.settings import read_settings
    from hri.wiring import restore_backup

    known = [mark for path in checkpoints for mark in read_checkpoints(path)]
    settings = read_settings()
    report = restore_backup(settings, file, known)
    click.echo(report.describe("restore another backup elsewhere and compare"))
    click.echo(f"restored to {settings.database}")
    if not report.sound:
        sys.exit(1)


@click.command()
@click.argument("case_ids", nargs=-1, help="Cases; all of them if left out.")
def replay(case_ids: tuple[str, ...]) -> None:
    """Score stored cases again from what was stored; exit 1 unless all come out byte for byte."""
    from hri.wiring import open_desk_here, operator

    replays, actor = open_desk_here().replays, operator()
    if not case_ids:
        with step_bar("replay") as progress:
            report = replays.replay_all(actor, progress)
        click.echo(report.describe())
        sys.exit(0 if report.sound else 1)
    found = [replays.replay(actor, case_id) for case_id in case_ids]
    for item in found:
        differing = ", ".join(item.differences)
        click.echo(
            f"{item.case_id}: {'identical' if item.identical else f'DIFFERS in {differing}'}"
        )
    sys.exit(0 if all(item.identical for item in found) else 1)
