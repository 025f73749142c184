"""Actions and decisions: what happens to an answer, and every reason for it."""

from __future__ import annotations

from enum import StrEnum

from hri.domain.base import Message, Model
from hri.domain.slots import Slot


class Action(StrEnum):
    """What happens to an answer (paper, part 4), in order of severity.

    There is no default action: a case without a decision is not delivered.
    """

    PASS = "PASS"  # noqa: S105
    WARN = "WARN"
    DEFER = "DEFER"
    ROUTE = "ROUTE"

    @property
    def severity(self) -> int:
        """0 for PASS to 3 for ROUTE."""
        return ACTIONS.index(self)

    @property
    def escalates(self) -> bool:
        """True when a person must decide before the citizen gets the whole answer."""
        return self.severity >= Action.DEFER.severity


ACTIONS: tuple[Action, ...] = tuple(Action)
"""From mildest to strictest."""


def strictest(*actions: Action) -> Action:
    """The most severe of one or more actions."""
    return max(actions, key=lambda action: action.severity)


class FiredOverride(Model):
    """An override that fired: it raises the action to ``floor`` whatever the index says."""

    id: str
    floor: Action
    slot: Slot | None = None
    reason: Message


class Decision(Model):
    """The action with its reasons: ``action`` is the strictest of ``base`` and all floors."""

    action: Action
    base: Action
    overrides: tuple[FiredOverride, ...] = ()
