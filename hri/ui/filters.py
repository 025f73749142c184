"""The filters of the queue: saved views, level, slot, service, language; kept in the address."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from hri.domain.cases import LANGUAGES
from hri.domain.decisions import Action
from hri.domain.queues import QueueFilter, QueuePage
from hri.domain.reviews import ReviewState
from hri.domain.slots import SLOTS, Slot
from hri.ui import i18n, levels, names, session, text, urlstate
from hri.ui.answers import numbered
from hri.ui.i18n import N_, _

FILTERS = ("view", "action", "slot", "service", "language")
LINKED = ("procedure_id", "model", "channel")
"""Filters that only come by a link, such as from the heatmap."""
VIEWS: Mapping[str, tuple[str, QueueFilter]] = {
    "mine": (N_("Mine"), QueueFilter()),
    "due": (N_("Past deadline"), QueueFilter(past_due=True)),
    "decided": (N_("Decided"), QueueFilter(states=(ReviewState.DECIDED,))),
    "delivered": (N_("Delivered without review"), QueueFilter(states=(ReviewState.DELIVERED,))),
    "all": (N_("All states"), QueueFilter(states=tuple(ReviewState))),
}
"""Saved views by their word in the address; without one, the work to do."""
SERVICES = "queue-services"


def choose() -> QueueFilter:
    """Draw the filters and return what they narrow the queue to."""
    linked = {key: st.query_params[key] for key in LINKED if st.query_params.get(key)}
    columns = st.columns(len(FILTERS))
    with columns[0]:
        view = urlstate.choose(
            _("View"), list(VIEWS), "view", lambda key: _(VIEWS[key][0]), any_label=_("Work to do")
        )
    with columns[1]:
        action = urlstate.choose(
            _("Level"),
            [action.value for action in reversed(Action)],
            "action",
            lambda key: levels.words(Action(key)),
            any_label=_("All"),
        )
    with columns[2]:
        slot = urlstate.choose(
            _("Flagged slot"),
            [slot.value for slot in SLOTS],
            "slot",
            lambda key: numbered(Slot(key)),
            any_label=_("All"),
        )
    with columns[3]:
        service = urlstate.choose(
            _("Service"), _services(), "service", names.service, any_label=_("All")
        )
    with columns[4]:
        language = urlstate.choose(
            _("Language of the answer"),
            list(LANGUAGES),
            "language",
            i18n.LANGUAGE_NAMES.__getitem__,
            any_label=_("All"),
        )
    if linked:
        text.line(*((_(f"filter.{key}"), _linked(key, value)) for key, value in linked.items()))
        st.button(
            _("Clear filters"),
            key="clear-linked",
            on_click=clear,
        )
    start = VIEWS[view][1] if view else QueueFilter()
    return start.model_copy(
        update={
            "action": Action(action) if action else None,
            "slot": Slot(slot) if slot else None,
            "service": service,
            "language": language,
            **linked,
            "holder": session.person().id if view == "mine" else None,
        }
    )


def _linked(key: str, value: str) -> str:
    return names.procedure(value) if key == "procedure_id" else value


def _services() -> list[str]:
    """Services met in this session, and the one in the address."""
    seen: set[str] = st.session_state.get(SERVICES, set())
    asked = st.query_params.get("service", "")
    return sorted(seen | ({asked} if asked else set()))


def remember_services(page: QueuePage) -> None:
    """Offer the services of a page as choices from now on."""
    seen: set[str] = st.session_state.get(SERVICES, set())
    found = seen | {item.service for item in page.items if item.service}
    if found != seen:
        st.session_state[SERVICES] = found
        st.rerun()


def narrowed() -> bool:
    """Whether the address holds any filter."""
    return any(key in st.query_params for key in (*FILTERS, *LINKED))


def clear() -> None:
    """Take all filters out of the address."""
    urlstate.clear((*FILTERS, *LINKED))
