"""How well the desk finds errors that are known to be there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

from pydantic import NonNegativeInt

from hri.casework.seeds import is_caught
from hri.domain.base import Model
from hri.domain.records import Records
from hri.domain.seeds import Seed
from hri.domain.slots import SLOTS, Slot


class SeedCount(Model):
    """Decided known-wrong items: how many there are, how many the desk caught."""

    name: str
    """The slot the error is in, or the kind of error."""
    n: NonNegativeInt
    caught: NonNegativeInt


class MissedSeed(Model):
    """A known-wrong item that was not caught."""

    case_id: str
    slot: Slot
    error: str
    decided_at: datetime


class SeedFigures(Model):
    """How well the desk finds errors that are known to be there."""

    decided: NonNegativeInt
    caught: NonNegativeInt
    waiting: NonNegativeInt
    """Not decided yet, or erased."""
    by_slot: tuple[SeedCount, ...]
    """Slots with at least one decided seed, in the usual order."""
    by_error: tuple[SeedCount, ...]
    """Kinds of error likewise, by name."""
    missed: tuple[MissedSeed, ...]
    """Those missed, newest first."""


class DecidedSeed(NamedTuple):
    """A seed with what became of it."""

    case_id: str
    seed: Seed
    caught: bool
    by: str
    """Id of the person whose decision stands."""
    at: datetime


def decided_seeds(records: Records) -> tuple[DecidedSeed, ...]:
    """All decided seeds; there are few, so that each is looked at."""
    return tuple(_decided(records, case_id, seed) for case_id, seed in records.seeds.decided())


def _decided(records: Records, case_id: str, seed: Seed) -> DecidedSeed:
    made = records.reviews.decisions(case_id)
    stands = [item for item in made if item.undone_at is None][-1]
    caught = is_caught(seed, records.cases.get(case_id), made)
    return DecidedSeed(case_id, seed, caught, stands.actor, stands.at)


def seed_figures(found: Sequence[DecidedSeed], total: int, final_before: datetime) -> SeedFigures:
    """The figures of decided seeds.

    Args:
        found: All that are decided.
        total: How many seeds there are.
        final_before: Decisions made later may be taken back: what they missed is not told yet.
    """
    missed = [
        MissedSeed(case_id=one.case_id, slot=one.seed.slot, error=one.seed.error, decided_at=one.at)
        for one in found
        if not one.caught and one.at <= final_before
    ]
    return SeedFigures(
        decided=len(found),
        caught=sum(one.caught for one in found),
        waiting=total - len(found),
        by_slot=_counted(found, SLOTS, lambda seed: seed.slot),
        by_error=_counted(
            found, sorted({one.seed.error for one in found}), lambda seed: seed.error
        ),
        missed=tuple(sorted(missed, key=lambda one: one.decided_at, reverse=True)),
    )


def _counted(
    found: Sequence[DecidedSeed], names: Sequence[str], name_of: Callable[[Seed], str]
) -> tuple[SeedCount, ...]:
    results = {name: [one.caught for one in found if name_of(one.seed) == name] for name in names}
    return tuple(
        SeedCount(name=name, n=len(each), caught=sum(each))
        for name, each in results.items()
        if each
    )
