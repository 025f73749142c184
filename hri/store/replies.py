"""Messages to citizens: what was written, when it goes out, what was taken back."""

from __future__ import annotations

from datetime import datetime

from sqlite_utils import Database

from hri.domain.reviews import ReplyKind, SentReply
from hri.store.clock import from_micros, from_optional, to_micros


class SqliteReplies:
    """Messages; see ``hri.domain.records.ReplyRecords``."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, reply: SentReply) -> SentReply:
        """Store a message; the id it comes with is replaced by the store's."""
        row = {
            "case_id": reply.case_id,
            "kind": reply.kind.value,
            "language": reply.language,
            "text": reply.text,
            "final": int(reply.final),
            "written_at": to_micros(reply.written_at),
            "deliver_at": to_micros(reply.deliver_at),
        }
        number = self._db.table("replies").insert(row, pk="id").last_pk
        return reply.model_copy(update={"id": number})

    def of_case(self, case_id: str) -> tuple[SentReply, ...]:
        """The messages of a case in the order they were written, erased ones left out."""
        sql = """SELECT r.*, w.at AS withdrawn_at FROM replies r
            LEFT JOIN reply_withdrawals w ON w.reply_id = r.id
            WHERE r.case_id = ? AND r.text IS NOT NULL ORDER BY r.id"""
        return tuple(
            SentReply(
                id=row["id"],
                case_id=row["case_id"],
                kind=ReplyKind(row["kind"]),
                language=row["language"],
                text=row["text"],
                final=bool(row["final"]),
                written_at=from_micros(row["written_at"]),
                deliver_at=from_micros(row["deliver_at"]),
                withdrawn_at=from_optional(row["withdrawn_at"]),
            )
            for row in self._db.query(sql, [case_id])
        )

    def withdraw(self, reply_id: int, at: datetime) -> None:
        """Take a message back that is not out yet; the caller checks that it is not."""
        self._db.table("reply_withdrawals").insert({"reply_id": reply_id, "at": to_micros(at)})
