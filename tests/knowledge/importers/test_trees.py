from __future__ import annotations

import pytest

from hri.errors import SourceFormatError
from hri.knowledge.archives import Member
from hri.knowledge.importers.tables import read_rows
from hri.knowledge.importers.trees import read_tree


def xml(text):
    return read_tree(Member("a.xml", "a.xml", text.encode()))


def test_text_joins_what_is_marked_up_and_makes_spaces_plain():
    node = xml("<P>Il  coûte <V>25\N{NO-BREAK SPACE}€</V>\n<!-- nothing -->par an</P>")
    assert node.text() == "Il coûte 25 € par an"


def test_children_are_found_by_name():
    node = xml("<A><B>1</B><C/><B>2</B></A>")
    assert node.text_of("B") == "1"
    assert [child.text() for child in node.every("B")] == ["1", "2"]
    assert node.first("D") is None
    assert node.text_of("D") == ""


def test_json_that_is_no_tree_names_the_place():
    content = b'{"children": [{"name": "A", "children": [{"name": "B"}, {"name": 3}]}]}'
    with pytest.raises(SourceFormatError, match=r"children\[0\]\.children\[1\]"):
        read_tree(Member("a.json", "a.json", content))


def table(*rows):
    lines = "".join(
        f"<Rangée type='{kind}'>"
        + "".join(f"<Cellule{cell}</Cellule>" for cell in cells)
        + "</Rangée>"
        for kind, *cells in rows
    )
    return xml(f"<Tableau>{lines}</Tableau>")


TABLES = {
    "headers are put before the cells": (
        [("header", ">Âge", ">Prix"), ("normal", ">Enfant", ">5 €")],
        ["Enfant | Prix: 5 €"],
    ),
    "a table without header": ([("normal", ">Enfant", ">5 €")], ["Enfant | 5 €"]),
    "the lower header counts": (
        [("header", ">", ">Prix"), ("header", ">Âge", ">En ligne"), ("normal", ">Enfant", ">5 €")],
        ["Enfant | En ligne: 5 €"],
    ),
    "a cell over two rows stands in both": (
        [
            ("normal", " fusionVerticale='2'>Ville", ">Enfant", ">5 €"),
            ("normal", ">Adulte", ">9 €"),
            ("normal", ">Village", ">Adulte", ">7 €"),
        ],
        ["Ville | Enfant | 5 €", "Ville | Adulte | 9 €", "Village | Adulte | 7 €"],
    ),
    "a cell over two columns keeps the next in place": (
        [("header", ">A", ">B", ">C"), ("normal", " fusionHorizontale='2'>x", ">y")],
        ["x | C: y"],
    ),
    "empty rows are left out": ([("normal", ">", ">"), ("normal", ">x", ">")], ["x"]),
    "only headers": ([("header", ">A", ">B")], ["A | B"]),
}


@pytest.mark.parametrize("name", TABLES)
def test_tables_become_lines(name):
    rows, expected = TABLES[name]
    assert list(read_rows(table(*rows))) == expected
