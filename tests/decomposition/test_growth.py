"""Reading takes time in proportion to the text, whatever it is made of.

Four times the text may take at most ``MOST`` times the processor time; were each part compared with
each other, it would take sixteen times as long.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from hri.decomposition import decompose
from hri.decomposition.crowding import is_crowded
from hri.decomposition.doubts import Values, find_doubts
from hri.decomposition.grammar import grammar_of
from hri.decomposition.page import Page
from hri.decomposition.values.bounds import Cover, overlaps
from hri.decomposition.values.numbers import find_numbers
from hri.domain.claims import DoubtKind

from .conftest import LEXICONS, NAMES

MOST = 9
RUNS = 3


def grows(work: Callable[[int], Callable[[], object]], size: int) -> float:
    """How many times as long the work takes on four times ``size``; the quickest of some runs."""
    return _least(work(4 * size)) / _least(work(size))


def _least(run: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        begun = time.process_time()
        run()
        times.append(time.process_time() - begun)
    return min(times)


def page(text: str, language: str = "en") -> Page:
    return Page(text, grammar_of(LEXICONS[language]))


LINES = {
    "a drawn line that ends otherwise": ("{}!", "-"),
    "a table's rule that ends otherwise": ("|{}!", "-|"),
    "spaces": ("{}", " "),
    "tabs": ("a{}b", "\t"),
    "a heading with a gap": ("# a{}b", " "),
    "a heading with number signs": ("# a{}b", "#"),
    "a bold line with a gap": ("**a**{}b", " "),
    "bold without end": ("{}", "**a"),
    "points in front of a letter": ("a{}b", "."),
}


@pytest.mark.parametrize("name", LINES)
def test_one_line_of_any_make_is_laid_out_in_step_with_its_length(name):
    frame, unit = LINES[name]
    assert grows(lambda size: lambda: page(frame.format(unit * size)), 3_000) < MOST


@pytest.mark.parametrize("line", ["- a\n", "a\n\n", "| a | b |\n", "A. "])
def test_doubts_are_looked_for_once_a_line(line):
    def work(size: int) -> Callable[[], object]:
        made = page(line * size)
        numbers = find_numbers(made.clean, made.grammar)
        assert len(numbers) >= size
        return lambda: find_doubts(made, Values(numbers, [], [], [], []))

    assert grows(work, 500) < MOST


UNITS = [
    "prefecture ",
    "town hall ",
    "code civil, ",
    "fee, ",
    "if you ",
    "only if you ",
    "a copy of the ",
    "a@a.",
    "http://a.a.",
    "½ ",
    "~~a",
    "<a ",
    "- ",
    "# a\n",
    "| a ",
    "valid for the ",
    "A",
    "A.",
]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("unit", UNITS)
def test_a_text_of_one_thing_again_and_again_is_read_in_step_with_its_length(unit, language):
    lexicon = LEXICONS[language]

    def work(size: int) -> Callable[[], object]:
        return lambda: decompose(unit * (size // len(unit)), lexicon, NAMES)

    assert grows(work, 4_000) < MOST


CLAUSES = "It costs 86 € and takes 2 months at the town hall if you are under 18 "


def test_clauses_without_a_comma_are_read_in_step_with_their_number():
    def work(clauses: int) -> Callable[[], object]:
        return lambda: decompose(CLAUSES * clauses, LEXICONS["en"], NAMES)

    assert grows(work, 5) < MOST


@pytest.mark.parametrize(
    "text",
    [
        "prefecture " * 300,
        "the civil code, " * 900,
        "a\n\n" * 900,
        "It costs £5. " * 900,
        "It costs £5 and " * 250,
        "if you " * 400,
    ],
    ids=["names of the pack", "titles", "articles", "figures", "one sentence", "conditions"],
)
def test_a_crowded_text_is_not_taken_apart_and_is_named(text):
    reading = decompose(text, LEXICONS["en"], NAMES)
    assert reading.claims == ()
    assert [doubt.kind for doubt in reading.doubts] == [DoubtKind.UNREAD_VALUE]


@pytest.mark.parametrize("times", [1, 20])
def test_a_long_plain_answer_is_not_crowded(times):
    plain = "You pay £34 at the town hall. It takes two weeks if you were born abroad.\n"
    assert not is_crowded(page(plain * times), NAMES)


def test_a_cover_tells_what_its_spans_tell():
    spans = [(4, 9), (2, 5), (12, 13), (13, 20), (30, 31)]
    cover = Cover(spans)
    for start in range(33):
        for end in range(start + 1, 34):
            assert cover.overlaps(start, end) is overlaps(spans, start, end)
