"""SIS: agreement, disagreement, absence, too few samples."""

import pytest
from factories import fee, policy, reading
from hypothesis import given
from hypothesis import strategies as st

from hri.domain.claims import Reading, TextKind
from hri.domain.slots import Slot
from hri.signals.instability import claim_distance, score_instability

SETTINGS = policy().signals
SAME, OTHER, NONE = reading(fee("25")), reading(fee("50")), reading()


def sis(answer, *samples):
    return score_instability(Slot.FEES, answer, samples, SETTINGS).score


def test_agreeing_samples_have_zero_instability():
    assert sis(SAME, SAME, SAME, SAME).value == 0


def test_samples_that_all_say_something_else_than_each_other_have_full_instability():
    texts = [reading(fee(amount)) for amount in ("1", "2", "3", "4")]
    assert sis(*texts).value == 1


def test_one_of_four_samples_with_another_fee_gives_the_share_of_unequal_pairs():
    assert sis(SAME, SAME, SAME, SAME, OTHER).value == pytest.approx(4 / 10)


def test_a_sample_that_is_silent_counts_the_absence_distance():
    assert sis(SAME, SAME, SAME, NONE).value == pytest.approx(3 * 0.5 / 6)


def test_texts_that_are_all_silent_agree():
    assert sis(NONE, NONE, NONE, NONE).value == 0


@pytest.mark.parametrize("count", [0, 1, 2])
def test_fewer_than_three_samples_are_not_scored_and_say_so(count):
    score = sis(SAME, *[SAME] * count)
    assert score.value is None
    assert score.reason.params == {"n": count, "needed": 3}


def test_a_claim_said_twice_counts_once():
    twice = reading(fee("25"), fee("25", start=20))
    assert sis(SAME, twice, SAME, SAME).value == 0


def test_the_matrix_shows_what_each_text_says_and_how_far_it_is_from_the_answer():
    rows = score_instability(Slot.FEES, SAME, (SAME, OTHER, NONE), SETTINGS).rows
    assert [row.statements for row in rows] == [("25 €",), ("25 €",), ("50 €",), ()]
    assert [row.distance for row in rows] == [0, 0, 1, 0.5]


amounts = st.sampled_from(["1", "2", "25", "50"])
texts = st.lists(amounts, max_size=3).map(lambda found: reading(*(fee(a) for a in found)))


@given(texts, st.lists(texts, min_size=3, max_size=5), st.randoms(use_true_random=False))
def test_the_order_of_samples_is_irrelevant(answer, samples, random):
    shuffled = list(samples)
    random.shuffle(shuffled)
    assert sis(answer, *samples).value == sis(answer, *shuffled).value


@given(texts, texts)
def test_distance_is_symmetric_and_between_zero_and_one(a, b):
    one = claim_distance(a.claims, b.claims, 0.5)
    assert 0 <= one <= 1
    assert one == pytest.approx(claim_distance(b.claims, a.claims, 0.5))


def test_samples_without_text_are_no_samples():
    blank = Reading(claims=(), kind=TextKind.EMPTY, language=None)
    assert sis(SAME, blank, blank, blank, blank).value is None
    assert sis(SAME, SAME, SAME, OTHER, blank).value == sis(SAME, SAME, SAME, OTHER).value
