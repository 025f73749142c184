"""Rules: constraints as data. A rule names a kind of check with parameters; the check is code."""

from __future__ import annotations

from datetime import date

from pydantic import Field, JsonValue

from hri.domain.base import Identifier, Message, Model
from hri.domain.claims import Evidence
from hri.domain.decisions import Action
from hri.domain.slots import Slot


class Rule(Model):
    """One constraint on one slot (paper, part 2: RVS).

    A rule applies to a case when the case's procedure, jurisdiction and date fall inside
    ``procedure_ids`` (empty = all), ``jurisdiction`` (None = everywhere) and the validity dates.
    """

    id: Identifier
    check: Identifier
    slot: Slot
    title: dict[str, str] = {}
    procedure_ids: tuple[str, ...] = ()
    jurisdiction: str | None = None
    valid_from: date | None = None
    valid_to: date | None = None
    reference: str = ""
    source_id: str | None = None
    floor: Action | None = None
    """A milder or stricter floor than the policy's for this rule; None = the policy decides."""
    parameters: dict[str, JsonValue] = {}


class Violation(Model):
    """A rule that the answer breaks, with the claim it is about where there is one."""

    rule_id: str
    check: str
    slot: Slot
    explanation: Message
    reference: str = ""
    floor: Action | None = None
    claim: tuple[int, int] | None = None
    """Span of the claim in the answer; None when something is missing from the answer."""
    evidence: tuple[str, ...] = ()


class RuleOutcome(Model):
    """What running one rule gave: kept to, broken, or could not be run (then RVS is not scored)."""

    rule_id: str
    violations: tuple[Violation, ...] = ()
    not_run: Message | None = None
    missing: bool = Field(default=False)
    """True when the rule demands a statement that the answer lacks: the slot then applies."""
    applied: bool = True
    """False when the answer held nothing that this rule judges, or its schedule is not definite."""
    evidence: tuple[Evidence, ...] = ()
    """The facts and register entries that the violations name."""
