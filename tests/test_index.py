"""The index: the paper's sum, its edges, and that it rises with every signal."""

import pytest
from factories import policy
from hypothesis import given
from hypothesis import strategies as st

from hri.domain.policies import Coefficients
from hri.domain.slots import SLOTS, Slot
from hri.index import SlotSignals, aggregate, effective_weights, slot_risk

unit = st.floats(0, 1, allow_nan=False)
signals = st.builds(SlotSignals, st.none() | unit, st.none() | unit, st.none() | unit)
slots = st.dictionaries(st.sampled_from(SLOTS), signals, min_size=1)


def test_a_wrong_unsupported_fee_alone_weighs_fully_although_other_slots_are_absent():
    score = aggregate({Slot.FEES: SlotSignals(sis=0.0, ccs=0.0, rvs=1.0)}, policy())
    assert score.hri == pytest.approx(0.40 + 0.30)
    assert score.parts[Slot.FEES].weight == 1


def test_literal_weights_dilute_as_in_the_papers_plain_sum():
    settings = {**policy().signals.model_dump(), "absent_slots": "literal"}
    score = aggregate({Slot.FEES: SlotSignals(0.0, 0.0, 1.0)}, policy(signals=settings))
    assert score.hri == pytest.approx(0.20 * 0.70)


def test_all_slots_right_and_stable_give_zero():
    perfect = dict.fromkeys(SLOTS, SlotSignals(sis=0.0, ccs=1.0, rvs=0.0))
    assert aggregate(perfect, policy()).hri == 0


def test_all_slots_wrong_and_unstable_give_one():
    worst = dict.fromkeys(SLOTS, SlotSignals(sis=1.0, ccs=0.0, rvs=1.0))
    assert aggregate(worst, policy()).hri == 1


def test_no_slot_gives_no_index():
    assert aggregate({}, policy()).hri is None


def test_a_signal_that_is_not_scored_counts_as_the_worst():
    assert slot_risk(SlotSignals(None, 1.0, 0.0), policy().coefficients, 1.0) == pytest.approx(0.3)


def test_weights_of_zero_alone_are_shared_equally():
    weights = dict.fromkeys(SLOTS, 0.0) | {Slot.FEES: 1.0}
    chosen = {slot: SlotSignals(0.0, 1.0, 0.0) for slot in (SLOTS[0], SLOTS[1])}
    assert list(effective_weights(chosen, policy(weights=weights)).values()) == [0.5, 0.5]


@given(slots)
def test_the_index_and_its_parts_stay_between_zero_and_one(chosen):
    score = aggregate(chosen, policy())
    assert score.hri is not None
    assert 0 <= score.hri <= 1
    assert sum(part.weight for part in score.parts.values()) == pytest.approx(1)
    assert sum(part.contribution for part in score.parts.values()) == pytest.approx(score.hri)


@given(slots, st.sampled_from(SLOTS), unit)
def test_the_index_never_falls_when_a_signal_gets_worse(chosen, slot, value):
    if slot not in chosen:
        return
    before = chosen[slot]
    worse = SlotSignals(
        None if before.sis is None else max(before.sis, value),
        None if before.ccs is None else min(before.ccs, value),
        None if before.rvs is None else max(before.rvs, value),
    )
    one = aggregate(chosen, policy()).hri
    other = aggregate({**chosen, slot: worse}, policy()).hri
    assert one is not None
    assert other is not None
    assert other >= one


@given(slots)
def test_losing_a_signal_never_lowers_the_index(chosen):
    slot = next(iter(chosen))
    before = aggregate(chosen, policy()).hri
    after = aggregate({**chosen, slot: SlotSignals(None, None, None)}, policy()).hri
    assert before is not None
    assert after is not None
    assert after >= before


@given(st.permutations(list(SLOTS)))
def test_the_order_in_which_slots_come_does_not_matter(order):
    given_slots = {slot: SlotSignals(0.1 * i, 0.3, 0.0) for i, slot in enumerate(SLOTS)}
    shuffled = {slot: given_slots[slot] for slot in order}
    assert aggregate(shuffled, policy()) == aggregate(given_slots, policy())


def test_coefficients_must_sum_to_one():
    with pytest.raises(ValueError, match=r"sum to 0\.9"):
        Coefficients(alpha=0.3, beta=0.3, gamma=0.3)
