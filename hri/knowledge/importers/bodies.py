"""Bodies that guides name: one record for each, with its names and what it is competent for."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hri.domain.packs import Authority
from hri.knowledge.importers.references import slugify
from hri.knowledge.importers.registers import name_key
from hri.knowledge.importers.trees import Node
from hri.knowledge.importers.vocabulary import GuideVocabulary

_ACRONYM = re.compile(r"^(?P<name>.*\S)\s*\((?P<short>[^()]{2,40})\)$")
_PHONE = re.compile(r"^\d[\d ]{3,}\s*-|\s-\s\d[\d ]{3,}$")


class BodyRegister:
    """Collects bodies from contact elements; ids and names are stable from import to import."""

    def __init__(self, vocabulary: GuideVocabulary) -> None:
        self._words = vocabulary.authorities
        self._not_names = {name_key(name) for name in self._words.not_names}
        self._language, self._jurisdiction = vocabulary.language, vocabulary.jurisdiction
        self._names: dict[str, list[str]] = {
            body: list(names) for body, names in self._words.names.items()
        }
        self._competences: dict[str, dict[str, None]] = {}
        self._seen: dict[str, None] = {}

    def identify(self, contact: Node) -> str:
        """The id of the body a contact element is about; its title joins the body's names."""
        title = contact.text_of("Titre")
        body = self._id_of(title, contact)
        self._seen[body] = None
        names = self._names.setdefault(body, [])
        found = (name for name in _names(title) if name_key(name) not in self._not_names)
        names += [name for name in found if name not in names]
        return body

    def name_of(self, body: str) -> str:
        """The first name of a body."""
        return self._names[body][0]

    def make_competent(self, body: str, procedure_id: str) -> None:
        """Record that a guide sends people to this body."""
        self._seen[body] = None
        self._competences.setdefault(body, {})[procedure_id] = None

    def known_names(self) -> list[tuple[str, str]]:
        """Pairs of id and name; a name that several bodies bear belongs to the first."""
        return [(body, name) for body, names in self._names.items() for name in names]

    def records(self) -> list[Authority]:
        """All bodies that a guide named, in order of id."""
        owned = self._owned_names()
        return [
            Authority(
                id=body,
                names={self._language: tuple(owned[body])},
                jurisdiction=self._jurisdiction,
                competences=tuple(sorted(self._competences.get(body, ()))),
                inferred=True,
            )
            for body in sorted(self._seen)
            if owned[body]
        ]

    def _owned_names(self) -> dict[str, list[str]]:
        owners: dict[str, str] = {}
        for body, name in self.known_names():
            owners.setdefault(name_key(name), body)
        return {
            body: [name for name in names if owners[name_key(name)] == body]
            for body, names in self._names.items()
        }

    def _id_of(self, title: str, contact: Node) -> str:
        for opening, body in self._words.titles.items():
            if title.startswith(opening):
                return body
        local = contact.text_of("PivotLocal")
        body = self._words.same.get(local, slugify(local)) if local else slugify(_bare(title))
        return self._words.same.get(body, body) or contact.attributes.get("ID", "")


def _bare(title: str) -> str:
    match = _ACRONYM.match(title)
    return match["name"] if match else title


def _names(title: str) -> Iterable[str]:
    """The title, and its two halves where it ends in an acronym or short name in brackets."""
    if _PHONE.search(title):
        return
    yield title
    match = _ACRONYM.match(title)
    if match:
        yield match["name"]
        # Several words in brackets explain a name; one word is another name.
        if match["short"][:1].isupper() and " " not in match["short"]:
            yield match["short"]
