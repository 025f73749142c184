"""Settings: language, account, and which policy, pack and engine are in use."""

from __future__ import annotations

import streamlit as st

import hri
from hri.casework.permissions import UseCase
from hri.ui import accounts, i18n, keys, labels, names, problems, session, tables, text
from hri.ui.i18n import _


def show() -> None:
    """The whole screen."""
    st.title(_("Settings"))
    person, desk = session.person(), session.desk()
    st.header(_("Account"))
    text.line(
        (_("Signed in as"), person.id),
        (_("Roles"), ", ".join(labels.name(role) for role in person.roles)),
    )
    text.sentence(
        _(
            "Choose the language at the top of the sidebar; light or dark in the menu at the top "
            "right."
        )
    )
    keys.show_switch()
    if session.allowed(UseCase.MANAGE_PEOPLE):
        accounts.show_people()
    st.header(_("In use"))
    info = desk.knowledge.info
    text.line(
        (_("Knowledge pack"), f"{names.title(info.title)} ({info.id} {info.version})"),
        (_("As of"), i18n.day(info.as_of)),
        (_("Publisher"), info.publisher),
        (_("Licence"), info.licence),
        (_("Where"), info.jurisdiction),
        (_("Hash"), desk.knowledge.ref.sha256[:16]),
    )
    if info.demonstration:
        text.sentence(
            _("This is a demonstration pack: do not answer real questions with it."), "hri-banner"
        )
    text.line(
        (_("Engine"), hri.__version__),
        (
            _("Policy in force"),
            labels.pair(f"{desk.policy.id} {desk.policy.version}", names.title(desk.policy.title)),
        ),
    )
    _show_policies()


def _show_policies() -> None:
    with problems.told():
        saved = session.desk().policies.versions(session.person())
    rows: list[list[tables.Cell]] = [
        [
            version.policy.version,
            names.title(version.policy.title),
            _("in force") if version.live else _("published") if version.published else _("draft"),
            version.saved_by,
            i18n.moment(version.saved_at),
            version.ref.sha256[:12],
        ]
        for version in saved
    ]
    heads = [_("Version"), _("Title"), _("State"), _("Saved by"), _("Saved"), _("Hash")]
    tables.table(_("Policy versions; a published one never changes"), heads, rows)
