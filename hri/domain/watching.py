"""What supervision marks and warns of: limits that the body sets, as data."""

from __future__ import annotations

from pydantic import Field, model_validator

from hri.domain.base import Model


class DriftLimits(Model):
    """How drift is measured, and from where on it is told."""

    watch: float = Field(gt=0)
    """A population stability index from which on it is worth a look."""
    alarm: float = Field(gt=0)
    """One from which on it is an alert."""
    bins: int = Field(ge=2, le=100)
    """Bins of equal width from 0 to 1."""
    floor: float = Field(gt=0, lt=0.01)
    """Share that stands for an empty bin."""
    alert_days: int = Field(ge=1, le=366)
    """Days that the alert compares with as many before them."""

    @model_validator(mode="after")
    def _in_order(self) -> DriftLimits:
        if self.alarm < self.watch:
            raise ValueError("alarm must not be below watch")
        return self


class Watch(Model):
    """The limits of the supervision screen."""

    few: int = Field(ge=1)
    """A figure over fewer cases is marked; of a person it is not shown."""
    alert_days: int = Field(ge=1, le=366)
    flow_days: int = Field(ge=1, le=366)
    drift: DriftLimits
