"""Documents as HTML pages for print: own styles, nothing from elsewhere, everything escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from hri.assurance.artefacts import Document
from hri.assurance.rendering import (
    Block,
    Bullets,
    Facts,
    Heading,
    Paragraph,
    Table,
    blocks_of,
    header_blocks,
    results_of,
)
from hri.assurance.words import Words

WIDE = frozenset({"traceability-matrix", "execution-log"})
"""Documents of wide tables, printed across."""

TALL = 25
"""Lines of a cell from which on its row may be parted between pages."""

LONG = 40
"""Words from this many characters on, such as hashes, are broken rather than widen their table."""

SHORT = 24
"""Longest text, in characters, that is kept on one line."""

STYLE = """
@page { size: A4 %(orientation)s; margin: 22mm 18mm 20mm;
  @top-left { content: %(left)s; font: 8pt sans-serif; color: #444; }
  @top-right { content: %(right)s; font: 8pt sans-serif; color: #444; }
  @bottom-right { content: %(page)s " " counter(page) " / " counter(pages);
    font: 8pt sans-serif; color: #444; } }
* { box-sizing: border-box; }
html { font: 10pt/1.4 "Liberation Sans", Arial, Helvetica, sans-serif; color: #111;
  background: #fff; }
body { max-width: 190mm; margin: 10mm auto; padding: 0 5mm; }
body.wide { max-width: 277mm; }
header.first { border-bottom: 1.5pt solid #111; margin-bottom: 6mm; padding-bottom: 4mm; }
header.first p { margin: 0; color: #444; }
header.first .status { display: inline-block; border: 0.75pt solid #111; padding: 1mm 2.5mm;
  margin-top: 3mm; color: #111; }
header.first p.result { margin-top: 4mm; font-size: 11pt; font-weight: 600; color: #111; }
h1 { font-size: 20pt; line-height: 1.2; margin: 1mm 0 2mm; }
h2 { font-size: 13pt; margin: 8mm 0 2.5mm; border-bottom: 0.5pt solid #999; padding-bottom: 1mm;
  break-after: avoid; }
h3 { font-size: 10.5pt; margin: 5mm 0 1.5mm; break-after: avoid; overflow-wrap: anywhere; }
h4 { font-size: 9.5pt; margin: 3.5mm 0 1.2mm; color: #444; break-after: avoid; }
h2 + p, h3 + p, h3 + p + ul, h3 + p + ul + p { break-after: avoid; }
h3 + p + ul { break-inside: avoid; }
section.body { break-before: page; }
table { border-collapse: collapse; width: 100%%; margin: 0 0 3mm; font-size: 8.5pt; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { border: 0.5pt solid #bbb; padding: 1.2mm 1.8mm; text-align: left; vertical-align: top;
  overflow-wrap: break-word; }
thead th { background: #eee; }
table.facts th { width: 24%%; background: #f5f5f5; font-weight: 600; }
table.facts td { overflow-wrap: anywhere; }
td p, th p { margin: 0 0 0.6mm; }
td p:last-child { margin-bottom: 0; }
td.code { font-family: "Liberation Mono", "Courier New", monospace; font-size: 7.5pt;
  overflow-wrap: anywhere; }
tr.tall { break-inside: auto; }
td.long { overflow-wrap: anywhere; }
td.short { white-space: nowrap; }
td.list { min-width: 66mm; }
ul { margin: 0 0 3mm; padding-left: 6mm; }
li { margin-bottom: 1mm; }
@media print { body, body.wide { max-width: none; margin: 0; padding: 0; } }
@media (max-width: 600px) { table { display: block; overflow-x: auto; } }
"""


def to_html(document: Document, words: Words) -> str:
    """The document as one page of HTML that stands alone."""
    header, kind = document.header, type(document).kind
    wide = kind in WIDE
    style = STYLE % {
        "orientation": "landscape" if wide else "portrait",
        "left": css_text(f"{header.document_id} · {header.version}"),
        "right": css_text(f"{header.title} · {header.issued:%Y-%m-%d} · {header.status}"),
        "page": css_text(words.label("page")),
    }
    first = "".join(map(_html, header_blocks(document, words)))
    results = "".join(f'<p class="result">{escape(said)}</p>' for said in results_of(document))
    body = "".join(map(_html, blocks_of(document, words)))
    return (
        f'<!doctype html>\n<html lang="{document.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(header.document_id)} – {escape(header.title)}</title>\n"
        f"<style>{style}</style>\n</head>\n"
        f'<body{" class=wide" if wide else ""}>\n<header class="first">'
        f"<p>{escape(header.document_id)} · {escape(words.label('version'))} "
        f"{escape(header.version)} · {header.issued:%Y-%m-%d}</p>"
        f"<h1>{escape(header.title)}</h1><p>{escape(header.scope)}</p>"
        f'<p class="status">{escape(header.status)}</p>{results}</header>\n'
        f'<main><section>{first}</section>\n<section class="body">{body}</section></main>\n'
        "</body>\n</html>\n"
    )


def css_text(text: str) -> str:
    """A string of CSS that holds ``text`` and nothing else; "<" too, for it stands in HTML."""
    safe = (c if c.isalnum() or c in " .,:;·-()" else f"\\{ord(c):06x}" for c in text)
    return '"' + "".join(safe) + '"'


def _html(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"<h{level}>{escape(text)}</h{level}>\n"
        case Facts(rows):
            cells = "".join(
                f'<tr><th scope="row">{escape(name)}</th>{_cell(lines)}</tr>\n'
                for name, lines in rows
            )
            return f'<table class="facts"><tbody>{cells}</tbody></table>\n'
        case Bullets(items):
            return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>\n"
        case Table(head, rows, widths):
            columns = "".join(f'<col style="width:{width}%">' for width in widths)
            names = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
            body = "".join(map(_row, rows))
            return (
                f"<table><colgroup>{columns}</colgroup><thead><tr>{names}</tr></thead>\n"
                f"<tbody>{body}</tbody></table>\n"
            )
        case Paragraph(text):
            return f"<p>{escape(text)}</p>\n"


def _row(cells: Sequence[Sequence[str]]) -> str:
    """A row of a table; one taller than half a page may be parted between pages."""
    tall = ' class="tall"' if any(len(lines) > TALL for lines in cells) else ""
    return f"<tr{tall}>{''.join(map(_cell, cells))}</tr>\n"


def _cell(lines: Iterable[str]) -> str:
    said = tuple(lines)
    kinds = ["code"] * all(map(_is_code, said)) + ["list"] * (len(said) > 1)
    kinds += ["short"] * all(len(line) <= SHORT and _stays_whole(line) for line in said)
    kinds += ["long"] * any(len(word) >= LONG for line in said for word in line.split())
    code = f' class="{" ".join(kinds)}"' if kinds else ""
    inner = escape(said[0]) if len(said) == 1 else "".join(f"<p>{escape(x)}</p>" for x in said)
    return f"<td{code}>{inner}</td>"


def _stays_whole(line: str) -> bool:
    """Whether it reads badly when parted: a number, an id, an interval or a time."""
    return " " not in line or line.endswith(" UTC") or line.startswith("[")


def _is_code(line: str) -> bool:
    """Whether it is an id or a hash: one long word with signs or digits in it."""
    return len(line) > 10 and " " not in line and any(c in "-._0123456789" for c in line)
