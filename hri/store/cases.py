"""Cases with their assessments, and the signals of each slot as columns."""

from __future__ import annotations

from typing import cast

from sqlite_utils import Database

from hri.domain.assessments import Assessment
from hri.domain.canonical import canonical_json
from hri.domain.cases import Case
from hri.domain.reviews import StoredCase
from hri.domain.scores import SlotAssessment
from hri.domain.slots import SLOTS, Slot
from hri.errors import NotFoundError
from hri.store.bodies import read_body
from hri.store.clock import from_micros, to_micros
from hri.store.pauses import SqlitePauses


class SqliteCases:
    """Cases; see ``hri.domain.records.CaseRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, stored: StoredCase) -> None:
        """Store a case that is not there yet, with the signals of its slots."""
        table = self._db.table("cases")
        n = cast("int", table.insert(_case_row(stored), pk="n").last_pk)
        slots = stored.assessment.slots
        rows = [self._slot_row(n, slot, slots[slot]) for slot in SLOTS if slot in slots]
        self._db.table("slot_signals").insert_all(rows)

    def get(self, case_id: str) -> StoredCase:
        """One case. Raises: NotFoundError, also when its content was erased."""
        row = next(self._db.query("SELECT * FROM cases WHERE case_id = ?", [case_id]), None)
        if row is None:
            raise NotFoundError(f"There is no case {case_id}.", where=f"case {case_id}")
        if row["content"] is None:
            raise NotFoundError(
                f"The content of case {case_id} was erased.",
                where=f"case {case_id}",
                why="a lawful erasure was carried out; the audit log has its event",
            )
        return StoredCase(
            case_id=row["case_id"],
            digest=row["digest"],
            case=read_body(Case, row["content"], f"case {case_id}"),
            assessment=read_body(Assessment, row["assessment"], f"case {case_id}"),
            received_at=from_micros(row["received_at"]),
            due_at=from_micros(row["due_at"]),
            priority_risk=row["priority_risk"],
            service=row["service"],
            pause=SqlitePauses(self._db).of_case(case_id),
        )

    def digest(self, case_id: str) -> str | None:
        """The content digest under this id, or None when there is no such case."""
        sql = "SELECT digest FROM cases WHERE case_id = ?"
        row = self._db.execute(sql, [case_id]).fetchone()
        return None if row is None else str(row[0])

    def erase(self, case_id: str) -> None:
        """Remove the texts of a case and of all work on it; numbers and dates stay.

        Raises:
            NotFoundError: There is no such case.
        """
        if self.digest(case_id) is None:
            raise NotFoundError(f"There is no case {case_id}.", where=f"case {case_id}")
        for statement in (
            "UPDATE cases SET content = NULL, assessment = NULL, digest = '' WHERE case_id = ?",
            "UPDATE decisions SET body = NULL, rescored = NULL WHERE case_id = ?",
            "UPDATE replies SET text = NULL WHERE case_id = ?",
            "UPDATE remarks SET text = NULL WHERE case_id = ?",
            "DELETE FROM drafts WHERE case_id = ?",
        ):
            self._db.execute(statement, [case_id])

    def _slot_row(self, n: int, slot: Slot, found: SlotAssessment) -> dict[str, object]:
        return {
            "case_n": n,
            "slot": SLOTS.index(slot),
            "applies": int(found.applies),
            "present": int(found.present),
            "sis": found.sis,
            "ccs": found.ccs,
            "rvs": found.rvs,
            "risk": found.risk,
            "flagged": int(found.flagged),
            "trait": self._trait_number(trait_of(found)),
        }

    def _trait_number(self, body: str) -> int:
        self._db.execute("INSERT OR IGNORE INTO traits (body) VALUES (?)", [body])
        row = self._db.execute("SELECT n FROM traits WHERE body = ?", [body]).fetchone()
        return int(row[0])


def trait_of(found: SlotAssessment) -> str:
    """What overrides look at in a slot besides its numbers, as canonical JSON.

    ``verdicts``: pairs of verdict and reason; ``floors``: floors of the violated rules (None: the
    policy decides). Few slots differ in it, so that it is kept once and pointed to.
    """
    verdicts = {(claim.verdict.value, claim.reason or "") for claim in found.claims}
    floors = {violation.floor or "" for violation in found.violations}
    return canonical_json(
        {"verdicts": [[*pair] for pair in sorted(verdicts)], "floors": [*sorted(floors)]}
    )


def slot_mask(slots: tuple[Slot, ...]) -> int:
    """A set of slots as the bits of a number, first slot lowest."""
    return sum(1 << SLOTS.index(slot) for slot in set(slots))


def slots_in(mask: int) -> tuple[Slot, ...]:
    """The slots of a mask, in the usual order."""
    return tuple(slot for place, slot in enumerate(SLOTS) if mask & (1 << place))


def _case_row(stored: StoredCase) -> dict[str, object]:
    case, found = stored.case, stored.assessment
    return {
        "case_id": stored.case_id,
        "digest": stored.digest,
        "content": case.model_dump_json(),
        "assessment": found.model_dump_json(),
        "received_at": to_micros(stored.received_at),
        "due_at": to_micros(stored.due_at),
        "action": found.state.value,
        "base_action": found.base_state.value,
        "hri": found.hri,
        "priority_risk": stored.priority_risk,
        "flags": ",".join(flag.value for flag in found.flags),
        "procedure_id": found.procedure.id,
        "service": stored.service,
        "language": case.language,
        "model": case.model,
        "channel": case.channel,
        "policy_version": found.policy.version,
    }
