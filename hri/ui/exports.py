"""Tables as CSV files that a spreadsheet program opens without running anything."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

RISKY = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠")
NUMBER = re.compile(r"-?\d+(\.\d+)?")


def safe_cell(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula; plain numbers stay numbers."""
    if cell.lstrip(" ").startswith(RISKY) and not NUMBER.fullmatch(cell):
        return "'" + cell.replace("\0", "")
    return cell.replace("\0", "")


def csv_bytes(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """A CSV file in UTF-8 with a byte order mark, which spreadsheets need to see the accents."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow([safe_cell(head) for head in heads])
    writer.writerows([safe_cell(cell) for cell in row] for row in rows)
    return buffer.getvalue().encode("utf-8-sig")
