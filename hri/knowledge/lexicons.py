"""Reading lexicons from ``data/lexicon``, with a pack's own words merged in."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from hri.domain.assessments import VersionRef
from hri.domain.lexicons import Lexicon
from hri.errors import LexiconFileError
from hri.knowledge.strict import Place, parse_toml, read_bytes

LEXICONS = Path(__file__).parents[2] / "data" / "lexicon"
"""Where the product's own lexicons are."""


def load_lexicon(language: str, extra: Path | None = None) -> Lexicon:
    """The lexicon of a language, with the words of ``extra`` added to its lists.

    Raises:
        LexiconFileError: A file is missing, is not TOML or does not fit the model.
    """
    paths = [LEXICONS / f"{language}.toml", *([extra] if extra else [])]
    contents = [read_bytes(path, LexiconFileError) for path in paths]
    tables: dict[str, Any] = {}
    for path, content in zip(paths, contents, strict=True):
        own = parse_toml(content, Place(path, LexiconFileError))
        tables = _merge(tables, own, path, "")
    tables["language"], tables["digest"] = language, _digest(contents)
    try:
        return Lexicon.model_validate(tables)
    except ValidationError as error:
        raise _faulty(paths[-1], error) from error


def lexicon_ref(language: str, extra: Path | None = None) -> VersionRef:
    """Id, version and hash of what ``load_lexicon`` reads.

    Raises:
        LexiconFileError: As ``load_lexicon``.
    """
    lexicon = load_lexicon(language, extra)
    return VersionRef(id=f"lexicon-{language}", version=lexicon.version, sha256=lexicon.digest)


def _digest(contents: list[bytes]) -> str:
    total = hashlib.sha256()
    for content in contents:
        total.update(hashlib.sha256(content).digest())
    return total.hexdigest()


def _merge(base: dict[str, Any], more: dict[str, Any], path: Path, at: str) -> dict[str, Any]:
    """Lists are joined, tables merged, single values replaced; a change of kind is refused."""
    merged = dict(base)
    for key, value in more.items():
        old = base.get(key)
        pointer = f"{at}.{key}".lstrip(".")
        if old is None:
            merged[key] = value
        elif isinstance(old, dict) and isinstance(value, dict):
            merged[key] = _merge(old, value, path, pointer)
        elif isinstance(old, list) and isinstance(value, list):
            merged[key] = [*old, *(item for item in value if item not in old)]
        elif type(old) is type(value):
            merged[key] = value
        else:
            problem = f"is a {type(value).__name__} where the lexicon has a {type(old).__name__}"
            raise LexiconFileError(path, pointer, problem, "Give it the same kind of value.")
    return merged


def _faulty(path: Path, error: ValidationError) -> LexiconFileError:
    first = error.errors()[0]
    pointer = ".".join(str(part) for part in first["loc"])
    remedy = "Compare with data/lexicon/en.toml and the model in hri/domain/lexicons.py."
    return LexiconFileError(path, pointer, first["msg"], remedy)
