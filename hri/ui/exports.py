"""Tables as files that a spreadsheet program opens without running anything."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from xlsxwriter import Workbook

from hri.ui.text import visible

RISKY = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠")
NUMBER = re.compile(r"-?\d+(\.\d+)?")
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
LONGEST_CELL = 32_767
"""Characters that a cell of a workbook can hold."""
WIDEST, PADDING = 60, 2
Plain = str | int | float | None
"""What a cell of a file holds; None: nothing."""


def safe_cell(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula; plain numbers stay numbers."""
    if cell.lstrip(" ").startswith(RISKY) and not NUMBER.fullmatch(cell):
        return "'" + cell.replace("\0", "")
    return cell.replace("\0", "")


def csv_bytes(heads: Sequence[str], rows: Iterable[Sequence[Plain]]) -> bytes:
    """A CSV file in UTF-8 with a byte order mark, which spreadsheets need to see the accents."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow([safe_cell(head) for head in heads])
    writer.writerows(
        [safe_cell(cell) if isinstance(cell, str) else cell for cell in row] for row in rows
    )
    return buffer.getvalue().encode("utf-8-sig")


def xlsx_bytes(heads: Sequence[str], rows: Iterable[Sequence[Plain]]) -> bytes:
    """A workbook of one sheet. A text stays a text, also when somebody edits its cell."""
    buffer = io.BytesIO()
    with Workbook(buffer, {"in_memory": True}) as book:
        sheet = book.add_worksheet()
        text = book.add_format({"quote_prefix": True})
        head = book.add_format({"quote_prefix": True, "bold": True})
        for column, word in enumerate(heads):
            sheet.write_string(0, column, _held(word), head)
            sheet.set_column(column, column, min(len(word), WIDEST) + PADDING)
        for place, row in enumerate(rows, start=1):
            for column, cell in enumerate(row):
                # Never the general write: it takes texts for formulas and addresses for links.
                if isinstance(cell, str):
                    sheet.write_string(place, column, _held(cell), text)
                elif cell is not None:
                    sheet.write_number(place, column, cell)
        sheet.freeze_panes(1, 0)
    return buffer.getvalue()


def _held(words: str) -> str:
    return visible(words)[:LONGEST_CELL]
