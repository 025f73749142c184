"""What two texts do not have in common, word by word, with signs that need no colour."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import pairwise

import streamlit as st

from hri.ui import text

_PART = re.compile(r"\s+|[^\W_]+|[\W_]")
LONGEST = 3000
"""Words per text that are compared one by one; longer texts are shown one below the other."""


def changes(before: str, after: str) -> list[tuple[str, str]]:
    """What was taken out of ``before`` and what came in, in order; equal stretches are equal.

    Returns:
        Pairs of the old and the new stretch; joined, the first give ``before``, the second
        ``after``.
    """
    old, new = _PART.findall(before), _PART.findall(after)
    if max(len(old), len(new)) > LONGEST:
        return [(before, after)]
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        ("".join(old[low:high]), "".join(new[first:last]))
        for _kind, low, high, first, last in matcher.get_opcodes()
    ]


def show(before: str, after: str, lang: str = "") -> None:
    """The new text with what was taken out struck through and what came in underlined."""
    html = "".join(_marked(old, new) for old, new in _merged(changes(before, after)))
    st.html(text.block(html, lang=lang or None, kind="hri-pane"))


def _marked(old: str, new: str) -> str:
    if old == new:
        return text.shown(old)
    gone = f'<del class="hri-gone">{text.shown(old)}</del>' if old else ""
    come = f'<ins class="hri-come">{text.shown(new)}</ins>' if new else ""
    return gone + come


def _merged(parts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Changes with only blanks between them as one, so that a phrase reads as a phrase."""
    merged: list[tuple[str, str]] = []
    for (old, new), following in pairwise([*parts, ("", "")]):
        changed = merged and merged[-1][0] != merged[-1][1]
        blank = old == new and not old.strip()
        goes_on = blank and following[0] != following[1]
        if changed and (old != new or goes_on):
            merged[-1] = (merged[-1][0] + old, merged[-1][1] + new)
        else:
            merged.append((old, new))
    return merged
