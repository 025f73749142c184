"""Which facts of a pack bear on a case."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from hri.applicability.branches import chapter_of, condition_openness, label_terms
from hri.applicability.circumstances import Circumstances, Openness
from hri.applicability.sources import source_openness
from hri.domain.lexicons import Lexicon
from hri.domain.ports import KnownFact


class ApplicableFact(NamedTuple):
    """A fact that bears on the question."""

    known: KnownFact
    openness: Openness


def applicable_facts(
    facts: Sequence[KnownFact], circumstances: Circumstances, lexicon: Lexicon
) -> tuple[ApplicableFact, ...]:
    """The facts that bear on a case, in their order.

    A fact of the case's own jurisdiction takes the place of one of a wider area when both are
    given under the same condition; a source of another jurisdiction never applies. Worked out once
    for a case and a list of facts, as coverage and rules ask alike.
    """
    known = circumstances.applicable.get(id(facts))
    if known is not None and known[0] is facts:
        return tuple(known[1])
    found = _choose(facts, circumstances, lexicon)
    circumstances.applicable[id(facts)] = (facts, found)
    return found


def _choose(
    facts: Sequence[KnownFact], circumstances: Circumstances, lexicon: Lexicon
) -> tuple[ApplicableFact, ...]:
    chosen = []
    places: dict[int, Openness | None] = {}
    for known in facts:
        source = known.source
        if id(source) not in places:
            places[id(source)] = source_openness(source, circumstances)
        place = places[id(source)]
        branch = condition_openness(
            known.fact.condition,
            circumstances,
            lexicon,
            known.source.source_id,
            chapter_of(known.passage),
        )
        if place is not None and branch is not None:
            openness = Openness.OPEN if place is Openness.OPEN else branch
            chosen.append(ApplicableFact(known, openness))
    return tuple(item for item in chosen if not _replaced(item, chosen, circumstances, lexicon))


def _replaced(
    item: ApplicableFact,
    others: Iterable[ApplicableFact],
    circumstances: Circumstances,
    lexicon: Lexicon,
) -> bool:
    place = item.known.source.jurisdiction
    if not circumstances.jurisdiction.startswith(f"{place}-"):
        return False
    point = label_terms(item.known.fact.condition or "", lexicon)
    return any(
        other.known.source.jurisdiction != place
        and label_terms(other.known.fact.condition or "", lexicon) == point
        for other in others
    )
