"""Comparing what two texts say of one paper beside its name."""

from __future__ import annotations

from hri.decomposition.values.comparison import same_age
from hri.domain.values import (
    AgeLimit,
    DocumentName,
    PaperParts,
    PaperState,
)

PARTS = ("age", "count", "holder", "state", "edition")
"""What is compared, each apart."""


def part_agrees(part: str, mine: DocumentName, theirs: DocumentName) -> bool | None:
    """Whether two papers of one name agree in a part.

    Args:
        part: One of ``PARTS``.
        mine: What the answer says.
        theirs: What a source says.

    Returns:
        None where one of the two says nothing of the part.
    """
    if part == "edition":
        return _same_edition(mine, theirs)
    ours, other = getattr(mine.parts, part), getattr(theirs.parts, part)
    if ours is None or other is None:
        return None
    return same_age(ours, other) if isinstance(ours, AgeLimit) else ours == other


def states_part(part: str, name: DocumentName) -> bool:
    """Whether a text says anything of a part."""
    if part == "edition":
        return any(name.form_versions)
    return getattr(name.parts, part) is not None


def is_expired(parts: PaperParts) -> bool:
    """Whether a paper is one that has run out."""
    return parts.state is PaperState.EXPIRED


def _same_edition(mine: DocumentName, theirs: DocumentName) -> bool | None:
    """Whether each form that both name has the same version in both, where both give one."""
    given = dict(zip(theirs.forms, theirs.form_versions, strict=False))
    pairs = [
        (version, given[form])
        for form, version in zip(mine.forms, mine.form_versions, strict=False)
        if version and given.get(form)
    ]
    return all(one == other for one, other in pairs) if pairs else None
