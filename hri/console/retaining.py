"""The commands on texts: what may not be erased, and what has to go."""

from __future__ import annotations

import click


@click.group()
def retention() -> None:
    """Texts of cases: legal holds, and the sweep of what was kept long enough."""


@retention.command("sweep")
def retention_sweep() -> None:
    """Erase what is due now, as the settings have it; servers do it by themselves."""
    from hri.wiring import open_retention_here, operator

    click.echo(f"texts of {open_retention_here().sweep(operator())} cases erased")


@retention.command("hold")
@click.argument("case_id", help="Id of the case.")
@click.option("--reason", required=True, help="Why; it is kept in the log.")
def retention_hold(case_id: str, reason: str) -> None:
    """Keep the texts of a case from being erased, by anybody."""
    from hri.wiring import open_retention_here, operator

    made = open_retention_here().hold(operator(), case_id, reason)
    click.echo(f"hold {made.id} on {case_id}; end it with `hri retention release {made.id} …`")


@retention.command("release")
@click.argument("number", type=click.IntRange(min=1), help="Number of the hold.")
@click.option("--reason", required=True, help="Why; it is kept in the log.")
def retention_release(number: int, reason: str) -> None:
    """End a hold."""
    from hri.wiring import open_retention_here, operator

    ended = open_retention_here().release(operator(), number, reason)
    click.echo(f"hold {ended.id} on {ended.case_id} ended")


@retention.command("list")
def retention_list() -> None:
    """List the holds that run."""
    from hri.console.texts import visible
    from hri.wiring import open_retention_here, operator

    for hold in open_retention_here().running(operator()):
        since = hold.at.isoformat(timespec="seconds")
        click.echo(visible(f"{hold.id}  {hold.case_id}  {since}  {hold.by_name}: {hold.reason}"))
