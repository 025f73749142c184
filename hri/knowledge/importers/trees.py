"""One small tree for guides, whether they come as XML or as the JSON rendering of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml import ElementTree
from defusedxml.common import DefusedXmlException

from hri.errors import SourceFormatError
from hri.knowledge.archives import Member

MAX_DEPTH = 120
_DUBLIN_CORE = "{http://purl.org/dc/elements/1.1/}"


class Node:
    """An element: name, attributes, and children (elements and stretches of text) in order."""

    __slots__ = ("attributes", "children", "name")

    def __init__(self, name: str, attributes: dict[str, str], children: list[Node | str]) -> None:
        self.name, self.attributes, self.children = name, attributes, children

    @property
    def elements(self) -> Iterator[Node]:
        """The children that are elements."""
        return (child for child in self.children if isinstance(child, Node))

    def first(self, name: str) -> Node | None:
        """The first child of that name."""
        return next((child for child in self.elements if child.name == name), None)

    def every(self, name: str) -> Iterator[Node]:
        """The children of that name."""
        return (child for child in self.elements if child.name == name)

    def text(self) -> str:
        """All text inside, runs of white space (non-breaking included) as one space."""
        return " ".join("".join(self._pieces()).split())

    def text_of(self, name: str) -> str:
        """The text of the first child of that name, or nothing."""
        child = self.first(name)
        return child.text() if child else ""

    def _pieces(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            else:
                yield from child._pieces()


def read_tree(member: Member) -> Node:
    """The root element of a file in XML or JSON.

    Raises:
        SourceFormatError: The file is broken, nested too deeply, or declares XML entities.
    """
    if member.name.lower().endswith(".json"):
        return _read_json(member)
    return _read_xml(member)


def _read_xml(member: Member) -> Node:
    try:
        root = ElementTree.fromstring(member.content, forbid_dtd=True)
    except DefusedXmlException as error:
        problem = "declares a document type or entities, which are not read"
        remedy = "Remove the DOCTYPE; guides need none."
        raise SourceFormatError(member.origin, "", problem, remedy) from error
    except (ParseError, ValueError, LookupError) as error:  # LookupError: an unknown encoding
        problem = f"is broken XML: {error}"
        raise SourceFormatError(member.origin, "", problem, "Fetch the file again.") from error
    return _from_xml(root, member, 0)


def _from_xml(element: Element, member: Member, depth: int) -> Node:
    _check_depth(depth, member)
    children: list[Node | str] = [element.text] if element.text else []
    for child in element:
        if isinstance(child.tag, str):
            children.append(_from_xml(child, member, depth + 1))
        if child.tail:
            children.append(child.tail)
    return Node(element.tag.replace(_DUBLIN_CORE, "dc:"), dict(element.attrib), children)


def _read_json(member: Member) -> Node:
    try:
        data = json.loads(member.content)
    except (ValueError, RecursionError) as error:
        problem = f"is broken JSON: {error}"
        raise SourceFormatError(member.origin, "", problem, "Fetch the file again.") from error
    roots = data.get("children") if isinstance(data, dict) else None
    if not isinstance(roots, list) or len(roots) != 1:
        problem = "holds no single root element under 'children'"
        raise SourceFormatError(member.origin, "", problem, "Give the JSON rendering of a guide.")
    root = _from_json(roots[0], member, "children[0]", 0)
    if isinstance(root, str):
        problem, remedy = "is text, not an element", "Give the JSON rendering of a guide."
        raise SourceFormatError(member.origin, "children[0]", problem, remedy)
    return root


def _from_json(data: Any, member: Member, pointer: str, depth: int) -> Node | str:
    _check_depth(depth, member)
    if isinstance(data, dict) and data.get("type") == "text" and isinstance(data.get("text"), str):
        return _sound(data["text"], member, pointer)
    name = data.get("name") if isinstance(data, dict) else None
    children = data.get("children", []) if isinstance(data, dict) else None
    attributes = data.get("attributes", {}) if isinstance(data, dict) else None
    readable = isinstance(children, list) and isinstance(attributes, dict)
    if not isinstance(name, str) or not readable:
        problem = "is neither an element with name and children nor a text"
        remedy = "Give the JSON rendering of a guide."
        raise SourceFormatError(member.origin, pointer, problem, remedy)
    inside = [
        _from_json(child, member, f"{pointer}.children[{index}]", depth + 1)
        for index, child in enumerate(children or [])
    ]
    named = {
        _sound(key, member, pointer): _sound(str(value), member, f"{pointer}.attributes.{key}")
        for key, value in (attributes or {}).items()
    }
    return Node(_sound(name, member, pointer), named, inside)


def _sound(text: str, member: Member, pointer: str) -> str:
    """The text, if it can be written: JSON can spell half a character."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        problem, remedy = "holds half a character", "Fetch the file again."
        raise SourceFormatError(member.origin, pointer, problem, remedy) from error
    return text


def _check_depth(depth: int, member: Member) -> None:
    if depth > MAX_DEPTH:
        problem = f"is nested deeper than {MAX_DEPTH} elements"
        raise SourceFormatError(member.origin, "", problem, "Do not use this file.")
