"""Kinds of check: the code behind rules (paper, part 2: RVS). One file a kind.

A rule is data: it names one of ``CHECKS`` and gives its parameters. To add a kind, write its module
with a parameters model, a ``run`` function and a ``CHECK``, and list it here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from hri.checks import (
    authority_competent,
    cross_slot,
    document_allowed,
    element_required,
    fee_schedule,
    law_exists,
    pattern,
    time_limit,
)
from hri.checks.context import Check, CheckContext
from hri.checks.refutation import Refutation, refute
from hri.domain.base import Model

CHECKS: Mapping[str, Check[Any]] = MappingProxyType(
    {
        "authority_competent": authority_competent.CHECK,
        "cross_slot": cross_slot.CHECK,
        "document_allowed": document_allowed.CHECK,
        "element_required": element_required.CHECK,
        "fee_schedule": fee_schedule.CHECK,
        "law_exists": law_exists.CHECK,
        "pattern": pattern.CHECK,
        "time_limit": time_limit.CHECK,
    }
)
"""Every kind of check by name, sorted."""

PARAMETERS: Mapping[str, type[Model]] = MappingProxyType(
    {name: check.parameters for name, check in CHECKS.items()}
)
"""The parameters model of each kind."""

__all__ = ["CHECKS", "PARAMETERS", "Check", "CheckContext", "Refutation", "refute"]
