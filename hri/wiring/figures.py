"""Figures made ready before anybody asks: their columns are read while people begin their day."""

from __future__ import annotations

import logging
from threading import Timer
from typing import TYPE_CHECKING

from hri.errors import HriError

if TYPE_CHECKING:
    from hri.evaluation.shared import Shared
    from hri.wiring.desk import Desk

AFTER = 10.0
"""Seconds after the desk has opened: those who come first are not to wait for it."""

LOG = logging.getLogger(__name__)


def start_figures(desk: Desk, after: float = AFTER) -> Timer:
    """Have the columns of the figures read in a thread of this process, once, after a while."""
    timer = Timer(after, read_ahead, [desk.shared])
    timer.daemon = True
    timer.start()
    return timer


def read_ahead(shared: Shared) -> None:
    """Read the columns; a failure is told in the log, and to whoever asks for a figure later."""
    try:
        shared.columns()
        shared.findings()
    except HriError as error:
        LOG.warning("Figures could not be read ahead: %s", error)
