"""What an import did: counts, and what was left out and why."""

from __future__ import annotations

from typing import NamedTuple


class ImportReport(NamedTuple):
    """Counts of what an import wrote, and of what it left out with the reason."""

    counts: dict[str, int]
    skipped: dict[str, int]

    def __str__(self) -> str:
        lines = [f"{count:>8}  {name}" for name, count in self.counts.items()]
        if self.skipped:
            lines += ["left out:"]
            lines += [f"{count:>8}  {reason}" for reason, count in self.skipped.items()]
        return "\n".join(lines)
