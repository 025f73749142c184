"""Work in a process of its own, so that the pages of everybody else stay quick meanwhile."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from typing import Generic, TypeVar

from hri.assurance.jobs import Step
from hri.errors import HriError, StoppedError
from hri.settings import Settings

W = TypeVar("W")

ENTRY = "hri.wiring.atwork"
"""The module that such a process runs."""

PATIENCE = 10.0
"""Seconds that a process has to clear up before it is killed."""


class ProcessWork(Generic[W]):
    """What was ordered, on its way in a process; see ``hri.assurance.jobs.Work``.

    ``hri.wiring.tasks`` says what each kind of order has done.

    Both ends are this very code on this machine, joined by two pipes that nobody else has; hence
    pickles. The process ends when this one does: it watches the pipe that its order came by.

    Raises:
        StoppedError: The process could not be started.
    """

    def __init__(self, order: object, settings: Settings) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603  (our own interpreter and module)
                [sys.executable, "-m", ENTRY],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
            if self._process.stdin is not None:
                pickle.dump((settings, order), self._process.stdin)
                self._process.stdin.flush()
        except OSError as error:
            why = error.strerror or str(error)
            raise StoppedError("The work could not be started.", why=why) from error

    def follow(self, told: Callable[[Step], None]) -> W:
        """Wait for the end, told of each step.

        Raises:
            StoppedError: It was stopped, or ended without a result.
            HriError: What the work raised.
        """
        try:
            while isinstance(message := self._next(), Step):
                told(message)
        finally:
            self.stop()
            if self._process.stdout is not None:
                self._process.stdout.close()
        if isinstance(message, HriError):
            raise message
        (result,) = message  # a tuple of one, so that no result is taken for something else
        return result

    def _next(self) -> Step | HriError | tuple[W]:
        try:
            message: Step | HriError | tuple[W] = pickle.load(self._process.stdout)  # type: ignore[arg-type]  # noqa: S301
        except (EOFError, pickle.UnpicklingError):
            code = self._process.wait(PATIENCE)
            return StoppedError("The work ended without a result.", why=f"exit code {code}")
        return message

    def stop(self) -> None:
        """Have the process clear up and end; does nothing where it has ended."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()
