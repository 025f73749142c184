"""Scored development sets as history with their labels as verdicts, all of them judged."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from benchmarks.sets import DevelopmentSet, Record, read
from hri.domain.assessments import Assessment
from hri.domain.figures import CaseRow, SlotRow, SlotTrait
from hri.domain.slots import SLOTS, Slot
from hri.evaluation.history import History
from hri.evaluation.labels import RIGHT, UNKNOWN, WRONG, Labels
from hri.evaluation.loading import read_history


class JudgedSet(NamedTuple):
    """A set as tuning sees it."""

    name: str
    history: History
    labels: Labels


def judged(name: str, scored: Sequence[tuple[DevelopmentSet, Path]]) -> JudgedSet:
    """Scored sets as one; every case of them counts as judged, delivered ones as drawn."""
    found, labels = [], dict[str, Record]()
    for chosen, scores in scored:
        found += [Assessment.model_validate(record) for record in read(scores)]
        labels |= {record["case_id"]: record for record in read(chosen.labels)}
    history = read_history(SimpleNamespace(signals=_Scores(found)))
    said = [labels[one.case_id] for one in found]
    truths = np.array([[_truth(record, slot) for slot in SLOTS] for record in said], np.int8).T
    wrong = (truths == WRONG).any(axis=0)
    doubted = np.array([_doubted(record) for record in said])
    case = np.where(wrong, WRONG, np.where(doubted, UNKNOWN, RIGHT)).astype(np.int8)
    return JudgedSet(name, history, Labels(np.arange(len(found)), truths, case))


def _truth(record: Record, slot: Slot) -> int:
    """Right, wrong, or unknown: where the answer says nothing or two annotators differ."""
    said = record["slots"][slot.value]
    errors, present = said["error"], said["present"]
    if isinstance(errors, list):
        if all(errors):
            return WRONG
        return UNKNOWN if any(errors) or not all(present) else RIGHT
    if errors:
        return WRONG
    return RIGHT if present else UNKNOWN


def _doubted(record: Record) -> bool:
    """Whether two annotators differ on a slot."""
    errors = [record["slots"][slot.value]["error"] for slot in SLOTS]
    return any(isinstance(said, list) and any(said) and not all(said) for said in errors)


class _Scores:
    """Assessments as rows of stored signals."""

    def __init__(self, found: list[Assessment]) -> None:
        self._found = found
        self._traits: dict[SlotTrait, int] = {}
        self._rows = [row for n, one in enumerate(found, start=1) for row in self._slots(n, one)]

    def _slots(self, number: int, one: Assessment) -> list[SlotRow]:
        rows = []
        for place, slot in enumerate(SLOTS):
            said = one.slots.get(slot)
            if said is not None and said.applies:
                trait = SlotTrait(
                    tuple(sorted({(c.verdict, c.reason) for c in said.claims}, key=str)),
                    tuple(sorted({v.floor for v in said.violations}, key=str)),
                )
                which = self._traits.setdefault(trait, len(self._traits) + 1)
                rows.append(SlotRow(number, place, said.sis, said.ccs, said.rvs, which))
        return rows

    def last(self) -> int:
        return len(self._found)

    def cases(self, _: int) -> list[CaseRow]:
        return [
            CaseRow(
                n=number,
                case_id=one.case_id,
                flags=",".join(one.flags),
                version=one.policy.version,
                received=0,
                service="",
                action=one.state,
                sample_weight=None if one.state.escalates else 1.0,
            )
            for number, one in enumerate(self._found, start=1)
        ]

    def slots(self, _: int):
        return iter(self._rows)

    def traits(self) -> dict[int, SlotTrait]:
        return {number: trait for trait, number in self._traits.items()}
