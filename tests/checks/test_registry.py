from __future__ import annotations

import re
from pathlib import Path

import pytest

import hri.checks
from hri.checks import CHECKS, PARAMETERS
from hri.domain.claims import VerdictReason
from hri.domain.slots import SLOTS

FOLDER = Path(hri.checks.__file__).parent
PAGE = (FOLDER.parents[1] / "docs" / "signals" / "rvs.md").read_text(encoding="utf-8")
FAULTS = ("procedure", "territory")
REFUTING = (
    VerdictReason.REPEALED,
    VerdictReason.NOT_IN_COMPLETE_LIST,
    VerdictReason.IMPOSSIBLE_NUMBER,
)
SHARED_MODULES = {
    "__init__", "context", "evidence", "lengths", "refutation", "schedules", "selection",
}  # fmt: skip


def test_the_registry_is_sorted_and_has_one_file_a_kind():
    files = {path.stem for path in FOLDER.glob("*.py")}
    assert list(CHECKS) == sorted(files - SHARED_MODULES)


def test_every_kind_has_parameters_that_refuse_unknown_keys():
    assert list(PARAMETERS) == list(CHECKS)
    assert {model.model_config["extra"] for model in PARAMETERS.values()} == {"forbid"}


@pytest.mark.parametrize("name", CHECKS)
def test_every_kind_stands_on_slots_in_the_order_of_the_paper(name):
    slots = CHECKS[name].slots
    assert slots == tuple(slot for slot in SLOTS if slot in slots)
    assert slots


def test_the_documentation_words_every_message():
    files = [*FOLDER.glob("*.py"), FOLDER.parent / "signals" / "violation.py"]
    code = "\n".join(path.read_text(encoding="utf-8") for path in files)
    given = set(re.findall(r'id=f?"((?:check|rvs)\.[a-z_.]+[a-z])"', code))
    causes = re.findall(r'(?:not_run\(|return )"([a-z_]+)"', code)
    given |= {f"rvs.not_run.{cause}" for cause in causes if cause not in FAULTS}
    given |= {f"check.authority_competent.{fault}" for fault in FAULTS}
    given |= {f"check.law_exists.{reason.value}" for reason in REFUTING}
    given |= {f"check.pattern.{mode}" for mode in ("must_match", "must_not_match")}
    assert set(re.findall(r"^\| `((?:rvs|check)\.[a-z_.]+)` \|", PAGE, re.MULTILINE)) == given


@pytest.mark.parametrize("name", CHECKS)
def test_the_documentation_has_a_section_on_every_kind(name):
    assert f"`{name}`" in PAGE
