"""Numbers that must fit together while somebody moves one: shares of 1, rising thresholds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Key = TypeVar("Key")

DECIMALS = 4
CLOSE = 10**-DECIMALS / 2
"""Numbers nearer than this are the same as far as is kept."""


def share_out(shares: Mapping[Key, float], moved: Key, wanted: float) -> dict[Key, float]:
    """Set one share and scale the others so that all sum to 1.

    Where the others are all 0, they get equal parts. The sum is 1 to the last decimal kept.
    """
    wanted = round(min(1.0, max(0.0, wanted)), DECIMALS)
    others = [key for key in shares if key != moved]
    rest, total = 1 - wanted, sum(shares[key] for key in others)
    fresh = {
        key: round(rest * (shares[key] / total if total else 1 / len(others)), DECIMALS)
        for key in others
    }
    largest = max(others, key=lambda key: fresh[key])
    fresh[largest] = round(fresh[largest] + rest - sum(fresh.values()), DECIMALS)
    return {key: wanted if key == moved else fresh[key] for key in shares}


def keep_rising(levels: Mapping[Key, float], moved: Key, wanted: float) -> dict[Key, float]:
    """Set one level and push its neighbours so that the levels still rise in their order."""
    wanted = round(min(1.0, max(0.0, wanted)), DECIMALS)
    keys = list(levels)
    place = keys.index(moved)
    return {
        key: wanted
        if index == place
        else (min(levels[key], wanted) if index < place else max(levels[key], wanted))
        for index, key in enumerate(keys)
    }
