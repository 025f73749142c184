"""The state of the audit trail: its head, its sealed checkpoints, whether it holds."""

from __future__ import annotations

import re
from typing import NamedTuple

import streamlit as st

from hri.casework.audit import Audit
from hri.casework.permissions import UseCase
from hri.domain.checkpoints import parse_checkpoints
from hri.domain.events import ChainReport, Checkpoint
from hri.domain.reviews import Actor
from hri.ui import chainreports, i18n, nav, problems, session, text
from hri.ui.i18n import _

REPORT = "audit-report"
KEY = re.compile("[0-9a-f]{64}")


def show() -> None:
    """Head and checkpoints, verification, and the whole trail as a file."""
    st.header(_("Head of the trail"))
    _show_head()
    _show_seals()
    show_verification(seals=False)
    st.header(_("The whole trail as a file"))
    _offer_files(session.desk().audit, session.person())
    st.page_link(nav.path("audit"), label=_("Search the audit trail"))


def _show_head() -> None:
    newest = session.desk().audit.search(session.person(), size=1).events
    for event in newest:
        text.line(
            (_("Newest event"), i18n.whole(event.seq)),
            (_("at"), i18n.second(event.at)),
            (_("Hash"), event.hash),
        )


def _offer_files(log: Audit, person: Actor) -> None:
    """Made when they are asked for: the button runs outside of the page, hence the arguments."""

    def checkpoint() -> str:
        return log.checkpoint(person).model_dump_json(indent=1)

    def lines() -> bytes:
        return b"".join(f"{event.model_dump_json()}\n".encode() for event in log.walk(person))

    with st.container(horizontal=True, key="trail-files"):
        st.download_button(
            _("Seal the head now and download the checkpoint"),
            checkpoint,
            "checkpoint.json",
            "application/json",
            key="trail-checkpoint",
            on_click="ignore",
        )
        st.download_button(
            _("Download every event (JSON Lines)"),
            lines,
            "events.jsonl",
            "application/jsonl",
            key="trail-events",
            on_click="ignore",
        )
    text.sentence(
        _(
            "Keep checkpoints outside this machine. “tools/verify_audit.py” checks the file of "
            "events with Python alone."
        ),
        "hri-quiet",
    )


def show_verification(*, seals: bool = True) -> None:
    """The limit of what a walk can show, the way to have one, and what the last one found.

    ``seals`` tells whether the sealed checkpoints stand below.
    """
    st.header(_("Is the trail whole?"))
    text.sentence(
        _(
            "Each event carries the hash of the one before, so a changed, removed, inserted or "
            "reordered event shows. The limit: whoever can write the database file could rewrite "
            "the whole chain or cut off its end, and only a checkpoint kept elsewhere shows that. "
            "Keep checkpoints outside this machine."
        )
    )
    if not session.allowed(UseCase.VERIFY_AUDIT):
        return
    chosen = _choose_witnesses()
    if chosen.fault:
        text.sentence("▲ " + chosen.fault, "hri-bad")
    if st.button(_("Verify the chain"), key="verify"):
        _verify(chosen)
    about, report = st.session_state.get(REPORT, (None, None))
    if isinstance(report, ChainReport) and about == chosen:
        chainreports.show(report)
        if seals:
            _show_seals()
        _offer_checkpoint(report)


class Witnesses(NamedTuple):
    """What somebody gives to compare the trail with, beside what is set."""

    marks: tuple[Checkpoint, ...] = ()
    keys: tuple[str, ...] = ()
    fault: str = ""
    """Why it cannot be used, in the reader's language."""


def _choose_witnesses() -> Witnesses:
    text.sentence(
        _(
            "The key and the copies that the desk is set up with are compared by themselves. "
            "Checkpoints that you kept yourself say more: nobody who runs the desk could have "
            "changed them."
        ),
        "hri-quiet",
    )
    upload = st.file_uploader(
        _("Checkpoints you kept (JSON, optional)"), type=["json", "jsonl"], key="kept-checkpoints"
    )
    written: str = st.text_input(
        _("Public keys that must have signed (hexadecimal, optional)"), key="kept-keys", width=620
    )
    keys = tuple(written.lower().replace(",", " ").split())
    if not all(map(KEY.fullmatch, keys)):
        return Witnesses(fault=_("A public key has 64 signs, each one of 0 to 9 or a to f."))
    try:
        return Witnesses(parse_checkpoints(upload.getvalue()) if upload else (), keys)
    except ValueError:
        return Witnesses(fault=_("The file holds something that is no checkpoint."))


def _verify(chosen: Witnesses) -> None:
    st.session_state.pop(REPORT, None)
    if chosen.fault:
        return
    with st.spinner(_("Walking the chain …")), problems.told():
        report = session.desk().audit.verify(session.person(), chosen.marks, chosen.keys)
        st.session_state[REPORT] = (chosen, report)


def _show_seals() -> None:
    """The checkpoints that the desk sealed by itself, and the way to keep them elsewhere."""
    with problems.told():
        seals = session.desk().audit.seals(session.person())
    if not seals:
        text.sentence(_("No checkpoint is sealed yet."))
        return
    last = seals[-1]
    text.line(
        (_("Sealed checkpoints"), i18n.whole(len(seals))),
        (_("Last one"), i18n.moment(last.at)),
        (_("Of event"), i18n.whole(last.seq)),
        (_("Signed with the key"), last.key or _("none: not signed")),
    )
    st.download_button(
        _("Download all checkpoints (JSON Lines)"),
        "".join(f"{seal.model_dump_json()}\n" for seal in seals),
        "checkpoints.jsonl",
        "application/jsonl",
        key="seals-file",
        on_click="ignore",
    )


def _offer_checkpoint(report: ChainReport) -> None:
    text.line((_("Checkpoint"), f"{report.head.count} · {report.head.hash}"))
    st.download_button(
        _("Download the checkpoint"),
        report.head.model_dump_json(indent=1),
        f"checkpoint-{report.head.seq}.json",
        "application/json",
        key="checkpoint-file",
        on_click="ignore",
    )
