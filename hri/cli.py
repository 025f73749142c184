"""The command line: parses flags, calls the library, prints. ``python -m hri --help`` lists it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hri import __version__
from hri.console.auditing import audit
from hri.console.decomposing import decompose
from hri.console.delivering import deliver
from hri.console.group import Group, tell
from hri.console.keeping import backup, replay, restore
from hri.console.keys import keys
from hri.console.outputs import open_if_named, open_output
from hri.console.pausing import pause
from hri.console.policies import policy
from hri.console.progress import line_bar, step_bar
from hri.console.retaining import retention
from hri.console.sampling import sample
from hri.console.serving import serve
from hri.console.verifying import vv

CACHE = Path("var/cache")
POLICY = Path("data/policies/default/v001.toml")
EXISTING_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
EXISTING = click.Path(exists=True, path_type=Path)
ANY_PATH = click.Path(path_type=Path)


cases_argument = click.argument(
    "cases", type=EXISTING_FILE, help="File of cases: JSON Lines, or CSV by the name .csv."
)
sources_argument = click.argument(
    "sources", type=EXISTING, nargs=-1, required=True, help="Files, folders or archives to read."
)
policy_option = click.option(
    "--policy",
    type=EXISTING_FILE,
    default=POLICY,
    show_default=True,
    help="Policy file with the weights, thresholds and override rules.",
)
rejects_option = click.option(
    "--rejects", type=ANY_PATH, help="File for faulty lines with their reasons."
)


@click.group(cls=Group)
@click.version_option(__version__, prog_name="hri")
def main() -> None:
    """HRI: the review desk between a public body's chatbot and the citizen."""


@main.command()
@cases_argument
@click.option(
    "--pack", type=EXISTING_FOLDER, required=True, help="Knowledge pack to judge against."
)
@policy_option
@click.option("--out", type=ANY_PATH, help="File for the assessments; standard output if left out.")
@rejects_option
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes that score; the output is the same for any number.",
)
@click.option(
    "--cache",
    type=ANY_PATH,
    default=CACHE,
    show_default=True,
    help="Folder for what can be made anew, such as the search index of the pack.",
)
def score(
    cases: Path,
    pack: Path,
    policy: Path,
    out: Path | None,
    rejects: Path | None,
    workers: int,
    cache: Path,
) -> None:
    """Score a file of answers; print one assessment a line. Exit 1 if a line was faulty."""
    from hri.evaluation.batch import describe_fault, score_file

    used = [cases, pack, policy]
    with (
        open_output(out, used) as output,
        open_if_named(rejects, [*used, *([out] if out else [])]) as write_reject,
        line_bar("scoring", cases) as step,
    ):
        report = score_file(
            cases,
            pack,
            policy,
            output.write_line,
            cache=cache,
            workers=workers,
            progress=step,
        )
        for line, fault in report.faults:
            write_reject(describe_fault(line, fault))
    counts = "  ".join(f"{action.value} {n}" for action, n in report.by_action.items())
    click.echo(f"{report.scored} scored: {counts}", err=True)
    for _, error in report.faults[:20]:
        tell(f"not scored: {error}")
    if report.faults:
        click.echo(f"{len(report.faults)} lines not scored.", err=True)
        sys.exit(1)


main.add_command(audit)
main.add_command(backup)
main.add_command(restore)
main.add_command(replay)
main.add_command(decompose)
main.add_command(deliver)
main.add_command(keys)
main.add_command(pause)
main.add_command(policy)
main.add_command(retention)
main.add_command(sample)
main.add_command(serve)
main.add_command(vv)


@main.group()
def pack() -> None:
    """Import and check knowledge packs."""


@pack.command("check")
@click.argument("folder", type=EXISTING_FOLDER, help="Folder of the knowledge pack.")
def pack_check(folder: Path) -> None:
    """Load a pack strictly and count what is in it. Exit 2 on the first fault."""
    from hri.knowledge import check_pack

    with step_bar("checking") as progress:
        report = check_pack(folder, cache=CACHE, progress=progress)
    click.echo(str(report))


@pack.command("doubts")
@click.option("--out", type=ANY_PATH, help="File; standard output if left out.")
def pack_doubts(out: Path | None) -> None:
    """List the sources that reviewers hold to be outdated, one line of JSON each, oldest first."""
    from hri.wiring import open_doubts_here, operator

    found = open_doubts_here().reported(operator())
    with open_output(out, _database_files()) as output:
        for doubt in found:
            output.write_line(doubt.model_dump_json())


@pack.group("import")
def pack_import() -> None:
    """Read public sources into a pack."""


@pack_import.command("service-public")
@sources_argument
@click.option("--out", type=ANY_PATH, required=True, help="Folder of the new pack.")
def import_service_public_command(sources: tuple[Path, ...], out: Path) -> None:
    """Read the French government's practical guides (XML or JSON; files, folders, zip)."""
    from hri.knowledge import import_service_public

    with step_bar("guides") as progress:
        report = import_service_public(sources, out, progress)
    click.echo(str(report))


@pack_import.command("legi")
@sources_argument
@click.option("--into", type=EXISTING_FOLDER, required=True, help="Pack whose register grows.")
def import_legi_command(sources: tuple[Path, ...], into: Path) -> None:
    """Read codes of law (JSON; files, folders, zip, tgz) into a pack's register."""
    from hri.knowledge import import_legi

    with step_bar("codes") as progress:
        report = import_legi(sources, into, progress)
    click.echo(str(report))


@main.command()
@cases_argument
@rejects_option
@click.option(
    "--seeds",
    is_flag=True,
    help='The answers are known to be wrong; each line says how in a block "seed". '
    "They measure the reviewers, who are not told before, and never reach a citizen.",
)
def intake(cases: Path, rejects: Path | None, seeds: bool) -> None:
    """Score a file of answers and store them: escalated ones stand in the queue."""
    from hri.knowledge.cases import read_cases
    from hri.knowledge.seeds import read_seeds
    from hri.wiring import open_desk_here, operator

    desk = open_desk_here()
    with (
        open_if_named(rejects, [cases, *_database_files()]) as write_reject,
        line_bar("intake", cases) as step,
    ):
        lines = read_seeds(cases) if seeds else read_cases(cases)
        report = desk.intake.submit_all(operator(), lines, progress=step)
        for item in report.rejected:
            write_reject(item.model_dump_json())
    click.echo(report.describe())
    for item in report.rejected[:20]:
        tell(f"line {item.line}: {item.problem.rstrip('.')}. Remedy: {item.remedy}")
    if report.rejected:
        sys.exit(1)


@main.command()
def demo() -> None:
    """Load the demonstration cases into the database; a second call adds nothing."""
    from hri.wiring import load_demonstration, open_desk_here

    with step_bar("demonstration") as progress:
        report = load_demonstration(open_desk_here(), progress)
    click.echo(report.describe())


def _database_files() -> list[Path]:
    """The files of the database, which no output may take the place of."""
    from hri.settings import read_settings

    path = read_settings().database
    return [path, *(Path(f"{path}{ending}") for ending in ("-wal", "-shm"))]
