"""The recorded black box: answers of a case file, given again to the same question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydantic import JsonValue

from hri.domain.cases import Case
from hri.domain.chats import Answers, ChatRequest, LlmFault
from hri.errors import LlmError


class RecordedBlackBox:
    """Answers as the cases of a recording do, by the last question; ``hri sample`` records them.

    Args:
        cases: The recording; of two cases with the same question the first one counts.
    """

    def __init__(self, cases: Iterable[Case]) -> None:
        self._cases: dict[str, Case] = {}
        for case in cases:
            self._cases.setdefault(case.question, case)

    async def ask(self, request: ChatRequest, samples: int) -> Answers:
        """See ``hri.domain.chats.BlackBox``."""
        asked = [turn.content for turn in request.turns if turn.role == "user"]
        case = self._cases.get(asked[-1]) if asked else None
        if case is None:
            raise LlmError(LlmFault.NOT_RECORDED, "the recording does not hold the question")
        if not case.answer.strip():
            raise LlmError(LlmFault.EMPTY, "the recording holds no answer")
        return Answers(
            answer=case.answer, samples=case.samples[:samples], model=case.model or request.model
        )

    async def pass_on(self, body: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Nothing that is not scored was recorded.

        Raises:
            LlmError: Always.
        """
        why = f"a recording answers questions, and no request with {len(body)} parts"
        raise LlmError(LlmFault.NOT_RECORDED, why)

    async def close(self) -> None:
        """There is nothing to close."""
