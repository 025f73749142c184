"""Keeping the numbers tried as a draft version, beside what they change."""

from __future__ import annotations

import streamlit as st

from hri.casework.permissions import UseCase
from hri.domain.policies import Policy
from hri.ui import acting, candidates, policydiff, session, text
from hri.ui.i18n import _

TITLE, WHY = "draft-title", "draft-rationale"


def show_draft(live: Policy, tried: Policy) -> None:
    """The differences, then the form that keeps them."""
    policydiff.show_differences(live, tried, _("With these numbers"))
    if not session.allowed(UseCase.DRAFT_POLICY):
        text.sentence(_("Analysts keep drafts; you may try any numbers."), "hri-quiet")
        return
    st.header(_("Keep as a draft"))
    text.sentence(
        _("A draft changes nothing: it can be proposed, and another person approves it."),
        "hri-quiet",
    )
    st.text_input(_("Title of the draft (required)"), key=TITLE, max_chars=120)
    st.text_area(_("Why these numbers (required)"), key=WHY, height=80, max_chars=2000)
    st.button(_("Save as a draft version"), key="draft-save", on_click=_keep, args=(live,))
    acting.show_said("draft")


def _keep(live: Policy) -> None:
    with acting.said("draft") as say:
        title, why = (str(st.session_state.get(key) or "").strip() for key in (TITLE, WHY))
        tried = candidates.candidate(live)
        if not policydiff.differs(live, tried):
            say(
                _("Nothing differs from the version in force: nothing was kept."),
                good=False,
            )
        elif not title or not why:
            say(_("Give the draft a title, and say why these numbers."), good=False)
        else:
            named = tried.model_copy(update={"title": title, "rationale": why})
            saved = session.desk().policies.save_draft(session.person(), named)
            say(
                _(
                    "Saved as {version}; the policy in force stays in force. Propose it under "
                    "“Versions and approvals”."
                ).format(version=saved.policy.version)
            )
