"""The model's other answers side by side, for one slot, with what differs marked."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from hri.domain.scores import SampleRow, SlotAssessment
from hri.domain.slots import Slot
from hri.ui import tables, text
from hri.ui.i18n import _, number

AGREES = 1e-9
PER_LINE = 3


def show_samples(slot: Slot, found: SlotAssessment, samples: Sequence[str], lang: str) -> None:
    """A table of what each text says in the slot, then the texts with those words marked."""
    if not samples:
        text.sentence(_("The case came without samples: instability is not scored."))
        return
    if found.samples:
        _show_statements(found.samples)
    rows = {row.index: row for row in found.samples}
    for first in range(0, len(samples), PER_LINE):
        columns = st.columns(PER_LINE)
        for offset, sample in enumerate(samples[first : first + PER_LINE]):
            index = first + offset + 1
            with columns[offset]:
                text.sentence(_("Sample {number}").format(number=index), "hri-quiet")
                text.plain(sample, _marks(slot, rows.get(index)), lang=lang, kind="hri-pane")


def _show_statements(rows: Sequence[SampleRow]) -> None:
    body: list[list[tables.Cell]] = [
        [
            _("The answer") if row.index == 0 else _("Sample {number}").format(number=row.index),
            " · ".join(row.statements) or _("says nothing in this slot"),
            _comparison(row),
        ]
        for row in rows
    ]
    heads = [_("Text"), _("Says"), _("Distance from the answer, 0 to 1")]
    tables.table(_("What each text says in this slot"), heads, body)


def _comparison(row: SampleRow) -> str:
    if row.index == 0:
        return "–"
    if row.distance <= AGREES:
        return _("{distance} (same)").format(distance=number(row.distance))
    return _("▲ {distance} (differs)").format(distance=number(row.distance))


def _marks(slot: Slot, row: SampleRow | None) -> list[text.Mark]:
    if row is None:
        return []
    differs = row.distance > AGREES
    kind = "hri-differs" if differs else f"hri-{slot.value}"
    note = "≠" if differs else ""
    return [text.Mark(start, end, kind, note=note, bracketed=differs) for start, end in row.spans]
