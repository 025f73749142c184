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
from hri.wiring.figures import start_figures
from hri.wiring.gateway import Door, open_clients_here, open_retention_here, start_retention

__all__ = [
    "CaseLine",
    "Desk",
    "Door",
    "PolicyShelf",
    "back_up",
    "join",
    "latest_policy",
    "load_demonstration",
    "open_audit",
    "open_audit_here",
    "open_clients_here",
    "open_delivery",
    "open_delivery_here",
    "open_desk",
    "open_desk_here",
    "open_doubts_here",
    "open_pauses_here",
    "open_policies_here",
    "open_retention_here",
    "operator",
    "read_cases",
    "restore_backup",
    "start_delivery",
    "start_figures",
    "start_retention",
]
