"""Texts that try to be more than text, and what a page would show of them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from google.protobuf.message import Message as Proto
from streamlit.testing.v1 import AppTest

KINDS: dict[str, list[str]] = tomllib.loads(
    Path(__file__).with_name("payloads.toml").read_text(encoding="utf-8")
)
PAYLOADS = [text for texts in KINDS.values() for text in texts]
BUNDLE = " ¶ ".join(PAYLOADS)
OUR_TAGS = {
    *("p", "div", "span", "strong", "br", "sup", "mark", "del", "ins"),
    *("table", "caption", "thead", "tbody", "tr", "th", "td"),
}
OUR_ATTRIBUTES = {
    *("class", "title", "lang", "dir", "scope", "role", "tabindex"),
    *("aria-label", "aria-hidden"),
}
LITERAL = {
    *(("selectbox", "options"), ("selectbox", "raw_value"), ("code", "code_text")),
    *(("text_area", "default"), ("text_input", "default")),
    *(("text_area", "value"), ("text_input", "value")),
}
"""Fields of Streamlit's elements that it shows as they are."""


class Page(HTMLParser):
    """What a browser would show of our HTML blocks; a tag or attribute not of ours is kept."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self.foreign: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        strange = [name for name, _value in attrs if name not in OUR_ATTRIBUTES]
        self.foreign += strange if tag in OUR_TAGS else [tag, *strange]

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def handle_comment(self, data: str) -> None:
        self.foreign.append(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        self.foreign.append(f"<!{decl}>")


def page_of(app: AppTest) -> Page:
    """All HTML blocks of a page, read by a parser."""
    page = Page()
    for block in app.get("html"):
        if "<style>" not in block.proto.body[:10]:
            page.feed(block.proto.body)
            page.words.append("\n")
    page.close()
    return page


def strings(app: AppTest) -> Iterator[tuple[str, str, str]]:
    """Every string that the page sends: kind of element, field, text."""
    for kind, proto in _elements(app):
        for field, text in _strings(proto):
            yield kind, field, text


def _elements(app: AppTest) -> Iterator[tuple[str, Proto]]:
    waiting = [app._tree]
    while waiting:
        node = waiting.pop()
        if isinstance(getattr(node, "proto", None), Proto):
            yield node.type, node.proto
        waiting += getattr(node, "children", {}).values()


def _strings(proto: Proto) -> Iterator[tuple[str, str]]:
    for field, value in proto.ListFields():
        for one in value if field.is_repeated else (value,):
            if isinstance(one, str):
                yield field.name, one
            elif isinstance(one, Proto):
                yield from _strings(one)
