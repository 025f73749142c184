"""Mean risk by slot and service under any policy, from sums that no policy changes.

The risk of a slot is a sum of three signals, each with its share; so the sums of the signals over
the cases of a service answer for every share, and a slider need not touch the cases again.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from pydantic import NonNegativeInt

from hri.domain.base import Model, UnitInterval
from hri.domain.policies import Policy
from hri.domain.slots import SLOTS, Slot
from hri.evaluation.history import Floats, History
from hri.evaluation.spans import Chosen

SIGNALS = 3


class RiskCell(Model):
    """The mean risk of a slot over the cases of a service in which it applies."""

    slot: Slot
    service: str
    n: NonNegativeInt
    mean_risk: UnitInterval


@dataclass(frozen=True)
class SignalSums:
    """Sums over the cases in which a slot applies; arrays of shape (5, services[, 3])."""

    services: tuple[str, ...]
    n: Floats
    scored: Floats
    """Sums of SIS, 1 - CCS and RVS where they are scored."""
    unscored: Floats
    """How often each is not scored."""

    def cells(self, policy: Policy) -> tuple[RiskCell, ...]:
        """The cells with at least one case, slot by slot."""
        share = policy.coefficients
        shares = np.array([share.alpha, share.beta, share.gamma])
        total = (self.scored + policy.signals.unscored_value * self.unscored) @ shares
        return tuple(
            RiskCell(
                slot=slot,
                service=service,
                n=int(self.n[row, column]),
                mean_risk=float(np.clip(total[row, column] / self.n[row, column], 0.0, 1.0)),
            )
            for row, slot in enumerate(SLOTS)
            for column, service in enumerate(self.services)
            if self.n[row, column]
        )


def sum_signals(history: History, chosen: Chosen | None) -> SignalSums:
    """The sums over the chosen cases, or over all of them."""
    width = len(history.services)
    n = np.zeros((len(SLOTS), width))
    scored, unscored = np.zeros((2, len(SLOTS), width, SIGNALS))
    for row in range(len(SLOTS)):
        applies = history.applies[row] if chosen is None else history.applies[row] & chosen
        service = history.service[applies]
        n[row] = np.bincount(service, minlength=width)
        columns = (history.sis[row], 1.0 - history.ccs[row], history.rvs[row])
        for signal, column in enumerate(columns):
            values = column[applies]
            missing = np.isnan(values)
            known = np.where(missing, 0.0, values)
            scored[row, :, signal] = np.bincount(service, weights=known, minlength=width)
            unscored[row, :, signal] = np.bincount(service, weights=missing, minlength=width)
    return SignalSums(history.services, n, scored, unscored)
