"""The competent authority slot: which bodies a text names, and where it says one must go."""

from __future__ import annotations

from collections.abc import Sequence

from hri.decomposition.capacities import (
    find_departments,
    find_listed,
    is_actor,
    names_paper,
    serves_another,
)
from hri.decomposition.page import Page, Sentence
from hri.decomposition.polarity import is_denied, is_negated
from hri.decomposition.statements import build_claim
from hri.decomposition.values.bodies import Body
from hri.decomposition.values.phrases import TOKEN, Hit, within
from hri.decomposition.values.places import read_places, read_town, tells_place
from hri.domain.claims import AuthorityRole, Claim, Polarity
from hri.domain.slots import Slot
from hri.domain.values import AuthorityName

_REACH_PASSING = 40
_TOUCHING = 3
"""How many characters may stand between a body and the word for its site."""
_JOINED_WORDS = 4
"""How many words may stand between words in passing and the second of two bodies."""
_REACH_BEFORE, _REACH_BEHIND, _REACH_NEAR = 60, 40, 18
"""How far, in characters, a cue may stand in front of a body or behind it; small words nearer."""


def read_authorities(page: Page, bodies: Sequence[Body], assume: bool = False) -> list[Claim]:
    """The authority claims of a text.

    Args:
        page: The text.
        bodies: All bodies in it.
        assume: True where the text is known to be about where to apply.
    """
    claims = []
    others = [body.start for body in bodies if not _tells_place(page, body)]
    for body, sentence, role in _roles(page, bodies, assume):
        place = Hit(body.start, body.end)
        negated = is_negated(page, place) and not is_denied(page, place)
        negated = negated or _is_dispensed(page, sentence, body)
        if role is AuthorityRole.MENTION and not body.proper and not negated:
            continue
        value = AuthorityName(
            id=body.id,
            surface=body.surface,
            places=read_places(page, place, others),
            town=read_town(page, place),
        )
        polarity = Polarity.NOT_REQUIRED if negated else Polarity.REQUIRED
        claims.append(_claim(page, body, value, role, polarity))
    return claims


def _roles(
    page: Page, bodies: Sequence[Body], assume: bool
) -> list[tuple[Body, Sentence, AuthorityRole]]:
    """The bodies that stand in a sentence, and whether one must go there.

    Where that holds of none, it holds of a doctor or bank that does something.
    """
    placed = [(body, page.sentence_at(body.start)) for body in bodies]
    if assume:
        return [(body, one, AuthorityRole.APPLY_TO) for body, one in placed if one is not None]
    listed, parts = find_listed(page, bodies), find_departments(page, bodies)
    roles = [
        (body, one, AuthorityRole.MENTION if body in parts else _role(page, one, body, listed))
        for body, one in placed
        if one is not None
    ]
    if any(role is AuthorityRole.APPLY_TO for _, _, role in roles):
        return roles
    return [
        (body, one, AuthorityRole.APPLY_TO if _acts_alone(page, one, body) else role)
        for body, one, role in roles
    ]


def _acts_alone(page: Page, sentence: Sentence, body: Body) -> bool:
    place = Hit(body.start, body.end)
    if is_denied(page, place) or _in_passing(page, sentence, body) or _is_site(page, place):
        return False
    return is_actor(page, sentence, body)


def _claim(
    page: Page, body: Body, value: AuthorityName, role: AuthorityRole, polarity: Polarity
) -> Claim:
    span = page.trimmed(body.start, body.end)
    claim = build_claim(page, Slot.COMPETENT_AUTHORITY, span, value, polarity=polarity, role=role)
    update: dict[str, object] = {"aside": _is_site(page, Hit(body.start, body.end))}
    if value.places and claim.condition and tells_place(page, claim.condition):
        update["condition"] = None
    return claim.model_copy(update=update)


def _is_site(page: Page, place: Hit) -> bool:
    """Whether a body is named for its site, on which one applies to whichever is the right one."""
    low, high = max(0, place.start - _REACH_PASSING), place.end + _REACH_PASSING
    before = within(page.hits["authority.sites"], low, place.start)
    behind = within(page.hits["authority.sites"], place.end, high)
    return bool(
        (before and place.start - before[-1].end <= _TOUCHING)
        or (behind and behind[0].start - place.end <= _TOUCHING)
    )


def _tells_place(page: Page, body: Body) -> bool:
    """Whether a body's noun may tell the place of the one in front ("of the next department")."""
    return body.surface.split()[0] in page.grammar.places


def _role(page: Page, sentence: Sentence, body: Body, listed: frozenset[Body]) -> AuthorityRole:
    """Where one goes, unless something shows that a body stands in another capacity."""
    if is_denied(page, Hit(body.start, body.end)) or _in_passing(page, sentence, body):
        return AuthorityRole.MENTION
    if names_paper(page, sentence, body):
        return AuthorityRole.MENTION
    if is_cued(page, Hit(body.start, body.end)):
        return AuthorityRole.APPLY_TO
    if body in listed or serves_another(page, sentence, body):
        return AuthorityRole.MENTION
    return AuthorityRole.APPLY_TO


def _is_dispensed(page: Page, sentence: Sentence, body: Body) -> bool:
    """Whether a text says that one need not go to a body ("no need to apply to the council").

    A paper that need not go there is another matter.
    """
    clause = page.clause_at(body.start, body.end)
    denials = within(page.hits["not_required"], clause.start, body.start)
    if not denials or within(page.hits["documents.heads"], denials[0].end, body.start):
        return False
    return _cued(page, sentence, body)


def _in_passing(page: Page, sentence: Sentence, body: Body) -> bool:
    """Whether words right in front of a body say that it is no place to apply.

    "Without the approval of" speaks of a body that decides.
    """
    low = max(sentence.start, body.start - _REACH_PASSING)
    hits = within(page.hits["authority.mention_before"], low, body.start)
    return any(_leads_past(page, hit, body) for hit in hits)


def _leads_past(page: Page, hit: Hit, body: Body) -> bool:
    """Whether such words stand near a body, or near one that it is joined to ("or council")."""
    between = TOKEN.findall(page.clean, hit.end, body.start)
    if not page.grammar.competences.isdisjoint(between):
        return False
    joined = not page.grammar.joins.isdisjoint(between[-2:]) and len(between) <= _JOINED_WORDS
    return joined or body.start - hit.end <= _REACH_NEAR


def is_cued(page: Page, body: Hit) -> bool:
    """Whether words near a body say that one goes there or that it deals with the matter.

    So does the chapter or the heading that its sentence stands under.
    """
    sentence = page.sentence_at(body.start)
    if sentence is None:
        return False
    if Slot.COMPETENT_AUTHORITY in sentence.slots or _cued(page, sentence, body):
        return True
    high = min(sentence.end, body.end + _REACH_BEHIND)
    if within(page.hits["authority.apply_after"], body.end, high):
        return True
    lead = sentence.segment.lead
    led = lead and sentence.start == sentence.segment.start and _leads(page, lead, body, sentence)
    return bool(led)


def _cued(page: Page, sentence: Sentence, body: Hit | Body) -> bool:
    """Whether a cue to go or apply stands in front of a body, commas between counting."""
    low = max(sentence.start, body.start - _REACH_BEFORE)
    for hit in within(page.hits["authority.apply_before"], low, body.start):
        if page.distance(hit, body.start, body.end) <= _REACH_BEFORE:
            return True
    near = max(sentence.start, body.start - _REACH_NEAR)
    return bool(within(page.hits["authority.apply_near"], near, body.start))


def _leads(page: Page, lead: tuple[int, int], body: Hit, sentence: Sentence) -> bool:
    """Whether the words in front of a list say that its items are where to go."""
    if body.start - sentence.start > _REACH_BEFORE // 3:
        return False
    return bool(within(page.hits["authority.apply_before"], max(lead[0], lead[1] - 40), lead[1]))
