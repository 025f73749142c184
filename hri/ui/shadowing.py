"""A version run beside the one in force: starting, ending, and how far both agree."""

from __future__ import annotations

import streamlit as st

from hri.casework.permissions import UseCase
from hri.domain.activations import PolicyState
from hri.domain.decisions import ACTIONS
from hri.domain.shadows import Shadow, ShadowFigures
from hri.ui import acting, flips, i18n, names, session, text, twins
from hri.ui.i18n import _

SHOWN_FLIPS = 50
ENDING, STARTING = "shadow-reason", "shadow-version"


def show() -> None:
    """The run that is on or the way to start one, then the figures of the run chosen."""
    desk, person = session.desk(), session.person()
    text.sentence(
        _(
            "A shadow run decides each case that comes in under a second version too. Only its "
            "level and index are counted: citizens and reviewers see nothing of it."
        ),
        "hri-quiet",
    )
    running = desk.shadows.running(person)
    acting.show_said("shadow")
    if running is None:
        text.sentence(_("No shadow run is on."))
        _offer_start()
    else:
        _show_running(running)
    runs = desk.shadows.all(person)
    if runs:
        _show_figures(runs)


def _offer_start() -> None:
    if not session.allowed(UseCase.DRAFT_POLICY):
        return
    desk, person = session.desk(), session.person()
    others = [
        each for each in desk.activations.standings(person) if each.state is not PolicyState.LIVE
    ]
    if not others:
        text.sentence(_("There is no version besides the one in force: keep a draft first."))
        return
    named = {each.saved.ref.version: names.version(each.saved.policy) for each in others}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox(
            _("Version to run beside the one in force"),
            list(reversed(named)),
            key=STARTING,
            format_func=lambda version: text.visible(named[version]),
            width=420,
        )
        st.button(_("Start the shadow run"), key="shadow-start", on_click=_start)


def _start() -> None:
    with acting.said("shadow") as say:
        run = session.desk().shadows.start(session.person(), st.session_state[STARTING])
        say(_("{version} runs beside from now on.").format(version=run.policy.version))


def _show_running(run: Shadow) -> None:
    text.line(
        (_("Running beside"), run.policy.version),
        (_("since"), i18n.moment(run.at)),
        (_("started by"), run.by_name),
    )
    if not session.allowed(UseCase.DRAFT_POLICY):
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.text_input(_("Why it ends (optional)"), key=ENDING, max_chars=300, width=420)
        st.button(_("End the shadow run"), key="shadow-end", on_click=_end, args=(run.id,))


def _end(number: int) -> None:
    with acting.said("shadow") as say:
        reason = str(st.session_state.get(ENDING) or "")
        version = session.desk().shadows.end(session.person(), number, reason).policy.version
        say(_("{version} runs beside no more; its figures stay.").format(version=version))


def _show_figures(runs: tuple[Shadow, ...]) -> None:
    st.header(_("How far both agree"))
    named = {run.id: _run_words(run) for run in reversed(runs)}
    chosen: int = next(iter(named))
    if len(runs) > 1:
        chosen = st.selectbox(
            _("Run"),
            list(named),
            key="shadow-run",
            format_func=lambda number: text.visible(named[number]),
            width=420,
        )
    figures = session.desk().shadows.figures(session.person(), chosen, limit=SHOWN_FLIPS)
    _show_agreement(figures)
    if not figures.cases:
        return
    st.subheader(_("Cases on which they differ"))
    flips.show_flips(
        figures.flips,
        figures.raised,
        figures.lowered,
        key="shadow-flips",
        other=figures.shadow.policy.version,
        limit=SHOWN_FLIPS,
    )


def _run_words(run: Shadow) -> str:
    if run.ended is None:
        return _("{version}, since {start}").format(
            version=run.policy.version, start=i18n.moment(run.at)
        )
    return _("{version}, {start} to {end}").format(
        version=run.policy.version, start=i18n.moment(run.at), end=i18n.moment(run.ended.at)
    )


def _show_agreement(figures: ShadowFigures) -> None:
    agreement, version = figures.agreement, figures.shadow.policy.version
    if agreement is None:
        text.sentence(_("No case came in during this run yet."))
        return
    pairs = [
        (_("Cases"), i18n.whole(figures.cases)),
        (_("The same level"), i18n.percent(agreement)),
        (_("Raised"), i18n.whole(figures.raised)),
        (_("Lowered"), i18n.whole(figures.lowered)),
    ]
    if figures.shadow.ended and figures.shadow.ended.reason:
        pairs.append((_("Ended because"), figures.shadow.ended.reason))
    text.line(*pairs)
    twins.show_table(
        _("Cases of the run per level, in force and under the shadow"),
        [_("Level"), _("In force"), version, _("Both the same")],
        [
            [action, figures.live[action], figures.candidate[action], figures.agreed[action]]
            for action in ACTIONS
        ],
        name="shadow",
    )
