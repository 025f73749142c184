"""The filters of the queue: saved views with counts, and what narrows them; in the address."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from hri.domain.cases import LANGUAGES
from hri.domain.decisions import Action
from hri.domain.failures import Failure
from hri.domain.queues import QueueChoices, QueueFilter, SlotFinding, View, view_filter
from hri.domain.reviews import ReviewState
from hri.domain.slots import SLOTS, Slot
from hri.ui import i18n, labels, levels, names, session, text, urlstate
from hri.ui.answers import numbered
from hri.ui.i18n import N_, _, ngettext

FIRST = ("action", "slot", "failure", "service")
MORE = ("language", "age", "channel", "model")
LINKED = ("procedure_id", "findings", "week", "without")
"""Filters that only come by a link, such as from the heatmap."""
NAMED = ("service", "procedure_id", "language", "channel", "model")
"""Filters by a text; ``without`` names those that are not stated of a case."""
CLOSED: Mapping[str, tuple[str, QueueFilter]] = {
    "decided": (N_("Decided"), QueueFilter(states=(ReviewState.DECIDED,))),
    "delivered": (N_("Delivered without review"), QueueFilter(states=(ReviewState.DELIVERED,))),
    "all": (N_("All states"), QueueFilter(states=tuple(ReviewState))),
}
"""Views beside the work to do, by their word in the address."""
SEPARATOR = ","
AGES: Mapping[str, timedelta] = {f"{hours}h": timedelta(hours=hours) for hours in (1, 8, 24, 72)}
CHOICES, CHOICES_FOR = "queue-choices", timedelta(minutes=1)
"""Where and how long the lists of services, channels and models are kept."""


def choose(counts: Mapping[View, int]) -> QueueFilter:
    """Draw the views and filters and return what they narrow the queue to."""
    view = _choose_view(counts)
    *columns, last = st.columns([4] * len(FIRST) + [3], vertical_alignment="bottom")
    chosen = {key: _choose(key, column) for key, column in zip(FIRST, columns, strict=True)}
    used = sum(bool(st.query_params.get(key)) for key in MORE)
    words = _("More filters ({n})").format(n=used) if used else _("More filters")
    with last, st.popover(words, key="more-filters", width="stretch"):
        chosen |= {key: _choose(key, st.container()) for key in MORE}
    linked = _linked(chosen)
    if linked:
        text.line(*_told(linked))
    if narrowed():
        st.button(_("Clear filters"), key="clear-filters", on_click=clear, type="tertiary")
    return _starting(view).model_copy(update={**_read(chosen), **linked})


def address_of(narrow: QueueFilter) -> dict[str, str]:
    """The parameters of the address that narrow the queue like a filter of all states does."""
    found = {key: str(getattr(narrow, key)) for key in (*NAMED, "slot") if getattr(narrow, key)}
    without = [key for key in NAMED if getattr(narrow, key) == ""]
    parts = {
        "findings": SEPARATOR.join(narrow.findings),
        "week": narrow.week.isoformat() if narrow.week else "",
        "without": SEPARATOR.join(without),
    }
    return {"view": "all", **found, **{key: value for key, value in parts.items() if value}}


def _linked(chosen: Mapping[str, str | None]) -> dict[str, Any]:
    """What a link narrows to besides what people choose; what cannot be read is left out."""
    asked = {key: st.query_params.get(key, "") for key in LINKED}
    findings = [word for word in asked["findings"].split(SEPARATOR) if word in set(SlotFinding)]
    without = [key for key in asked["without"].split(SEPARATOR) if key in NAMED]
    found: dict[str, Any] = {
        "procedure_id": asked["procedure_id"] or None,
        "findings": tuple(map(SlotFinding, findings)),
        "week": _day(asked["week"]),
        **{key: "" for key in without if not chosen.get(key)},
    }
    return {key: value for key, value in found.items() if value not in (None, ())}


def _day(words: str) -> date | None:
    try:
        return date.fromisoformat(words)
    except ValueError:
        return None


def _told(linked: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The filters that no list shows, in words."""
    if "findings" in linked:
        yield _("filter.findings"), ", ".join(map(labels.name, linked["findings"]))
    if "week" in linked:
        yield _("filter.week"), i18n.day(linked["week"])
    if linked.get("procedure_id"):
        yield _("filter.procedure_id"), names.procedure(linked["procedure_id"])
    if without := [_(f"filter.{key}") for key in NAMED if linked.get(key) == ""]:
        yield _("filter.without"), ", ".join(without)


def _choose_view(counts: Mapping[View, int]) -> str | None:
    return urlstate.choose_one(
        _("View"),
        [*(view.value for view in View), *CLOSED],
        "view",
        lambda key: _view_name(key, counts),
    )


def _view_name(key: str, counts: Mapping[View, int]) -> str:
    if key in CLOSED:
        return _(CLOSED[key][0])
    view = View(key)
    return f"{labels.name(view)} {i18n.whole(counts.get(view, 0))}"


def _starting(view: str | None) -> QueueFilter:
    if view is None:
        return QueueFilter()
    return CLOSED[view][1] if view in CLOSED else view_filter(View(view), session.person().id)


def known() -> QueueChoices:
    """The services, channels and models that occur, looked up once a minute."""
    kept, now = st.session_state.get(CHOICES), session.desk().clock.now()
    if isinstance(kept, tuple) and now - kept[0] < CHOICES_FOR:
        found: QueueChoices = kept[1]
        return found
    found = session.desk().queue.choices(session.person())
    st.session_state[CHOICES] = (now, found)
    return found


def _choose(key: str, place: DeltaGenerator) -> str | None:
    label, options, show = _offer(key)
    asked = st.query_params.get(key, "")
    if key in ("service", "channel", "model") and asked and asked not in options:
        options = [*options, asked]
    with place:
        return urlstate.choose(label, options, key, show, any_label=_("All"))


def _offer(key: str) -> tuple[str, list[str], Callable[[str], str]]:
    """Label, options and their words for one filter."""
    seen = known()
    actions = [action.value for action in reversed(Action)]
    offers: dict[str, tuple[str, list[str], Callable[[str], str]]] = {
        "action": (_("Level"), actions, lambda found: levels.words(Action(found))),
        "slot": (_("Flagged slot"), [*SLOTS], lambda found: numbered(Slot(found))),
        "failure": (_("Kind of failure"), [*Failure], lambda found: labels.name(Failure(found))),
        "service": (_("Service"), [*seen.services], names.service),
        "language": (
            _("Language of the answer"),
            [*LANGUAGES],
            i18n.LANGUAGE_NAMES.__getitem__,
        ),
        "age": (_("Waiting for"), [*AGES], _age),
        "channel": (_("Channel"), [*seen.channels], str),
        "model": (_("Model"), [*seen.models], str),
    }
    return offers[key]


def _age(key: str) -> str:
    hours = int(AGES[key].total_seconds() // 3600)
    return ngettext("more than {n} hour", "more than {n} hours", hours).format(n=hours)


def _read(chosen: Mapping[str, str | None]) -> dict[str, object]:
    """The chosen words as the filter wants them; what nobody chose is left as the view has it."""
    kinds: dict[str, Callable[[str], object]] = {
        "action": Action,
        "slot": Slot,
        "failure": Failure,
        "age": AGES.__getitem__,
    }
    fields = {"age": "older_than"}
    return {
        fields.get(key, key): kinds.get(key, str)(value) for key, value in chosen.items() if value
    }


def narrowed() -> bool:
    """Whether the address holds any filter."""
    return any(key in st.query_params for key in ("view", *FIRST, *MORE, *LINKED))


def clear() -> None:
    """Take all filters out of the address."""
    urlstate.clear(("view", *FIRST, *MORE, *LINKED))
