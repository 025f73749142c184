"""The command line: parses flags, calls the library, prints. ``python -m hri --help`` lists it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import click

from hri import __version__
from hri.errors import HriError

CACHE = Path("var/cache")
DEMO = Path("data/packs/demo")
POLICY = Path("data/policies/default/v001.toml")
EXISTING_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
EXISTING = click.Path(exists=True, path_type=Path)
ANY_PATH = click.Path(path_type=Path)


class _Group(click.Group):
    """Shows the product's own errors as text with the remedy, never as a traceback."""

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except HriError as error:
            click.secho(f"Error: {error}", fg="red", err=True)
            sys.exit(2)


@click.group(cls=_Group)
@click.version_option(__version__, prog_name="hri")
def main() -> None:
    """HRI: the review desk between a public body's chatbot and the citizen."""


@main.command()
@click.argument("cases", type=EXISTING_FILE)
@click.option(
    "--pack", type=EXISTING_FOLDER, required=True, help="Knowledge pack to judge against."
)
@click.option("--policy", type=EXISTING_FILE, default=POLICY, show_default=True)
@click.option("--out", type=ANY_PATH, help="File for the assessments; standard output if left out.")
@click.option("--rejects", type=ANY_PATH, help="File for faulty lines with their reasons.")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True)
@click.option("--cache", type=ANY_PATH, default=CACHE, show_default=True)
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

    with _output(out) as stream, _bar("scoring", cases) as step:
        report = score_file(
            cases,
            pack,
            policy,
            lambda line: stream.write(line + "\n"),
            cache=cache,
            workers=workers,
            progress=step,
        )
    faults = [describe_fault(line, fault) for line, fault in report.faults]
    if rejects is not None:
        _parent(rejects).write_text("".join(f"{fault}\n" for fault in faults), encoding="utf-8")
    counts = "  ".join(f"{action.value} {n}" for action, n in report.by_action.items())
    click.echo(f"{report.scored} scored: {counts}", err=True)
    for _, error in report.faults[:20]:
        click.secho(f"not scored: {error}", fg="red", err=True)
    if faults:
        click.echo(f"{len(faults)} lines not scored.", err=True)
        sys.exit(1)


@main.group()
def pack() -> None:
    """Import and check knowledge packs."""


@pack.command("check")
@click.argument("folder", type=EXISTING_FOLDER)
def pack_check(folder: Path) -> None:
    """Load a pack strictly and count what is in it. Exit 2 on the first fault."""
    from hri.knowledge import check_pack

    click.echo(str(check_pack(folder, cache=CACHE)))


@pack.group("import")
def pack_import() -> None:
    """Read public sources into a pack."""


@pack_import.command("service-public")
@click.argument("sources", type=EXISTING, nargs=-1, required=True)
@click.option("--out", type=ANY_PATH, required=True, help="Folder of the new pack.")
def import_service_public_command(sources: tuple[Path, ...], out: Path) -> None:
    """Read the French government's practical guides (XML or JSON; files, folders, zip)."""
    from hri.knowledge import import_service_public

    with _progress("guides") as progress:
        report = import_service_public(sources, out, progress)
    click.echo(str(report))


@pack_import.command("legi")
@click.argument("sources", type=EXISTING, nargs=-1, required=True)
@click.option("--into", type=EXISTING_FOLDER, required=True, help="Pack whose register grows.")
def import_legi_command(sources: tuple[Path, ...], into: Path) -> None:
    """Read codes of law (JSON; files, folders, zip, tgz) into a pack's register."""
    from hri.knowledge import import_legi

    with _progress("codes") as progress:
        report = import_legi(sources, into, progress)
    click.echo(str(report))


@main.command()
@click.argument("cases", type=EXISTING_FILE)
@click.option("--rejects", type=ANY_PATH, help="File for faulty lines with their reasons.")
def intake(cases: Path, rejects: Path | None) -> None:
    """Score a file of answers and store them: escalated ones stand in the queue."""
    from hri.knowledge.cases import read_cases
    from hri.wiring import open_desk_here, operator

    desk = open_desk_here()
    with _bar("intake", cases) as step:
        report = desk.intake.submit_all(operator(), read_cases(cases), progress=step)
    click.echo(report.describe())
    if rejects is not None:
        lines = [item.model_dump_json() for item in report.rejected]
        _parent(rejects).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    for item in report.rejected[:20]:
        message = f"line {item.line}: {item.problem.rstrip('.')}. Remedy: {item.remedy}"
        click.secho(message, fg="red", err=True)
    if report.rejected:
        sys.exit(1)


@main.command()
def demo() -> None:
    """Load the demonstration cases into the database; a second call adds nothing."""
    from hri.wiring import load_demonstration, open_desk_here

    with _progress("demonstration") as progress:
        report = load_demonstration(open_desk_here(), progress)
    click.echo(report.describe())


@main.group()
def audit() -> None:
    """The trail: verify and export."""


@audit.command("verify")
def audit_verify() -> None:
    """Walk the hash chain. Exit 1 and name the first bad event if it does not hold."""
    from hri.wiring import open_desk_here, operator

    _require_database()
    report = open_desk_here().audit.verify(operator())
    click.echo(report.describe())
    if not report.intact:
        sys.exit(1)


@audit.command("export")
@click.option("--out", type=ANY_PATH, help="File; standard output if left out.")
def audit_export(out: Path | None) -> None:
    """Write every event as one line of JSON, oldest first."""
    from hri.wiring import open_desk_here, operator

    _require_database()
    with _output(out) as stream:
        for event in open_desk_here().audit.walk(operator()):
            stream.write(event.model_dump_json() + "\n")


@main.group()
def policy() -> None:
    """Policies: check a file."""


@policy.command("check")
@click.argument("file", type=EXISTING_FILE)
def policy_check(file: Path) -> None:
    """Load a policy file strictly and print its id, version and hash."""
    from hri.knowledge.policies import load_policy

    loaded, ref = load_policy(file)
    click.echo(f"{ref.id} {ref.version} ({loaded.title}) sha256 {ref.sha256}")


@main.group()
def vv() -> None:
    """Verification: run suites of test cases."""


@vv.command("run")
@click.argument("suite", type=EXISTING_FOLDER)
@click.option("--pack", type=EXISTING_FOLDER, default=DEMO, show_default=True)
@click.option("--policy", type=EXISTING_FILE, default=POLICY, show_default=True)
def vv_run(suite: Path, pack: Path, policy: Path) -> None:
    """Run a suite; print each case's verdict. Exit 1 unless all pass."""
    from hri.assurance import TestVerdict, load_suite, run_suite
    from hri.knowledge import load_pack
    from hri.knowledge.policies import load_policy

    loaded, ref = load_policy(policy)
    with _progress("suite") as progress:
        result = run_suite(load_suite(suite), load_pack(pack, cache=CACHE), loaded, ref, progress)
    for case in result.results:
        click.echo(f"{case.verdict.value:8} {case.case.id}: {case.case.title}")
    failed = sum(case.verdict is not TestVerdict.PASSED for case in result.results)
    click.echo(f"{len(result.results) - failed} passed, {failed} not passed")
    if failed:
        sys.exit(1)


def _require_database() -> None:
    """Auditing never makes the database it is to judge."""
    from hri.errors import NotFoundError
    from hri.settings import read_settings

    path = read_settings().database
    if not path.is_file():
        raise NotFoundError(
            "there is no database to audit",
            where=str(path),
            remedy="Set HRI_DATABASE to the file of the desk.",
        )


def _parent(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


@contextmanager
def _output(path: Path | None) -> Iterator[IO[str]]:
    """A text stream; a file appears under its name only once it is whole."""
    if path is None:
        yield sys.stdout
        return
    if path.exists() and not path.is_file():  # a device or pipe is written to, never replaced
        with path.open("w", encoding="utf-8") as stream:
            yield stream
        return
    path = path.resolve()
    partial = _parent(path).with_name(path.name + ".partial")
    with partial.open("w", encoding="utf-8") as stream:
        yield stream
    partial.replace(path)


@contextmanager
def _bar(label: str, cases: Path) -> Iterator[Callable[..., None]]:
    """A progress bar over the lines of a file, on a terminal only; yields what moves it on."""
    from tqdm import tqdm

    total = None
    if cases.is_file():  # counting the lines of a pipe would use them up
        with cases.open("rb") as file:
            total = sum(1 for _ in file)
    with tqdm(total=total, desc=label, disable=None, leave=False, file=sys.stderr) as bar:

        def move(*_: object) -> None:
            bar.update()

        yield move


@contextmanager
def _progress(label: str) -> Iterator[Callable[[int, int, str], None]]:
    """A progress bar for a callback of (done, total, name), on a terminal only."""
    from tqdm import tqdm

    with tqdm(desc=label, disable=None, leave=False, file=sys.stderr) as bar:

        def move(done: int, total: int, name: str) -> None:
            bar.total = total
            bar.set_postfix_str(name, refresh=False)
            bar.update(done - bar.n)

        yield move
