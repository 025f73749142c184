"""Rules of a pack: those that people write (``rules.toml``) and those that follow from its data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError

from hri.checks import CHECKS
from hri.checks.cross_slot import CrossSlotParameters
from hri.checks.selection import ClaimSelector
from hri.domain.base import Model
from hri.domain.decisions import Action
from hri.domain.packs import Authority, Instrument, Procedure, Source
from hri.domain.rules import Rule
from hri.domain.slots import Slot
from hri.errors import DataFileError, RuleFileError
from hri.knowledge.faults import describe_fault
from hri.knowledge.strict import Place, parse_toml, read_bytes

HEADER = re.compile(r"^\s*\[\[\s*rules\s*\]\]", re.MULTILINE)

ModelT = TypeVar("ModelT", bound=BaseModel)


class _Entry(NamedTuple):
    """One table of a rule file with its place; ``name`` is "rules[0] (its id)"."""

    place: Place
    name: str
    table: dict[str, Any]

    def fault(self, key: str, problem: str, remedy: str) -> DataFileError:
        pointer = ", ".join(filter(None, (self.name, key)))
        return self.place.fault(pointer, problem, remedy)


def load_rules(path: Path) -> tuple[Rule, ...]:
    """Read a rule file.

    Args:
        path: A TOML file of ``[[rules]]`` tables; where there is no file there are no rules.

    Returns:
        The rules in file order, their parameters checked against their kind of check.

    Raises:
        RuleFileError: For the first fault, with the line of its table, the rule's id and the key.
    """
    if not path.exists():
        return ()
    rules: list[Rule] = []
    for entry in _entries(path):
        rule = _rule(entry)
        if any(rule.id == other.id for other in rules):
            raise entry.fault("id", f"the id {rule.id!r} is used twice", "Give each rule its own.")
        rules.append(rule)
    return tuple(rules)


def check_references(
    rules: Iterable[Rule],
    path: Path,
    procedures: Iterable[Procedure],
    authorities: Iterable[Authority],
    instruments: Iterable[Instrument],
    sources: Iterable[Source],
) -> None:
    """Refuse rules that name what the pack does not have: such a rule would never apply.

    Raises:
        RuleFileError: For the first unknown id, with the rule's id and the key.
    """
    known = {
        "procedure_ids": {procedure.id for procedure in procedures},
        "authorities": {authority.id for authority in authorities},
        "instruments": {instrument.id for instrument in instruments},
        "source_id": {source.source_id for source in sources},
    }
    for rule in rules:
        for key, name in _named(rule):
            if name not in known[key]:
                raise RuleFileError(
                    path,
                    f"rule {rule.id!r}, {key}",
                    f"the pack has no {name!r}",
                    "Correct the id, or add the record to the pack.",
                )


def derive_rules(
    procedures: Sequence[Procedure],
    authorities: Sequence[Authority],
    instruments: Sequence[Instrument],
    sources: Sequence[Source],
) -> tuple[Rule, ...]:
    """The rules that follow from a pack's register, competences and facts, one a kind at most.

    A rule lists the procedures it can say something on; whether their facts settle a point is for
    the check to see, case by case. Competences bind only procedures that some body is listed for.
    """
    loaded = {source.source_id for source in sources}
    competent = {name for authority in authorities for name in authority.competences}
    rules = [
        _derived("authority_competent", Slot.COMPETENT_AUTHORITY, sorted(competent)),
        _derived("document_allowed", Slot.REQUIRED_DOCUMENTS, _closed(procedures, loaded)),
        _derived("fee_schedule", Slot.FEES, _fixed(procedures, Slot.FEES, loaded)),
        _derived(
            "time_limit", Slot.PROCESSING_TIME, _fixed(procedures, Slot.PROCESSING_TIME, loaded)
        ),
    ]
    found = [rule for rule in rules if rule.procedure_ids]
    listed = _fixed(procedures, Slot.REQUIRED_DOCUMENTS, loaded)
    if listed:
        found.append(_form_numbers(listed))
    if instruments:
        found.append(Rule(id="derived.law_exists", check="law_exists", slot=Slot.LEGAL_BASIS))
    return tuple(sorted(found, key=lambda rule: rule.id))


def _derived(check: str, slot: Slot, procedure_ids: Sequence[str]) -> Rule:
    takes_facts = "from_facts" in CHECKS[check].parameters.model_fields
    return Rule(
        id=f"derived.{check}",
        check=check,
        slot=slot,
        procedure_ids=tuple(procedure_ids),
        parameters={"from_facts": True} if takes_facts else {},
    )


def _form_numbers(procedure_ids: Sequence[str]) -> Rule:
    """The form numbers that a procedure's facts give are all there are; another one misleads."""
    return Rule(
        id="derived.form_numbers",
        check="document_allowed",
        slot=Slot.REQUIRED_DOCUMENTS,
        procedure_ids=tuple(procedure_ids),
        floor=Action.DEFER,
        parameters={"form_numbers": True},
    )


def _fixed(procedures: Iterable[Procedure], slot: Slot, loaded: set[str]) -> list[str]:
    """Procedures with facts of a slot, all of them from loaded sources."""
    return [
        procedure.id
        for procedure in procedures
        if (facts := procedure.facts.get(slot)) and all(fact.source_id in loaded for fact in facts)
    ]


def _closed(procedures: Iterable[Procedure], loaded: set[str]) -> list[str]:
    slot = Slot.REQUIRED_DOCUMENTS
    return _fixed((item for item in procedures if slot in item.closed), slot, loaded)


def _entries(path: Path) -> Iterator[_Entry]:
    raw = read_bytes(path, RuleFileError)
    place = Place(path, RuleFileError)
    content = parse_toml(raw, place)
    text = raw.decode("utf-8")
    tables = content.pop("rules", [])
    for key in content:
        raise place.fault(key, "unknown key", "A rule file holds [[rules]] tables only.")
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise place.fault("rules", "is not a list of tables", "Write each rule as [[rules]].")
    lines = [text.count("\n", 0, match.end()) + 1 for match in HEADER.finditer(text)]
    # An inline array, or a header inside a text, gives another count: then no line is sure.
    sure = len(lines) == len(tables)
    for index, table in enumerate(tables):
        name = f" ({table['id']})" if isinstance(table.get("id"), str) else ""
        line = lines[index] if sure else None
        yield _Entry(place._replace(line=line), f"rules[{index}]{name}", table)


def _rule(entry: _Entry) -> Rule:
    rule = _fit(Rule, entry.table, entry, "")
    check = CHECKS.get(rule.check)
    if check is None:
        raise entry.fault(
            "check", f"unknown check {rule.check!r}", f"Use one of: {', '.join(CHECKS)}."
        )
    if rule.slot not in check.slots:
        slots = ", ".join(slot.value for slot in check.slots)
        raise entry.fault(
            "slot", f"{rule.check} cannot stand on {rule.slot.value}", f"Use one of: {slots}."
        )
    if rule.valid_from and rule.valid_to and rule.valid_from > rule.valid_to:
        raise entry.fault("valid_to", "is before valid_from", "Correct the dates.")
    _check_slots(rule, _fit(check.parameters, rule.parameters, entry, "parameters"), entry)
    return rule


def _check_slots(rule: Rule, parameters: Model, entry: _Entry) -> None:
    selector = getattr(parameters, "claims", None)
    key = selector.misplaced(rule.slot) if isinstance(selector, ClaimSelector) else None
    if key is not None:
        raise entry.fault(
            f"parameters.claims.{key}", f"makes no sense in slot {rule.slot.value}", "Remove it."
        )
    if isinstance(parameters, CrossSlotParameters):
        sides = (parameters.when.slot, parameters.consequence.slot)
        if rule.slot not in sides:
            listed = " or ".join(slot.value for slot in sides)
            raise entry.fault("slot", "the rule's slot is on neither side", f"Use {listed}.")


def _fit(model: type[ModelT], data: dict[str, Any], entry: _Entry, prefix: str) -> ModelT:
    """A table as a model, nothing coerced but TOML's own dates."""
    try:
        return model.model_validate_json(json.dumps(data, default=_isoformat), strict=True)
    except ValidationError as error:
        pointer, problem, remedy = describe_fault(error, model, data)
        key = ".".join(filter(None, (prefix, pointer)))
        raise entry.fault(key, problem, remedy) from error


def _isoformat(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)


def _named(rule: Rule) -> Iterator[tuple[str, str]]:
    """Every id of the pack that a rule names, with the key it stands under."""
    yield from (("procedure_ids", name) for name in rule.procedure_ids)
    if rule.source_id is not None:
        yield "source_id", rule.source_id
    for selector in _selectors(CHECKS[rule.check].parameters.model_validate(rule.parameters)):
        yield from (("authorities", name) for name in selector.authorities)
        yield from (("instruments", name) for name in selector.instruments)


def _selectors(model: Model) -> Iterator[ClaimSelector]:
    for key in type(model).model_fields:
        value = getattr(model, key)
        if isinstance(value, ClaimSelector):
            yield value
        elif isinstance(value, Model):
            yield from _selectors(value)
