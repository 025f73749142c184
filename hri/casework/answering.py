"""Answering: what a client brings or the black box said becomes a case, and a reply at once."""

from __future__ import annotations

from pydantic import JsonValue

from hri.casework.clients import Clients
from hri.casework.drafting import GATEWAY, Drafting, in_context, request_digest
from hri.casework.intake import Intake, Outcome, Submission
from hri.casework.scoring import LiveScorer
from hri.domain.cases import Case
from hri.domain.clients import ApiKey, Scope
from hri.domain.records import Records, Store
from hri.domain.requests import Answered, CaseDraft
from hri.errors import ConflictError, ErasedError

Notes = dict[str, JsonValue]


class Answering:
    """Judges answers for clients. Scope: ASSESS; the chat of ``chatting`` comes with CHAT.

    Whatever happens to be wrong with an answer, the case is stored and the reply is that of its
    action: only where nothing can be stored is there no reply either, and an error is raised.
    """

    def __init__(
        self,
        store: Store,
        intake: Intake,
        scorer: LiveScorer,
        clients: Clients,
        drafting: Drafting,
    ) -> None:
        self._store, self._intake, self._scorer = store, intake, scorer
        self._clients, self._drafting = clients, drafting

    def assess(self, key: ApiKey, draft: CaseDraft, idempotency: str = "") -> Answered:
        """Judge an answer that the client brings along.

        Raises:
            ForbiddenError: The key lacks the scope, for the whole or for a field of the draft.
            RequestError: The draft says what only the gateway may.
            ConflictError: The same name or idempotency key came with another request before.
            ErasedError: The same request was answered before, and its texts are gone.
            StoreError: Nothing can be stored.
        """
        self._clients.require(key, Scope.ASSESS)
        self._drafting.require_allowed(key, draft)
        case_id = self._drafting.name(key, draft, idempotency)
        digest = request_digest("assessments", draft.model_dump(mode="json"))
        known = self.known(case_id, digest)
        return known or self.take_in(key, draft, case_id, {"request": digest})

    def known(self, case_id: str, digest: str) -> Answered | None:
        """What the same request was answered before; None where there was none.

        Raises:
            ConflictError: The case is of another request.
            ErasedError: Its texts are gone.
        """
        with self._store.read() as records:
            return _known(records, case_id, digest)

    def take_in(
        self,
        key: ApiKey,
        draft: CaseDraft,
        case_id: str,
        notes: Notes,
        earlier: tuple[str, ...] = (),
    ) -> Answered:
        """Score and store a case; one that another process just stored is given back.

        ``earlier``: what the citizen asked before in the same conversation.
        """
        scorer = self._scorer.now()
        case = self._drafting.case(key, draft, case_id, scorer, notes)
        try:
            done = self._intake.submit(key.actor, in_context(case, earlier, scorer))
        except ConflictError:
            known = self.known(case_id, str(notes["request"]))
            if known is None:
                raise
            return known
        return _answered(done, case)


def _known(records: Records, case_id: str, digest: str) -> Answered | None:
    found = records.cases.digest(case_id)
    if found is None:
        return None
    if not found:
        raise ErasedError(
            f"The texts of case {case_id} are not kept.",
            where=f"case {case_id}",
            why="its reply went out with the first answer to this request",
            remedy="Ask again under another name or idempotency key.",
        )
    stored = records.cases.get(case_id)
    notes = stored.case.metadata.get(GATEWAY)
    if not isinstance(notes, dict) or notes.get("request") != digest:
        raise ConflictError(
            f"Case {case_id} is of another request.",
            where=f"case {case_id}",
            why="the same name or idempotency key came with other content before",
            remedy="Give each request a name or idempotency key of its own.",
        )
    first = records.replies.of_case(case_id)[0]
    done = Submission(
        case_id=case_id,
        outcome=Outcome.ALREADY_THERE,
        assessment=stored.assessment,
        action=stored.action,
        reply=first.text,
        overrides=stored.overrides,
    )
    return _answered(done, stored.case).model_copy(update={"replayed": True})


def _answered(done: Submission, case: Case) -> Answered:
    """What the client is told; of an answer that is held back only the holding text."""
    notes = case.metadata.get(GATEWAY)
    fault = notes.get("fault") if isinstance(notes, dict) else ""
    shown, held = done.assessment, done.action is not done.assessment.state
    if held:
        reply = shown.reply.model_copy(update={"text": done.reply, "final": False})
        shown = shown.model_copy(update={"reply": reply})
    return Answered(
        case_id=done.case_id,
        action=done.action,
        reply=done.reply,
        language=shown.reply.language,
        pending=done.action.escalates,
        overrides=done.overrides,
        assessment=shown,
        fault=str(fault or ""),
        model=case.model or "",
    )
