"""The commands of verification: suites, their documents, evidence packs, bundles of both."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hri.console.group import tell
from hri.console.progress import step_bar

if TYPE_CHECKING:
    from hri.assurance.requirements import Tracing
    from hri.assurance.results import SuiteResult

DEMO = Path("data/packs/demo")
POLICY = Path("data/policies/default/v001.toml")
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
ANY_PATH = click.Path(path_type=Path)
DAY = click.DateTime(formats=["%Y-%m-%d"])


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
    from hri.wiring.benches import Paper, run_whole
    from hri.wiring.sealing import signer_of

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
    _tell_blocked(dossier.result)
    _tell_gaps(dossier.tracing)
    if out is not None:
        click.echo(f"documents in {out}, sealed in {publish(dossier, out, signer)}")
    if not dossier.passed:
        sys.exit(1)


def _tell_blocked(result: SuiteResult) -> None:
    """Why cases are blocked, once for all that have the same reason."""
    from hri.assurance import TestVerdict

    held = sum(case.withheld for case in result.results)
    for misfit in result.misfits:
        tell(f"{held} cases blocked: {misfit}")
    for case in result.results:
        if case.verdict is TestVerdict.BLOCKED and not case.withheld:
            tell(f"{case.case.id} is blocked: {case.problem}")


def _tell_gaps(tracing: Tracing) -> None:
    for name in tracing.unverified:
        tell(f"no test case verifies requirement {name}")
    for case_id, name in tracing.unknown:
        tell(f"test case {case_id} names a requirement there is not: {name}")


@vv.command("evidence")
@click.option("--from", "since", type=DAY, required=True, help="First day of the period, in UTC.")
@click.option("--until", type=DAY, required=True, help="Last day of the period, included.")
@click.option("--out", type=ANY_PATH, required=True, help="New folder for the pack and its bundle.")
@click.option(
    "--language",
    type=click.Choice(["fr", "en"]),
    default="en",
    show_default=True,
    help="Language of the pack.",
)
@click.option("--organisation", default="", help="Body that issues the pack.")
def evidence(since: datetime, until: datetime, out: Path, language: str, organisation: str) -> None:
    """Write the evidence pack of a period of the deployment. Exit 1 if its log does not hold."""
    from hri.assurance.publishing import refuse_full_folder, write_files
    from hri.settings import read_settings
    from hri.wiring import operator
    from hri.wiring.evidence import open_evidence_here
    from hri.wiring.sealing import signer_of

    refuse_full_folder(out)
    signer, packs = signer_of(read_settings()), open_evidence_here()
    days = since.date(), until.date()
    dossier = packs.issue(operator(), *days, language, organisation)
    bundle = write_files(dossier.files, dossier.title, out, signer)
    duties = [row for part in dossier.document.crosswalk for row in part.duties]
    open_ = sum(row.state == "not_provided" for row in duties)
    click.echo(dossier.document.in_short)
    click.echo(f"{len(duties)} duties, {open_} of them without evidence")
    click.echo(f"evidence in {out}, sealed in {bundle}")
    if not dossier.figures.audit.sound:
        tell("the audit log does not hold; see hri audit verify")
        sys.exit(1)


@vv.command("verify")
@click.argument("bundle", type=FILE, help="Bundle that `vv run` or `vv evidence` wrote.")
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
