"""Dates by themselves: ISO 8601, both readings where day and month may change places."""

from __future__ import annotations

from typing import Any

import pytest

from hri.domain.measurewords import DayOrder

ONE = [
    ("fr", "12 mars 2020", None, "2020-03-12"),
    ("fr", "le lundi 12 mars 2020 à 14 h 30", "12 mars 2020", "2020-03-12"),
    ("fr", "1er janvier 2021", None, "2021-01-01"),
    ("fr", "premier janvier 2021", None, "2021-01-01"),
    ("fr", "12/03/2020", None, "2020-03-12"),
    ("fr", "né le 17.07.1978", "17.07.1978", "1978-07-17"),
    ("fr", "12-03-2020", None, "2020-03-12"),
    ("fr", "2020-03-12", None, "2020-03-12"),
    ("fr", "03/25/2020", None, "2020-03-25"),
    ("fr", "mars 2020", None, "2020-03"),
    ("fr", "2 oct. 2020", None, "2020-10-02"),
    ("fr", "15 aout 2020", None, "2020-08-15"),
    ("fr", "29 février 2020", None, "2020-02-29"),
    ("fr", "avant le 31 décembre", "31 décembre", "--12-31"),
    ("fr", "12\u00a0mars\n2020", None, "2020-03-12"),
    ("fr", "**12 mars** 2020", "12 mars** 2020", "2020-03-12"),
    ("en", "March 12, 2020", None, "2020-03-12"),
    ("en", "March 12th 2020", None, "2020-03-12"),
    ("en", "12 March 2020", None, "2020-03-12"),
    ("en", "the 12th of March, 2020", "12th of March, 2020", "2020-03-12"),
    ("en", "12-Mar-2020", None, "2020-03-12"),
    ("en", "Sept. 5, 2020", None, "2020-09-05"),
    ("en", "2020-03-12", None, "2020-03-12"),
    ("en", "25/12/2020", None, "2020-12-25"),
    ("en", "12/25/2020", None, "2020-12-25"),
    ("en", "03/03/2020", None, "2020-03-03"),
    ("en", "January 2021", None, "2021-01"),
    ("en", "by 5 May", "5 May", "--05-05"),
]


@pytest.mark.parametrize(("language", "text", "span", "date"), ONE)
def test_a_date_has_its_form_and_span(
    found: Any, language: str, text: str, span: str | None, date: str
) -> None:
    (value,) = found(language, text)
    assert value.type == "date"
    assert value.text == (span or text)
    assert value.value.date == date
    assert value.value.readings == (date,)
    assert not value.value.ambiguous


@pytest.mark.parametrize("text", ["12/03/2020", "12.3.2020", "12-03-2020"])
def test_day_and_month_are_not_guessed_in_english(found: Any, text: str) -> None:
    (value,) = found("en", text)
    assert value.value.ambiguous
    assert value.value.date is None
    assert value.value.readings == ("2020-03-12", "2020-12-03")


@pytest.mark.parametrize(
    ("order", "date"), [(DayOrder.DAY, "2020-03-12"), (DayOrder.MONTH, "2020-12-03")]
)
def test_the_order_of_a_region_decides(found: Any, order: DayOrder, date: str) -> None:
    (value,) = found("en", "12/03/2020", order)
    assert (value.value.date, value.value.ambiguous) == (date, False)


@pytest.mark.parametrize(
    ("language", "text", "dates"),
    [
        ("fr", "12, 13 et 15 mars 2020", ["2020-03-12", "2020-03-13", "2020-03-15"]),
        ("fr", "du 12 au 15 mars 2020", ["2020-03-12", "2020-03-15"]),
        ("fr", "du 1er mars au 15 avril 2020", ["--03-01", "2020-04-15"]),
        ("en", "12 and 15 March 2020", ["2020-03-12", "2020-03-15"]),
        ("en", "March 12-15, 2020", ["2020-03-12", "2020-03-15"]),
        ("en", "10/11 December 2020", ["2020-12-10", "2020-12-11"]),
    ],
)
def test_each_day_of_a_list_is_a_date(
    found: Any, language: str, text: str, dates: list[str]
) -> None:
    assert [one.value.date for one in found(language, text)] == dates


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("fr", "31/02/2020"),
        ("fr", "31 février 2020"),
        ("fr", "29 février 2021"),
        ("fr", "13/13/2020"),
        ("fr", "192.168.1.2020"),
        ("fr", "06 12 03 20 20"),
        ("fr", "la page 12/2020"),
        ("fr", "20200312"),
        ("fr", "12 marsouins"),
        ("en", "30 February 2020"),
        ("en", "2/30/2020"),
        ("en", "form 5 may help"),
        ("en", "2020-13-01"),
    ],
)
def test_what_is_no_day_of_the_calendar_is_no_date(found: Any, language: str, text: str) -> None:
    assert found(language, text) == ()
