"""The commands of verification: run a suite, write its documents, check a bundle of them."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hri.console.group import tell
from hri.console.progress import step_bar

CACHE = Path("var/cache")
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
def run(suite: Path, pack: Path, policy: Path) -> None:
    """Run a suite; print each case's verdict. Exit 1 unless all pass."""
    from hri.assurance import TestVerdict, load_suite
    from hri.assurance.requirements import load_requirements, trace
    from hri.assurance.runs import run_suite
    from hri.knowledge import load_pack
    from hri.knowledge.policies import load_policy
    from hri.settings import read_settings
    from hri.store.clock import SystemClock
    from hri.wiring.benches import subject_with_bench

    chosen, catalogue = load_suite(suite), load_requirements()
    knowledge = load_pack(pack, cache=CACHE)
    subject = subject_with_bench(knowledge, *load_policy(policy), read_settings())
    with step_bar("suite") as progress:
        result = run_suite(chosen, subject, progress, SystemClock())
    for case in result.results:
        click.echo(f"{case.verdict.value:8} {case.case.id}: {case.case.title.en}")
    failed = sum(case.verdict is not TestVerdict.PASSED for case in result.results)
    click.echo(f"{len(result.results) - failed} passed, {failed} not passed")
    tracing = trace(chosen, catalogue.requirements)
    for name in tracing.unverified:
        tell(f"no test case verifies requirement {name}")
    for case_id, name in tracing.unknown:
        tell(f"test case {case_id} names a requirement there is not: {name}")
    if failed or tracing.gaps:
        sys.exit(1)
