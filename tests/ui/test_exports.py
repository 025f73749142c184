"""CSV files hold no formula and keep numbers."""

from __future__ import annotations

import csv
import io

import pytest

from hri.ui.exports import csv_bytes, safe_cell


@pytest.mark.parametrize(
    "cell", ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "\n=1", "＝1"]
)
def test_a_cell_that_looks_like_a_formula_is_made_text(cell: str) -> None:
    assert safe_cell(cell).startswith("'")


@pytest.mark.parametrize("cell", ["-12", "-0.5", "12", "text", "a=b", ""])
def test_other_cells_stay_as_they_are(cell: str) -> None:
    assert safe_cell(cell) == cell


def test_a_file_reads_back_with_its_accents_and_line_breaks() -> None:
    content = csv_bytes(["Démarche", "Réponse"], [['é, "x"', "ligne 1\nligne 2"], ["=cmd|x", "-3"]])
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert rows == [
        ["Démarche", "Réponse"],
        ['é, "x"', "ligne 1\nligne 2"],
        ["'=cmd|x", "-3"],
    ]
