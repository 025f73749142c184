"""One row per slot: the three signals as value against limit, each with its sentence."""

from __future__ import annotations

import streamlit as st

from hri.domain.assessments import Assessment
from hri.domain.policies import InstabilityOverride, Policy
from hri.domain.scores import SlotAssessment
from hri.domain.slots import SLOTS, Signal, Slot
from hri.ui import labels, tables
from hri.ui.answers import numbered
from hri.ui.i18n import _, number
from hri.ui.text import shown


def instability_limit(policy: Policy, slot: Slot) -> float:
    """The lowest SIS of a slot at which the policy reacts."""
    floors = [
        override.at_least
        for override in policy.overrides
        if isinstance(override, InstabilityOverride) and slot in override.slots
    ]
    return min([policy.signals.flag_instability, *floors])


def show_signals(assessment: Assessment, policy: Policy) -> None:
    """The table of slots with SIS, CCS and RVS, their limits and plain sentences."""
    st.html(code(assessment, policy))


def code(assessment: Assessment, policy: Policy) -> str:
    """The same as HTML."""
    heads = [
        _("Slot"),
        _("SIS: instability"),
        _("CCS: coverage"),
        _("RVS: rule violation"),
        _("Risk × weight"),
    ]
    rows = [
        _row(slot, assessment.slots[slot], policy) for slot in SLOTS if slot in assessment.slots
    ]
    caption = _("Signals of each slot against the limits of the policy")
    return tables.code(caption, heads, rows)


def _row(slot: Slot, found: SlotAssessment, policy: Policy) -> list[tables.Cell]:
    key = tables.Html(f'<span class="hri-key hri-{slot.value}">{shown(numbered(slot))}</span>')
    if not found.applies:
        return [key, _("Does not apply"), "–", "–", "–"]
    limit = number(instability_limit(policy, slot))
    return [
        key,
        _signal(
            found,
            Signal.SIS,
            _("limit {value}").format(value=limit),
            over=_over(found.sis, instability_limit(policy, slot)),
        ),
        _signal(
            found,
            Signal.CCS,
            _("wanted {value}").format(value=number(1)),
            over=found.ccs is not None and found.ccs < 1,
        ),
        _signal(
            found, Signal.RVS, _("wanted {value}").format(value=number(0)), over=bool(found.rvs)
        ),
        f"{number(found.risk or 0)} × {number(found.weight)} = {number(found.contribution, 3)}",
    ]


def _over(value: float | None, limit: float) -> bool:
    return value is not None and value >= limit


def _signal(found: SlotAssessment, signal: Signal, limit: str, *, over: bool) -> tables.Html:
    measured: float | None = getattr(found, signal.value)
    reason = found.reasons.get(signal)
    sentence = labels.message(reason) if reason else ""
    if measured is None:
        head = f'<span class="hri-over">▲ {shown(_("not scored"))}</span>'
    else:
        value = f"▲ {number(measured)}" if over else number(measured)
        head = f'<span class="{"hri-over" if over else "hri-within"}">{shown(value)}</span>'
    return tables.Html(
        f'{head} <span class="hri-name">({shown(limit)})</span><br>{shown(sentence)}'
    )
