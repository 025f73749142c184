from __future__ import annotations

from pathlib import Path

import factories
import pytest

from hri.domain.decisions import Action
from hri.errors import DataFileError
from hri.knowledge.costs import load_costs

HOUSE = factories.ROOT / "data" / "costs" / "default.toml"


def test_the_house_has_costs_for_every_slot_and_action():
    costs = load_costs(HOUSE)
    assert costs.handling(Action.WARN) == costs.warning
    assert costs.handling(Action.ROUTE) == costs.minutes[Action.ROUTE] * costs.minute
    assert [costs.left_of_harm(action) for action in Action] == [1, costs.warned_share, 0, 0]


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        pytest.param("fees = 25.0", "", "fees", id="slot-left-out"),
        pytest.param("ROUTE = 6.0", "", "ROUTE", id="action-left-out"),
        pytest.param("minute = 0.75", "minute = -1", "minute", id="negative"),
        pytest.param("minute = 0.75", "minute = nan", "minute", id="not-a-number"),
        pytest.param("minute = 0.75", "minutes_ = 1", "minutes_", id="unknown-key"),
        pytest.param("warned_share = 0.50", "warned_share = 1.5", "warned_share", id="above-1"),
        pytest.param('"EUR"', '"euro"', "currency", id="no-currency"),
        pytest.param("refuse_cases = 50", "refuse_cases = 500", "least", id="falling"),
    ],
)
def test_a_faulty_file_is_refused_with_its_place(tmp_path: Path, old: str, new: str, where: str):
    text = HOUSE.read_text("utf-8")
    assert old in text
    path = tmp_path / "costs.toml"
    path.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(DataFileError, match=where):
        load_costs(path)
