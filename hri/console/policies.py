"""The commands on policies. They read and print; proposing and approving need a person."""

from __future__ import annotations

from pathlib import Path

import click

from hri.console.outputs import open_output

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
_ANY_PATH = click.Path(path_type=Path)


@click.group()
def policy() -> None:
    """Policies: check a file; list, export and try versions.

    Drafting, proposing, approving and rolling back take people who are signed in, and are done in
    the desk: nobody acts for two persons on the command line.
    """


@policy.command("check")
@click.argument("file", type=_FILE, help="Policy file to check.")
def policy_check(file: Path) -> None:
    """Load a policy file strictly and print its id, version and hash."""
    from hri.knowledge.policies import load_policy

    loaded, ref = load_policy(file)
    click.echo(f"{ref.id} {ref.version} ({loaded.title}) sha256 {ref.sha256}")


@policy.command("list")
def policy_list() -> None:
    """List the versions in the database with their state, oldest first."""
    from hri.console.texts import visible
    from hri.wiring import open_policies_here, operator

    shelf = open_policies_here()
    for item in shelf.activations.standings(operator()):
        ref = item.saved.ref
        since = "" if item.since is None else f" since {item.since.isoformat(timespec='seconds')}"
        line = f"{item.saved.policy.version}  {item.state.value}{since}  {item.saved.policy.title}"
        click.echo(f"{visible(line)}  sha256 {ref.sha256}")


@policy.command("show")
@click.argument("version", help="Version, such as v002.")
@click.option("--out", type=_ANY_PATH, help="File; standard output if left out.")
def policy_show(version: str, out: Path | None) -> None:
    """Write a version as a policy file; one approved here may be put into the policy folder."""
    from hri.knowledge.policies import policy_text
    from hri.settings import read_settings
    from hri.wiring import open_policies_here, operator

    found = open_policies_here().policies.get(operator(), version)
    with open_output(out, [read_settings().database]) as output:
        output.write_line(policy_text(found.policy).rstrip("\n"))


@policy.command("backtest")
@click.argument("version", help="Version, such as v002.")
@click.option("--out", type=_ANY_PATH, help="File; standard output if left out.")
def policy_backtest(version: str, out: Path | None) -> None:
    """Print what a version would have done with every stored case, as JSON; nothing is stored.

    A proposal makes a backtest of its own, with its own time and hash.
    """
    from hri.settings import read_settings
    from hri.wiring import open_desk_here, operator

    found = open_desk_here().proposals.backtest(operator(), version)
    with open_output(out, [read_settings().database]) as output:
        output.write_line(found.model_dump_json(indent=1))
    after = "  ".join(
        f"{action.value} {count} → {found.after[action]}" for action, count in found.before.items()
    )
    click.echo(f"{found.cases} cases: {after}", err=True)
    click.echo(f"{found.raised} raised, {found.lowered} lowered; sha256 {found.sha256}", err=True)
