"""From what a client sends to a case: its date, place, language and name are the gateway's."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from pydantic import JsonValue

from hri.applicability import find_procedure
from hri.casework.clients import Clients
from hri.casework.scoring import Scorer
from hri.decomposition import tell_language
from hri.domain.canonical import canonical_json, sha256_hex
from hri.domain.cases import Case
from hri.domain.clients import ApiKey, Scope
from hri.domain.ports import Clock, Ids
from hri.domain.requests import CaseDraft, Hints
from hri.errors import RequestError

GATEWAY = "gateway"
"""The key of a case's metadata that the gateway writes, and clients may not."""

UNKNOWN_LANGUAGE = "xx"
"""Of a question in a script that no lexicon reads: the case then goes to a person."""

READ_OF_QUESTION = 2000
"""Characters of a question that its language is told by."""

SCOPES = {
    "asked_on": Scope.SET_DATE,
    "procedure_id": Scope.SET_PROCEDURE,
    "jurisdiction": Scope.SET_JURISDICTION,
}
"""What a client may say of a case only with a scope."""


@dataclass(frozen=True)
class CaseDefaults:
    """What the gateway says of a case where neither client nor key does."""

    zone: ZoneInfo
    language: str
    jurisdiction: str


class Drafting:
    """Makes cases of what clients send."""

    def __init__(self, clients: Clients, clock: Clock, ids: Ids, defaults: CaseDefaults) -> None:
        self._clients, self._clock, self._ids, self._defaults = clients, clock, ids, defaults

    def name(self, key: ApiKey, hints: Hints, idempotency: str) -> str:
        """The id that a case gets: the client's own, one made from its key, or a new one."""
        client = key.terms.client
        if hints.case_id is not None:
            return f"{client}.{hints.case_id}"
        if idempotency:
            digest = hashlib.sha256(f"{client}\0{idempotency}".encode()).hexdigest()
            return f"{client}.r{digest[:24]}"
        return self._ids.new(f"{client}.")

    def require_allowed(self, key: ApiKey, hints: Hints) -> None:
        """Refuse what the client may not say of a case.

        Raises:
            ForbiddenError: The key lacks the scope for it.
            RequestError: It writes where only the gateway may.
        """
        for field, scope in SCOPES.items():
            if getattr(hints, field) is not None:
                self._clients.require(key, scope, field)
        if isinstance(hints, CaseDraft) and GATEWAY in hints.metadata:
            raise RequestError(
                f"metadata.{GATEWAY}", "this key is the gateway's own", "Take another key."
            )

    def case(
        self,
        key: ApiKey,
        draft: CaseDraft,
        case_id: str,
        scorer: Scorer,
        notes: dict[str, JsonValue],
    ) -> Case:
        """The case of a draft, dated by the gateway unless the client may say the date."""
        terms, defaults = key.terms, self._defaults
        place = draft.jurisdiction or terms.jurisdiction or defaults.jurisdiction
        today = self._clock.now().astimezone(defaults.zone).date()
        return Case(
            case_id=case_id,
            question=draft.question,
            answer=draft.answer,
            samples=draft.samples,
            language=draft.language or self._language(key, draft.question, scorer),
            procedure_id=draft.procedure_id,
            domain=draft.domain,
            jurisdiction=place or scorer.knowledge.info.jurisdiction,
            asked_on=draft.asked_on or today,
            model=draft.model,
            channel=draft.channel or terms.client,
            metadata={**draft.metadata, GATEWAY: notes},
        )

    def _language(self, key: ApiKey, question: str, scorer: Scorer) -> str:
        """The language of a question; the usual one where the question is too short to tell."""
        usual = key.terms.language or self._defaults.language
        lexicon = scorer.knowledge.lexicon(usual)
        if lexicon is None:
            return usual
        found = tell_language(question[:READ_OF_QUESTION], lexicon)
        if found is None:
            return usual
        return found if len(found) == 2 else UNKNOWN_LANGUAGE


def request_digest(endpoint: str, request: JsonValue) -> str:
    """What tells two requests under the same key apart."""
    return sha256_hex(canonical_json([endpoint, request]))


def in_context(case: Case, earlier: tuple[str, ...], scorer: Scorer) -> Case:
    """The case with what the citizen said before, where that is about the same thing.

    The last question stands alone where it is clearly about a procedure and all of it together is
    not about the same one: then the citizen has come to another matter.
    """
    if not earlier or case.procedure_id is not None:
        return case
    whole = case.model_copy(update={"question": "\n\n".join((*earlier, case.question))})
    found = [
        find_procedure(item, scorer.knowledge, scorer.policy.signals).id for item in (case, whole)
    ]
    alone, together = found
    return case if alone is not None and together != alone else whole
