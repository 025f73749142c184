"""Wiring: the only place where the parts are joined.

``read_cases`` and ``CaseLine`` are handed on for the pages, which reach no file format themselves.
"""

from hri.knowledge.cases import CaseLine, read_cases
from hri.wiring.alone import (
    PolicyShelf,
    back_up,
    open_audit,
    open_audit_here,
    open_doubts_here,
    open_pauses_here,
    open_policies_here,
    restore_backup,
)
from hri.wiring.delivery import open_delivery, open_delivery_here, start_delivery
from hri.wiring.desk import (
    Desk,
    join,
    latest_policy,
    load_demonstration,
    open_desk,
    open_desk_here,
    operator,
)

__all__ = [
    "CaseLine",
    "Desk",
    "PolicyShelf",
    "back_up",
    "join",
    "latest_policy",
    "load_demonstration",
    "open_audit",
    "open_audit_here",
    "open_delivery",
    "open_delivery_here",
    "open_desk",
    "open_desk_here",
    "open_doubts_here",
    "open_pauses_here",
    "open_policies_here",
    "operator",
    "read_cases",
    "restore_backup",
    "start_delivery",
]
