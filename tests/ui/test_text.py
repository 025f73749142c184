"""Untrusted text shows literally: nothing in it is Markdown, HTML or hidden."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hri.ui.text import Mark, marked, shown

LITERAL = {
    "dollars": "86 $ ou 45 $ (E=mc^2$)",
    "colour directive": ":red[wrong] :green-badge[Verified]",
    "image": "![x](http://evil.example/x.png)",
    "link": "[click](javascript:alert(1)) https://evil.example",
    "script": "<script>alert(1)</script>",
    "style": "<style>body{display:none}</style>",
    "event handler": "<img src=x onerror=alert(1)>",
    "quotes": "\"double\" and 'single' & ampersand",
    "heading": "# heading\n* list",
}


class Visible(HTMLParser):
    """Collects what a browser would show as text, and the tags it would make."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def seen(html: str) -> Visible:
    parser = Visible()
    parser.feed(html)
    parser.close()
    return parser


@pytest.mark.parametrize("text", LITERAL.values(), ids=LITERAL.keys())
def test_untrusted_text_shows_exactly_its_characters(text: str) -> None:
    visible = seen(marked(text, []))
    assert "".join(visible.words) == text
    assert visible.tags == []


@given(
    st.text(alphabet="<>&\"'$:[]()!abc \n/=", max_size=60), st.integers(0, 60), st.integers(0, 60)
)
def test_marking_adds_only_mark_tags_and_loses_no_character(
    text: str, start: int, end: int
) -> None:
    visible = seen(marked(text, [Mark(start, end, "hri-fees", title='"><b>')]))
    assert "".join(visible.words) == text
    assert set(visible.tags) <= {"mark"}


def test_a_bracketed_mark_shows_its_brackets_and_its_note() -> None:
    visible = seen(marked("it costs £5", [Mark(9, 11, "hri-match", note="4", bracketed=True)]))
    assert "".join(visible.words) == "it costs [£5]4"


def test_overlapping_marks_keep_the_text_once() -> None:
    marks = [Mark(0, 5, "a"), Mark(3, 8, "b"), Mark(4, 5, "c")]
    visible = seen(marked("abcdefgh", marks))
    assert "".join(visible.words) == "abcdefgh"
    assert visible.tags == ["mark", "mark"]


def test_a_mark_past_the_end_is_cut_to_the_text() -> None:
    assert "".join(seen(marked("abc", [Mark(1, 99, "a")])).words) == "abc"


@pytest.mark.parametrize("code", [0x200B, 0x202E, 0x2066, 0x00AD, 0xFEFF])
def test_characters_that_hide_or_reorder_text_are_named(code: int) -> None:
    assert shown(f"pay{chr(code)}now") == f"pay⟨U+{code:04X}⟩now"
