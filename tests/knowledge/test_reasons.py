from __future__ import annotations

from pathlib import Path

import pytest

from hri.domain.reviews import Reason, ReviewVerb
from hri.errors import DataFileError
from hri.knowledge.reasons import load_reasons

CORRECT = """
[[reasons]]
code = "correct"
actions = ["approve"]
names = { fr = "Exact", en = "Correct" }
"""
OTHER = """
[[reasons]]
code = "other"
actions = ["approve", "approve_edited", "reject"]
names = { fr = "Autre", en = "Other" }
needs_text = true
"""


def test_reasons_come_in_order_of_file_and_place(tmp_path: Path):
    (tmp_path / "b.toml").write_text(CORRECT, encoding="utf-8")
    (tmp_path / "a.toml").write_text(OTHER, encoding="utf-8")
    (tmp_path / "README.md").write_text("not a reason", encoding="utf-8")
    assert load_reasons(tmp_path) == (
        Reason(
            code="other",
            actions=tuple(ReviewVerb),
            names={"fr": "Autre", "en": "Other"},
            needs_text=True,
        ),
        Reason(
            code="correct", actions=(ReviewVerb.APPROVE,), names={"fr": "Exact", "en": "Correct"}
        ),
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        pytest.param("", "reasons", id="empty"),
        pytest.param(CORRECT.replace("approve", "agree"), r"reasons\[0\].actions", id="verb"),
        pytest.param(CORRECT.replace("code", "kode"), "kode", id="unknown-key"),
        pytest.param(CORRECT + CORRECT, r"reasons\[1\].code.*given twice", id="twice"),
        pytest.param("[[reasons]", "TOML", id="no-toml"),
    ],
)
def test_a_faulty_file_is_refused_with_its_place(tmp_path: Path, text, problem):
    (tmp_path / "reasons.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataFileError, match=rf"reasons\.toml.*{problem}"):
        load_reasons(tmp_path)


def test_a_code_given_in_two_files_is_refused(tmp_path: Path):
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text(CORRECT, encoding="utf-8")
    with pytest.raises(DataFileError, match=r"b\.toml.*'correct' is given twice"):
        load_reasons(tmp_path)


def test_a_folder_without_reasons_is_refused(tmp_path: Path):
    with pytest.raises(DataFileError, match="no reason codes"):
        load_reasons(tmp_path)
