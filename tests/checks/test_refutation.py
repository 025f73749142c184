from __future__ import annotations

from datetime import date

import pytest
from checks.fakes import FakeKnowledge, instrument, law

from hri.checks.refutation import refute
from hri.domain.claims import VerdictReason
from hri.domain.packs import Article, InstrumentStatus
from hri.domain.values import LegalReference

ON = date(2025, 6, 1)
WINDOW = {"complete_from": date(2025, 1, 1), "complete_to": date(2025, 12, 31)}
LISTED = ("1", "2", "10")
REPEALED = InstrumentStatus.REPEALED

NOT_LISTED = VerdictReason.NOT_IN_COMPLETE_LIST
GONE = VerdictReason.REPEALED
IMPOSSIBLE = VerdictReason.IMPOSSIBLE_NUMBER


def refuted(register, first=None, last=None, on=ON, known=True):
    value = law("card-act", first, last, known=known).value
    assert isinstance(value, LegalReference)
    found = refute(value, FakeKnowledge(instruments=register), on)
    return None if found is None else found.reason


@pytest.mark.parametrize(
    ("first", "expected"),
    [("1", None), ("10", None), ("3", NOT_LISTED), ("1A", NOT_LISTED)],
    ids=["listed", "last listed", "gap", "suffix"],
)
def test_a_complete_list_refutes_what_it_lacks(first, expected):
    assert refuted((instrument(articles=LISTED, **WINDOW),), first) is expected


@pytest.mark.parametrize(
    ("changes", "on"),
    [
        ({}, ON),
        ({"complete_from": date(2025, 1, 1)}, ON),
        ({"complete_to": date(2025, 12, 31)}, ON),
        (WINDOW, date(2024, 12, 31)),
        (WINDOW, date(2026, 1, 1)),
    ],
    ids=["no window", "no end", "no beginning", "day before", "day after"],
)
def test_a_list_proves_nothing_outside_its_window(changes, on):
    assert refuted((instrument(articles=LISTED, **changes),), "3", on=on) is None


@pytest.mark.parametrize("on", [date(2025, 1, 1), date(2025, 12, 31)], ids=["first", "last"])
def test_both_ends_of_the_window_belong_to_it(on):
    assert refuted((instrument(articles=LISTED, **WINDOW),), "3", on=on) is NOT_LISTED


@pytest.mark.parametrize(
    ("on", "expected"),
    [(date(2025, 5, 31), None), (date(2025, 6, 1), GONE)],
    ids=["last day in force", "day after"],
)
def test_an_instrument_is_repealed_from_the_day_after_its_last(on, expected):
    repealed = instrument(status=REPEALED, valid_to=date(2025, 5, 31))
    assert refuted((repealed,), on=on) is expected
    assert refuted((repealed,), "7", on=on) is expected


@pytest.mark.parametrize(
    ("on", "expected"),
    [(date(2024, 12, 31), None), (date(2025, 1, 1), GONE)],
    ids=["before the pack's date", "on the pack's date"],
)
def test_a_repeal_without_a_date_counts_from_the_date_of_the_pack(on, expected):
    assert refuted((instrument(status=REPEALED),), on=on) is expected
    undated = Article(number="4", status=REPEALED)
    assert refuted((instrument(articles=("1", undated)),), "4", on=on) is expected


@pytest.mark.parametrize(
    ("on", "expected"),
    [(date(2020, 1, 1), None), (date(2020, 1, 2), GONE)],
    ids=["last day", "day after"],
)
def test_an_article_repealed_in_an_open_list_is_refuted(on, expected):
    gone = Article(number="4", status=REPEALED, valid_to=date(2020, 1, 1))
    assert refuted((instrument(articles=("1", gone)),), "4", on=on) is expected


def test_an_article_not_in_force_yet_is_refuted_by_a_complete_list_only():
    future = Article(number="4", valid_from=date(2026, 1, 1))
    assert refuted((instrument(articles=(future,)),), "4") is None
    assert refuted((instrument(articles=(future,), **WINDOW),), "4") is NOT_LISTED


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        ("2", "9", None),
        ("3", "9", NOT_LISTED),
        ("9", "12", None),
        ("11", "20", NOT_LISTED),
        ("L3", "9", None),
    ],
    ids=["first end listed", "nothing inside", "one inside", "beyond the end", "other prefixes"],
)
def test_an_interval_is_refuted_as_a_whole_only(first, last, expected):
    assert refuted((instrument(articles=LISTED, **WINDOW),), first, last) is expected


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("0", IMPOSSIBLE),
        ("L0", IMPOSSIBLE),
        ("L0-0", IMPOSSIBLE),
        ("1234567", IMPOSSIBLE),
        ("L311-1234567", IMPOSSIBLE),
        ("123456", None),
        ("L0-1", None),
        ("R*410-1", None),
        ("premier", None),
    ],
)
@pytest.mark.parametrize("known", [True, False], ids=["known act", "unknown act"])
def test_a_number_that_no_law_has_is_impossible(number, expected, known):
    assert refuted((instrument(),), number, known=known) is expected


def test_silence_refutes_nothing():
    assert refuted((), "3") is None
    assert refuted((instrument(),), "3") is None
    assert refuted((instrument(articles=LISTED, **WINDOW),)) is None
    assert refuted((instrument(articles=LISTED, **WINDOW),), "3", known=False) is None
