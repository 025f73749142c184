"""Recording: questions of a file are put to the black box, one after the other."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from hri.domain.cases import Case
from hri.domain.chats import BlackBox, ChatRequest, Turn
from hri.errors import CaseFileError, LlmError, SettingsError
from hri.knowledge.cases import MAX_LINE_BYTES, open_lines, read_case
from hri.knowledge.strict import Place, decode_line, parse_object
from hri.settings import Settings, read_settings
from hri.store.clock import SystemClock
from hri.wiring.gateway import black_box_of

Step = Callable[[int, int, str], None]


class Unanswered(NamedTuple):
    """A line without an answer."""

    line: int
    problem: str


def record_cases(
    questions: Path, samples: int, model: str, system: str, step: Step
) -> Iterator[str | Unanswered]:
    """The lines of a case file, each with the answer of the black box and its samples.

    Raises:
        SettingsError: The settings name no black box.
        CaseFileError: The file cannot be read.
    """
    settings = read_settings()
    black_box = black_box_of(settings)
    if black_box is None:
        raise SettingsError(
            "There is no language model to ask.",
            where="environment",
            why="HRI_UPSTREAM_URL is empty",
            remedy="Set HRI_UPSTREAM_URL, HRI_UPSTREAM_KEY and HRI_UPSTREAM_MODEL.",
        )
    with asyncio.Runner() as runner, open_lines(questions) as lines:
        try:
            for number, raw in enumerate(lines, start=1):
                found = _asked(raw, str(questions), number, settings)
                if isinstance(found, Case):
                    found = runner.run(_recorded(black_box, found, samples, model, system))
                if isinstance(found, Case):
                    yield found.model_dump_json(exclude_none=True)
                elif found is not None:
                    yield Unanswered(number, found.problem)
                step(number, 0, "")
        finally:
            runner.run(black_box.close())


def _asked(raw: bytes, name: str, line: int, settings: Settings) -> Case | Unanswered | None:
    """The case of a line, its answer still empty; None for an empty line."""
    place = Place(name, CaseFileError, line)
    try:
        text = decode_line(raw.rstrip(b"\r\n"), place, MAX_LINE_BYTES)
        if not text.strip():
            return None
        usual = {
            "language": settings.gateway_language,
            "asked_on": SystemClock().now().date().isoformat(),
        }
        if settings.gateway_jurisdiction:
            usual["jurisdiction"] = settings.gateway_jurisdiction
        said = {**usual, **parse_object(text, place), "answer": "", "samples": []}
        return read_case(json.dumps(said, ensure_ascii=False), name, line)
    except CaseFileError as error:
        return Unanswered(line, error.problem)


async def _recorded(
    black_box: BlackBox, case: Case, samples: int, model: str, system: str
) -> Case | Unanswered:
    turns = [Turn(role="system", content=system)] if system else []
    turns.append(Turn(role="user", content=case.question))
    request = ChatRequest(model=model or "default", turns=tuple(turns))
    try:
        found = await black_box.ask(request, samples)
    except LlmError as error:
        return Unanswered(0, str(error))
    said = {"answer": found.answer, "samples": found.samples, "model": found.model or None}
    return case.model_copy(update=said)
