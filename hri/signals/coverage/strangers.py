"""Bodies that no source of a procedure names, and those that anybody has to do with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hri.applicability import ApplicableFact, Openness, speaks_of_another, subject_of, things_of
from hri.decomposition import fold, is_bare, is_private, may_be_same, stands_for, terms
from hri.domain.claims import AuthorityRole, Claim, Polarity
from hri.domain.packs import PassageKind
from hri.domain.values import AuthorityName
from hri.signals.coverage.bearing import Bearing, BearingPassage, claim_words
from hri.signals.coverage.steps import slot_words

_LEAST_SHARED = 2
"""Words of the procedure that must stand around a doctor or bank said to be competent for it."""


def is_stranger(claim: Claim, bearing: Bearing) -> bool:
    """Whether no source of the procedure names a body, in whatever capacity or wording."""
    value = claim.value
    if not isinstance(value, AuthorityName):
        return False
    known = {body.surface: body for body in known_bodies(bearing)}
    if any(_may_mean(value, body, bearing) for body in _particular(known.values(), bearing)):
        return False
    return not any(
        value.surface in fold(f"{item.known.passage.heading} {item.known.passage.text}")
        for item in bearing.passages
    )


def competent_facts(claim: Claim, bearing: Bearing) -> list[ApplicableFact]:
    """The facts that name the bodies competent for the procedure, unless the claim is of a step."""
    competent = [
        item
        for item in bearing.facts
        if any(_bodies(item.known.claims)) and is_central(item, bearing)
    ]
    return [] if speaks_of_another(claim, competent, bearing.scope) else competent


def sent_elsewhere(claim: Claim, bearing: Bearing) -> list[tuple[BearingPassage, Claim]]:
    """Where running text of the guide sends the reader to another body, in words of the claim.

    In a case that nobody named it takes two of them.
    """
    words = claim_words(claim, bearing) - slot_words(bearing.slot, bearing.lexicon)
    return [
        (item, known)
        for item in bearing.passages
        for known in item.known.claims
        if _sends_to(known, bearing) and len(words & claim_words(known, bearing)) >= _fewest(item)
    ][:3]


def _sends_to(known: Claim, bearing: Bearing) -> bool:
    return (
        known.slot is bearing.slot
        and known.role is AuthorityRole.APPLY_TO
        and known.polarity is Polarity.REQUIRED
    )


def _fewest(item: BearingPassage) -> int:
    return _LEAST_SHARED if item.openness is Openness.OPEN else 1


def is_wrong_stranger(claim: Claim, bearing: Bearing) -> bool:
    """Whether a body that no source names is said to deal with the procedure itself."""
    return does_the_procedure(claim, bearing) and is_stranger(claim, bearing)


def does_the_procedure(claim: Claim, bearing: Bearing) -> bool:
    """Whether a body is said to deal with the procedure; of a doctor or bank, its words tell.

    They are those of the procedure, or of a fact that names another body for the same act.
    """
    if not is_third_party(claim, bearing) or _shared(claim, bearing) >= _LEAST_SHARED:
        return True
    told = claim_words(claim, bearing)
    return any(
        len(told & set(terms(item.known.fact.value, bearing.lexicon))) >= _LEAST_SHARED
        for item in bearing.facts
        if any(_bodies(item.known.claims))
    )


def speaks_of_third_party(claim: Claim, bearing: Bearing) -> bool:
    """Whether a body is a doctor, a bank or the like that no word joins to the procedure."""
    if not is_third_party(claim, bearing) or _shared(claim, bearing):
        return False
    return not does_the_procedure(claim, bearing)


def names_procedure(claim: Claim, bearing: Bearing) -> bool:
    """Whether words around a claim are of the question or the procedure's name, papers apart."""
    return bool(_shared(claim, bearing))


def is_third_party(claim: Claim, bearing: Bearing) -> bool:
    """Whether a body is a doctor, a bank or the like."""
    return isinstance(claim.value, AuthorityName) and is_private(claim.value, bearing.lexicon)


def is_central(item: ApplicableFact, bearing: Bearing) -> bool:
    """Whether a fact tells who is competent for the procedure, not for some step on the way.

    Running text of a guide outside the slot's chapter does so where it speaks of the procedure.
    """
    passage = item.known.passage
    if passage is None or passage.kind is not PassageKind.TEXT or passage.slot is bearing.slot:
        return True
    return bool(set(terms(item.known.fact.value, bearing.lexicon)) & subject_of(bearing.scope))


def known_bodies(bearing: Bearing) -> Iterator[AuthorityName]:
    """The bodies that facts and passages of the procedure name."""
    for fact in bearing.facts:
        yield from _bodies(fact.known.claims)
    for passage in bearing.passages:
        yield from _bodies(passage.known.claims)


def _particular(bodies: Iterable[AuthorityName], bearing: Bearing) -> list[AuthorityName]:
    """The bodies without the bare nouns that stand for one of them ("the court")."""
    listed = list(bodies)
    full = [body for body in listed if not is_bare(body)]
    return [
        body
        for body in listed
        if body.id is not None
        or not is_bare(body)
        or not any(stands_for(body, other, bearing.lexicon) for other in full)
    ]


def _may_mean(value: AuthorityName, known: AuthorityName, bearing: Bearing) -> bool:
    """Whether a name may mean a body that the sources name, by any of its names."""
    if may_be_same(value, known, bearing.lexicon):
        return True
    if value.id is not None or known.id is None:
        return False
    record = bearing.knowledge.authority(known.id)
    names = record.names.get(bearing.lexicon.language, ()) if record is not None else ()
    return any(
        may_be_same(value, AuthorityName(surface=fold(name)), bearing.lexicon) for name in names
    )


def _shared(claim: Claim, bearing: Bearing) -> int:
    """How many words around a claim are of the question or the procedure's name, papers apart."""
    told = claim_words(claim, bearing) - things_of(bearing.lexicon)
    return len(told & subject_of(bearing.scope))


def _bodies(claims: tuple[Claim, ...]) -> Iterator[AuthorityName]:
    for known in claims:
        if isinstance(known.value, AuthorityName) and known.polarity is Polarity.REQUIRED:
            yield known.value
