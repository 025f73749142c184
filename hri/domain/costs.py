"""Costs: what a wrong claim that goes out costs, and what reviewing costs."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from hri.domain.base import Identifier, Model, Name, UnitInterval
from hri.domain.decisions import ACTIONS, Action
from hri.domain.slots import SLOTS, Slot

Amount = Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=0)]


class Least(Model):
    """How many judged cases a recommendation needs; below the first numbers there is none."""

    refuse_cases: Count
    refuse_wrong: Count
    """Wrong cases among them."""
    warn_cases: Count
    """Below this there is a recommendation with a warning."""
    warn_wrong: Count

    @model_validator(mode="after")
    def _rising(self) -> Least:
        if self.refuse_cases > self.warn_cases or self.refuse_wrong > self.warn_wrong:
            raise ValueError("refuse_cases and refuse_wrong must not exceed warn_cases, warn_wrong")
        return self


class CostTable(Model):
    """What things cost, in one currency. An analyst may try others; the file says the house's."""

    id: Identifier
    title: Name
    currency: str = Field(pattern=r"^[A-Z]{3}$")
    rationale: str
    wrong: dict[Slot, Amount]
    """Cost of one wrong claim of a slot that is delivered."""
    warned_share: UnitInterval
    """Share of that cost that is left where the answer goes out with a clarification (WARN)."""
    warning: Amount
    """Cost of a WARN besides: the citizen checks, calls or comes."""
    minute: Amount
    """Cost of one minute of review."""
    minutes: dict[Action, Amount]
    """Minutes of review that a case of each action takes in the mean."""
    least: Least

    @model_validator(mode="after")
    def _whole(self) -> CostTable:
        missing = [slot.value for slot in SLOTS if slot not in self.wrong]
        missing += [action.value for action in ACTIONS if action not in self.minutes]
        if missing:
            raise ValueError(f"costs lack {', '.join(missing)}")
        return self

    def handling(self, action: Action) -> float:
        """What handling one case with an action costs, right or wrong."""
        warning = self.warning if action is Action.WARN else 0.0
        return self.minutes[action] * self.minute + warning

    def left_of_harm(self, action: Action) -> float:
        """Share of a wrong claim's cost that an action leaves: none where a person decides."""
        if action.escalates:
            return 0.0
        return self.warned_share if action is Action.WARN else 1.0
