"""Words of the artefacts: texts that authors give in both languages, and fixed ones from files."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import model_validator

from hri.domain.base import Model
from hri.errors import SuiteFileError
from hri.knowledge.strict import read_toml

WORDS = Path("data/vv/words")


class Text(Model):
    """A text in both languages of the documents; one that is given once stands in both."""

    fr: str
    en: str

    @model_validator(mode="before")
    @classmethod
    def _once(cls, given: Any) -> Any:
        return {"fr": given, "en": given} if isinstance(given, str) else given

    @model_validator(mode="after")
    def _said(self) -> Text:
        if not self.fr.strip() or not self.en.strip():
            raise ValueError("is empty in one of the languages")
        return self

    def in_language(self, language: str) -> str:
        """The text in ``fr`` or ``en``."""
        return self.fr if language == "fr" else self.en


class _WordsFile(Model):
    labels: dict[str, str]
    """Names of documents, sections and fields."""
    values: dict[str, str]
    """What a value of a list is called, such as a verdict."""
    texts: dict[str, str]
    """Sentences, with places in braces."""


class Words:
    """The fixed words of one language; an id that is missing is an error of the product."""

    def __init__(self, language: str, file: _WordsFile) -> None:
        self.language = language
        self._file = file

    @property
    def ids(self) -> frozenset[str]:
        """Every id with its part, for comparing languages."""
        parts: Mapping[str, Mapping[str, str]] = self._file.model_dump()
        return frozenset(f"{part}.{name}" for part, said in parts.items() for name in said)

    def number(self, value: float, form: str = ".6g") -> str:
        """A number with the decimal sign of the language."""
        said = format(value, form)
        return said.replace(".", ",") if self.language == "fr" else said

    def label(self, name: str) -> str:
        """The name of a document, section or field."""
        return self._file.labels[name]

    def value(self, name: str) -> str:
        """The word for a value of a list; the value itself where it needs none."""
        return self._file.values.get(name, name)

    def text(self, name: str, /, **places: object) -> str:
        """A sentence with its places filled."""
        return self._file.texts[name].format(**places)


@lru_cache(maxsize=8)
def load_words(language: str, folder: Path = WORDS) -> Words:
    """The words of a language: those of ``fr.toml`` and of each ``….fr.toml`` beside it.

    Raises:
        SuiteFileError: A file is missing or faulty, or an id is given in two of them.
    """
    main = folder / f"{language}.toml"
    known = read_toml(main, _WordsFile, SuiteFileError)
    for path in sorted(folder.glob(f"*.{language}.toml")):
        known = _joined(known, read_toml(path, _WordsFile, SuiteFileError), path)
    return Words(language, known)


def _joined(known: _WordsFile, more: _WordsFile, path: Path) -> _WordsFile:
    said, added = known.model_dump(), more.model_dump()
    for part, words in added.items():
        twice = sorted(said[part].keys() & words.keys())
        if twice:
            raise SuiteFileError(path, f"{part}.{twice[0]}", "the id is used twice", "Keep one.")
        said[part] |= words
    return _WordsFile.model_validate(said)
