"""The curves of a judged set as an SVG picture, drawn with the standard library."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

from benchmarks.histories import JudgedSet
from hri.domain.costs import CostTable
from hri.domain.policies import Policy
from hri.evaluation.curves import CurvePoint, Knob, curve_of
from hri.evaluation.sweeps import Sweeper
from hri.evaluation.weights import Sample

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 460, 300, 62, 48, 30, 16
COLOURS = {"index alone": "#b45309", "floors and index": "#1d4ed8"}
STYLE = "font-family='sans-serif' font-size='12' fill='#1f2937'"


class Plot(NamedTuple):
    """One picture: where it stands, what its axes say, and how far they go."""

    offset: float
    title: str
    x_title: str
    y_title: str
    x_most: float
    y_most: float

    def at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the data on the paper."""
        wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
        return (
            self.offset + LEFT + wide * min(1.0, x / self.x_most),
            TOP + high * (1 - min(1.0, y / self.y_most)),
        )


def draw_curves(chosen: JudgedSet, policy: Policy, costs: CostTable, folder: Path) -> None:
    """Leak against workload, and cost as all thresholds move, with v001 marked."""
    sweeper = Sweeper(chosen.history)
    sample = Sample(chosen.history, chosen.labels)
    lines = {
        name: curve_of(sweeper, sample, policy, costs, Knob.ALL, floors=floors)
        for name, floors in (("index alone", False), ("floors and index", True))
    }
    size = chosen.history.size
    leaks = Plot(
        0, "Leak against workload", "share of cases that a person decides",
        "share of wrong cases that go out", 1.0, 1.0,
    )  # fmt: skip
    top = max(point.cost.high / size for points in lines.values() for point in points if point.cost)
    prices = Plot(
        WIDTH, "Cost as all three thresholds move", "factor of the thresholds of v001",
        f"{costs.currency} a case", 2.0, top,
    )  # fmt: skip
    parts = [_frame(leaks), _frame(prices)]
    for place, (name, points) in enumerate(lines.items()):
        workload = [(p.escalated / size, p.leak) for p in points if p.leak is not None]
        cost = [(p.value, p.cost.value / size) for p in points if p.cost is not None]
        now = next(p for p in points if p.value == 1.0)
        parts += [_line(leaks, workload, name), _line(prices, cost, name)]
        parts += _dots(leaks, prices, now, size, name)
        parts.append(_legend(name, place))
    folder.mkdir(parents=True, exist_ok=True)
    head = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {2 * WIDTH} {HEIGHT}' {STYLE}>"
    ground = "<rect width='100%' height='100%' fill='#ffffff'/>"
    text = "\n".join([head, ground, *parts, "</svg>", ""])
    (folder / f"tuning-{chosen.name}.svg").write_text(text, encoding="utf-8")


def _dots(leaks: Plot, prices: Plot, now: CurvePoint, size: int, name: str) -> list[str]:
    found = []
    if now.leak is not None:
        found.append(_dot(leaks, now.escalated / size, now.leak, name))
    if now.cost is not None:
        found.append(_dot(prices, now.value, now.cost.value / size, name))
    return found


def _frame(plot: Plot) -> str:
    left, bottom = plot.at(0, 0)
    right, top = plot.at(plot.x_most, plot.y_most)
    parts = [f"<path d='M{left} {top}V{bottom}H{right}' fill='none' stroke='#6b7280'/>"]
    for step in range(6):
        x, _ = plot.at(plot.x_most * step / 5, 0)
        _, y = plot.at(0, plot.y_most * step / 5)
        parts.append(_text(x, bottom + 16, f"{plot.x_most * step / 5:.1f}", "middle"))
        parts.append(_text(left - 6, y + 4, f"{plot.y_most * step / 5:.3g}", "end"))
        parts.append(f"<path d='M{left} {y}H{right}' stroke='#e5e7eb'/>")
    parts.append(_text((left + right) / 2, bottom + 36, plot.x_title, "middle"))
    parts.append(_text(left - 44, TOP - 12, f"{plot.title} — {plot.y_title}", "start"))
    return "\n".join(parts)


def _line(plot: Plot, points: list[tuple[float, float]], name: str) -> str:
    path = " ".join("{:.1f},{:.1f}".format(*plot.at(*point)) for point in points)
    return f"<polyline points='{path}' fill='none' stroke='{COLOURS[name]}' stroke-width='2'/>"


def _dot(plot: Plot, x: float, y: float, name: str) -> str:
    across, down = plot.at(x, y)
    return (
        f"<circle cx='{across:.1f}' cy='{down:.1f}' r='5' fill='{COLOURS[name]}' stroke='#fff'/>"
        + _text(across - 8, down + 17, "v001", "end")
    )


def _legend(name: str, place: int) -> str:
    y = TOP + 14 + 18 * place
    x = WIDTH - 170
    line = f"<path d='M{x} {y - 4}h22' stroke='{COLOURS[name]}' stroke-width='3'/>"
    return line + _text(x + 28, y, name, "start")


def _text(x: float, y: float, words: str, anchor: str) -> str:
    return f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}'>{escape(words)}</text>"
