"""Signatures of sealed checkpoints: who may sign, and what each one is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hri.domain.checkpoints import Seal
from hri.domain.vouching import Signing


@dataclass(frozen=True)
class Signatures:
    """How the signatures of checkpoints are judged."""

    holds: Callable[[Seal], bool]
    """Whether a signature was made with the key that the checkpoint names."""
    trusted: tuple[str, ...] = ()
    """Public keys that may sign; none: any may, since nobody said which."""

    def trusts(self, key: str) -> bool:
        """Whether a key may sign."""
        return not self.trusted or key in self.trusted


class Judged(NamedTuple):
    """A checkpoint's signature: whether it holds by the key named, and by a trusted one."""

    signed: bool
    holds: bool
    trusted: bool


def judge(seal: Seal, signatures: Signatures) -> Judged:
    """How the signature of one checkpoint stands."""
    if not seal.key and not seal.signature:
        return Judged(signed=False, holds=False, trusted=False)
    holds = signatures.holds(seal)
    return Judged(signed=True, holds=holds, trusted=holds and signatures.trusts(seal.key))


def first_signed(seals: Sequence[Seal], judged: Sequence[Judged]) -> int | None:
    """Number of the first checkpoint that a key signed which may; None where none is."""
    found = (seal.number for seal, one in zip(seals, judged, strict=True) if one.trusted)
    return min(found, default=None)


def signing_of(seals: Sequence[Seal], judged: Sequence[Judged], signatures: Signatures) -> Signing:
    """Who signed some checkpoints, counted."""
    first = first_signed(seals, judged)
    by_key: dict[str, int] = {}
    early = unsigned = 0
    for seal, one in zip(seals, judged, strict=True):
        if one.holds:
            by_key[seal.key] = by_key.get(seal.key, 0) + 1
        elif not one.signed and (first is None or seal.number < first):
            early += 1
        elif not one.signed:
            unsigned += 1
    return Signing(
        trusted=signatures.trusted, by_key=by_key, first=first, early=early, unsigned=unsigned
    )
