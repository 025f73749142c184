"""Tables of guides as lines of text, each cell with the header of its column."""

from __future__ import annotations

from collections.abc import Iterator

from hri.knowledge.importers.trees import Node

CELL_SEPARATOR = " | "
MAX_SPAN = 200


def read_rows(table: Node) -> Iterator[str]:
    """The rows below the headers: the first cell, then each cell with its column's header.

    A cell merged over rows is repeated in each of them. A table without header row gives the bare
    cells. ``Adult | Fee: 86 €`` is a row of two cells.
    """
    rows = list(table.every("Rangée"))
    grid = _expand(rows)
    headed = sum(row.attributes.get("type") == "header" for row in rows)
    headed = headed if headed < len(rows) else 0
    headers = _headers(grid[:headed])
    title = table.text_of("Titre")
    if title:
        yield title
    for cells in grid[headed:]:
        line = CELL_SEPARATOR.join(_labelled(cells, headers))
        if line:
            yield line


def _expand(rows: list[Node]) -> list[list[str]]:
    """Rows of equal columns; merged cells are repeated downwards and blank sideways."""
    grid: list[list[str]] = []
    hanging: dict[int, tuple[str, int]] = {}
    for row in rows:
        cells: list[str] = []
        for cell in row.every("Cellule"):
            _take_hanging(cells, hanging)
            down, right = _span(cell, "fusionVerticale"), _span(cell, "fusionHorizontale")
            for offset in range(right):
                text = cell.text() if not offset else ""
                if down > 1:
                    hanging[len(cells)] = (text, down - 1)
                cells.append(text)
        _take_hanging(cells, hanging)
        hanging = {(-key - 1 if key < 0 else key): value for key, value in hanging.items()}
        grid.append(cells)
    return grid


def _take_hanging(cells: list[str], hanging: dict[int, tuple[str, int]]) -> None:
    """Put in the cells that reach down from rows above, up to the next free column."""
    while len(cells) in hanging:
        text, left = hanging.pop(len(cells))
        if left > 1:
            # Held under a negative key until the row is done, so that it is not taken twice.
            hanging[-len(cells) - 1] = (text, left - 1)
        cells.append(text)


def _span(cell: Node, attribute: str) -> int:
    value = cell.attributes.get(attribute, "")
    return min(int(value), MAX_SPAN) if value.isdigit() and int(value) else 1


def _headers(rows: list[list[str]]) -> list[str]:
    """One header a column: the lowest header row that says something there."""
    width = max((len(row) for row in rows), default=0)
    return [
        next((row[column] for row in reversed(rows) if column < len(row) and row[column]), "")
        for column in range(width)
    ]


def _labelled(cells: list[str], headers: list[str]) -> Iterator[str]:
    for column, cell in enumerate(cells):
        header = headers[column] if column and column < len(headers) else ""
        if cell:
            yield f"{header}: {cell}" if header else cell
