"""The quality of people's work: agreement of readers, sources looked at, figures of a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import NonNegativeInt

from hri.casework.permissions import Guard, UseCase
from hri.domain.base import Model, UnitInterval
from hri.domain.periods import Period
from hri.domain.reviews import Actor, Judgement, ReviewVerb
from hri.domain.slots import SLOTS, Slot
from hri.evaluation.agreement import Agreement, kappa
from hri.evaluation.columns import Columns
from hri.evaluation.drift import within
from hri.evaluation.estimates import wilson
from hri.evaluation.findings import JUDGEMENTS, NOT_RECORDED, VERBS, Findings
from hri.evaluation.seedfigures import DecidedSeed, decided_seeds
from hri.evaluation.shared import Shared

CATEGORIES = (Judgement.SUPPORTED, Judgement.WRONG, Judgement.CANNOT_TELL)
"""What two readers can agree on; "source outdated" says nothing of the answer."""
APPROVE = VERBS.index(ReviewVerb.APPROVE)


class Share(Model):
    """How many of how many, with Wilson's interval at 95 %."""

    count: NonNegativeInt
    n: NonNegativeInt
    share: UnitInterval | None
    """None: of none."""
    low: UnitInterval | None
    high: UnitInterval | None


def share_of(count: int, n: int) -> Share:
    """``count`` of ``n`` as a share with its interval."""
    if not n:
        return Share(count=count, n=n, share=None, low=None, high=None)
    low, high = wilson(count / n, n)
    return Share(count=count, n=n, share=count / n, low=low, high=high)


class SlotAgreement(Model):
    """How far two readers agree on one slot."""

    slot: Slot
    agreement: Agreement


class Readers(Model):
    """How far the two readers of second reads agree on the slots that both judged."""

    cases: NonNegativeInt
    """Second reads of citizens' cases."""
    whole: Agreement
    """Over all slots; slots of one case are taken for independent, which they are not quite."""
    table: tuple[tuple[int, ...], ...]
    """Counts: rows by the first reader's, columns by the second's, in order of ``CATEGORIES``."""
    by_slot: tuple[SlotAgreement, ...]


class Unseen(Model):
    """Answers approved as they were without the sources of all their slots having been shown."""

    approved: Share
    """Such approvals, of those of which it is known what was shown."""
    unknown: NonNegativeInt
    """Approvals of which that was not recorded."""


class PersonFigures(Model):
    """The work of one person, for coaching; a figure over too few is None."""

    person: str
    name: str
    decided: NonNegativeInt
    overturned: Share | None
    agreed: Share | None
    """Slots judged as the other reader did, of those both judged in second reads."""
    unseen: Share | None
    seeds_caught: Share | None


class Personal(Model):
    """The figures of everybody with enough decisions."""

    few: NonNegativeInt
    """How many it takes."""
    people: tuple[PersonFigures, ...]
    """By name."""
    left_out: NonNegativeInt
    """How many people have fewer decisions."""


class Quality:
    """Figures on people's decisions, at most a minute old. Permission: READ_ANALYTICS."""

    def __init__(self, guard: Guard, shared: Shared) -> None:
        self._guard, self._shared = guard, shared

    def readers(self, actor: Actor) -> Readers:
        """How far the two readers of second reads agree.

        Raises:
            ForbiddenError: The actor may not read figures.
        """
        self._guard.require(actor, UseCase.READ_ANALYTICS)
        return self._shared.kept("readers", lambda: readers_of(self._shared.findings()))

    def unseen(self, actor: Actor) -> Unseen:
        """Approvals without the sources having been looked at.

        Raises:
            ForbiddenError: The actor may not read figures.
        """
        self._guard.require(actor, UseCase.READ_ANALYTICS)
        return self._shared.kept("unseen", self._unseen)

    def _unseen(self) -> Unseen:
        found, columns = self._shared.findings(), self._shared.columns()
        return unseen_of(found, np.flatnonzero(found.stands), columns)

    def people(self, actor: Actor) -> Personal:
        """Figures of single people. Permission: READ_PERSONAL_FIGURES.

        Raises:
            ForbiddenError: The actor may not read figures of single people.
        """
        self._guard.require(actor, UseCase.READ_PERSONAL_FIGURES)
        return self._shared.kept("people", self._people)

    def _people(self) -> Personal:
        return people_of(
            self._shared.findings(),
            self._shared.columns(),
            self._shared.counted("decided seeds", decided_seeds),
            self._shared.watch.few,
        )


def readers_of(found: Findings, period: Period | None = None) -> Readers:
    """Agreement over second reads, all or those made in a period; whole and by slot."""
    pairs = found.pairs()
    if period is not None:
        inside = within(period, found.rows["day"])
        pairs = tuple(pair for pair in pairs if inside[pair.second])
    tables = _tables(found, [pair.first for pair in pairs], [pair.second for pair in pairs])
    whole = tables.sum(axis=0)
    return Readers(
        cases=len(pairs),
        whole=kappa(whole),
        table=tuple(tuple(row) for row in whole.tolist()),
        by_slot=tuple(
            SlotAgreement(slot=slot, agreement=kappa(tables[place]))
            for place, slot in enumerate(SLOTS)
        ),
    )


def _tables(found: Findings, first: Sequence[int], second: Sequence[int]) -> NDArray[np.int64]:
    """Counts by slot, first reader's and second reader's category; shape (5, 3, 3)."""
    size = len(CATEGORIES)
    a, b = _categories(found, first), _categories(found, second)
    tables = np.zeros((len(SLOTS), size, size), np.int64)
    for slot in range(len(SLOTS)):
        both = (a[:, slot] >= 0) & (b[:, slot] >= 0)
        np.add.at(tables[slot], (a[both, slot], b[both, slot]), 1)
    return tables


def _categories(found: Findings, places: Sequence[int]) -> NDArray[np.int64]:
    """The category of each slot in the decisions at ``places``, -1 for none; shape (n, 5)."""
    category = np.full(len(JUDGEMENTS) + 1, -1)  # the last for what nobody checked, which is -1
    for place, judgement in enumerate(CATEGORIES):
        category[JUDGEMENTS.index(judgement)] = place
    return np.asarray(category[found.rows["found"][[*places]]])


def unseen_of(found: Findings, places: NDArray[np.intp], columns: Columns) -> Unseen:
    """Of the decisions at ``places``, plain approvals with a slot whose sources were not shown.

    Only slots in which the answer says something count.
    """
    rows = found.rows[places]
    at = columns.places(rows["case_n"])
    approved = (rows["verb"] == APPROVE) & (at >= 0)
    known = approved & (rows["seen"] != NOT_RECORDED)
    bits = (rows["seen"][known][:, None] >> np.arange(len(SLOTS))) & 1
    missed = (columns.present[:, at[known]].T & (bits == 0)).any(axis=1)
    return Unseen(
        approved=share_of(int(missed.sum()), int(known.sum())),
        unknown=int(approved.sum() - known.sum()),
    )


def people_of(
    found: Findings, columns: Columns, seeds: Sequence[DecidedSeed], few: int
) -> Personal:
    """Figures of everybody who decided at least ``few`` citizens' cases, at any stage."""
    mine = np.flatnonzero(found.counts & ~found.rows["seed"])
    decided = Counter(found.rows["actor"][mine].tolist())
    agreed = _agreed(found)
    people = [
        _person(found, columns, code, mine, agreed, seeds, few)
        for code, n in decided.items()
        if n >= few
    ]
    return Personal(
        few=few,
        people=tuple(sorted(people, key=lambda one: (one.name, one.person))),
        left_out=len(decided) - len(people),
    )


class _Agreed(NamedTuple):
    """Slots that both readers judged, by the number of either reader."""

    same: NDArray[np.int64]
    n: NDArray[np.int64]


def _agreed(found: Findings) -> _Agreed:
    pairs = found.pairs()
    first, second = [pair.first for pair in pairs], [pair.second for pair in pairs]
    a, b = _categories(found, first), _categories(found, second)
    both = (a >= 0) & (b >= 0)
    same, n = (both & (a == b)).sum(axis=1), both.sum(axis=1)
    actors = found.rows["actor"][[*first, *second]]
    people = len(found.actors)
    return _Agreed(
        *(np.bincount(actors, np.tile(counts, 2), people).astype(int) for counts in (same, n))
    )


def _person(
    found: Findings,
    columns: Columns,
    code: int,
    mine: NDArray[np.intp],
    agreed: _Agreed,
    seeds: Sequence[DecidedSeed],
    few: int,
) -> PersonFigures:
    own = mine[found.rows["actor"][mine] == code]
    overturned = int((found.rows["verb"][own] != APPROVE).sum())
    results = [one.caught for one in seeds if one.by == found.actors[code]]
    shares = (
        share_of(overturned, len(own)),
        share_of(int(agreed.same[code]), int(agreed.n[code])),
        unseen_of(found, own, columns).approved,
        share_of(sum(results), len(results)),
    )
    kept = [share if share.n >= few else None for share in shares]
    return PersonFigures(
        person=found.actors[code],
        name=found.names[code],
        decided=len(own),
        overturned=kept[0],
        agreed=kept[1],
        unseen=kept[2],
        seeds_caught=kept[3],
    )
