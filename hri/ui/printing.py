"""Documents for print: one HTML page with its own style that asks for nothing from anywhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from hri.ui.text import shown

STYLE = Path(__file__).with_name("printing.css").read_text("utf-8")
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""What the page may load: nothing but the style it holds."""


LONGEST = 24
"""Longest word, in characters, that stays whole in a table; words of a language are shorter."""

CELL = re.compile(r"<t([dh])(?: scope=\"row\")?>(?=(.*?)</t\1>)", re.DOTALL)
TAG = re.compile(r"<[^>]*>")


class Part(NamedTuple):
    """A chapter: its title, and HTML in which untrusted words are escaped already."""

    title: str
    code: str


def page(title: str, language: str, facts: Sequence[tuple[str, str]], parts: Sequence[Part]) -> str:
    """The whole document."""
    pairs = "".join(f"<dt>{shown(name)}</dt><dd>{shown(value)}</dd>" for name, value in facts)
    chapters = "".join(
        f"<section><h2>{number}. {shown(part.title)}</h2>{breakable(part.code)}</section>"
        for number, part in enumerate(parts, start=1)
    )
    return (
        f'<!doctype html><html lang="{shown(language)}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>{shown(title)}</title><style>{STYLE}</style></head><body>"
        f"<header><h1>{shown(title)}</h1><dl>{pairs}</dl></header>{chapters}</body></html>"
    )


def breakable(code: str) -> str:
    """Marks cells of tables with something in them that must be broken, since it is too long."""
    return CELL.sub(_marked, code)


def _marked(found: re.Match[str]) -> str:
    long = any(len(word) > LONGEST for word in TAG.sub(" ", found[2]).split())
    return f'{found[0][:-1]} class="hri-long">' if long else found[0]
