"""Two versions of a policy side by side: each field that differs, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from hri.domain.decisions import Action
from hri.domain.differences import Difference, differences
from hri.domain.floors import OFF
from hri.domain.policies import Policy
from hri.domain.slots import Slot
from hri.ui import labels, levels, tables, text
from hri.ui.answers import numbered
from hri.ui.i18n import LANGUAGE_NAMES, _, known, number

RULE_FIELDS = (
    "when", "floor", "unproven_floor", "at_least", "rule_floor", "slots", "verdict", "reasons",
    "flag",
)  # fmt: skip
POLICY_FIELDS = ("no_claim_action", "high_impact_slots")
"""Fields with a name of their own in the catalogues."""
SHARES = {"alpha": "α · SIS", "beta": "β · (1 − CCS)", "gamma": "γ · RVS"}


def show_differences(live: Policy, other: Policy, head: str) -> None:
    """A table of the fields that differ from the live policy; ``head`` names the other one."""
    found = differences(live, other)
    if not found:
        text.sentence(_("Nothing differs from the version in force."))
        return
    rows: list[Sequence[tables.Cell]] = [
        [field(difference.path), *(_value(difference, side) for side in (0, 1))]
        for difference in found
    ]
    tables.table(
        _("Each field that differs from the version in force"),
        [_("Field"), _("In force ({version})").format(version=live.version), head],
        rows,
    )


def field(path: tuple[str, ...]) -> str:
    """The name of a field; one without words of its own is named as in the file."""
    part, *rest = path
    naming = NAMING.get(part)
    return naming(*rest) if naming and rest else _named("PolicyField", ".".join(path))


def _reply(language: str, *rest: str) -> str:
    return labels.pair(_("Reply text"), " · ".join([LANGUAGE_NAMES.get(language, language), *rest]))


NAMING: Mapping[str, Callable[..., str]] = {
    "coefficients": lambda name: SHARES[name],
    "weights": lambda slot: _("Weight: {slot}").format(slot=numbered(Slot(slot))),
    "thresholds": lambda level: _("{action} from").format(action=level.upper()),
    "overrides": lambda rule, name: labels.pair(labels.override(rule), _named("RuleField", name)),
    "replies": _reply,
    "signals": lambda *rest: labels.pair(_("Signals"), ".".join(rest)),
}
"""How the fields of each part of a policy are named."""


def _named(kind: str, name: str) -> str:
    key = f"{kind}.{name}"
    return _(key) if known(key) else name


def _value(difference: Difference, side: int) -> tables.Cell:
    value = (difference.before, difference.after)[side]
    is_floor = difference.path[-1] in ("floor", "unproven_floor")
    if is_floor and value is OFF:
        return _("off")
    return _shown(value)


def _shown(value: object) -> tables.Cell:
    match value:
        case Action():
            return levels.badge(value)
        case tuple() | list():
            return ", ".join(_plain(item) for item in value) or "–"
        case _:
            return _plain(value)


def _plain(value: object) -> str:
    match value:
        case None:
            return "–"
        case bool():
            return _("yes") if value else _("no")
        case Slot():
            return numbered(value)
        case float():
            return number(value, 2 if round(value, 2) == value else 4)
        case _:
            return str(value)


def differs(live: Policy, other: Policy) -> bool:
    """Whether anything that decides differs."""
    return bool(differences(live, other))
