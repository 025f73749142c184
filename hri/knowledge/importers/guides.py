"""A practical guide: what its tree says about itself, its blocks, references and contacts."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from hri.domain.base import Identifier
from hri.domain.packs import PassageKind
from hri.errors import SourceFormatError
from hri.knowledge.consistency import is_web_address
from hri.knowledge.importers.sections import Block, Context, Line, SectionReader
from hri.knowledge.importers.trees import Node
from hri.knowledge.importers.vocabulary import GuideVocabulary

MAX_PASSAGES = 1_000_000
"""The highest number of a passage: passages are named by guide and number."""

_ID: TypeAdapter[str] = TypeAdapter(Identifier)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_BODY = ("Avertissement", "Introduction", "ListeSituations", "Texte", "OuSAdresser")
_LINKS = ("ServiceEnLigne", "PourEnSavoirPlus", "LienExterneCommente")
_NAVIGATION = frozenset(
    {"SurTitre", "Audience", "Canal", "Cible", "FilDAriane", "Theme", "SousThemePere",
     "DossierPere", "SousDossierPere", "VoirAussi", "QuestionReponse", "CommentFaireSi",
     "RechercheGuidee", "Abreviation"}
)  # fmt: skip


class Guide(NamedTuple):
    """One guide, read; ``as_of`` is the date of its last change."""

    id: str
    title: str
    names: tuple[str, ...]
    url: str
    theme: str
    as_of: date
    blocks: tuple[Block, ...]
    skipped: Counter[str]


def is_guide(root: Node) -> bool:
    """Whether a file is a guide and not a menu, a theme page or a directory."""
    return root.name == "Publication" and bool(root.attributes.get("ID"))


def read_guide(root: Node, origin: str, vocabulary: GuideVocabulary) -> Guide:
    """A guide from its root element.

    Raises:
        SourceFormatError: It has no title or no date, or its id or address is none.
    """
    _check_attributes(root, origin)
    title = root.text_of("dc:title")
    if not title:
        problem, remedy = "has no dc:title", "Fetch the file again."
        raise SourceFormatError(origin, "Publication", problem, remedy)
    reader = SectionReader(vocabulary)
    blocks = tuple(_blocks(root, reader))
    theme = root.first("Theme")
    return Guide(
        id=root.attributes["ID"],
        title=title,
        names=tuple(dict.fromkeys([title, *_short_names(root)])),
        url=root.attributes.get("spUrl", ""),
        theme=theme.text_of("Titre") if theme else "",
        as_of=_changed_on(root, origin),
        blocks=blocks,
        skipped=reader.skipped,
    )


def _check_attributes(root: Node, origin: str) -> None:
    guide_id, url = root.attributes["ID"], root.attributes.get("spUrl", "")
    remedy = "Fetch the file again."
    try:
        _ID.validate_python(f"{guide_id}#{MAX_PASSAGES}")
    except ValidationError as error:
        problem = f"{guide_id[:60]!r} cannot be the id of a guide"
        raise SourceFormatError(origin, "Publication.ID", problem, remedy) from error
    if url and not is_web_address(url):
        problem = f"{url[:60]!r} is no address of the web"
        raise SourceFormatError(origin, "Publication.spUrl", problem, remedy)


def _changed_on(root: Node, origin: str) -> date:
    stated = _DATE.search(root.text_of("dc:date"))
    try:
        return date.fromisoformat(stated.group() if stated else "")
    except ValueError as error:
        problem = "dc:date holds no date such as 'modified 2020-01-31'"
        raise SourceFormatError(origin, "Publication", problem, "Fetch the file again.") from error


def _short_names(root: Node) -> list[str]:
    """How the file that the guide belongs to calls it: file title, then the guide's own entry."""
    dossier = root.first("DossierPere")
    if dossier is None:
        return []
    head = dossier.text_of("Titre")
    entries = [*dossier.every("Fiche")]
    entries += [entry for group in dossier.every("SousDossier") for entry in group.every("Fiche")]
    own = [entry.text() for entry in entries if entry.attributes.get("ID") == root.attributes["ID"]]
    return [f"{head} : {name}" if head else name for name in own if name]


def _blocks(root: Node, reader: SectionReader) -> list[Block]:
    blocks: list[Block] = []
    described = root.text_of("dc:description")
    for child in root.elements:
        if child.name in _BODY or child.name in _LINKS:
            blocks += reader.read(Node("Publication", {}, [child]))
        elif child.name == "Reference":
            blocks.append(_reference(child, ()))
        elif child.name == "Definition":
            heading = (child.text_of("Titre"),)
            blocks += [_reference(cited, heading) for cited in child.every("Reference")]
        elif child.name not in _NAVIGATION and not child.name.startswith("dc:"):
            reader.skipped[child.name] += 1
    if not any(block.kind is PassageKind.TEXT for block in blocks) and described:
        blocks.insert(0, Block(Context(), PassageKind.TEXT, (Line(described),)))
    return blocks


def _reference(node: Node, headings: tuple[str, ...]) -> Block:
    subject = node.text_of("Complement")
    lines = [Line(node.text_of("Titre"))] + ([Line(subject)] if subject else [])
    return Block(Context(headings), PassageKind.REFERENCE, tuple(lines), node)
