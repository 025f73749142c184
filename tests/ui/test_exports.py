"""Files for spreadsheets hold no formula and keep numbers."""

from __future__ import annotations

import csv
import io
import zipfile

import pytest
from defusedxml import ElementTree

from hri.ui.exports import csv_bytes, safe_cell, xlsx_bytes


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


def sheet_of(content: bytes) -> tuple[list[list[tuple[str, str]]], bytes]:
    """Kind and value of each cell of a workbook's sheet, and the sheet itself."""
    names = {"main": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        sheet = book.read("xl/worksheets/sheet1.xml")
        shared = ElementTree.fromstring(book.read("xl/sharedStrings.xml"))
    words = ["".join(item.itertext()) for item in shared.findall("main:si", names)]
    rows = []
    for row in ElementTree.fromstring(sheet).iterfind(".//main:row", names):
        cells = [(cell.get("t", "n"), cell.findtext("main:v", "", names)) for cell in row]
        rows.append([(kind, words[int(value)] if kind == "s" else value) for kind, value in cells])
    return rows, sheet


def test_a_workbook_holds_texts_and_numbers_and_no_formula() -> None:
    risky = ["=1+1", "+1", "-1", "@SUM(A1)", "=cmd|' /C calc'!A0", "http://evil.example/"]
    content = xlsx_bytes(["Démarche", "=head"], [[text, 0.25] for text in risky])
    rows, sheet = sheet_of(content)
    assert rows[0] == [("s", "Démarche"), ("s", "=head")]
    assert rows[1:] == [[("s", text), ("n", "0.25")] for text in risky]
    assert b"<f>" not in sheet
    assert b"hyperlink" not in sheet


def test_a_text_stays_a_text_when_its_cell_is_edited() -> None:
    with zipfile.ZipFile(io.BytesIO(xlsx_bytes(["a"], [["=1+1"]]))) as book:
        assert b'quotePrefix="1"' in book.read("xl/styles.xml")


def test_what_a_workbook_cannot_hold_is_shown_or_cut() -> None:
    rows, _sheet = sheet_of(xlsx_bytes(["a"], [["x\u202ey\0"], ["z" * 40_000], [None]]))
    assert rows[1] == [("s", "x⟨U+202E⟩y⟨U+0000⟩")]
    assert len(rows[2][0][1]) == 32_767


def test_numbers_of_a_csv_file_stay_numbers() -> None:
    content = csv_bytes(["a", "b", "c"], [[-3, 0.5, None]]).decode("utf-8-sig")
    assert content.splitlines()[1] == "-3,0.5,"
