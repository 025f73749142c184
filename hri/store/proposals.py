"""Proposals: versions that shall become live, with their backtests and their ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from sqlite_utils import Database

from hri.domain.assessments import VersionRef
from hri.domain.proposals import Backtest, Proposal, ProposalEnd, ProposalVerdict
from hri.errors import ConflictError, NotFoundError
from hri.store.activations import ended
from hri.store.bodies import read_body
from hri.store.clock import from_micros, to_micros

SELECT = """SELECT p.*, e.verdict, e.reason AS end_reason, e.actor AS end_actor,
      e.actor_name AS end_name, e.at AS end_at
    FROM proposals p LEFT JOIN proposal_ends e ON e.proposal_id = p.id"""


class SqliteProposals:
    """Proposals; see ``hri.domain.records.ProposalRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, proposal: Proposal) -> Proposal:
        """Store a proposal; its ``id`` is given here."""
        row = {
            "policy_id": proposal.policy.id,
            "version": proposal.policy.version,
            "sha256": proposal.policy.sha256,
            "backtest": proposal.backtest.model_dump_json(),
            "backtest_sha256": proposal.backtest_sha256,
            "note": proposal.note,
            "actor": proposal.by,
            "actor_name": proposal.by_name,
            "at": to_micros(proposal.at),
        }
        number = cast("int", self._db.table("proposals").insert(row, pk="id").last_pk)
        return proposal.model_copy(update={"id": number})

    def get(self, number: int) -> Proposal:
        """One proposal. Raises: NotFoundError."""
        row = next(self._db.query(f"{SELECT} WHERE p.id = ?", [number]), None)
        if row is None:
            raise NotFoundError(f"There is no proposal {number}.")
        return _proposal(row)

    def all(self, policy_id: str) -> tuple[Proposal, ...]:
        """All proposals of a policy, oldest first."""
        rows = self._db.query(f"{SELECT} WHERE p.policy_id = ? ORDER BY p.id", [policy_id])
        return tuple(map(_proposal, rows))

    def end(self, number: int, end: ProposalEnd) -> None:
        """Close an open proposal.

        Raises:
            NotFoundError: There is no such proposal.
            ConflictError: It was closed before.
        """
        closed = self.get(number).end
        if closed is not None:
            raise ConflictError(
                f"Proposal {number} is closed.",
                where=f"proposal {number}",
                why=f"{closed.by_name} ended it: {closed.verdict.value}",
                remedy="Propose the version again.",
            )
        self._db.table("proposal_ends").insert(
            {
                "proposal_id": number,
                "verdict": end.verdict.value,
                "reason": end.reason,
                "actor": end.by,
                "actor_name": end.by_name,
                "at": to_micros(end.at),
            }
        )


def _proposal(row: Mapping[str, Any]) -> Proposal:
    end = ended(row)
    return Proposal(
        id=row["id"],
        policy=VersionRef(id=row["policy_id"], version=row["version"], sha256=row["sha256"]),
        backtest=read_body(Backtest, row["backtest"], f"proposal {row['id']}"),
        backtest_sha256=row["backtest_sha256"],
        note=row["note"],
        by=row["actor"],
        by_name=row["actor_name"],
        at=from_micros(row["at"]),
        end=end and ProposalEnd(**end.model_dump(), verdict=ProposalVerdict(row["verdict"])),
    )
