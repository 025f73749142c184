from __future__ import annotations

from pathlib import Path

import pytest

import hri.checks
from hri.checks import CHECKS, PARAMETERS
from hri.domain.slots import SLOTS

SHARED_MODULES = {
    "__init__", "context", "evidence", "lengths", "refutation", "schedules", "selection",
}  # fmt: skip


def test_the_registry_is_sorted_and_has_one_file_a_kind():
    files = {path.stem for path in Path(hri.checks.__file__).parent.glob("*.py")}
    assert list(CHECKS) == sorted(files - SHARED_MODULES)


def test_every_kind_has_parameters_that_refuse_unknown_keys():
    assert list(PARAMETERS) == list(CHECKS)
    assert {model.model_config["extra"] for model in PARAMETERS.values()} == {"forbid"}


@pytest.mark.parametrize("name", CHECKS)
def test_every_kind_stands_on_slots_in_the_order_of_the_paper(name):
    slots = CHECKS[name].slots
    assert slots == tuple(slot for slot in SLOTS if slot in slots)
    assert slots


@pytest.mark.parametrize("name", CHECKS)
def test_the_documentation_has_a_section_on_every_kind(name):
    page = Path(hri.checks.__file__).parents[2] / "docs" / "signals" / "rvs.md"
    assert f"`{name}`" in page.read_text(encoding="utf-8")
