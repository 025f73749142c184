"""Volumes and rates: what came, what happened to it, how often it was wrong."""

from __future__ import annotations

from collections.abc import Iterator

from hri.assurance.evidence.document import (
    ActionRow,
    AgreementRow,
    SampleRow,
    SeedRow,
)
from hri.assurance.evidence.exhibits import Exhibit, Teller
from hri.domain.decisions import ACTIONS, Action
from hri.evaluation.agreement import Agreement
from hri.evaluation.quality import share_of
from hri.evaluation.seedfigures import SeedCount


def volumes(say: Teller) -> Iterator[Exhibit]:
    """How many cases came, by action."""
    actions = say.found.actions
    if not actions.total:
        keys = ("total", *(action.value.lower() for action in ACTIONS), "escalated", "decided")
        yield from (say.none(f"volumes.{key}", "why_no_case") for key in keys)
        return
    yield say.count("volumes.total", actions.total)
    for action in ACTIONS:
        yield _of_all(say, f"volumes.{action.value.lower()}", actions.by_action.get(action, 0))
    escalated = sum(actions.by_action.get(action, 0) for action in ACTIONS if action.escalates)
    yield _of_all(say, "volumes.escalated", escalated)
    yield _of_all(say, "volumes.decided", actions.decided)


def _of_all(say: Teller, key: str, n: int) -> Exhibit:
    """All cases are counted, so that there is no interval."""
    return say.share(key, share_of(n, say.found.actions.total), "why_no_case")._replace(interval="")


def action_rows(say: Teller) -> tuple[ActionRow, ...]:
    """Cases by action, and how many of the decided ones people overturned."""
    found = say.found.actions
    return tuple(_action_row(say, action) for action in ACTIONS if found.total)


def _action_row(say: Teller, action: Action) -> ActionRow:
    found = say.found.actions
    decided = found.decided_by_action.get(action, 0)
    overturned = share_of(found.overturned_by_action.get(action, 0), decided)
    return ActionRow(
        action=action.value,
        answers=say.numerals.whole(found.by_action.get(action, 0)),
        decided=say.numerals.whole(decided),
        overturned=say.of(overturned),
        interval=say.numerals.between(overturned.low, overturned.high) or "–",
    )


def rates(say: Teller) -> Iterator[Exhibit]:
    """How often answers were wrong, decisions overturned, known errors caught; agreement."""
    yield _wrong(say)
    actions = say.found.actions
    overturned = share_of(actions.overturned, actions.decided)
    yield say.share("rates.overturned", overturned, "why_none_decided")
    seeds = say.found.oversight.seeds
    yield say.share("rates.seeds", share_of(seeds.caught, seeds.decided), "why_no_seed")
    yield _agreement(say, say.found.oversight.readers.whole)


def _wrong(say: Teller) -> Exhibit:
    found = say.found.wrong
    if found.share is None:
        drawn = sum(row.drawn for row in found.strata)
        why = "why_sample_unjudged" if drawn else "why_no_sample"
        return say.none("rates.wrong", why, drawn=drawn)
    left_out = ", ".join(action.value for action in found.unmeasured)
    name = "wrong_without" if left_out else "wrong_share"
    value = say.text(
        name,
        percent=say.numerals.percent(found.share),
        n=say.numerals.number(found.effective_n, 1),
        actions=left_out,
    )
    return Exhibit("rates.wrong", value, say.numerals.between(found.low, found.high))


def _agreement(say: Teller, found: Agreement) -> Exhibit:
    if found.kappa is None:
        return say.none("rates.agreement", "why_no_agreement" if found.n else "why_no_second")
    value = say.text("kappa", kappa=say.numerals.number(found.kappa), n=found.n, same=found.same)
    interval = say.numerals.between(found.low, found.high, percent=False)
    return Exhibit("rates.agreement", value, interval)


def sample_rows(say: Teller) -> tuple[SampleRow, ...]:
    """The assurance sample by action."""
    whole = say.numerals.whole
    return tuple(
        SampleRow(
            action=row.action.value,
            delivered=whole(row.delivered),
            drawn=whole(row.drawn),
            judged=whole(row.judged),
            wrong=whole(row.wrong),
            stands_for=whole(round(row.stands_for)),
        )
        for row in say.found.wrong.strata
        if row.delivered
    )


def seed_rows(say: Teller) -> tuple[SeedRow, ...]:
    """Known errors by slot."""
    return tuple(_seed_row(say, row) for row in say.found.oversight.seeds.by_slot)


def _seed_row(say: Teller, row: SeedCount) -> SeedRow:
    caught = share_of(row.caught, row.n)
    return SeedRow(
        answer_part=say.words.value(row.name),
        caught=say.of(caught),
        interval=say.numerals.between(caught.low, caught.high),
    )


def agreement_rows(say: Teller) -> tuple[AgreementRow, ...]:
    """Agreement of two readers by slot, where both judged any."""
    return tuple(
        AgreementRow(
            answer_part=say.words.value(item.slot.value),
            judged=say.numerals.whole(item.agreement.n),
            same=say.numerals.whole(item.agreement.same),
            kappa=_kappa(say, item.agreement),
        )
        for item in say.found.oversight.readers.by_slot
        if item.agreement.n
    )


def _kappa(say: Teller, found: Agreement) -> str:
    if found.kappa is None:
        return say.text("not_measurable")
    interval = say.numerals.between(found.low, found.high, percent=False)
    return f"{say.numerals.number(found.kappa)} {interval}"
