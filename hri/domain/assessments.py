"""An assessment: everything that scoring one case produced, with its provenance."""

from __future__ import annotations

from typing import Literal

from hri.domain.base import Message, Model, UnitInterval
from hri.domain.claims import TextKind
from hri.domain.decisions import Action, FiredOverride
from hri.domain.policies import CaseFlag
from hri.domain.scores import SlotAssessment
from hri.domain.slots import Slot


class VersionRef(Model):
    """Which version of a thing was used: id, version and SHA-256 of its content."""

    id: str
    version: str
    sha256: str


class ProcedureRef(Model):
    """The procedure an answer was judged under, and how it was found."""

    id: str | None
    found_by: Literal["given", "retrieved", "none"]
    margin: UnitInterval | None = None
    candidates: tuple[str, ...] = ()


class Reply(Model):
    """The text the citizen gets now; ``final`` is False while a person still has to decide."""

    language: str
    text: str
    final: bool
    withdrawn: tuple[tuple[int, int], ...] = ()
    """Spans of the answer that were withdrawn."""
    flagged: tuple[Slot, ...] = ()


class Assessment(Model):
    """The result of ``assess`` (DESIGN part 3): same case, pack and policy give the same bytes."""

    case_id: str
    hri: UnitInterval | None
    state: Action
    base_state: Action
    overrides: tuple[FiredOverride, ...]
    slots: dict[Slot, SlotAssessment]
    text_kind: TextKind
    flags: tuple[CaseFlag, ...] = ()
    notes: tuple[Message, ...] = ()
    procedure: ProcedureRef
    reply: Reply
    policy: VersionRef
    pack: VersionRef
    lexicon: VersionRef
    engine: str
