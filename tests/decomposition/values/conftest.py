"""What the tests of single values share: values of a text in a short written form."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hri.decomposition import NameIndex
from hri.decomposition.values.extraction import find_values
from hri.domain.extracts import Extract
from hri.domain.measurewords import DayOrder
from tests.decomposition.conftest import LEXICONS

NO_NAMES = NameIndex()
Finder = Callable[..., tuple[Extract, ...]]


@pytest.fixture(scope="session")
def found() -> Finder:
    """All values of a text; nothing is known by name."""

    def find(language: str, text: str, order: DayOrder | None = None) -> tuple[Extract, ...]:
        values = find_values(text, LEXICONS[language], NO_NAMES, order)
        for value in values:
            assert text[value.start : value.end] == value.text
        return values

    return find
