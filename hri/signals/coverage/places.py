"""Whether a body is said to be at a place that the sources do not name for it."""

from __future__ import annotations

from collections.abc import Iterable

from hri.applicability import ApplicableFact
from hri.decomposition import states_same, terms
from hri.domain.claims import AuthorityRole, Claim
from hri.domain.values import AuthorityName
from hri.signals.coverage.bearing import Bearing


def is_elsewhere(claim: Claim, bearing: Bearing) -> bool:
    """Whether a right body is told by a place or a town that nobody names for it.

    Facts that name no place, or only usual ones (home, any), may mean any usual one. A town may
    be the question's.
    """
    body = claim.value
    if not isinstance(body, AuthorityName) or claim.role is not AuthorityRole.APPLY_TO:
        return False
    if body.town is not None and not _is_known_town(body, bearing):
        return True
    if not body.places:
        return False
    fixed = _given(claim, [known for item in bearing.facts for known in item.known.claims])
    told = _given(claim, [known for item in bearing.passages for known in item.known.claims])
    usual = {one.id for one in bearing.lexicon.authority.relations if one.usual}
    said = set(body.places)
    return not (said <= fixed | told or fixed | said <= usual)


def is_placed(claim: Claim, facts: Iterable[ApplicableFact]) -> bool:
    """Whether facts name a body by place, and none by one that the claim names."""
    body = claim.value
    if not isinstance(body, AuthorityName) or not body.places:
        return False
    given = _given(claim, [known for item in facts for known in item.known.claims])
    return bool(given) and not given & set(body.places)


def _given(claim: Claim, known: Iterable[Claim]) -> set[str]:
    """The places by which the same body is told in claims of the sources."""
    body = claim.value
    if not isinstance(body, AuthorityName):
        return set()
    anywhere = claim.model_copy(update={"value": body.model_copy(update={"places": ()})})
    return {
        place
        for other in known
        if isinstance(other.value, AuthorityName) and states_same(anywhere, other, 0.0)
        for place in other.value.places
    }


def _is_known_town(body: AuthorityName, bearing: Bearing) -> bool:
    """Whether question, names or sources hold a town's name."""
    case = bearing.circumstances
    town = set(terms(body.town or "", bearing.lexicon))
    procedure = bearing.knowledge.procedure(case.procedure_id or "")
    texts = [case.question]
    texts += [name for names in procedure.names.values() for name in names] if procedure else []
    texts += [item.known.fact.value for item in bearing.facts]
    texts += [
        f"{item.known.passage.text} {item.known.passage.heading}" for item in bearing.passages
    ]
    return any(town <= set(terms(text, bearing.lexicon)) for text in texts)
