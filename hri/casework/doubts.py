"""Doubts about sources: what reviewers hold to be outdated, for the keeper of the pack."""

from __future__ import annotations

from datetime import datetime

from hri.casework.permissions import Guard, UseCase
from hri.casework.secondreads import blind_cases
from hri.domain.base import Model
from hri.domain.ports import Knowledge
from hri.domain.records import Store
from hri.domain.reviews import Actor, StoredCase
from hri.domain.slots import Slot
from hri.domain.worklists import Remark, RemarkKind
from hri.errors import NotFoundError


class Doubt(Model):
    """A source that somebody holds to be outdated, seen on one slot of one case."""

    source: str
    case_id: str
    slot: Slot
    note: str
    by: str
    at: datetime


class Doubts:
    """The doubts that were reported. Permission: READ_DOUBTS."""

    def __init__(self, store: Store, guard: Guard) -> None:
        self._store, self._guard = store, guard

    def reported(self, actor: Actor) -> tuple[Doubt, ...]:
        """All of them, oldest first; those on erased cases are left out.

        Left out too are others' on cases that the actor reads blind, or could.

        Raises:
            ForbiddenError: The actor may not read them.
        """
        self._guard.require(actor, UseCase.READ_DOUBTS)
        with self._store.read() as records:
            found = records.remarks.of_kind(RemarkKind.SOURCE)
            cases = [item.case_id for item in found if item.actor != actor.id]
            blind = blind_cases(records, self._guard.known(actor), cases)
        told = (item for item in found if item.actor == actor.id or item.case_id not in blind)
        return tuple(map(_doubt, told))


def require_source(stored: StoredCase, source_id: str, knowledge: Knowledge) -> None:
    """Make sure that a source has to do with a case: it is of its procedure, or was shown for it.

    Raises:
        NotFoundError: It has not.
    """
    found = stored.assessment
    shown = {proof.source_id for slot in found.slots.values() for proof in slot.evidence}
    procedure = found.procedure.id or stored.case.procedure_id
    in_pack = procedure is not None and knowledge.procedure(procedure) is not None
    known = knowledge.sources(procedure) if procedure is not None and in_pack else ()
    if source_id not in shown | {source.source_id for source in known}:
        raise NotFoundError(
            f"There is no source {source_id} for this case.",
            where=f"case {stored.case_id}",
            remedy="Name a source that is shown for one of its slots.",
        )


def _doubt(remark: Remark) -> Doubt:
    return Doubt(
        source=remark.about,
        case_id=remark.case_id,
        slot=Slot(remark.code),
        note=remark.text,
        by=remark.actor_name,
        at=remark.at,
    )
