"""Reading files of texts, JSON Lines, line by line: a faulty line never stops the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from hri.domain.cases import LANGUAGES, MAX_TEXT_BYTES
from hri.domain.texts import Text
from hri.errors import CaseFileError
from hri.knowledge.cases import MAX_LINE_BYTES, open_lines
from hri.knowledge.strict import Place, decode_line, fit_model, parse_object


class TextLine(NamedTuple):
    """A line of a file of texts: its number, and the text or what is wrong with it."""

    line: int
    text: Text | CaseFileError


def read_texts(source: Path | Iterable[bytes], name: str = "texts") -> Iterator[TextLine]:
    """The texts of a file or stream, in constant memory, with their line numbers.

    Args:
        source: A file, or lines.
        name: What faults call a source that is no file.

    Raises:
        CaseFileError: The file cannot be opened or read, is a device, or holds a line without end.
    """
    label = str(source) if isinstance(source, Path) else name
    try:
        with open_lines(source) as lines:
            for number, raw in enumerate(lines, start=1):
                yield from _read_line(raw, Place(label, CaseFileError, number))
    except OSError as error:
        problem = f"cannot be read ({error.strerror or error})"
        raise CaseFileError(label, "", problem, "Write one record a line.") from error


def _read_line(raw: bytes, place: Place) -> Iterator[TextLine]:
    """The text of a line, or its fault; nothing for a blank line."""
    number = place.line or 0
    try:
        line = decode_line(raw.rstrip(b"\r\n"), place, MAX_LINE_BYTES)
        if line.strip():
            yield TextLine(number, _read(line, place))
    except CaseFileError as fault:
        yield TextLine(number, fault)


def _read(line: str, place: Place) -> Text:
    data = parse_object(line, place)
    _check(data, place)
    return fit_model(data, line, Text, place)


def _check(data: Mapping[str, Any], place: Place) -> None:
    """What has a limit or a choice is named with it."""
    text, language = data.get("text"), data.get("language")
    size = len(text.encode("utf-8", "surrogatepass")) if isinstance(text, str) else 0
    if size > MAX_TEXT_BYTES:
        problem = f"is {size} bytes long, the limit is {MAX_TEXT_BYTES}"
        raise place.fault("text", problem, "Shorten or split the text.")
    if isinstance(language, str) and language.partition("-")[0] not in LANGUAGES:
        remedy = f"Give one of: {', '.join(LANGUAGES)}; a region may follow (en-GB)."
        raise place.fault("language", f"is {language!r}, which is not read", remedy)
