"""The commands of verification: run a suite, write its documents, check a bundle of them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hri.console.group import tell
from hri.console.progress import step_bar

if TYPE_CHECKING:
    from hri.assurance.requirements import Tracing

DEMO = Path("data/packs/demo")
POLICY = Path("data/policies/default/v001.toml")
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
ANY_PATH = click.Path(path_type=Path)


@click.group()
def vv() -> None:
    """Verification: run suites of test cases, write and check their documents."""


@vv.command("run")
@click.argument("suite", type=FOLDER, help="Folder of the suite of test cases.")
@click.option(
    "--pack", type=FOLDER, default=DEMO, show_default=True, help="Knowledge pack to judge against."
)
@click.option(
    "--policy",
    type=FILE,
    default=POLICY,
    show_default=True,
    help="Policy file with the weights, thresholds and override rules.",
)
@click.option("--out", type=ANY_PATH, help="New folder for the documents and their bundle.")
@click.option(
    "--language",
    type=click.Choice(["fr", "en"]),
    default="en",
    show_default=True,
    help="Language of the documents.",
)
@click.option("--organisation", default="", help="Body that issues the documents.")
def run(
    suite: Path, pack: Path, policy: Path, out: Path | None, language: str, organisation: str
) -> None:
    """Run a suite; print each case's verdict, write the documents. Exit 1 unless all pass."""
    from hri.assurance import TestVerdict
    from hri.assurance.publishing import publish, refuse_full_folder
    from hri.settings import read_settings
    from hri.store.clock import SystemClock
    from hri.wiring.benches import Paper, run_whole, signer_of

    settings = read_settings()
    if out is not None:
        refuse_full_folder(out)
    signer = signer_of(settings) if out is not None else None
    with step_bar("suite") as progress:
        dossier = run_whole(
            suite,
            pack,
            policy,
            settings,
            SystemClock(),
            Paper(language, organisation),
            progress,
        )
    results = dossier.result.results
    for case in results:
        click.echo(f"{case.verdict.value:8} {case.case.id}: {case.case.title.en}")
    failed = sum(case.verdict is not TestVerdict.PASSED for case in results)
    click.echo(f"{len(results) - failed} passed, {failed} not passed")
    _tell_gaps(dossier.tracing)
    if out is not None:
        click.echo(f"documents in {out}, sealed in {publish(dossier, out, signer)}")
    if not dossier.passed:
        sys.exit(1)


def _tell_gaps(tracing: Tracing) -> None:
    for name in tracing.unverified:
        tell(f"no test case verifies requirement {name}")
    for case_id, name in tracing.unknown:
        tell(f"test case {case_id} names a requirement there is not: {name}")


@vv.command("verify")
@click.argument("bundle", type=FILE, help="Bundle that `vv run --out` wrote.")
@click.option("--key", default="", help="Public key (hexadecimal) that must have signed it.")
def verify(bundle: Path, key: str) -> None:
    """Compare a bundle with its manifest and signature. Exit 1 and name the first altered file."""
    from hri.assurance.bundles import verify_bundle

    report = verify_bundle(bundle, key)
    if report.sound:
        click.echo(report.describe())
        return
    tell(report.describe())
    sys.exit(1)
