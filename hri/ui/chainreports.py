"""What a verification of the audit trail found, and against what, in words."""

from __future__ import annotations

from collections.abc import Iterator

from hri.domain import vouching
from hri.domain.events import MOST_NAMED, ChainReport, Fault, Finding
from hri.domain.vouching import Signing
from hri.ui import i18n, labels, text
from hri.ui.i18n import N_, _

MOST_SHOWN = 20
PROBLEMS = {
    vouching.CUT_OFF: N_("the end is cut off"),
    vouching.OUT_OF_ORDER: N_("events are missing or out of order before it"),
    vouching.UNCHAINED: N_("it does not name the hash of the event before it"),
    vouching.CHANGED: N_("its content does not have its hash"),
    vouching.OFF_KEPT: N_("it differs from a checkpoint kept elsewhere: it was written anew"),
    vouching.OFF_SEALED: N_("it differs from a sealed checkpoint: the trail was written anew"),
}
"""The words of the page for what is wrong with the first event that does not fit."""


def show(report: ChainReport) -> None:
    """The verdict, what is wrong, what was compared, and who signed."""
    _show_verdict(report)
    _show_findings(report)
    _show_marks(report)
    text.line(
        (_("Checked against the public key"), ", ".join(report.signing.trusted) or _("no key")),
        (
            _("Against checkpoints kept elsewhere"),
            i18n.whole(report.copies) if report.copies else _("none"),
        ),
    )
    for said, look in _signed(report.signing):
        text.sentence(said, look)
    _show_oddities(report)


def _show_verdict(report: ChainReport) -> None:
    n = i18n.whole(report.head.count)
    if report.vouched:
        text.sentence("✓ " + _("Sound: {n} events fit together.").format(n=n), "hri-good")
    elif report.sound:
        said = _(
            "{n} events fit together, as far as can be seen. No signature by a known key and no "
            "checkpoint kept elsewhere vouches for them: whoever can write the database file "
            "could have written them anew."
        )
        text.sentence("▲ " + said.format(n=n), "hri-banner")
    elif report.first_bad is None:
        text.sentence("▲ " + _("The trail and the records do not hold."), "hri-bad")
    else:
        said = _("Event {seq} does not fit: {problem}")
        known = (_(words) for end, words in PROBLEMS.items() if report.problem.endswith(end))
        problem = next(known, report.problem)
        text.sentence("▲ " + said.format(seq=report.first_bad, problem=problem), "hri-bad")


def _show_findings(report: ChainReport) -> None:
    for finding in report.findings[:MOST_SHOWN]:
        text.sentence("▲ " + labels.pair(*_words(finding)), "hri-bad")
    if len(report.findings) > MOST_SHOWN:
        said = _("Further findings, listed by “audit verify”: {n}")
        text.sentence(said.format(n=i18n.whole(len(report.findings) - MOST_SHOWN)))
    if report.findings:
        text.sentence(_("Restore what is missing or changed from a backup."))


def _words(finding: Finding) -> tuple[str, str]:
    """What it is about and what is wrong; no event announces a checkpoint."""
    if not finding.is_of_seal:
        return finding.name, labels.name(finding.fault)
    of_seals = {
        Fault.MISSING: _("it is not there"),
        Fault.ALTERED: _(
            "it was changed, does not follow the one before it, or is not of this trail"
        ),
    }
    about = _("Checkpoint no. {number}").format(number=finding.record)
    return about, of_seals.get(finding.fault) or labels.name(finding.fault)


def _show_marks(report: ChainReport) -> None:
    if report.lost:
        said = _("Checkpoints kept elsewhere that the trail does not contain: {n}")
        text.sentence("▲ " + said.format(n=i18n.whole(len(report.lost))), "hri-bad")
    if report.behind:
        said = _(
            "Events by which the trail ends before the last checkpoint kept elsewhere: {n}. It is "
            "an older copy, or its end was cut off."
        )
        text.sentence(said.format(n=i18n.whole(report.behind)))


def _signed(found: Signing) -> Iterator[tuple[str, str]]:
    for key, n in found.by_key.items():
        if found.trusted and key not in found.trusted:
            said = "▲ " + _("Checkpoints signed with another key, {key}: {n}")
            yield said.format(key=key, n=i18n.whole(n)), "hri-bad"
        else:
            said = _("Checkpoints signed with the key {key}: {n}")
            yield said.format(key=key, n=i18n.whole(n)), "hri-sentence"
    if found.early and found.first is not None:
        said = _(
            "Unsigned checkpoints from before the first signed one (no. {number}): {n}. "
            "No key vouches for them."
        )
        yield said.format(number=found.first, n=i18n.whole(found.early)), "hri-quiet"
    elif found.early:
        said = _("Unsigned checkpoints: {n}. None is signed with a key.")
        yield said.format(n=i18n.whole(found.early)), "hri-quiet"


def _show_oddities(report: ChainReport) -> None:
    if report.uncovered:
        named = ", ".join(map(str, report.uncovered_events[-MOST_NAMED:]))
        said = _(
            "Events whose records could not be compared: {n} (the last ones: {seqs}). Another "
            "version wrote them, or somebody put them in; only a signed checkpoint, or one kept "
            "elsewhere, that was sealed after them vouches for them."
        )
        text.sentence("▲ " + said.format(n=i18n.whole(report.uncovered), seqs=named), "hri-banner")
    if report.clock_steps:
        said = _("Events stamped earlier than the one before (a clock set back): {seqs}")
        text.sentence(said.format(seqs=", ".join(map(str, report.clock_steps[:MOST_SHOWN]))))
