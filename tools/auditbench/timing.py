"""Commands as processes of their own: how long they take, and how much of the processor."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]


class Took(NamedTuple):
    """A command that has ended."""

    wall: float
    """Seconds by the clock."""
    processor: float
    """Seconds of processor time, the system's among them."""
    code: int
    said: str

    def __str__(self) -> str:
        return f"{self.wall:6.2f} s, {self.processor:5.2f} s of processor time, exit {self.code}"


def take(*command: object, **settings: object) -> Took:
    """Run a command of Python's with settings of HRI, by their names in lower case."""
    named = {f"HRI_{name.upper()}": str(value) for name, value in settings.items()}
    environment = {**os.environ, **named, "PYTHONPATH": str(ROOT)}
    used, begun = _used(), time.perf_counter()
    done = subprocess.run(
        [sys.executable, *map(str, command)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    return Took(time.perf_counter() - begun, _used() - used, done.returncode, done.stdout)


def _used() -> float:
    found = resource.getrusage(resource.RUSAGE_CHILDREN)
    return found.ru_utime + found.ru_stime
