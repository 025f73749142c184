"""Progress is shown where somebody watches, and nowhere else."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from hri.console.progress import line_bar, step_bar


class Terminal(io.StringIO):
    """A text stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stream", "shown"), [(Terminal(), True), (io.StringIO(), False)])
def test_steps_are_shown_on_a_terminal_only(monkeypatch, stream, shown):
    monkeypatch.setattr(sys, "stderr", stream)
    with step_bar("checking") as move:
        move(1, 2, "fa\x1b[2Jcts")
        move(2, 2, "facts")
    assert ("checking" in stream.getvalue()) is shown
    assert "\x1b[2J" not in stream.getvalue()


def test_lines_are_counted_on_a_terminal(monkeypatch, tmp_path):
    stream = Terminal()
    monkeypatch.setattr(sys, "stderr", stream)
    path = tmp_path / "cases"
    path.write_text("a\nb\n")
    with line_bar("scoring", path) as move:
        move()
    assert "/2 [" in stream.getvalue()


def test_a_closed_standard_error_is_no_obstacle(monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    with step_bar("checking") as move, line_bar("scoring", Path("/dev/null")) as step:
        move(1, 1, "x")
        step()
