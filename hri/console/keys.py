"""The commands on keys: who may ask the gateway, and for what."""

from __future__ import annotations

import click

SCOPES = (
    "assess",
    "chat",
    "read",
    "metrics",
    "set_date",
    "set_procedure",
    "set_jurisdiction",
)


@click.group()
def keys() -> None:
    """Keys of the gateway: make one for a chatbot, list them, revoke one."""


@keys.command("make")
@click.argument("client", help="Name of the client: it begins the id of each of its cases.")
@click.option(
    "--scope",
    "scopes",
    multiple=True,
    type=click.Choice(SCOPES),
    default=("chat", "read"),
    show_default=True,
    help="What the key allows; may be given several times.",
)
@click.option("--rate", type=click.IntRange(min=1), help="Requests a minute; else the setting's.")
@click.option("--language", default="", help="Language of questions too short to tell (fr, en).")
@click.option("--jurisdiction", default="", help="Jurisdiction of the client's cases, as FR.")
def keys_make(
    client: str, scopes: tuple[str, ...], rate: int | None, language: str, jurisdiction: str
) -> None:
    """Make a key and print it. It is shown this once: only a digest of it is stored."""
    from pydantic import ValidationError

    from hri.domain.clients import KeyTerms
    from hri.wiring import open_clients_here, operator

    said = {"client": client, "scopes": scopes, "rate": rate, "language": language}
    try:
        terms = KeyTerms.model_validate({**said, "jurisdiction": jurisdiction})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise click.UsageError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    made = open_clients_here().make(operator(), terms)
    click.echo(f"key {made.key.id} for {client}; keep it now, it is not shown again:", err=True)
    click.echo(made.secret)


@keys.command("list")
def keys_list() -> None:
    """List all keys with what they allow, oldest first; revoked ones say so."""
    from hri.console.texts import visible
    from hri.wiring import open_clients_here, operator

    for key in open_clients_here().all(operator()):
        terms = key.terms
        scopes = ",".join(scope.value for scope in terms.scopes)
        rate = f"{terms.rate}/min" if terms.rate else "usual rate"
        since = key.at.isoformat(timespec="seconds")
        ended = "" if key.ended is None else f"  revoked by {key.ended.by_name}: {key.ended.reason}"
        click.echo(visible(f"{key.id}  {terms.client}  {scopes}  {rate}  {since}{ended}"))


@keys.command("revoke")
@click.argument("number", type=click.IntRange(min=1), help="Number of the key.")
@click.option("--reason", required=True, help="Why; it is kept in the log.")
def keys_revoke(number: int, reason: str) -> None:
    """Revoke a key: it lets nobody in from now on, in any process."""
    from hri.wiring import open_clients_here, operator

    ended = open_clients_here().revoke(operator(), number, reason)
    click.echo(f"key {ended.id} of {ended.terms.client} is revoked")
