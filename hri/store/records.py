"""Everything stored, seen through one open transaction."""

from __future__ import annotations

from sqlite_utils import Database

from hri.domain.checkpoints import Sealing
from hri.store.activations import SqliteActivations
from hri.store.audit import SqliteAudit
from hri.store.cases import SqliteCases
from hri.store.clients import SqliteClients
from hri.store.columns import SqliteColumns
from hri.store.evidence import SqliteEvidence
from hri.store.figures import SqliteFigures
from hri.store.holds import SqliteHolds
from hri.store.outbox import SqliteOutbox
from hri.store.pauses import SqlitePauses
from hri.store.people import SqlitePeople
from hri.store.policies import SqlitePolicies
from hri.store.proposals import SqliteProposals
from hri.store.queue import SqliteQueue
from hri.store.remarks import SqliteRemarks
from hri.store.replies import SqliteReplies
from hri.store.reviews import SqliteReviews
from hri.store.seals import SEALING, SqliteSeals
from hri.store.seeds import SqliteSeeds
from hri.store.shadows import SqliteShadows
from hri.store.signals import SqliteSignals
from hri.store.worklists import SqliteWorklist


class SqliteRecords:
    """The aggregates over one connection; valid only while its transaction is open."""

    def __init__(self, db: Database, sealing: Sealing = SEALING) -> None:
        self.database = db
        self.cases = SqliteCases(db)
        self.queue = SqliteQueue(db)
        self.reviews = SqliteReviews(db)
        self.worklist = SqliteWorklist(db)
        self.remarks = SqliteRemarks(db)
        self.seeds = SqliteSeeds(db)
        self.policies = SqlitePolicies(db)
        self.activations = SqliteActivations(db)
        self.proposals = SqliteProposals(db)
        self.pauses = SqlitePauses(db)
        self.shadows = SqliteShadows(db)
        self.replies = SqliteReplies(db)
        self.outbox = SqliteOutbox(db)
        self.clients = SqliteClients(db)
        self.holds = SqliteHolds(db)
        self.people = SqlitePeople(db)
        self.seals = SqliteSeals(db, sealing)
        self.audit = SqliteAudit(db, self.seals)
        self.figures = SqliteFigures(db)
        self.evidence = SqliteEvidence(db)
        self.columns = SqliteColumns(db)
        self.signals = SqliteSignals(db)
