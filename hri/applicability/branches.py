"""How a condition stands to the question: the branches that it names or rules out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from hri.applicability.ages import openness_by_age
from hri.applicability.circumstances import PATH_SIGN, Branch, Circumstances, Openness
from hri.applicability.sources import jurisdiction_holds
from hri.decomposition import fold, terms
from hri.domain.lexicons import Lexicon
from hri.domain.packs import Passage

ANYWHERE = ""
"""The chapter of a fact that stands in no known passage."""


def chapter_of(passage: Passage | None) -> str:
    """The outermost heading a passage stands under."""
    return passage.heading.split(PATH_SIGN)[0] if passage is not None else ANYWHERE


def condition_openness(
    condition: str | None,
    circumstances: Circumstances,
    lexicon: Lexicon,
    source_id: str = "",
    chapter: str = ANYWHERE,
) -> Openness | None:
    """How a condition stands to the question; None when the question rules it out.

    Branches (paths under which the source has passages) exclude their siblings once the question
    names one of them. Other conditions are free words: they never exclude each other. Words that
    only describe ("usual", "time limit") and the names of places where the case stands are none.
    What a claim states of itself goes before the question.

    Args:
        condition: Free words or a path of branches.
        circumstances: The question with the branches of the procedure's sources.
        lexicon: Words of the case's language.
        source_id: The source the condition stands in.
        chapter: The chapter it stands in; its siblings are those of the same chapter.
    """
    if not condition:
        return Openness.UNCONDITIONAL
    if circumstances.stated is not None:
        own = condition_openness(condition, circumstances.stated, lexicon, source_id, chapter)
        if own is None or own is Openness.NAMED:
            return own
    standing = _standing_in(circumstances, source_id, lexicon)
    return standing.openness(condition, chapter)


def _joined(states: Sequence[Openness | None]) -> Openness | None:
    """The state of a path from those of its prefixes, outermost first."""
    if None in states:
        return None
    if states[-1] is Openness.NAMED:  # naming the inner branch names the outer ones with it
        return Openness.NAMED
    if Openness.OPEN in states:
        return Openness.OPEN
    return Openness.NAMED if Openness.NAMED in states else Openness.UNCONDITIONAL


class _Standing:
    """How every branch of one source stands to one question."""

    def __init__(
        self,
        question: str,
        branches: Sequence[Branch],
        jurisdiction: str,
        named_share: float,
        lexicon: Lexicon,
    ) -> None:
        self.question = question
        self.named_share = named_share
        self.lexicon = lexicon
        self.jurisdiction = jurisdiction
        self.asked = frozenset(terms(question, lexicon))
        self.excluded = _excluded_terms(question, lexicon)
        self.known: dict[tuple[str, str], Openness | None] = {}
        self.chapters: dict[str, list[str]] = {}
        self.asked_for: dict[tuple[str, str], Openness | None] = {}
        self.apart: dict[str, Openness | None] = {}
        for chapter, family in _families(branches):
            if len(family) > 1:
                self._rank(chapter, family)
        for family in _scattered(branches, self.chapters):
            self.apart.update(self._ranked(family, named_only=True))

    def openness(self, condition: str, chapter: str) -> Openness | None:
        """State of a condition: a path of branches or free words."""
        key = (condition, chapter)
        if key not in self.asked_for:
            parts = condition.split(PATH_SIGN)
            paths = (PATH_SIGN.join(parts[: depth + 1]) for depth in range(len(parts)))
            self.asked_for[key] = _joined([self.of(path, chapter) for path in paths])
        return self.asked_for[key]

    def of(self, path: str, chapter: str) -> Openness | None:
        """State of a path where it has siblings: in its own chapter, else in any other one."""
        if (path, chapter) in self.known:
            return self.known[path, chapter]
        elsewhere = [self.known[path, other] for other in self.chapters.get(path, ())]
        if not elsewhere:
            return self._alone(path)
        if Openness.NAMED in elsewhere:
            return Openness.NAMED
        return None if None in elsewhere else Openness.OPEN

    def _alone(self, path: str) -> Openness | None:
        """State of a path without siblings in any chapter: those of other chapters may name one."""
        if path in self.apart and label_terms(path.rsplit(PATH_SIGN, 1)[-1], self.lexicon):
            return self.apart[path]
        return self._free(path.rsplit(PATH_SIGN, 1)[-1])

    def _free(self, label: str) -> Openness | None:
        found = label_terms(label, self.lexicon, self.jurisdiction)
        if not found:
            return Openness.UNCONDITIONAL
        by_age = openness_by_age(label, self.question, self.lexicon)
        if by_age is not None:
            return by_age[0]
        if self._ruled_out(label, found):
            return None
        return Openness.NAMED if self._share(found) >= self.named_share else Openness.OPEN

    def _rank(self, chapter: str, family: Sequence[str]) -> None:
        """Set the state of each path of one set of tabs."""
        for path, state in self._ranked(family).items():
            self.chapters.setdefault(path, []).append(chapter)
            self.known[path, chapter] = state

    def _ranked(
        self, family: Sequence[str], named_only: bool = False
    ) -> dict[str, Openness | None]:
        """Of paths that exclude each other those named best stay, the others go; else all open.

        ``named_only`` leaves out the paths altogether where none is named.
        """
        labels = {path: _branch_terms(path, self.lexicon) for path in family}
        common = frozenset.intersection(*labels.values()) if len(labels) > 1 else frozenset()
        shares = {path: self._share(found - common) for path, found in labels.items()}
        best = max(shares.values(), default=0.0)
        if named_only and best < self.named_share:
            return {}
        ranked: dict[str, Openness | None] = {}
        for path, found in labels.items():
            state: Openness | None = Openness.NAMED if shares[path] == best else None
            by_age = openness_by_age(path.rsplit(PATH_SIGN, 1)[-1], self.question, self.lexicon)
            if by_age is not None:
                state = by_age[0]
            elif self._ruled_out(path.rsplit(PATH_SIGN, 1)[-1], found):
                state = None
            elif best < self.named_share:
                state = Openness.OPEN
            ranked[path] = state
        return ranked

    def _share(self, found: frozenset[str]) -> float:
        named = found & (self.asked - self.excluded)
        return len(named) / len(found) if found else 0.0

    def _ruled_out(self, label: str, found: frozenset[str]) -> bool:
        """The question excludes the branch ("hors Guyane"), or the branch excludes the question."""
        if found and found <= self.excluded:
            return True
        out = _excluded_terms(label, self.lexicon)
        return bool(out) and out <= (self.asked - self.excluded)


def _standing_in(circumstances: Circumstances, source_id: str, lexicon: Lexicon) -> _Standing:
    """How the branches of a source stand to a case; made once for a case."""
    known = circumstances.standings.get(source_id)
    if isinstance(known, _Standing):
        return known
    branches = [branch for branch in circumstances.branches if branch.source_id == source_id]
    made = _Standing(
        circumstances.question,
        branches,
        circumstances.jurisdiction,
        circumstances.named_share,
        lexicon,
    )
    circumstances.standings[source_id] = made
    return made


def _families(branches: Iterable[Branch]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Paths and their prefixes by chapter and parent, in order of appearance."""
    families: dict[tuple[str, str], dict[str, None]] = {}
    for branch in branches:
        parts = branch.path.split(PATH_SIGN)
        for depth in range(len(parts)):
            key = (branch.chapter, PATH_SIGN.join(parts[:depth]))
            families.setdefault(key, {})[PATH_SIGN.join(parts[: depth + 1])] = None
    for (chapter, _), paths in families.items():
        yield chapter, tuple(paths)


def _scattered(
    branches: Iterable[Branch], ranked: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, ...]]:
    """Paths with one parent, over all chapters, that have no sibling in their own ones."""
    families: dict[str, dict[str, None]] = {}
    for branch in branches:
        parent, _, _ = branch.path.rpartition(PATH_SIGN)
        families.setdefault(parent, {})[branch.path] = None
    for paths in families.values():
        alone = tuple(path for path in paths if path not in ranked)
        if len(alone) > 1:
            yield alone


def _branch_terms(path: str, lexicon: Lexicon) -> frozenset[str]:
    label = path.rsplit(PATH_SIGN, 1)[-1]
    return frozenset(terms(label, lexicon)) - _excluded_terms(label, lexicon)


@lru_cache(maxsize=65536)
def label_terms(label: str, lexicon: Lexicon, jurisdiction: str = "") -> frozenset[str]:
    """Words of a free condition that could restrict it: description and own place left out."""
    words = lexicon.branches
    found = set(terms(label, lexicon)) - _excluded_terms(label, lexicon)
    for phrase in words.descriptive:
        described = set(terms(phrase, lexicon))
        if described <= found:
            found -= described
    for place in words.places:
        if jurisdiction and jurisdiction_holds(place.jurisdiction, jurisdiction, {}) in (
            Openness.UNCONDITIONAL,
        ):
            found -= {term for name in place.names for term in terms(name, lexicon)}
    return frozenset(found)


@lru_cache(maxsize=65536)
def _excluded_terms(text: str, lexicon: Lexicon) -> frozenset[str]:
    """Content words right behind a word of exclusion ("hors Guyane", "outside London")."""
    padded = f" {' '.join(fold(text).split())} "
    found: set[str] = set()
    for word in lexicon.branches.excluding:
        _, sign, rest = padded.partition(f" {word} ")
        if sign:
            found.update(terms(rest, lexicon)[:1])
    return frozenset(found)
