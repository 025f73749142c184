"""What the sources say of one slot: its claims with verdicts, broken rules, passages."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import groupby
from urllib.parse import urlsplit

import streamlit as st

from hri.casework.sources import SlotSources
from hri.domain.claims import Evidence, JudgedClaim
from hri.domain.rules import Violation
from hri.domain.scores import SlotAssessment
from hri.ui import keys, labels, names, tables, text
from hri.ui.i18n import _, day


def show_slot(found: SlotAssessment, *, verdicts: bool) -> None:
    """Evidence of the slot in hand; claims and broken rules too where ``verdicts`` may be seen."""
    if not found.applies:
        text.sentence(_("The answer says nothing in this slot and no rule asks for it."))
    elif not found.present:
        text.sentence(_("The answer says nothing in this slot, but a rule asks for it."))
    if found.claims and verdicts:
        _show_claims(found.claims)
    if found.violations and verdicts:
        _show_violations(found.violations)
    show_places(found.evidence)
    if found.present and not found.evidence:
        text.sentence(_("No source bears on what the answer says here."), "hri-quiet")


def offer_source(places: Sequence[Evidence]) -> None:
    """The first source with an address of the web, to open beside the desk."""
    address = next((place.url for place in places if is_web(place.url)), None)
    if address:
        st.link_button(
            _("Open the source"), address, key="open-source", shortcut=keys.of("O"), type="tertiary"
        )


def is_web(address: str | None) -> bool:
    """Whether an address is one that a browser opens as a page and nothing else."""
    parts = urlsplit(address or "")
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def show_known(known: SlotSources, shown: Sequence[Evidence]) -> None:
    """What the pack holds on a slot, whatever the answer says; what is ``shown`` is left out."""
    if known.procedure_id is None:
        text.sentence(_("The procedure is unknown, so there are no facts to show."))
        return
    seen = {place.fact_id or place.passage_id for place in shown}
    facts = [place for place in known.facts if place.fact_id not in seen]
    passages = [place for place in known.passages if place.passage_id not in seen]
    if facts:
        heads = [_("Fact"), _("Condition"), _("As of")]
        rows: list[list[tables.Cell]] = [
            [fact.text, fact.condition or "–", _date(fact.as_of) if fact.as_of else "–"]
            for fact in facts
        ]
        caption = _("What the pack holds on this slot: {procedure}")
        tables.table(caption.format(procedure=names.procedure(known.procedure_id)), heads, rows)
    show_places(passages)
    if not (known.facts or known.passages):
        text.sentence(_("The pack holds nothing on this slot of the procedure."))


def _show_claims(claims: tuple[JudgedClaim, ...]) -> None:
    st.html(claims_code(claims))


def claims_code(claims: Sequence[JudgedClaim]) -> str:
    """Claims with their verdicts, as HTML."""
    rows: list[list[tables.Cell]] = [
        [
            _("“{words}”").format(words=claim.text),
            labels.value(claim.value),
            labels.name(claim.verdict),
            labels.message(claim.explanation),
        ]
        for claim in claims
    ]
    heads = [_("Claim"), _("Read as"), _("Verdict"), _("Why")]
    return tables.code(_("Claims of this slot"), heads, rows)


def _show_violations(violations: tuple[Violation, ...]) -> None:
    st.html(violations_code(violations))


def violations_code(violations: Sequence[Violation]) -> str:
    """Broken rules, as HTML."""
    rows: list[list[tables.Cell]] = [
        [
            labels.rule(violation.rule_id),
            labels.message(violation.explanation),
            violation.reference or "–",
        ]
        for violation in violations
    ]
    heads = [_("Rule"), _("Why"), _("Reference")]
    return tables.code(_("Rules that the answer breaks"), heads, rows)


def show_places(places: Sequence[Evidence]) -> None:
    """Passages in panes, one for each source and heading."""
    for pane in panes_code(places):
        st.html(pane)


def panes_code(places: Sequence[Evidence]) -> list[str]:
    """The panes as HTML."""
    grouped = groupby(places, key=lambda place: (_head(place), _details(place)))
    return [_pane(tuple(together)) for _key, together in grouped]


def _head(place: Evidence) -> str:
    return " › ".join(part for part in (place.source_title, place.heading) if part)


def _pane(places: Sequence[Evidence]) -> str:
    """Title and heading, the passages with matching words in brackets, dates, address as text."""
    quotes = [
        f'<div class="hri-quote">{text.marked(place.text, [_match(place)])}</div>'
        for place in places
    ]
    title = f"<strong>{text.shown(_head(places[0]))}</strong>"
    details = f'<span class="hri-name">{text.shown(_details(places[0]))}</span>'
    return text.block("".join([title, *quotes, details]), kind="hri-pane")


def _match(place: Evidence) -> text.Mark:
    return text.Mark(place.start, place.end, "hri-match", _("matching words"), bracketed=True)


def _details(place: Evidence) -> str:
    details = [_("Condition: {words}").format(words=place.condition)] if place.condition else []
    details.append(validity(place.valid_from, place.valid_to))
    if place.as_of:
        details.append(_("as of {date}").format(date=_date(place.as_of)))
    details.append(place.url or _("no address"))
    return " · ".join(details)


def validity(first: str | None, last: str | None) -> str:
    """The time a source is valid, in words; unknown bounds are said to be unknown."""
    if first and last:
        return _("valid from {first} to {last}").format(first=_date(first), last=_date(last))
    if first:
        return _("valid from {first}").format(first=_date(first))
    if last:
        return _("valid until {last}").format(last=_date(last))
    return _("validity dates not stated")


def _date(iso: str) -> str:
    try:
        return day(date.fromisoformat(iso[:10]))
    except ValueError:
        return iso
