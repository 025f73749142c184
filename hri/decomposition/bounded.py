"""Values that a text bounds without stating: prices above an amount, times after a limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hri.decomposition.page import Page
from hri.decomposition.values.bounds import overlaps
from hri.decomposition.values.phrases import TOKEN, Hit, within
from hri.domain.claims import Claim, Qualifier
from hri.domain.slots import Slot
from hri.domain.values import Duration, DurationKind

_NEAR = 3
"""How many characters may stand between a word that compares and the amount."""
_PRICE_REACH = 60
"""How far in front of that word, in characters, the price it compares may stand."""
_DELAY_REACH = 30


def open_bounds(page: Page, amounts: Sequence[Hit], claims: Sequence[Claim]) -> Iterator[Hit]:
    """Values left open by their bound: "it costs less than 86 €", "a reply after 4 months"."""
    yield from _compared(page, amounts)
    yield from _late(page, claims)


def _compared(page: Page, amounts: Sequence[Hit]) -> Iterator[Hit]:
    """Amounts that a price is said to be above or below ("no more than" says neither)."""
    at_most, behind = page.hits["at_most"], page.hits["bounds_behind"]
    for amount in amounts:
        for hit in within(page.hits["compared"], amount.start - _PRICE_REACH, amount.start):
            wider = any(one.start < hit.start and hit.end <= one.end for one in at_most)
            if amount.start - hit.end <= _NEAR and not wider and _is_price(page, hit):
                yield Hit(hit.start, amount.end)
        for hit in within(page.hits["at_least"], amount.end, amount.end + _PRICE_REACH):
            if hit in behind and hit.start - amount.end <= _NEAR and _is_price(page, amount):
                yield Hit(amount.start, hit.end)


def _is_price(page: Page, hit: Hit) -> bool:
    """Whether the clause in front of a word that compares speaks of a price."""
    clause = page.clause_at(hit.start, hit.end)
    low = max(clause.start, hit.start - _PRICE_REACH)
    cues = within(page.hits[f"{Slot.FEES}.cues"], low, hit.start)
    return bool(cues) and not within(page.hits["not_fees"], low, hit.start)


def _late(page: Page, claims: Sequence[Claim]) -> Iterator[Hit]:
    """Times for an answer or a step that begin where the limit ends.

    What follows a silence is no such time: "without a reply after 4 months it is refused".
    """
    for claim in claims:
        if not isinstance(claim.value, Duration) or claim.value.kind is DurationKind.VALIDITY:
            continue
        if claim.qualifier is Qualifier.AT_MOST:
            continue
        sentence = page.sentence_at(claim.start)
        if sentence is None or within(page.hits["silence"], sentence.start, sentence.end):
            continue
        for hit in within(page.hits["after"], claim.start - _DELAY_REACH, claim.start):
            if not overlaps(page.hits["at_most"], hit.start, hit.end) and _leads_to(
                page, hit, claim.start
            ):
                yield Hit(hit.start, claim.end)


def _leads_to(page: Page, hit: Hit, start: int) -> bool:
    """Whether only small words and "délai" stand between a word and a length of time."""
    between = TOKEN.finditer(page.clean, hit.end, start)
    unsure = page.hits["unsure"]
    return all(
        token.group() in page.grammar.stop_words or overlaps(unsure, *token.span())
        for token in between
    )
