"""Documents for print: one HTML page with its own style that asks for nothing from anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from hri.ui.text import shown

STYLE = Path(__file__).with_name("printing.css").read_text("utf-8")
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""What the page may load: nothing but the style it holds."""


class Part(NamedTuple):
    """A chapter: its title, and HTML in which untrusted words are escaped already."""

    title: str
    code: str


def page(title: str, language: str, facts: Sequence[tuple[str, str]], parts: Sequence[Part]) -> str:
    """The whole document."""
    pairs = "".join(f"<dt>{shown(name)}</dt><dd>{shown(value)}</dd>" for name, value in facts)
    chapters = "".join(
        f"<section><h2>{number}. {shown(part.title)}</h2>{part.code}</section>"
        for number, part in enumerate(parts, start=1)
    )
    return (
        f'<!doctype html><html lang="{shown(language)}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>{shown(title)}</title><style>{STYLE}</style></head><body>"
        f"<header><h1>{shown(title)}</h1><dl>{pairs}</dl></header>{chapters}</body></html>"
    )
