"""What the sources say against an amount or a length of time."""

from __future__ import annotations

from collections.abc import Sequence

from hri.applicability import Openness, answers, speaks_of_another
from hri.domain.claims import Claim, Evidence
from hri.domain.values import Duration, DurationKind, Money
from hri.signals.coverage.bearing import Bearing, claim_words, fact_evidence, passage_evidence
from hri.signals.coverage.mentions import is_fact_of_other_case, is_foreign, mentioned_alike
from hri.signals.coverage.steps import (
    Pair,
    fact_words,
    in_like_words,
    own_words,
    worded_elsewhere,
)

Place = tuple[str, Evidence]
"""The words of a value in a source, and where it stands."""


def _fact_place(pair: Pair) -> Place:
    return pair[1].text, fact_evidence(*pair)


def opposed(claim: Claim, pairs: Sequence[Pair], bearing: Bearing) -> list[Place]:
    """What the sources say against a claim; if they have its value elsewhere, in its words only."""
    against = _against(claim, pairs, bearing)
    foreign = is_foreign(claim, bearing)
    if not foreign and not is_fact_of_other_case(claim, bearing):
        against = [
            pair for pair in against if in_like_words(claim, fact_words(pair, bearing), bearing)
        ]
    if against or not foreign:
        return [_fact_place(pair) for pair in against]
    return _in_place_of(claim, pairs, bearing)


def _against(claim: Claim, pairs: Sequence[Pair], bearing: Bearing) -> list[Pair]:
    """The facts that answer the claim's own point with another value."""
    rivals = [pair for pair in pairs if _same_kind(claim, pair[1])]
    own = [pair for pair in rivals if answers(pair[0], claim, bearing.scope)]
    against = _same_point(claim, own, bearing)
    if speaks_of_another(claim, [item for item, _ in against], bearing.scope):
        return []
    if worded_elsewhere(claim, against, bearing):
        return []
    told = frozenset(word for pair in against for word in fact_words(pair, bearing))
    return [] if against and mentioned_alike(claim, told, bearing) else against


def _in_place_of(claim: Claim, pairs: Sequence[Pair], bearing: Bearing) -> list[Place]:
    """What the sources say in place of a value that they do not have at all.

    The one fact there is; facts in two of the claim's own words, or with its number in another
    unit; else passages in such words; for a validity, those that the sources state.
    """
    if len(pairs) == 1:
        return [_fact_place(pairs[0])]
    near = [
        _fact_place(pair)
        for pair in pairs
        if in_like_words(claim, fact_words(pair, bearing), bearing)
        or _in_other_unit(claim, pair[1])
    ]
    return near[:3] or _in_passages(claim, bool(pairs), bearing)


def _in_passages(claim: Claim, beside_facts: bool, bearing: Bearing) -> list[Place]:
    """Values of passages in a claim's words; where facts speak of others, in most of its words."""
    words = own_words(claim, bearing)
    fewest = len(words) / 2 if beside_facts else 0
    return [
        (known.text, passage_evidence(item.known, (known.start, known.end)))
        for item in bearing.passages
        for known in item.known.claims
        if known.slot is bearing.slot and may_equal(claim, known)
        if _are_validities(claim, known)
        or (
            in_like_words(claim, claim_words(known, bearing), bearing)
            and len(words & claim_words(known, bearing)) >= fewest
        )
    ][:3]


def _are_validities(a: Claim, b: Claim) -> bool:
    """Whether both say how long a thing is valid: a guide says so of one thing, as a rule."""
    return all(
        isinstance(one.value, Duration) and one.value.kind is DurationKind.VALIDITY
        for one in (a, b)
    )


def _in_other_unit(a: Claim, b: Claim) -> bool:
    """Whether two lengths differ in their unit alone ("15 days", "15 months")."""
    if not (isinstance(a.value, Duration) and isinstance(b.value, Duration)):
        return False
    return (a.value.low, a.value.high) == (b.value.low, b.value.high)


def may_equal(a: Claim, b: Claim) -> bool:
    """Amounts with amounts, times with times; a validity only with a validity.

    Whether a limit binds the office or the applicant is often a matter of wording, so both may
    state the same; only the very same kind can contradict.
    """
    if isinstance(a.value, Duration) and isinstance(b.value, Duration):
        kinds = (a.value.kind, b.value.kind)
        return kinds[0] is kinds[1] or not _sets_apart(kinds)
    return isinstance(a.value, Money) and isinstance(b.value, Money)


def _sets_apart(kinds: tuple[DurationKind, DurationKind]) -> bool:
    return DurationKind.VALIDITY in kinds and DurationKind.OPEN not in kinds


def _same_kind(a: Claim, b: Claim) -> bool:
    if isinstance(a.value, Duration) and isinstance(b.value, Duration):
        return a.value.kind is b.value.kind or a.value.kind is DurationKind.OPEN
    return isinstance(a.value, Money) and isinstance(b.value, Money)


def _same_point(claim: Claim, pairs: Sequence[Pair], bearing: Bearing) -> list[Pair]:
    """The facts that answer what the claim answers; then "none equals it" is a contradiction.

    The same point: the one value there is, words in common between the claim's surroundings and
    the fact's condition, the branch that the question names, a fact without condition, or all the
    cases of a guide together.
    """
    if len({pair[1].value for pair in pairs}) == 1:
        return [pairs[0]]
    words = claim_words(claim, bearing)
    near = [pair for pair in pairs if words & fact_words(pair, bearing)]
    if near:
        return near
    settled = [pair for pair in pairs if pair[0].openness is not Openness.OPEN]
    if settled:
        return settled
    paths = {branch.path for branch in bearing.circumstances.branches}
    if all(pair[0].known.fact.condition in paths for pair in pairs):
        return list(pairs)  # one of these cases is the citizen's, and none has the value
    return []
