"""Untrusted text on the screen: everything is escaped, only our own tags are added.

Questions, answers, samples, sources, names and notes come from outside. Streamlit parses Markdown
in labels and messages, so such text is shown through this module or in data cells, never elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import Literal, NamedTuple

import streamlit as st

INVISIBLE = {
    code: f"⟨U+{code:04X}⟩"
    for code in (
        *range(0x09),
        *range(0x0B, 0x0D),
        *range(0x0E, 0x20),
        *range(0x7F, 0xA0),
        0x00AD,
        0x034F,
        0x061C,
        0x115F,
        0x1160,
        *range(0x17B4, 0x17B6),
        *range(0x180B, 0x1810),
        0x3164,
        *range(0xFE00, 0xFE10),
        0xFFA0,
        *range(0xE0000, 0xE1000),
        *range(0x200B, 0x2010),
        *range(0x2028, 0x202F),
        *range(0x2060, 0x2070),
        0xFEFF,
        *range(0xFFF9, 0xFFFC),
        *range(0x1D173, 0x1D17B),
    )
}
"""Characters that hide or reorder text; they are shown by name so that nothing stays unseen."""


class Mark(NamedTuple):
    """A stretch of text to highlight.

    ``kind`` is a class of the style sheet, ``note`` a short word shown beside the stretch and
    ``title`` a sentence for the pointer. ``bracketed`` puts the stretch in square brackets.
    """

    start: int
    end: int
    kind: str
    title: str = ""
    note: str = ""
    bracketed: bool = False


def visible(text: str) -> str:
    """``text`` with its hiding characters named, for places that show any text as it is."""
    return text.translate(INVISIBLE)


def shown(text: str) -> str:
    """``text`` as HTML that shows exactly its characters."""
    return escape(visible(text), quote=True)


PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
JOINER = "\u2060"
"""Takes no room; between two signs it keeps them from being read as a link, an emoji, an arrow."""


def label(text: str) -> str:
    """``text`` for the label of a button, in which Streamlit reads Markdown.

    A backslash before each sign stops Markdown; what is looked for afterwards in the plain words
    (addresses, ":names:", arrows) is broken up by a joiner.
    """
    return PUNCTUATION.sub(rf"\\\1{JOINER}", " ".join(visible(text).split()))


def marked(text: str, marks: Iterable[Mark]) -> str:
    """HTML of ``text`` with ``marks``; where two overlap, the first keeps the common part."""
    parts: list[str] = []
    position = 0
    for mark in sorted(marks, key=lambda mark: (mark.start, -mark.end)):
        start, end = max(mark.start, position), min(mark.end, len(text))
        if start < end:
            parts += [shown(text[position:start]), _highlight(text[start:end], mark)]
            position = end
    parts.append(shown(text[position:]))
    return "".join(parts)


def _highlight(stretch: str, mark: Mark) -> str:
    note = f'<sup class="hri-note">{shown(mark.note)}</sup>' if mark.note else ""
    left, right = ("[", "]") if mark.bracketed else ("", "")
    return (
        f'<mark class="hri-mark {shown(mark.kind)}" title="{shown(mark.title)}">'
        f"{left}{shown(stretch)}{right}{note}</mark>"
    )


def block(html: str, *, lang: str | None = None, kind: str = "") -> str:
    """A text block around ready HTML; ``lang`` is the language of the text."""
    tongue = f' lang="{shown(lang)}"' if lang else ""
    return f'<div class="hri-text {shown(kind)}"{tongue} dir="auto">{html}</div>'


def plain(
    text: str, spans: Iterable[Mark] = (), *, lang: str | None = None, kind: str = ""
) -> None:
    """Show untrusted text with highlights, line breaks kept."""
    st.html(block(marked(text, spans), lang=lang, kind=kind))


def line(*parts: tuple[str, str], width: Literal["stretch", "content"] = "stretch") -> None:
    """Show pairs of a name and a value on one line that wraps; values may be untrusted.

    ``width`` is that of the element: only as wide as its words, beside others in a row.
    """
    items = "".join(
        f'<span class="hri-pair"><span class="hri-name">{shown(name)}</span> {shown(value)}</span>'
        for name, value in parts
    )
    st.html(f'<div class="hri-line">{items}</div>', width=width)


def sentence(
    text: str, kind: str = "hri-sentence", width: Literal["stretch", "content"] = "stretch"
) -> None:
    """Show one sentence of ours that may carry untrusted words; ``width`` as for ``line``."""
    st.html(f'<p class="{shown(kind)}">{shown(text)}</p>', width=width)
