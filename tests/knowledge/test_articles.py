from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hri.domain.packs import Article, Instrument, InstrumentStatus
from hri.knowledge.articles import StatedArticles, article_key, order_key

ON = date(2020, 6, 1)


def law(*articles, **more):
    base = {"id": "law", "title": "Law", "kind": "act", "status": InstrumentStatus.IN_FORCE}
    return Instrument(**{**base, "articles": articles, **more})


@pytest.mark.parametrize(
    ("number", "key"),
    [
        ("L. 311-1", "L311-1"),
        ("R* 410-1", "R410-1"),
        ("R.*410-1", "R410-1"),
        ("l311-1", "L311-1"),
        ("16 bis", "16BIS"),
    ],
)
def test_spellings_of_one_number_have_one_key(number, key):
    assert article_key(number) == key


ORDER = ["2", "10", "16", "16 bis", "16-1", "16-2", "16-10", "100", "L1", "L2", "L2-1", "L10"]


def test_numbers_are_in_the_order_of_the_law():
    mixed = sorted(sorted(ORDER, reverse=True), key=order_key)
    digits = [number for number in mixed if number[0].isdigit()]
    letters = [number for number in mixed if not number[0].isdigit()]
    assert digits == ORDER[:8]
    assert letters == ORDER[8:]


@given(st.text(max_size=12), st.text(max_size=12))
def test_any_two_numbers_can_be_ordered(one, other):
    first, second = order_key(one), order_key(other)
    assert [first < second, first == second, first > second].count(True) == 1


def test_bare_numbers_hold_as_long_as_the_instrument():
    listed = StatedArticles(law("1", valid_from=date(2000, 1, 1), valid_to=date(2019, 12, 31)))
    assert listed.get("1", date(2019, 12, 31)).in_force
    assert not listed.get("1", ON).in_force
    assert not listed.get("1", date(1999, 12, 31)).in_force
    assert listed.get("2", ON) is None


STATES = {
    "in force without dates": (Article(number="1"), True),
    "in force on its last day": (Article(number="1", valid_to=ON), True),
    "repealed without date": (Article(number="1", status=InstrumentStatus.REPEALED), False),
    "repealed later": (
        Article(number="1", status=InstrumentStatus.REPEALED, valid_to=date(2021, 1, 1)),
        True,
    ),
    "repealed before": (
        Article(number="1", status=InstrumentStatus.REPEALED, valid_to=date(2020, 5, 31)),
        False,
    ),
    "to come without date": (Article(number="1", status=InstrumentStatus.FUTURE), False),
    "to come, and come": (
        Article(number="1", status=InstrumentStatus.FUTURE, valid_from=ON),
        True,
    ),
    "to come later": (Article(number="1", valid_from=date(2020, 6, 2)), False),
    "unknown": (Article(number="1", status=InstrumentStatus.UNKNOWN), False),
}


@pytest.mark.parametrize("name", STATES)
def test_dates_and_state_say_whether_an_article_is_in_force(name):
    article, expected = STATES[name]
    assert StatedArticles(law(article)).get("1", ON).in_force is expected


def test_of_several_stretches_the_one_around_the_date_counts_else_the_last_before():
    first = Article(number="1", valid_from=date(1990, 1, 1), valid_to=date(1999, 12, 31))
    second = Article(number="1", valid_from=date(2015, 1, 1))
    listed = StatedArticles(law(second, first))
    assert listed.get("1", date(1995, 1, 1)).valid_to == date(1999, 12, 31)
    assert listed.get("1", date(2005, 1, 1)).valid_to == date(1999, 12, 31)
    assert listed.get("1", ON).valid_from == date(2015, 1, 1)


def test_texts_are_asked_for_by_place_and_only_in_force():
    asked = []

    def read_text(place):
        asked.append(place)
        return f"text {place}"

    later = Article(number="2", valid_from=date(2030, 1, 1))
    listed = StatedArticles(law("1", later), read_text)
    assert listed.get("1", ON).text == "text 0"
    assert listed.get("2", ON).text is None
    assert asked == [0]


def test_an_interval_counts_articles_in_force_of_the_same_prefix():
    gone = Article(number="L11", status=InstrumentStatus.REPEALED)
    listed = StatedArticles(law("L9", "L10", gone, "L12", "L12-1", "L13", "R11", "11"))
    assert listed.between("L10", "L12", ON) == 2
    assert listed.between("L10", "L12-1", ON) == 3
    assert listed.between("L20", "L30", ON) == 0
