"""The five administrative slots of the paper (part 1) and the three signals (part 2)."""

from __future__ import annotations

from enum import StrEnum


class Slot(StrEnum):
    """One of the five parts into which an answer is taken apart (paper, part 1; symbol *i*)."""

    REQUIRED_DOCUMENTS = "required_documents"
    COMPETENT_AUTHORITY = "competent_authority"
    PROCESSING_TIME = "processing_time"
    FEES = "fees"
    LEGAL_BASIS = "legal_basis"


SLOTS: tuple[Slot, ...] = tuple(Slot)
"""The slots in the paper's order, which is also the order of every listing."""


class Signal(StrEnum):
    """One of the three measurements per slot (paper, part 2)."""

    SIS = "sis"
    CCS = "ccs"
    RVS = "rvs"


SIGNALS: tuple[Signal, ...] = tuple(Signal)
