"""What a process of ``hri.wiring.processes`` runs: one order, told step by step, then the end."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable
from threading import Thread
from typing import IO

from hri.assurance.jobs import Step
from hri.errors import HriError
from hri.wiring.tasks import carry_out

NICE = 10
"""How much it stands back behind the processes that people wait for."""

STOPPED = 128 + signal.SIGTERM
"""Exit code after a stop, as shells tell it."""


def main() -> None:
    """Read an order from standard input, do it, write steps and result to standard output."""
    os.nice(NICE)
    with _own_output() as output:
        signal.signal(signal.SIGTERM, _leave)
        settings, order = pickle.load(sys.stdin.buffer)  # noqa: S301  (from our own parent)
        Thread(target=_end_with_parent, daemon=True).start()
        tell = _teller(output)
        try:
            tell((carry_out(order, settings, tell),))
        except HriError as error:
            tell(error)
        # All is done and told: a stop on the way out ends the process without a traceback.
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _own_output() -> IO[bytes]:
    """The way back to the parent; whatever else is printed goes to standard error instead."""
    own = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return own


def _teller(output: IO[bytes]) -> Callable[[Step | HriError | tuple[object]], None]:
    def tell(message: Step | HriError | tuple[object]) -> None:
        pickle.dump(message, output)
        output.flush()

    return tell


def _leave(_number: int, _frame: object) -> None:
    # Raised in the main thread, so that databases and folders made for the work are cleared away.
    sys.exit(STOPPED)


def _end_with_parent() -> None:
    """Nothing more ever comes from the parent: what ends this wait is its end."""
    os.read(0, 1)
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
