"""Codes of law in the JSON of the LEGI base: one code with its articles, and the list of codes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from hri.domain.base import Model
from hri.domain.packs import Article, Instrument, InstrumentStatus
from hri.errors import LexiconFileError, SourceFormatError
from hri.knowledge.importers.references import MAX_SLUG, slugify
from hri.knowledge.importers.vocabulary import VOCABULARIES
from hri.knowledge.strict import read_toml


class ListWords(Model):
    """The register's entry for the list of codes itself."""

    id: str
    title: str
    kind: str


class NeverInForce(Model):
    """States of versions that never came into force."""

    states: tuple[str, ...]


class CodeVocabulary(Model):
    """States, marks and short names that the importer of codes needs."""

    version: str
    jurisdiction: str
    time_zone: str
    never: date
    newer: str
    older: str
    list: ListWords
    states: dict[str, InstrumentStatus]
    never_in_force: NeverInForce
    aliases: dict[str, tuple[str, ...]]


def load_code_vocabulary() -> CodeVocabulary:
    """The words of the importer of codes.

    Raises:
        LexiconFileError: The file is missing or does not fit the model.
    """
    return read_toml(VOCABULARIES / "legi.toml", CodeVocabulary, LexiconFileError)


class CodeReader:
    """Reads parsed JSON; every fault names the file and the place in it."""

    def __init__(self, vocabulary: CodeVocabulary, origin: str) -> None:
        self._words, self._origin = vocabulary, origin
        self._zone = ZoneInfo(vocabulary.time_zone)

    def read_code(self, data: dict[str, Any]) -> Instrument:
        """One code. Its list is complete on the day of the file, and on no other day.

        A file holds the articles that were there on its day, each with its versions; what was
        repealed before is missing, and what comes after is unknown.

        Raises:
            SourceFormatError: A title, date or state is missing or not known.
        """
        head = self._field(data, "data", dict, "")
        title = self._title(head, "title", "data")
        day = self._date(head.get("dateModif"), "data.dateModif")
        if day is None:
            raise self._fault("data.dateModif", "holds no date")
        articles = [found for node in self._articles(data) for found in self._read_article(node)]
        return Instrument(
            id=self._identify(title, "data.title"),
            title=title,
            aliases=self._words.aliases.get(title, ()),
            kind="code",
            status=self._status(head.get("etat"), "data.etat"),
            complete_from=day,
            complete_to=day,
            jurisdiction=self._words.jurisdiction,
            articles=tuple(articles),
        )

    def read_list(self, data: list[dict[str, Any]]) -> list[Instrument]:
        """The list of codes, repealed ones included, and the entry for the list itself.

        Entries of one ``cid`` are versions of one code under other names: they become one.
        """
        versions: dict[str, list[tuple[str, dict[str, Any]]]] = {}
        for index, entry in enumerate(data):
            key = self._title(entry, "cid", f"[{index}]")
            versions.setdefault(key, []).append((f"[{index}]", entry))
        codes = [self._read_versions(entries) for entries in versions.values()]
        seen = [
            self._date(entry.get("derniere_modification"), "derniere_modification")
            for entry in data
        ]
        # The file is as new as the newest record in it, stamped in seconds.
        stamps = [entry["mtime"] for entry in data if entry.get("mtime")]
        made = [self._date(_milliseconds(stamp), "mtime") for stamp in stamps]
        days = [day for day in [*seen, *made] if day]
        day = max((found for found in days if found < self._words.never), default=None)
        own = self._words.list
        return [
            *codes,
            Instrument(
                id=own.id, title=own.title, kind=own.kind, status=InstrumentStatus.UNKNOWN,
                complete_from=day, complete_to=day, jurisdiction=self._words.jurisdiction,
            ),
        ]  # fmt: skip

    def _read_versions(self, entries: list[tuple[str, dict[str, Any]]]) -> Instrument:
        dated = [
            (self._date(entry.get("date_debut"), f"{at}.date_debut"), at, entry)
            for at, entry in entries
        ]
        dated.sort(key=lambda version: version[0] or date.min)
        started, (_, at, last) = dated[0][0], dated[-1]
        title = self._title(last, "titrefull", at)
        names = [entry.get(key) for _, _, entry in dated for key in ("titrefull", "titre")]
        own = [name.strip().rstrip(".") for name in names if isinstance(name, str)]
        aliases = dict.fromkeys([*own, *self._words.aliases.get(title, ())])
        return Instrument(
            id=self._identify(title, f"{at}.titrefull"),
            title=title,
            aliases=tuple(alias for alias in aliases if alias and alias != title),
            kind="code",
            status=self._status(last.get("etat"), f"{at}.etat"),
            valid_from=started,
            valid_to=self._last_day(last.get("date_fin"), f"{at}.date_fin"),
            jurisdiction=self._words.jurisdiction,
        )

    def _read_article(self, node: dict[str, Any]) -> Iterator[Article]:
        """An article, once for every stretch of time in which it was in force."""
        data = self._field(node, "data", dict, "article")
        number = data.get("num")
        if not isinstance(number, str) or not number.strip():
            return
        number = " ".join(number.split())
        spans = _joined(sorted(self._spans(data, number)))
        text = data.get("texte")
        for index, (start, end) in enumerate(spans):
            last = index == len(spans) - 1
            ended = end is not None and end < self._words.never
            yield Article(
                number=number,
                valid_from=start,
                valid_to=end - timedelta(days=1) if ended and end else None,
                status=self._status(data.get("etat"), number) if last
                else InstrumentStatus.REPEALED,
                text=" ".join(text.split()) or None if last and isinstance(text, str) else None,
            )  # fmt: skip

    def _spans(self, data: dict[str, Any], number: str) -> Iterator[tuple[date, date]]:
        """First day and first day after, of each version that came into force."""
        for version in self._nodes(data.get("articleVersions") or [data], number):
            if version.get("etat") in self._words.never_in_force.states:
                continue
            start = self._date(version.get("dateDebut"), f"{number}.dateDebut")
            end = self._date(version.get("dateFin"), f"{number}.dateFin") or self._words.never
            if start is not None and start < end:
                yield start, end

    def _last_day(self, value: Any, pointer: str) -> date | None:
        end = self._date(value, pointer)
        return None if end is None or end >= self._words.never else end - timedelta(days=1)

    def _date(self, value: Any, pointer: str) -> date | None:
        """A day from milliseconds since 1970, an ISO date or an ISO instant."""
        try:
            if isinstance(value, bool) or value is None or value == "":
                return None
            if isinstance(value, int):
                instant = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=value)
                return instant.astimezone(self._zone).date()
            if isinstance(value, str) and "T" in value:
                return datetime.fromisoformat(value).astimezone(self._zone).date()
            if isinstance(value, str):
                return date.fromisoformat(value)
        except (ValueError, OverflowError) as error:
            raise self._fault(pointer, f"holds no date that can be read: {value!r}") from error
        raise self._fault(pointer, f"holds no date: {value!r}")

    def _status(self, state: Any, pointer: str) -> InstrumentStatus:
        if not state:
            return InstrumentStatus.UNKNOWN
        if not isinstance(state, str) or state not in self._words.states:
            raise self._fault(pointer, f"has the unknown state {state!r}")
        return self._words.states[state]

    def _articles(self, node: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """All articles below a node, in order of the code, without recursion."""
        waiting = [node]
        while waiting:
            current = waiting.pop()
            if current.get("type") == "article":
                yield current
            waiting += reversed(self._nodes(current.get("children") or [], "children"))

    def _nodes(self, value: Any, pointer: str) -> list[dict[str, Any]]:
        if not isinstance(value, list) or not all(isinstance(node, dict) for node in value):
            raise self._fault(pointer, "holds what is no list of records")
        return value

    def _identify(self, title: str, pointer: str) -> str:
        slug = slugify(title)[:MAX_SLUG]
        if not slug:
            raise self._fault(pointer, f"names nothing: {title[:60]!r}")
        return slug

    def _title(self, data: dict[str, Any], key: str, pointer: str) -> str:
        return " ".join(str(self._field(data, key, str, pointer)).split()).rstrip(".")

    def _field(self, data: dict[str, Any], key: str, kind: type, pointer: str) -> Any:
        value = data.get(key) if isinstance(data, dict) else None
        if not isinstance(value, kind) or not value:
            raise self._fault(f"{pointer}.{key}".lstrip("."), f"is not a {kind.__name__}")
        return value

    def _fault(self, pointer: str, problem: str) -> SourceFormatError:
        remedy = "Give the JSON of a code of law or of the list of codes from the LEGI base."
        return SourceFormatError(self._origin, pointer, problem, remedy)


def is_code(data: Any) -> bool:
    """Whether parsed JSON is a code with its articles."""
    return isinstance(data, dict) and data.get("type") == "code"


def is_list_of_codes(data: Any) -> bool:
    """Whether parsed JSON is the list of codes."""
    keys = {"cid", "titrefull", "etat", "date_debut"}
    return (
        isinstance(data, list) and bool(data) and isinstance(data[0], dict) and keys <= set(data[0])
    )


def _milliseconds(stamp: Any) -> Any:
    """A stamp in seconds in the unit of all other dates; what is no number is left to fail."""
    return stamp * 1000 if isinstance(stamp, int) else stamp


def _joined(spans: list[tuple[date, date]]) -> list[tuple[date, date]]:
    """Spans that touch or overlap as one."""
    joined: list[tuple[date, date]] = []
    for start, end in spans:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined
