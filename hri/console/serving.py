"""The command that serves: desk and gateway together, or the gateway alone."""

from __future__ import annotations

import runpy
from pathlib import Path

import click

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "tools" / "serve.py"
ALONE = "hri.gateway.alone:application"
STOPPING = 30
"""Seconds that requests in hand have to end when the server is told to stop."""


@click.command()
@click.option("--gateway-only", is_flag=True, help="Serve the gateway without the pages.")
@click.option(
    "--workers",
    type=click.IntRange(1, 32),
    default=1,
    show_default=True,
    help="Processes of the gateway alone; each loads the pack.",
)
def serve(gateway_only: bool, workers: int) -> None:
    """Serve the desk and the gateway (under /v1) at HRI_BIND and HRI_PORT, until stopped."""
    if workers > 1 and not gateway_only:
        raise click.UsageError("--workers needs --gateway-only: pages live in one process.")
    if gateway_only or not PROGRAM.is_file():
        _serve_alone(workers)
    else:
        runpy.run_path(str(PROGRAM), run_name="__main__")


def _serve_alone(workers: int) -> None:
    import uvicorn

    from hri.settings import read_settings

    settings = read_settings()
    click.echo(f"The gateway is at http://{settings.bind}:{settings.port}/v1", err=True)
    uvicorn.run(
        ALONE,
        factory=True,
        host=settings.bind,
        port=settings.port,
        workers=workers,
        access_log=False,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=STOPPING,
    )
