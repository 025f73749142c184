"""The command that lets decided messages go out, for machines that run it apart from the desk."""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from hri.casework.delivery import DeliveryReport
    from hri.casework.rounds import Worker


@click.command()
@click.option("--once", is_flag=True, help="Deliver what is due now, then end.")
def deliver(once: bool) -> None:
    """Let decided messages go out as they fall due, until stopped (Ctrl-C or SIGTERM).

    Any number of these may run beside each other and beside the desk. With --once: exit 1 if
    a message was not taken.
    """
    from hri.casework.rounds import Worker
    from hri.wiring import open_delivery_here

    delivery, settings = open_delivery_here()
    tally = _Tally()
    worker = Worker(delivery, settings.delivery_interval_seconds, tally.tell)
    if once:
        tally.tell(worker.deliver_due())
        sys.exit(1 if tally.failed else 0)
    way = settings.delivery_url or settings.outbox
    _run_until_stopped(worker, f"delivering to {way}; stop with Ctrl-C")
    click.echo(f"stopped: {tally.out} out, {tally.failed} tries failed")


class _Tally:
    """Counts over all rounds; tells of each one that did something."""

    def __init__(self) -> None:
        self.out = self.failed = 0

    def tell(self, report: DeliveryReport) -> None:
        self.out, self.failed = self.out + report.out, self.failed + report.failed
        later = ", to be tried again" if report.failed else ""
        click.echo(f"{report.out} out, {report.failed} failed{later}")


def _run_until_stopped(worker: Worker, said: str) -> None:
    """Work until a signal asks for the end; the message in hand is still finished."""
    names = (signal.SIGINT, signal.SIGTERM)
    before = {name: signal.signal(name, signal.default_int_handler) for name in names}
    try:
        worker.start()
        click.echo(said)
        while True:
            signal.pause()
    except KeyboardInterrupt:
        click.echo("stopping")
    finally:
        for name, handler in before.items():
            signal.signal(name, handler)
        worker.stop()
