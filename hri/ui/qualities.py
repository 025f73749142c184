"""The quality of the work: what was overturned, seeds, agreement, sources looked at, people."""

from __future__ import annotations

import streamlit as st

from hri.casework.permissions import UseCase
from hri.domain.decisions import ACTIONS
from hri.domain.slots import Slot
from hri.evaluation.agreement import Agreement
from hri.evaluation.analytics import ActionCounts
from hri.evaluation.quality import CATEGORIES, Personal, Readers, Share, Unseen, share_of
from hri.evaluation.seedfigures import SeedCount, SeedFigures
from hri.ui import i18n, labels, names, problems, session, text, twins
from hri.ui.answers import numbered
from hri.ui.i18n import _, percent, whole


def show_quality(actions: ActionCounts, seeds: SeedFigures) -> None:
    """Everything on people's decisions."""
    desk, person = session.desk(), session.person()
    st.subheader(_("Decisions of the machine that people overturned"))
    _show_overturned(actions)
    st.subheader(_("Known errors that were caught"))
    _show_seeds(seeds)
    with problems.told():
        readers, unseen = desk.quality.readers(person), desk.quality.unseen(person)
    st.subheader(_("Agreement of two readers"))
    _show_readers(readers)
    st.subheader(_("Approved without a look at the sources"))
    _show_unseen(unseen)
    if session.allowed(UseCase.READ_PERSONAL_FIGURES):
        st.subheader(_("Figures of single people"))
        with problems.told():
            _show_people(desk.quality.people(person))


def share_words(share: Share) -> str:
    """A share in words: of how many, with its interval."""
    if share.share is None:
        return _("not measurable: of none")
    words = _("{count} of {n} ({share}; 95 % interval {low} to {high})")
    return words.format(
        count=whole(share.count),
        n=whole(share.n),
        share=percent(share.share),
        low=percent(share.low or 0),
        high=percent(share.high or 0),
    )


def _share_cells(share: Share) -> list[twins.Figure]:
    """Count, number, share, both ends of the interval."""
    return [share.count, share.n, *(twins.share(x) for x in (share.share, share.low, share.high))]


def _share_heads(count: str, n: str) -> list[str]:
    return [count, n, _("Share"), _("From"), _("To")]


def _show_overturned(actions: ActionCounts) -> None:
    whole_share = share_of(actions.overturned, actions.decided)
    text.line((_("Edited or rejected"), share_words(whole_share)))
    rows = [
        [
            action,
            actions.by_action.get(action, 0),
            *_share_cells(
                share_of(
                    actions.overturned_by_action.get(action, 0),
                    actions.decided_by_action.get(action, 0),
                )
            ),
        ]
        for action in ACTIONS
    ]
    caption = _("Cases by level, and how many of the decided ones were edited or rejected")
    heads = [_("Level"), _("Cases"), *_share_heads(_("Edited or rejected"), _("Decided"))]
    twins.show_table(caption, heads, rows, name="overturned")


def _show_seeds(seeds: SeedFigures) -> None:
    if not seeds.decided:
        text.sentence(
            _("Not measurable: no known error was decided yet ({n} wait).").format(
                n=whole(seeds.waiting)
            )
        )
        return
    found = share_words(share_of(seeds.caught, seeds.decided))
    text.line((_("Caught"), found), (_("Still waiting"), whole(seeds.waiting)))
    rows = [
        *(_seed_row(_("Slot"), numbered(Slot(row.name)), row) for row in seeds.by_slot),
        *(_seed_row(_("Kind of error"), names.seeded(row.name), row) for row in seeds.by_error),
    ]
    caption = _("Known errors that were decided, and those that were caught")
    heads = [_("Broken down by"), _("Value"), *_share_heads(_("Caught"), _("Errors decided"))]
    twins.show_table(caption, heads, rows, name="seeds")


def _seed_row(kind: str, name: str, row: SeedCount) -> list[twins.Figure]:
    return [kind, name, *_share_cells(share_of(row.caught, row.n))]


def kappa_words(found: Agreement) -> str:
    """Kappa with its interval and number, or why there is none."""
    if found.kappa is None:
        return _("not measurable (n = {n})").format(n=whole(found.n))
    words = _("κ = {kappa} (95 % interval {low} to {high}; n = {n})")
    return words.format(
        kappa=i18n.number(found.kappa),
        low=i18n.number(found.low or 0),
        high=i18n.number(found.high or 0),
        n=whole(found.n),
    )


def _show_readers(readers: Readers) -> None:
    text.line(
        (_("Cohen’s kappa over all slots"), kappa_words(readers.whole)),
        (_("Cases read twice"), whole(readers.cases)),
    )
    text.sentence(
        _(
            "1 is always alike, 0 as often as by chance. Counted are slots that both readers "
            "judged, the second one blind; “source outdated” says nothing of the answer."
        ),
        "hri-quiet",
    )
    if not readers.whole.n:
        return
    rows: list[list[twins.Figure]] = [
        [numbered(item.slot), *_kappa_cells(item.agreement)] for item in readers.by_slot
    ]
    heads = [_("Slot"), _("Judged by both"), _("Alike"), "κ", _("From"), _("To")]
    caption = _("Agreement on each slot, with the 95 % interval of kappa")
    twins.show_table(caption, heads, rows, name="agreement")
    found = [labels.name(judgement) for judgement in CATEGORIES]
    table: list[list[twins.Figure]] = [
        [name, *row] for name, row in zip(found, readers.table, strict=True)
    ]
    caption = _("What the first reader found (rows) and the second (columns), in slots")
    heads = [_("First reader"), *found]
    with twins.closed("readers", _("Both readers")):
        twins.show_table(caption, heads, table, name="readers")


def _kappa_cells(found: Agreement) -> list[twins.Figure]:
    return [found.n, found.same, found.kappa, found.low, found.high]


def _show_unseen(unseen: Unseen) -> None:
    text.line(
        (_("Approved unchanged, a slot’s sources never shown"), share_words(unseen.approved)),
        (_("Not recorded"), whole(unseen.unknown)),
    )
    text.sentence(
        _(
            "A slot’s sources are shown when the person turns to the slot. Counted are slots in "
            "which the answer says something."
        ),
        "hri-quiet",
    )


def _show_people(personal: Personal) -> None:
    text.sentence(
        _(
            "For coaching, not for ranking: nobody is shown below {n} decisions, no figure below "
            "{n} cases. Left out: {left}."
        ).format(n=personal.few, left=whole(personal.left_out)),
        "hri-quiet",
    )
    if not personal.people:
        return
    rows: list[list[twins.Figure]] = [
        [
            one.name,
            one.decided,
            *(
                _("not shown") if share is None else share_short(share)
                for share in (one.overturned, one.unseen, one.agreed, one.seeds_caught)
            ),
        ]
        for one in personal.people
    ]
    heads = [
        *(_("Person"), _("Decided"), _("Edited or rejected")),
        *(_("Sources not all shown"), _("Alike with the other reader"), _("Known errors caught")),
    ]
    caption = _("Figures of people with at least {n} decisions").format(n=personal.few)
    twins.show_table(caption, heads, rows, name="people")


def share_short(share: Share) -> str:
    """A share in few words."""
    words = _("{share} ({count} of {n})")
    return words.format(share=percent(share.share or 0), count=whole(share.count), n=whole(share.n))
