"""Work on the queue: views in the address, filters, many cases at once and back again."""

from __future__ import annotations

import pytest

from hri.domain.queues import View
from hri.domain.reviews import Role
from hri.domain.worklists import BatchVerb
from hri.ui import filters
from tests.ui.conftest import Open, shown
from tests.ui.factory import FakeDesk
from tests.ui.test_deciding import keys as keys_of
from tests.ui.test_deciding import press


def select(app, *places: int):
    """Select rows of the table and run."""
    app.session_state["rows-case-001-3-True-0"] = {
        "selection": {"rows": list(places), "columns": [], "cells": []}
    }
    return app.run()


def several(opened: Open, role: Role):
    app = opened(None, role)
    app.toggle(key="queue-several").set_value(True).run()
    return app


def test_views_carry_their_counts(opened: Open) -> None:
    (views,) = opened(None, Role.CASEWORKER).button_group
    assert f"{View.ROUTE.name} 3" in {option.content for option in views.proto.options}


@pytest.mark.parametrize("view", [*(view.value for view in View), *filters.CLOSED])
def test_a_view_in_the_address_is_the_one_that_is_shown(opened: Open, view: str) -> None:
    app = opened(None, Role.CASEWORKER, view=view)
    assert app.button_group(key="filter-view").value == view
    assert "clear-filters" in keys_of(app)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("action", "ROUTE"),
        ("failure", "contradicted"),
        ("age", "8h"),
        ("model", "a model nobody has heard of"),
        ("channel", "web"),
    ],
)
def test_a_filter_in_the_address_is_chosen(opened: Open, key: str, value: str) -> None:
    app = opened(None, Role.CASEWORKER, **{key: value})
    assert not app.exception
    assert app.selectbox(key=f"filter-{key}").value == value


def test_nonsense_in_the_address_narrows_nothing(opened: Open) -> None:
    app = opened(None, Role.CASEWORKER, view="everything", action="9", age="-1h", failure="x")
    assert not app.exception
    assert len(app.dataframe[0].value) == 3


@pytest.mark.parametrize(
    ("role", "found"),
    [(Role.SUPERVISOR, {"assign", "move", "snooze"}), (Role.CASEWORKER, {"snooze"})],
    ids=lambda value: getattr(value, "value", ""),
)
def test_who_may_give_cases_is_offered_it(opened: Open, role: Role, found: set[str]) -> None:
    app = select(several(opened, role), 0, 2)
    assert {"assign", "move", "snooze"} & keys_of(app) == found
    assert "2 cases chosen" in shown(app)


def test_those_who_only_read_choose_nothing(opened: Open) -> None:
    assert not opened(None, Role.AUDITOR).toggle


@pytest.mark.parametrize("verb", list(BatchVerb), ids=lambda verb: verb.value)
def test_bulk_work_is_done_told_and_undone(opened: Open, desk: FakeDesk, verb: BatchVerb) -> None:
    app = press(select(several(opened, Role.SUPERVISOR), 0, 1), verb.value)
    assert desk.placed == [(verb, ("case-001", "case-002"))]
    assert "1 done, 1 left: closed" in shown(app)
    press(app, "batch-undo")
    assert desk.calls[-1] == "undo:7"
    assert "1 case put back." in shown(app)
    assert "batch-undo" not in keys_of(app)
