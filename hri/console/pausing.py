"""The commands that pause topics: they need no pack, so that they work when little else does."""

from __future__ import annotations

import click


@click.group()
def pause() -> None:
    """The kill switch: send every answer on a topic, or on all, to a person."""


@pause.command("start")
@click.option("--procedure", help="Only answers on the procedure with this id.")
@click.option("--service", help="Only answers on procedures of this service.")
@click.option("--reason", required=True, help="Why; it is kept in the log and shown.")
def pause_start(procedure: str | None, service: str | None, reason: str) -> None:
    """Pause a procedure, a service, or without either everything; at once, in every process."""
    from hri.wiring import open_pauses_here, operator

    if procedure is not None and service is not None:
        raise click.UsageError("Name a procedure or a service, not both.")
    made = open_pauses_here().pause(operator(), reason, procedure_id=procedure, service=service)
    click.echo(f"pause {made.id}: {made.topic}; end it with `hri pause end {made.id} --reason …`")


@pause.command("end")
@click.argument("number", type=click.IntRange(min=1), help="Number of the pause.")
@click.option("--reason", required=True, help="Why; it is kept in the log.")
def pause_end(number: int, reason: str) -> None:
    """End a pause: answers go out again as they are scored. What was held stays with people."""
    from hri.wiring import open_pauses_here, operator

    ended = open_pauses_here().resume(operator(), number, reason)
    click.echo(f"pause {ended.id} ended: {ended.topic}")


@pause.command("list")
@click.option("--all", "everything", is_flag=True, help="Also those that were ended.")
def pause_list(everything: bool) -> None:
    """List what is paused, with who paused it, why, and how many answers it held."""
    from hri.console.texts import visible
    from hri.wiring import open_pauses_here, operator

    pauses, actor = open_pauses_here(), operator()
    held = pauses.held(actor)
    found = pauses.all(actor) if everything else pauses.running(actor)
    for item in found:
        since = item.at.isoformat(timespec="seconds")
        until = "" if item.ended is None else f" to {item.ended.at.isoformat(timespec='seconds')}"
        line = f"{item.id}  {item.topic}  {since}{until}  {item.by_name}: {item.reason}"
        click.echo(f"{visible(line)}  ({held.get(item.id, 0)} held)")
    if not found:
        click.echo("nothing is paused")
