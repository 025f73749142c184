"""Cases whose level differs between two policies, both ways, with a way into each."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from hri.domain.proposals import Flip
from hri.ui import i18n, text, twins
from hri.ui.i18n import _

OPEN = "flip-to-open"


def show_flips(
    flips: Sequence[Flip], raised: int, lowered: int, *, key: str, other: str, limit: int
) -> None:
    """Those raised, then those lowered; ``other`` heads the columns of the policy tried."""
    up = [flip for flip in flips if flip.after.severity > flip.before.severity]
    down = [flip for flip in flips if flip.after.severity < flip.before.severity]
    if not raised and not lowered:
        text.sentence(_("None: every case keeps its level."))
        return
    _show(up, raised, _("Raised: {n}"), _("No level would rise."), f"{key}-raised", other)
    _show(down, lowered, _("Lowered: {n}"), _("No level would fall."), f"{key}-lowered", other)
    if raised + lowered > len(flips):
        text.sentence(
            _("Largest change first, at most {n} each way; all are counted.").format(n=limit),
            "hri-quiet",
        )
    _choose(flips, key)


def _show(flips: Sequence[Flip], count: int, head: str, none: str, name: str, other: str) -> None:
    if not count:
        text.sentence(none)
        return
    twins.show_table(
        head.format(n=i18n.whole(count)),
        [_("Case"), _("In force"), other, _("Index in force"), _("Index then")],
        [
            [flip.case_id, flip.before, flip.after, flip.hri_before, flip.hri_after]
            for flip in flips
        ],
        name=name,
        decimals=3,
    )


def _choose(flips: Sequence[Flip], key: str) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.selectbox(
            _("Open one of these cases"),
            [flip.case_id for flip in flips],
            index=None,
            key=f"{key}-case",
            format_func=text.visible,
            placeholder=_("Choose a case"),
            width=320,
        )
        if st.button(_("Open the case"), key=f"{key}-open") and chosen:
            st.session_state[OPEN] = chosen
            st.rerun()
