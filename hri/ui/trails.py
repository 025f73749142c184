"""The state of the audit trail: its head, its sealed checkpoints, whether it holds."""

from __future__ import annotations

import streamlit as st

from hri.casework.audit import Audit
from hri.casework.permissions import UseCase
from hri.domain.events import ChainReport
from hri.domain.reviews import Actor
from hri.ui import i18n, labels, nav, problems, session, text
from hri.ui.i18n import _

REPORT = "audit-report"


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
    if st.button(_("Verify the chain"), key="verify"):
        with st.spinner(_("Walking the chain …")), problems.told():
            st.session_state[REPORT] = session.desk().audit.verify(session.person())
    report = st.session_state.get(REPORT)
    if isinstance(report, ChainReport):
        _show_report(report)
        if seals:
            _show_seals()
        _offer_checkpoint(report)


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


def _show_report(report: ChainReport) -> None:
    if report.sound:
        text.sentence(
            "✓ " + _("Sound: {n} events fit together.").format(n=i18n.whole(report.head.count)),
            "hri-good",
        )
    elif report.first_bad is not None:
        text.sentence(
            "▲ "
            + _("Event {seq} does not fit: {problem}").format(
                seq=report.first_bad, problem=report.problem
            ),
            "hri-bad",
        )
    for finding in report.findings[:20]:
        text.sentence("▲ " + labels.pair(finding.name, labels.name(finding.fault)), "hri-bad")
    if len(report.findings) > 20:
        text.sentence(
            _("Further findings, listed by “audit verify”: {n}").format(
                n=i18n.whole(len(report.findings) - 20)
            )
        )
    if report.findings:
        text.sentence(_("Restore what is missing or changed from a backup."))
    if report.clock_steps:
        text.sentence(
            _("Events stamped earlier than the one before (a clock set back): {seqs}").format(
                seqs=", ".join(map(str, report.clock_steps[:20]))
            )
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
