"""The fees slot: which amounts of a text are what the procedure costs."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from hri.decomposition.asides import is_beside
from hri.decomposition.page import Page, Sentence
from hri.decomposition.statements import build_claim
from hri.decomposition.values.bounds import overlaps, read_qualifier
from hri.decomposition.values.money import Amount, find_free
from hri.decomposition.values.phrases import TOKEN, within
from hri.domain.claims import Claim, Polarity, Qualifier
from hri.domain.slots import Slot
from hri.domain.values import Money

_REACH = 160
"""How far from an amount, in characters, a cue for or against a fee can stand."""
_IN_CONTEXT_REACH = 45
"""The same for a cue against a fee under a heading of fees."""
_CUES = (f"{Slot.FEES}.cues", "not_fees")


def read_fees(page: Page, amounts: Sequence[Amount], assume: bool = False) -> list[Claim]:
    """The fee claims of a text.

    Args:
        page: The text.
        amounts: All amounts in it.
        assume: True where the text is known to be about fees.
    """
    claims = [_paid(page, amount) for amount in amounts if assume or _is_fee(page, amount)]
    taken = [(amount.start, amount.end) for amount in amounts]
    return claims + _free(page, taken, assume)


def _is_fee(page: Page, amount: Amount) -> bool:
    sentence = page.sentence_at(amount.start)
    if sentence is None:
        return False
    segment = sentence.segment
    if Slot.FEES in sentence.slots:
        cue, cost = page.nearest(amount.start, amount.end, _CUES, _REACH)
        return cue != "not_fees" or cost > _IN_CONTEXT_REACH
    titles = page.title_hits(segment.title)
    if titles["not_fees"] and not titles[f"{Slot.FEES}.cues"]:
        return False
    cue, _ = page.nearest(amount.start, amount.end, _CUES, _REACH)
    if cue is None and _is_threshold(page, amount):
        return False
    return cue != "not_fees" or _is_capped_fee(page, amount)


def _is_capped_fee(page: Page, amount: Amount) -> bool:
    """Whether the bound in front of an amount bounds a fee ("the fee does not exceed 50 €")."""
    clause = page.clause_at(amount.start, amount.end)
    cues = page.hits[f"{Slot.FEES}.cues"]
    return any(
        len(TOKEN.findall(page.clean, cue.end, bound.start)) <= 1
        for bound in within(page.hits["at_most"], clause.start, amount.start)
        for cue in within(cues, clause.start, bound.start)
    )


def _is_threshold(page: Page, amount: Amount) -> bool:
    """Whether an amount without a word for a fee is one from which a rule holds ("from 50 €")."""
    return read_qualifier(page, amount.start, amount.end, False) is Qualifier.AT_LEAST


def _paid(page: Page, amount: Amount) -> Claim:
    value = Money(low=amount.low, high=amount.high, currency=amount.currency, per=amount.per)
    span = page.trimmed(amount.start, amount.end)
    qualifier = read_qualifier(page, span.start, span.end, amount.low != amount.high)
    claim = build_claim(page, Slot.FEES, span, value, qualifier=qualifier)
    parts = tuple(Money(low=one.low, high=one.high, currency=one.currency) for one in amount.parts)
    return claim.model_copy(update={"parts": parts, "aside": is_beside(page, amount.start)})


def _free(page: Page, taken: list[tuple[int, int]], assume: bool) -> list[Claim]:
    money = page.grammar.lexicon.money
    nothing = Money(low=Decimal(0), high=Decimal(0), currency=money.home)
    spans = find_free(page)
    for hit in page.hits["free_in_context"]:
        if not overlaps(spans, hit.start, hit.end) and _answers_fee(page, hit.start, assume):
            spans.append(hit)
    return [
        build_claim(
            page,
            Slot.FEES,
            span,
            nothing,
            polarity=Polarity.REQUIRED,
            qualifier=Qualifier.EXACT,
        ).model_copy(update={"aside": is_beside(page, span.start)})
        for span in sorted(spans)
        if not overlaps(taken, span.start, span.end) and page.sentence_at(span.start)
    ]


def _answers_fee(page: Page, start: int, assume: bool) -> bool:
    """Whether a bare "free" or "none" is the answer that a label or heading of fees asks for."""
    sentence = page.sentence_at(start)
    if sentence is None or overlaps(page.hits["not_free"], start, start + 1):
        return False
    in_context = assume or Slot.FEES in sentence.slots
    if in_context and not page.clean[sentence.start : start].strip(" -:(\"'"):
        return True
    return follows_fee_cue(page, sentence, start)


def follows_fee_cue(page: Page, sentence: Sentence, start: int) -> bool:
    """Whether a word for a fee stands in front of a place with only small words between."""
    cues = within(page.hits[_CUES[0]], sentence.start, start)
    if not cues:
        return False
    between = TOKEN.findall(page.clean, cues[-1].end, start)
    return page.grammar.stop_words.issuperset(between)
