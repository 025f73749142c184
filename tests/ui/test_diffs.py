"""Differences between two texts: nothing lost, nothing rendered, phrases read as phrases."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hri.ui.diffs import LONGEST, _marked, _merged, changes

TEXTS = st.text(alphabet="ab c.€1\n", max_size=60)


@given(TEXTS, TEXTS)
def test_nothing_is_lost_on_either_side(before: str, after: str) -> None:
    parts = changes(before, after)
    for found in (parts, _merged(parts)):
        assert "".join(old for old, _new in found) == before
        assert "".join(new for _old, new in found) == after


def test_equal_texts_have_no_changes() -> None:
    assert changes("The fee is £25.", "The fee is £25.") == [("The fee is £25.",) * 2]


def test_only_the_amount_differs() -> None:
    changed = [pair for pair in changes("It is £25 now", "It is £12.50 now") if pair[0] != pair[1]]
    assert [("".join(pair)) for pair in changed] != []
    assert all("now" not in old and "It" not in old for old, _new in changed)


def test_changed_words_beside_each_other_are_one_change() -> None:
    merged = _merged(changes("ask the town hall today", "ask the county court today"))
    assert [pair for pair in merged if pair[0] != pair[1]] == [("town hall", "county court")]


def test_texts_are_escaped() -> None:
    assert "<script>" not in _marked("<script>", "<b>")
    assert _marked("<i>", "<i>") == "&lt;i&gt;"


def test_very_long_texts_are_not_compared_word_by_word() -> None:
    long = "word " * LONGEST
    assert changes(long, long + "more") == [(long, long + "more")]
