"""People and their roles, for administrators: who signed in, take a role away, give it back."""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st

from hri.domain.people import Person
from hri.domain.reviews import Role
from hri.ui import i18n, labels, problems, session, tables, text
from hri.ui.i18n import _

CHOSEN = "accounts-person"


def show_people() -> None:
    """The table of people, and the roles of the one chosen below it."""
    st.header(_("People"))
    problems.show_kept()
    with problems.told():
        people = session.desk().people.everybody(session.person())
    heads = [_("Name"), _("Id"), _("Roles at sign-in"), _("Roles taken away"), _("Last sign-in")]
    rows: list[list[tables.Cell]] = [
        [
            someone.name,
            someone.id,
            _named(someone.roles),
            _named(someone.barred),
            i18n.moment(someone.seen_at),
        ]
        for someone in people
    ]
    tables.table(_("Everybody who ever signed in"), heads, rows)
    _show_roles({someone.id: someone for someone in people})


def _show_roles(people: dict[str, Person]) -> None:
    if not people:
        return
    chosen = st.selectbox(
        _("Change the roles of"),
        list(people),
        key=CHOSEN,
        format_func=lambda key: text.visible(f"{people[key].name} ({key})"),
    )
    text.sentence(
        _("A role taken away is lost at the person's next action, and stays so until given back.")
    )
    someone = people[chosen]
    with st.container(horizontal=True):
        for role in Role:
            if role in someone.barred or role in someone.roles:
                _offer(someone, role)


def _offer(someone: Person, role: Role) -> None:
    barred = role in someone.barred
    words = _("Give back: {role}") if barred else _("Take away: {role}")
    st.button(
        words.format(role=labels.name(role)),
        key=f"role-{role.value}",
        on_click=_turn,
        args=(someone.id, role),
        # The use case refuses it as well: nobody locks themselves out.
        disabled=role is Role.ADMINISTRATOR and someone.id == session.person().id,
    )


def _turn(person_id: str, role: Role) -> None:
    """Take the role away, or give it back, by what holds now."""
    people, actor = session.desk().people, session.person()
    with problems.kept():
        known = {someone.id: someone.barred for someone in people.everybody(actor)}
        barred = set(known.get(person_id, ())) ^ {role}
        people.bar(actor, person_id, [each for each in Role if each in barred])


def _named(roles: Iterable[Role]) -> str:
    return ", ".join(map(labels.name, roles)) or "–"
