"""Reading files of seeds: lines of cases, each with a block that says what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hri.domain.base import Model
from hri.domain.seeds import Seed, SeededCase
from hri.errors import CaseFileError
from hri.knowledge.cases import MAX_LINE_BYTES, open_lines, read_case
from hri.knowledge.strict import Place, decode_line, fit_model, parse_object

KEY = "seed"


class _Block(Model):
    seed: Seed


class SeedLine(NamedTuple):
    """A line of a file of seeds: its number, and the seed or what is wrong with it."""

    line: int
    case: SeededCase | CaseFileError


def read_seeds(path: Path) -> Iterator[SeedLine]:
    """The seeds of a JSON Lines file, with their line numbers; a line without the block is faulty.

    Raises:
        CaseFileError: The file cannot be opened or read, is a device, or holds a line without end.
    """
    with open_lines(path) as lines:
        for number, raw in enumerate(lines, start=1):
            place = Place(str(path), CaseFileError, number)
            try:
                text = decode_line(raw.rstrip(b"\r\n"), place, MAX_LINE_BYTES)
                if text.strip():
                    yield SeedLine(number, _read_seed(text, place, str(path), number))
            except CaseFileError as fault:
                yield SeedLine(number, fault)


def _read_seed(text: str, place: Place, name: str, line: int) -> SeededCase:
    data = parse_object(text, place)
    block = data.pop(KEY, None)
    if not isinstance(block, dict):
        problem = "is no block that says what is wrong with the answer"
        remedy = 'Write "seed": {"slot": …, "error": …, "explanation": {"fr": …, "en": …}}.'
        raise place.fault(KEY, problem, remedy)
    seed = fit_model({KEY: block}, json.dumps({KEY: block}), _Block, place).seed
    return SeededCase(case=read_case(json.dumps(data), name, line), seed=seed)
