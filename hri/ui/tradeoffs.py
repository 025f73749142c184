"""What the numbers tried cost and catch: figures, curves, a recommendation."""

from __future__ import annotations

import streamlit as st

from hri.domain.policies import Policy
from hri.evaluation.spans import Span
from hri.ui import costing, curves, recommending, session, weighed
from hri.ui.curves import Weighed
from hri.ui.i18n import _


def show_errors(live: Policy, tried: Policy, span: Span) -> None:
    """Errors caught and missed, work and cost of both."""
    both = _both(live, tried, span)
    currency = session.desk().weighing.costs.currency
    weighed.show_outcomes(both[0].outcomes, both[1].outcomes, currency)
    with st.expander(_("Wrong claims per slot")):
        weighed.show_slots(both[1].outcomes)


def show(live: Policy, tried: Policy, span: Span) -> None:
    """Cost against thresholds, leak against workload, the recommendation, and the costs."""
    before, after = _both(live, tried, span)
    costs = costing.costs()
    st.header(_("Costs"))
    with st.expander(_("What errors and review cost")):
        costing.edit_costs()
    curves.show(before, after, costs, span)
    st.header(_("Recommend"))
    recommending.show(live, tried, costs, span, before.outcomes.hours)


def _both(live: Policy, tried: Policy, span: Span) -> tuple[Weighed, Weighed]:
    weighing, person, costs = session.desk().weighing, session.person(), costing.costs()
    before, after = (
        Weighed(policy, weighing.outcomes(person, policy, costs, span=span))
        for policy in (live, tried)
    )
    return before, after
