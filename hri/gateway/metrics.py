"""Metrics in the text format of Prometheus; no label holds a word of a citizen."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from itertools import accumulate
from threading import Lock

Labels = tuple[tuple[str, str], ...]
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)

HELP = {
    "hri_gateway_requests_total": "Requests by route, method and status.",
    "hri_gateway_answers_total": "Answers by endpoint and action.",
    "hri_gateway_faults_total": "Questions without an answer that could be judged, by fault.",
    "hri_gateway_not_scored_total": "Requests that ended without a case because of an error.",
    "hri_gateway_unscored_total": "Requests that passed unscored, by feature.",
    "hri_gateway_unauthenticated_total": "Requests without a key that is known.",
    "hri_gateway_limited_total": "Requests that were told to wait, by reason.",
    "hri_gateway_in_hand": "Requests being served now.",
    "hri_gateway_seconds": "Seconds until the whole answer was given, by route.",
    "hri_queue_waiting": "Cases that wait for a person.",
    "hri_queue_past_due": "Cases whose deadline is over.",
    "hri_messages_failed": "Decided messages that nobody took.",
}


class Metrics:
    """Counters, gauges and one histogram; safe to share between threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._counts: dict[str, dict[Labels, float]] = defaultdict(lambda: defaultdict(float))
        self._gauges: dict[str, float] = {}
        self._times: dict[Labels, list[int]] = {}
        self._sums: dict[Labels, float] = defaultdict(float)

    def count(self, name: str, **labels: str) -> None:
        """Add one to a counter."""
        with self._lock:
            self._counts[name][tuple(sorted(labels.items()))] += 1

    def gauge(self, name: str, value: float) -> None:
        """Set a gauge."""
        with self._lock:
            self._gauges[name] = value

    def observe(self, seconds: float, **labels: str) -> None:
        """Note how long a request took."""
        key = tuple(sorted(labels.items()))
        with self._lock:
            buckets = self._times.setdefault(key, [0] * (len(BOUNDS) + 1))
            buckets[bisect_left(BOUNDS, seconds)] += 1
            self._sums[key] += seconds

    def total(self, name: str, **labels: str) -> float:
        """What a counter stands at."""
        with self._lock:
            return self._counts[name][tuple(sorted(labels.items()))]

    def text(self) -> str:
        """All of it, as Prometheus reads it."""
        with self._lock:
            lines = [*self._counter_lines(), *self._gauge_lines(), *self._histogram_lines()]
        return "\n".join(lines) + "\n"

    def _counter_lines(self) -> list[str]:
        lines = []
        for name in sorted(self._counts):
            lines += [f"# HELP {name} {HELP[name]}", f"# TYPE {name} counter"]
            found = sorted(self._counts[name].items())
            lines += [f"{name}{_braced(labels)} {value:g}" for labels, value in found]
        return lines

    def _gauge_lines(self) -> list[str]:
        lines = []
        for name, value in sorted(self._gauges.items()):
            lines += [f"# HELP {name} {HELP[name]}", f"# TYPE {name} gauge", f"{name} {value:g}"]
        return lines

    def _histogram_lines(self) -> list[str]:
        name = "hri_gateway_seconds"
        lines = [f"# HELP {name} {HELP[name]}", f"# TYPE {name} histogram"]
        for labels, buckets in sorted(self._times.items()):
            bounds = [*(f"{bound:g}" for bound in BOUNDS), "+Inf"]
            for bound, value in zip(bounds, accumulate(buckets), strict=True):
                lines.append(f"{name}_bucket{_braced((*labels, ('le', bound)))} {value}")
            lines.append(f"{name}_sum{_braced(labels)} {self._sums[labels]:g}")
            lines.append(f"{name}_count{_braced(labels)} {sum(buckets)}")
        return lines


def _braced(labels: Labels) -> str:
    said = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels)
    return f"{{{said}}}" if said else ""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
