"""The queue as people see it: what narrows it, its rows, pages and counts."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from enum import StrEnum

from hri.domain.base import Identifier, Model
from hri.domain.decisions import Action
from hri.domain.failures import Failure
from hri.domain.reviews import Review, ReviewState, Stage
from hri.domain.slots import Slot


class SlotFinding(StrEnum):
    """What holds of a slot of a case, or of any slot where none is named."""

    APPLIES = "applies"
    FLAGGED = "flagged"
    VIOLATED = "violated"
    """A rule is broken: RVS is 1."""
    UNSTABLE = "unstable"
    """The samples differ: SIS is above 0."""
    UNCOVERED = "uncovered"
    """The sources do not bear out all of it: CCS is below 1."""
    FOUND_WRONG = "found_wrong"
    """A person judged it wrong, in the decision that stands."""


class QueueFilter(Model):
    """Which cases a queue page shows; an empty field does not narrow it.

    ``states`` empty means the work to do: waiting cases and held ones. "" in a field of text means
    cases of which this is not stated.
    """

    procedure_id: str | None = None
    service: str | None = None
    slot: Slot | None = None
    """Cases in which this slot is flagged, or in which ``findings`` hold of it."""
    findings: tuple[SlotFinding, ...] = ()
    """Cases in which all of these hold of the slot; where none is named, each of any slot."""
    week: date | None = None
    """Cases that came in the seven days from this one on, in UTC."""
    action: Action | None = None
    language: str | None = None
    channel: str | None = None
    model: str | None = None
    states: tuple[ReviewState, ...] = ()
    holder: str | None = None
    """Cases that this person holds."""
    person: str | None = None
    """Cases that this person holds or was given."""
    past_due: bool = False
    stages: tuple[Stage, ...] = ()
    sent_back: bool = False
    skipped: bool = False
    sampled: bool = False
    """Delivered answers drawn for assurance; with no ``states`` also those nobody took yet."""
    snoozed: bool = False
    """Cases put off; otherwise these are left out until their time comes."""
    failure: Failure | None = None
    older_than: timedelta | None = None


class QueueItem(Model):
    """One row of the queue, with everything that explains its place."""

    case_id: Identifier
    question: str
    action: Action
    hri: float | None
    flagged: tuple[Slot, ...]
    """Empty where ``commit_first``, whatever the scores say."""
    procedure_id: str | None
    service: str
    language: str
    received_at: datetime
    due_at: datetime
    priority_risk: float
    priority: float
    """``priority_risk`` times age in hours at the page's moment; higher comes first."""
    past_due: bool
    drawn: bool = False
    """Whether it belongs to the share drawn at random, whose risk counts as 1 in the order."""
    sample_weight: float | None = None
    """How many delivered answers it stands for, where it was drawn for assurance."""
    commit_first: bool = False
    """Whether it is judged before its scores are shown, so that the row tells none either."""
    review: Review


class QueuePage(Model):
    """A page of the queue; hand ``cursor`` back for the next one (None: this was the last).

    ``at`` is the moment the order was computed for; the cursor keeps it over all pages.
    """

    items: tuple[QueueItem, ...]
    at: datetime
    cursor: str | None = None


class QueueCounts(Model):
    """Counts over the work to do that matches a filter."""

    waiting: int
    held: int
    past_due: int
    mine: int
    by_action: dict[Action, int]


class QueueChoices(Model):
    """The values that occur in the queue, to choose from; each list sorted and bounded."""

    services: tuple[str, ...] = ()
    channels: tuple[str, ...] = ()
    models: tuple[str, ...] = ()


class View(StrEnum):
    """Saved views of the queue."""

    MINE = "mine"
    DUE = "due"
    ROUTE = "route"
    DEFER = "defer"
    SECOND_READ = "second_read"
    SENT_BACK = "sent_back"
    SKIPPED = "skipped"
    SAMPLE = "sample"
    SNOOZED = "snoozed"


VIEW_FILTERS: dict[View, QueueFilter] = {
    View.MINE: QueueFilter(),
    View.DUE: QueueFilter(past_due=True),
    View.ROUTE: QueueFilter(action=Action.ROUTE),
    View.DEFER: QueueFilter(action=Action.DEFER),
    View.SECOND_READ: QueueFilter(stages=(Stage.SECOND, Stage.ADJUDICATION)),
    View.SENT_BACK: QueueFilter(sent_back=True),
    View.SKIPPED: QueueFilter(skipped=True),
    View.SAMPLE: QueueFilter(sampled=True),
    View.SNOOZED: QueueFilter(snoozed=True),
}
"""What each view narrows the queue to; ``MINE`` also to the person who asks."""


def view_filter(view: View, person: str) -> QueueFilter:
    """What a view narrows the queue to, for this person."""
    mine = {"person": person} if view is View.MINE else {}
    return VIEW_FILTERS[view].model_copy(update=mine)
