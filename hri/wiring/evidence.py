"""Evidence packs joined: with the parts of a desk, or alone over the database as it is."""

from __future__ import annotations

from datetime import timedelta

from hri.assurance.evidence.packs import EvidencePacks
from hri.casework.permissions import Guard
from hri.domain.ports import Clock
from hri.domain.records import Store
from hri.domain.reviews import Reason
from hri.evaluation.collecting import EvidenceReader, Terms
from hri.evaluation.logstate import Keeping
from hri.evaluation.shared import Shared
from hri.gatewaysettings import SHORTEST_RETENTION
from hri.knowledge.reasons import load_reasons
from hri.knowledge.watching import load_watch
from hri.settings import Settings, read_settings
from hri.store.clock import SystemClock
from hri.wiring.alone import store_that_is_there
from hri.wiring.sealing import keeper_of, signatures_of, signer_of


def evidence_of(
    settings: Settings,
    store: Store,
    guard: Guard,
    clock: Clock,
    shared: Shared,
    reasons: tuple[Reason, ...],
) -> EvidencePacks:
    """Evidence packs as the settings have them."""
    keeping = Keeping(
        retention_days=settings.retention_days,
        floor_days=SHORTEST_RETENTION,
        digests_only=settings.store_texts == "digest",
    )
    terms = Terms(settings.policy, timedelta(seconds=settings.undo_seconds), keeping)
    judges, keeper = signatures_of(settings), keeper_of(settings)
    reader = EvidenceReader(store, guard, shared, terms, judges, keeper)
    return EvidencePacks(store, reader, clock, reasons, lambda: signer_of(settings))


def open_evidence_here() -> EvidencePacks:
    """Evidence packs alone, over the database of this process's settings; without a pack.

    Raises:
        SettingsError: A setting is wrong.
        NotFoundError: There is no database.
        StoreError: It was made by another version, or cannot be read.
        DataFileError: The reason codes or the limits of supervision are faulty.
    """
    settings, clock = read_settings(), SystemClock()
    store = store_that_is_there(settings, "to take evidence from")
    shared = Shared(store, clock, timedelta(), load_watch(settings.supervision))
    reasons = load_reasons(settings.reasons)
    return evidence_of(settings, store, Guard(store, clock), clock, shared, reasons)
