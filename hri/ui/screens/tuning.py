"""Tuning: what other numbers would have done with every stored case."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from hri.casework.permissions import UseCase
from hri.domain.decisions import ACTIONS
from hri.domain.policies import Policy
from hri.domain.proposals import Flip
from hri.domain.slots import Slot
from hri.errors import HriError
from hri.evaluation.tuning import Comparison
from hri.ui import candidates, i18n, levels, nav, problems, session, tables, text, theme
from hri.ui.answers import numbered
from hri.ui.i18n import _, number

SHOWN_FLIPS = 50
SAVED = "tuning-saved"
SIGNS = {"alpha": "α · SIS", "beta": "β · (1 − CCS)", "gamma": "γ · RVS"}


def show() -> None:
    """The whole screen."""
    st.title(_("Tuning"))
    with problems.told():
        live = session.desk().policies.live(session.person()).policy
    text.sentence(
        _(
            "In force: {policy}. Nothing changes until a version is published; here you only try "
            "numbers on the stored cases."
        ).format(policy=f"{live.id} {live.version}")
    )
    _try_numbers(live)
    if chosen := st.session_state.pop("tuning-open", None):
        nav.go("case", case=chosen)


@st.fragment
def _try_numbers(live: Policy) -> None:
    left, right = st.columns([1, 1.15], gap="large")
    with left:
        _edit_numbers(live)
    with right:
        with problems.told():
            found = session.desk().tuning.compare(
                session.person(), candidates.candidate(live), limit=SHOWN_FLIPS
            )
        _show_result(live, found)
        _save(live)


def _edit_numbers(live: Policy) -> None:
    st.header(_("Shares of the signals"))
    candidates.edit_group(live, "coefficients", candidates.share_out, SIGNS.__getitem__)
    candidates.show_sum(live, "coefficients")
    st.header(_("Weights of the slots"))
    candidates.edit_group(live, "weights", candidates.share_out, lambda name: numbered(Slot(name)))
    candidates.show_sum(live, "weights")
    st.header(_("Thresholds"))
    candidates.edit_group(
        live,
        "thresholds",
        candidates.keep_rising,
        lambda name: _("{action} from").format(action=name.upper()),
    )
    st.button(_("Back to the numbers in force"), key="tuning-reset", on_click=candidates.reset)


def _show_result(live: Policy, found: Comparison) -> None:
    st.header(_("Effect on {n} stored cases").format(n=i18n.whole(found.cases)))
    rows: list[list[tables.Cell]] = [
        [
            levels.badge(action),
            i18n.whole(found.before.get(action, 0)),
            i18n.whole(found.after.get(action, 0)),
            _difference(found.after.get(action, 0) - found.before.get(action, 0)),
        ]
        for action in ACTIONS
    ]
    tables.table(
        _("Cases per level, in force and with these numbers"),
        [_("Level"), _("In force"), _("With these numbers"), _("Difference")],
        rows,
        numeric=[1, 2, 3],
    )
    text.line(
        (_("Raised"), i18n.whole(found.raised)),
        (_("Lowered"), i18n.whole(found.lowered)),
        (_("Without an index"), i18n.whole(found.without_index)),
    )
    text.sentence(
        _(
            "Overrides still apply: with few wrong slots the index stays low, and they carry most "
            "decisions."
        ),
        "hri-quiet",
    )
    _show_histogram(found, candidates.candidate(live))
    _show_flips(found.flips)


def _difference(count: int) -> str:
    return f"{count:+d}".replace("-", "−") if count else "0"


def _show_histogram(found: Comparison, tried: Policy) -> None:
    bins = len(found.histogram)
    edges = [index / bins for index in range(bins)]
    ink = theme.ink()
    colour = theme.HEAT[theme.mode()][3]
    figure = go.Figure(
        go.Bar(
            x=[edge + 0.5 / bins for edge in edges],
            y=list(found.histogram),
            marker={"color": colour},
            width=0.9 / bins,
        )
    )
    theme.dress(figure)
    levels = tried.thresholds
    names = (("WARN", levels.warn), ("DEFER", levels.defer), ("ROUTE", levels.route))
    for place, (name, level) in enumerate(names):
        figure.add_vline(x=level, line={"color": ink, "dash": "dot"})
        figure.add_annotation(
            text=name, x=level, y=1 - 0.16 * place, yref="paper", xanchor="left",
            showarrow=False, font={"color": ink},
        )  # fmt: skip
    figure.update_xaxes(range=[0, 1], title_text=_("Index with these numbers"), fixedrange=True)
    figure.update_yaxes(title_text=_("Cases"), fixedrange=True)
    figure.update_layout(separators=i18n.SEPARATORS[i18n.language()])
    figure.update_layout(height=240, margin={"l": 50, "r": 10, "t": 20, "b": 45}, showlegend=False)
    st.plotly_chart(
        figure,
        key="tuning-histogram",
        config={"displayModeBar": False},
        alt=_("Cases by index, with the three thresholds"),
    )


def _show_flips(flips: tuple[Flip, ...]) -> None:
    st.header(_("Cases whose level would change"))
    if not flips:
        text.sentence(_("None: every stored case keeps its level."))
        return
    heads = [_("Case"), _("In force"), _("With these numbers"), _("Index in force"), _("Index now")]
    rows: list[list[tables.Cell]] = [
        [
            flip.case_id,
            levels.badge(flip.before),
            levels.badge(flip.after),
            _index(flip.hri_before),
            _index(flip.hri_after),
        ]
        for flip in flips
    ]
    tables.table(
        _("Largest change first, at most {n}").format(n=SHOWN_FLIPS),
        heads,
        rows,
        numeric=[3, 4],
        unbroken=[0],
    )
    chosen = st.selectbox(
        _("Open one of these cases"),
        [flip.case_id for flip in flips],
        index=None,
        key="flip-case",
        placeholder=_("Choose a case"),
    )
    if chosen and st.button(_("Open the case"), key="flip-open"):
        st.session_state["tuning-open"] = chosen
        st.rerun()


def _index(value: float | None) -> str:
    return "–" if value is None else number(value, 3)


def _save(live: Policy) -> None:
    if not session.allowed(UseCase.DRAFT_POLICY):
        return
    st.header(_("Keep as a draft"))
    title = st.text_input(_("Title of the draft"), key="draft-title", max_chars=120)
    rationale = st.text_area(_("Why these numbers"), key="draft-rationale", height=80)
    unchanged = candidates.current(live) == candidates.numbers_of(live)
    if unchanged:
        text.sentence(_("The numbers are those in force; there is nothing to keep."), "hri-quiet")
    ready = not unchanged and bool((title or "").strip()) and bool((rationale or "").strip())
    st.button(
        _("Save as a draft version"),
        key="draft-save",
        disabled=not ready,
        on_click=_keep,
        args=(live, title, rationale),
    )
    saved = st.session_state.get(SAVED)
    if isinstance(saved, HriError):
        problems.show(saved)
    elif saved:
        text.sentence(
            "✓ "
            + _("Saved as {version}; the policy in force stays in force.").format(version=saved),
            "hri-good",
        )


def _keep(live: Policy, title: str, rationale: str) -> None:
    tried = candidates.candidate(live).model_copy(
        update={
            "title": title.strip(),
            "rationale": rationale.strip(),
            "author": session.person().name,
            "published_on": session.desk().clock.now().date(),
        }
    )
    try:
        st.session_state[SAVED] = (
            session.desk().policies.save_draft(session.person(), tried).policy.version
        )
    except HriError as error:
        st.session_state[SAVED] = error
