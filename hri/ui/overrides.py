"""Why the action is what it is: the index, the overrides that fired, flags, versions used."""

from __future__ import annotations

import streamlit as st

from hri.domain.assessments import Assessment
from hri.domain.policies import Policy
from hri.domain.reviews import StoredCase
from hri.ui import labels, levels, tables, text
from hri.ui.answers import numbered
from hri.ui.i18n import _, number
from hri.ui.text import shown


def show_action(stored: StoredCase, policy: Policy) -> None:
    """The level, where it comes from, and what raised it: overrides, then a pause."""
    st.html(code(stored, policy))


def code(stored: StoredCase, policy: Policy) -> str:
    """The same as HTML."""
    badge, words = levels.badge(stored.action).code, shown(_sentence(stored, policy))
    parts = [f'<p class="hri-sentence">{badge} {words}</p>']
    if stored.overrides:
        heads = [_("Override"), _("Raises to at least"), _("Slot"), _("Why")]
        rows: list[list[tables.Cell]] = [
            [
                labels.override(fired.id),
                levels.badge(fired.floor),
                numbered(fired.slot) if fired.slot else _("whole case"),
                labels.message(fired.reason),
            ]
            for fired in stored.overrides
        ]
        caption = _("Overrides that fired; each only raises the level")
        parts.append(tables.code(caption, heads, rows))
    else:
        parts.append(f'<p class="hri-sentence">{shown(_("No override fired."))}</p>')
    notes = (shown(labels.message(note)) for note in stored.assessment.notes)
    return "".join([*parts, *(f'<p class="hri-quiet">{note}</p>' for note in notes)])


def _sentence(stored: StoredCase, policy: Policy) -> str:
    assessment = stored.assessment
    if assessment.hri is None:
        return _("No slot applies, so there is no index; the policy fixes the action.")
    limits = policy.thresholds
    words = _(
        "Index {value}: {action} by the thresholds (WARN from {warn}, DEFER from {defer}, ROUTE "
        "from {route})."
    )
    said = words.format(
        value=number(assessment.hri, 3),
        action=levels.words(assessment.base_state),
        warn=number(limits.warn),
        defer=number(limits.defer),
        route=number(limits.route),
    )
    if stored.action is assessment.base_state:
        return said
    return (
        said + " " + _("Overrides raise it to {action}.").format(action=levels.words(stored.action))
    )


def show_versions(assessment: Assessment) -> None:
    """Which policy, pack, lexicon and engine were used."""
    text.line(*versions(assessment))


def versions(assessment: Assessment) -> list[tuple[str, str]]:
    """The same as pairs of a name and its value."""
    refs = (
        (_("Policy"), assessment.policy),
        (_("Knowledge pack"), assessment.pack),
        (_("Lexicon"), assessment.lexicon),
    )
    pairs = [(name, f"{ref.id} {ref.version} ({ref.sha256[:12]})") for name, ref in refs]
    return [*pairs, (_("Engine"), assessment.engine)]
