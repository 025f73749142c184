"""Words for what the stages return by reference: enumerations, messages, overrides, values."""

from __future__ import annotations

import re
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum

from babel.numbers import format_currency
from babel.units import format_unit

from hri.assurance.bundles import BundleFault
from hri.casework.permissions import UseCase
from hri.casework.withdrawing import Withdrawn
from hri.domain.activations import ActivationKind, PolicyState
from hri.domain.base import Message
from hri.domain.chats import LlmFault
from hri.domain.claims import AuthorityRole, Polarity, Qualifier, TextKind, Verdict, VerdictReason
from hri.domain.decisions import Action
from hri.domain.events import EventKind, Fault
from hri.domain.failures import Failure
from hri.domain.outbox import DeliveryState
from hri.domain.policies import CaseFlag
from hri.domain.proposals import ProposalVerdict
from hri.domain.queues import SlotFinding, View
from hri.domain.reviews import Judgement, ReplyKind, ReviewState, ReviewVerb, Role, Stage
from hri.domain.slots import Signal, Slot
from hri.domain.values import (
    AuthorityName,
    DocumentName,
    Duration,
    DurationKind,
    LegalReference,
    Money,
    Unit,
    Value,
)
from hri.domain.worklists import BatchVerb, RemarkKind
from hri.evaluation.drift import Grouping, Measured
from hri.ui.i18n import FORMATS, _, day, known, language, number, second

ENUMERATIONS: tuple[type[StrEnum], ...] = (
    Action,
    ActivationKind,
    AuthorityRole,
    BatchVerb,
    BundleFault,
    CaseFlag,
    DeliveryState,
    DurationKind,
    EventKind,
    Failure,
    Fault,
    Grouping,
    Judgement,
    LlmFault,
    Measured,
    Polarity,
    PolicyState,
    ProposalVerdict,
    Qualifier,
    RemarkKind,
    ReplyKind,
    ReviewState,
    ReviewVerb,
    Role,
    Signal,
    Slot,
    SlotFinding,
    Stage,
    TextKind,
    Unit,
    UseCase,
    Verdict,
    VerdictReason,
    View,
    Withdrawn,
)
"""Every enumeration with words in the catalogues, under "Class.value"."""

PARAMETER_ENUMERATIONS: dict[str, type[StrEnum]] = {
    "slot": Slot,
    "verdict": Verdict,
    "flag": CaseFlag,
    "signal": Signal,
    "floor": Action,
    "action": Action,
    "unit": Unit,
}
"""Message parameters that carry a member of an enumeration."""


TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:")


def name(member: StrEnum) -> str:
    """The word for a member of an enumeration."""
    return _(f"{type(member).__name__}.{member.value}")


def override(identifier: str) -> str:
    """The name of an override; one a policy author added is shown by its id."""
    key = f"OverrideName.{identifier}"
    return _(key) if known(key) else identifier


def rule(identifier: str) -> str:
    """A rule in words where it was derived from the pack; a hand-written one by its own id."""
    key = f"Rule.{identifier}"
    return _(key) if known(key) else identifier


def pair(key: str, words: str) -> str:
    """A name and what it stands for, with the colon of the language."""
    return _("{key}: {words}").format(key=key, words=words)


def in_force(name: str, words: str) -> str:
    """The label of something that can be tried, with what is in force."""
    return _("{name}: in force {value}").format(name=name, value=words)


def word(raw: str) -> str:
    """A raw word of an audit event: what the product knows and times in words, others as is."""
    for kind in (Slot, Judgement, ReviewVerb, ReplyKind, Role, UseCase, ActivationKind):
        if raw in set(kind):
            return name(kind(raw))
    if known(f"word.{raw}"):
        return _(f"word.{raw}")
    if not TIMESTAMP.match(raw):
        return raw
    try:
        return second(datetime.fromisoformat(raw))
    except ValueError:
        return raw


def payload_key(key: str) -> str:
    """The name of a part of an audit event; an unknown one is shown as it is stored."""
    known_as = f"payload.{key}"
    return _(known_as) if known(known_as) else key


def message(reference: Message) -> str:
    """The sentence for a message. It may hold untrusted words: show it through ``hri.ui.text``."""
    if not known(reference.id):
        details = ", ".join(f"{key} = {value}" for key, value in sorted(reference.params.items()))
        return f"{reference.id} ({details})" if details else reference.id
    words = {key: _parameter(key, value) for key, value in reference.params.items()}
    return _(reference.id).format_map(_Gaps(words))


class _Gaps(dict[str, str]):
    """Parameters of a message; one that is missing shows as a gap, the sentence stays readable."""

    def __missing__(self, key: str) -> str:
        return "…"


def _parameter(key: str, value: str | int | float) -> str:
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return number(value)
    if key == "rules":
        return ", ".join(_("“{words}”").format(words=rule(each)) for each in value.split(", "))
    kind = PARAMETER_ENUMERATIONS.get(key)
    if kind is not None and value in {member.value for member in kind}:
        return name(kind(value))
    try:
        return day(date.fromisoformat(value)) if len(value) == 10 else value
    except ValueError:
        return value


def value(claimed: Value) -> str:
    """A normalised value in words and the reader's notation."""
    match claimed:
        case Money():
            return _money(claimed)
        case Duration():
            return _duration(claimed)
        case AuthorityName():
            return claimed.surface
        case DocumentName():
            return claimed.surface or _("no document")
        case LegalReference():
            return _reference(claimed)


def _money(claimed: Money) -> str:
    if claimed.low == claimed.high == 0:
        return _("free of charge")
    amounts = [
        format_currency(amount, claimed.currency, locale=FORMATS[language()])
        for amount in dict.fromkeys((claimed.low, claimed.high))
    ]
    return " – ".join(amounts) + (f" / {claimed.per}" if claimed.per else "")


def _duration(claimed: Duration) -> str:
    if claimed.low == claimed.high == 0:
        return _("at once")
    low, high = (_trimmed(bound) for bound in (claimed.low, claimed.high))
    if claimed.unit is Unit.WORKING_DAY:
        count = high if low == high else f"{low} – {high}"
        return _("{count} working days").format(count=count)
    words: str = format_unit(
        claimed.high, f"duration-{claimed.unit.value}", locale=FORMATS[language()]
    )
    return words if low == high else f"{low} – {words}"


def _trimmed(bound: Decimal) -> str:
    return f"{bound.normalize():f}"


def _reference(claimed: LegalReference) -> str:
    if claimed.articles is None:
        return claimed.instrument
    first, last = claimed.articles.first, claimed.articles.last
    articles = first if first == last else f"{first} – {last}"
    return f"{claimed.instrument} {articles}".strip()
