"""Every error HRI raises on purpose, as one tree.

Each error carries the four parts a reader needs: what went wrong, where, why, and the remedy.
Errors are raised, never returned; expected outcomes (a signal that cannot be scored) are values.
"""

from __future__ import annotations

from pathlib import Path


class HriError(Exception):
    """Base of all errors: ``what``, ``where``, ``why`` and ``remedy`` make up the message."""

    def __init__(self, what: str, *, where: str = "", why: str = "", remedy: str = "") -> None:
        self.what, self.where, self.why, self.remedy = what, where, why, remedy
        super().__init__(str(self))

    def __str__(self) -> str:
        head = f"{self.where}: {self.what}" if self.where else self.what
        parts = [head, self.why and f"Why: {self.why}", self.remedy and f"Remedy: {self.remedy}"]
        return " ".join(part if part[-1] in ".!?" else f"{part}." for part in parts if part)

    def __reduce__(self) -> tuple[object, ...]:
        # Errors travel between processes, and each kind is made from other arguments.
        return _made_again, (type(self), self.args, self.__dict__)


def _made_again(
    kind: type[HriError], args: tuple[object, ...], state: dict[str, object]
) -> HriError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class DataFileError(HriError):
    """A file people write is faulty.

    Args:
        path: The file.
        pointer: The place inside it: a line number ("line 7"), a key path ("weights.fees") or both.
        problem: What is wrong there.
        remedy: What to do about it.
    """

    def __init__(self, path: Path | str, pointer: str, problem: str, remedy: str) -> None:
        self.path, self.pointer, self.problem = str(path), pointer, problem
        where = f"{path}, {pointer}" if pointer else str(path)
        super().__init__(problem, where=where, remedy=remedy)


class CaseFileError(DataFileError):
    """A case file, or one of its lines, cannot be read."""


class PackFileError(DataFileError):
    """A file of a knowledge pack cannot be read, or contradicts another."""


class PolicyFileError(DataFileError):
    """A policy file cannot be read, or its numbers do not fit together."""


class RuleFileError(DataFileError):
    """A rule file cannot be read."""


class LexiconFileError(DataFileError):
    """A lexicon file cannot be read."""


class SuiteFileError(DataFileError):
    """A verification suite or one of its test cases cannot be read."""


class SourceFormatError(DataFileError):
    """A file handed to an importer is not in the format it reads, or breaks a safety limit."""


class PeriodError(HriError):
    """A period that nothing can be reported of."""


class OutputError(HriError):
    """A file that a command is to write cannot be written; what stood under its name stays."""


class SettingsError(HriError):
    """A setting is missing or contradicts another."""


class NotFoundError(HriError):
    """The named thing does not exist (or is not visible to the one who asks)."""


class ForbiddenError(HriError):
    """The actor's role does not allow this use case."""


class OwnVersionError(ForbiddenError):
    """Somebody would approve a version of a policy that they drafted or proposed themselves."""


class SignInError(HriError):
    """What a provider says of somebody lets nobody in."""


class SignInEndedError(SignInError):
    """A sign-in has ended."""


class ConflictError(HriError):
    """Somebody else changed the thing meanwhile; nothing was written."""


class StaleBacktestError(ConflictError):
    """A backtest no longer says what its policy would change: it is made anew."""


class BusyError(ConflictError):
    """Work of this kind is going on; it is not started a second time."""


class StoppedError(HriError):
    """Work was stopped, or ended before its time; it has no result."""


class ReplayNeededError(HriError):
    """What is stored or loaded cannot answer: the cases must be scored again, or elsewhere."""


class ReviewConflictError(ConflictError):
    """A review is held or was changed by another person.

    Args:
        case_id: The case.
        held_by: Who holds it or changed it.
        since: When, as ISO 8601 text.
    """

    def __init__(self, case_id: str, held_by: str, since: str) -> None:
        self.case_id, self.held_by, self.since = case_id, held_by, since
        super().__init__(
            f"Case {case_id} was taken or changed by {held_by}.",
            where=f"case {case_id}",
            why=f"{held_by} has had it since {since}",
            remedy="Reload the case; your draft is kept.",
        )


class DraftConflictError(ConflictError):
    """The person changed the same draft in another window meanwhile."""

    def __init__(self, case_id: str) -> None:
        super().__init__(
            f"The draft on case {case_id} was changed in another window.",
            where=f"case {case_id}",
            why="what is written here goes on from an older state of it",
            remedy="Go on from the newer state; what was written here is shown beside it.",
        )


class InvalidDecisionError(HriError):
    """A review decision lacks something it needs, such as a reason."""


class JudgementNeededError(InvalidDecisionError):
    """The slots of a case have to be judged, and that recorded, before this can be done."""


class DeliveryError(HriError):
    """A message was not taken by the way out; it may be tried again."""


class StoreError(HriError):
    """The database cannot be opened, read or written."""


class IntakeStoppedError(StoreError):
    """An intake broke off after some of its lines; what was taken in before stays.

    Args:
        line: The line at which it stopped.
        stored: Cases of this intake that are stored.
        already_there: Lines whose cases had been stored earlier.
        rejected: Lines that were rejected.
        why: What stopped it.
    """

    def __init__(
        self, line: int, *, stored: int, already_there: int, rejected: int, why: str
    ) -> None:
        self.line, self.stored = line, stored
        self.already_there, self.rejected = already_there, rejected
        super().__init__(
            f"The intake stopped at line {line}: {stored} cases were stored before it, "
            f"{already_there} were there already, {rejected} lines were rejected.",
            why=why,
            remedy="Remove the cause, then take the same file in again: no case is stored twice.",
        )


class AuditError(HriError):
    """The audit chain does not verify.

    Args:
        seq: Number of the first event that does not fit.
        problem: What does not fit there.
    """

    def __init__(self, seq: int, problem: str) -> None:
        self.seq, self.problem = seq, problem
        super().__init__(
            problem,
            where=f"audit event {seq}",
            why="a row was changed, removed, inserted or reordered outside the product",
            remedy="Keep the database as it is, restore the last backup elsewhere and compare.",
        )


class LlmError(HriError):
    """The black box gave nothing that could be judged.

    Args:
        kind: What went wrong, one of ``hri.domain.chats.LlmFault``.
        why: More on it, without a word of question or answer.
        where: The address that was asked.
    """

    def __init__(self, kind: str, why: str = "", where: str = "") -> None:
        self.kind = kind
        super().__init__(
            f"The language model gave no usable answer ({kind}).",
            where=where,
            why=why,
            remedy="Look whether the service runs; the case is in the queue.",
        )


class UnauthenticatedError(HriError):
    """Nobody knows the key, or it was revoked."""


class RateLimitError(HriError):
    """A client asks more often than its key allows.

    Args:
        wait: Seconds after which it may ask again.
    """

    def __init__(self, wait: float) -> None:
        self.wait = wait
        super().__init__(
            "Too many requests with this key.",
            why="the key has a limit of requests a minute",
            remedy=f"Ask again in {wait:.1f} seconds, or have the limit of the key raised.",
        )


class OverloadedError(HriError):
    """More requests wait than can be served in time; nothing was done."""


class ErasedError(NotFoundError):
    """The thing was there and its content is gone for good."""


class RequestError(HriError):
    """A request of a client cannot be served as it is.

    Args:
        param: The part of the request that is at fault.
        what: What is wrong with it.
        remedy: What to send instead.
    """

    def __init__(self, param: str, what: str, remedy: str = "") -> None:
        self.param = param
        super().__init__(what, where=param, remedy=remedy)


class TooLargeError(RequestError):
    """A request is longer than what is read."""


class ScoringError(HriError):
    """``assess`` cannot score a case; intake, score and gateway turn this into ROUTE."""
