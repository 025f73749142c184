"""SIS, the slot instability score (paper, part 2): how much samples disagree about one slot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from hri.decomposition import similarity
from hri.domain.base import Message
from hri.domain.claims import AuthorityRole, Claim, Reading, TextKind
from hri.domain.policies import SignalSettings
from hri.domain.scores import SampleRow, SignalScore
from hri.domain.slots import Signal, Slot
from hri.domain.values import AuthorityName, Duration, DurationKind


class InstabilityScore(NamedTuple):
    """SIS of one slot with the matrix that shows which text says what (row 0: the answer)."""

    score: SignalScore
    rows: tuple[SampleRow, ...]


def score_instability(
    slot: Slot, answer: Reading, samples: Sequence[Reading], settings: SignalSettings
) -> InstabilityScore:
    """Score how far the answer and its samples disagree about a slot.

    Paper: part 2, SIS_i. Shape: the answer and K >= ``min_samples`` samples. Range: [0,1], higher
    is worse. With fewer samples the signal is *not scored*, never 0.

    SIS_i is the mean distance over all pairs of texts; the distance of two texts is 1 - soft
    Jaccard of their claims in the slot, ``absence_distance`` when exactly one of them has none.

    Args:
        slot: The slot.
        answer: The answer, taken apart.
        samples: The other samples, taken apart.
        settings: ``min_samples`` and ``absence_distance``.

    Returns:
        The score and one row per text. The order of samples does not change the score.
    """
    sets = [_stable_claims(slot, reading) for reading in (answer, *samples)]
    between = _Distances(settings.absence_distance)
    rows = tuple(
        SampleRow(
            index=index,
            statements=tuple(claim.text for claim in claims.values()),
            spans=tuple((claim.start, claim.end) for claim in claims.values()),
            distance=between(sets[0], claims),
        )
        for index, claims in enumerate(sets)
    )
    told = [index for index, one in enumerate(samples, 1) if one.kind is not TextKind.EMPTY]
    if len(told) < settings.min_samples:
        reason = Message(
            id="sis.too_few_samples", params={"n": len(told), "needed": settings.min_samples}
        )
        return InstabilityScore(SignalScore(signal=Signal.SIS, value=None, reason=reason), rows)
    distances = sorted(
        between(a, b) for a, b in combinations([sets[0], *(sets[index] for index in told)], 2)
    )
    value = round(min(1.0, sum(distances) / len(distances)), 12)
    others = sum(rows[index].distance > 0 for index in told)
    reason = Message(
        id="sis.agree" if others == 0 and value == 0 else "sis.differ",
        params={"k": others, "n": len(told)},
    )
    return InstabilityScore(SignalScore(signal=Signal.SIS, value=value, reason=reason), rows)


def claim_distance(a: Sequence[Claim], b: Sequence[Claim], absence_distance: float) -> float:
    """Distance of two claim sets in [0,1]: 1 - soft Jaccard under typed similarity; symmetric.

    Both empty: 0. Exactly one empty: ``absence_distance``.
    """
    between = _Distances(absence_distance)
    return between({_key(one): one for one in a}, {_key(one): one for one in b})


_Keyed = Mapping[str, Claim]
"""Distinct claims by what they state."""


class _Distances:
    """Distances of claim sets; two statements are compared once, however many texts make them."""

    def __init__(self, absence: float) -> None:
        self._absence = absence
        self._alike: dict[tuple[str, str], float] = {}

    def __call__(self, a: _Keyed, b: _Keyed) -> float:
        """See ``claim_distance``."""
        if a.keys() == b.keys():
            return 0.0
        if not a or not b:
            return self._absence
        overlap = self._soft_overlap(a, b)
        return max(0.0, 1.0 - overlap / (len(a) + len(b) - overlap))

    def _soft_overlap(self, a: _Keyed, b: _Keyed) -> float:
        """Sum of similarities of the best one-to-one pairing, greedily from the most similar."""
        pairs: list[tuple[float, str, str, str, str]] = sorted(
            (-value, min(mine, theirs), max(mine, theirs), mine, theirs)
            for mine in a
            for theirs in b
            if (value := self._similarity(mine, theirs, a, b)) > 0
        )
        left, right, total = set(a), set(b), 0.0
        for value, _, _, mine, theirs in pairs:
            if mine in left and theirs in right:
                left.discard(mine)
                right.discard(theirs)
                total -= value
        return total

    def _similarity(self, mine: str, theirs: str, a: _Keyed, b: _Keyed) -> float:
        if mine == theirs:
            return 1.0
        pair = (mine, theirs) if mine < theirs else (theirs, mine)
        found = self._alike.get(pair)
        if found is None:
            found = self._alike[pair] = similarity(a[mine], b[theirs])
        return found


def _key(claim: Claim) -> str:
    return claim.value.model_dump_json() + claim.polarity.value


def _stable_claims(slot: Slot, reading: Reading) -> dict[str, Claim]:
    """The slot's distinct statements that count for SIS: no validity periods, no mere mentions."""
    kept: dict[str, Claim] = {}
    for claim in reading.in_slot(slot):
        value = claim.value
        if isinstance(value, Duration) and value.kind is DurationKind.VALIDITY:
            continue
        if isinstance(value, AuthorityName) and claim.role is AuthorityRole.MENTION:
            continue
        kept.setdefault(_key(claim), claim)
    return kept
