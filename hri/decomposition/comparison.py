"""Comparing claims: how alike two statements are, and whether one states what a fact fixes."""

from __future__ import annotations

from hri.domain.claims import Claim


def similarity(a: Claim, b: Claim) -> float:
    """Likeness of two claims in [0, 1]; symmetric, 1 for the same statement."""
    return 1.0 if (a.slot, a.value, a.polarity) == (b.slot, b.value, b.polarity) else 0.0


def states_same(claim: Claim, fact: Claim, about_tolerance: float) -> bool:
    """Whether ``claim`` states what ``fact`` fixes."""
    return similarity(claim, fact) == 1.0
