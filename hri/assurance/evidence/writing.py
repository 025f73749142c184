"""From the figures of a period to its evidence pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import get_args

from hri.assurance.artefacts import Term
from hri.assurance.environment import commit, commit_in_words, tree_state
from hri.assurance.evidence import happenings, upkeep, versions, volumes
from hri.assurance.evidence.crosswalk import Crosswalk, answered
from hri.assurance.evidence.document import (
    AuditReport,
    DriftReport,
    EvidencePack,
    IncidentReport,
    Instrument,
    Item,
    LogReport,
    OversightReport,
    PeriodHeader,
    Rates,
    State,
    Versions,
    Volumes,
)
from hri.assurance.evidence.editions import Edition
from hri.assurance.evidence.exhibits import Exhibit, Teller
from hri.assurance.evidence.judging import Footing
from hri.assurance.words import Words
from hri.domain.engine import ENGINE_VERSION
from hri.domain.periods import Period
from hri.domain.reviews import Reason
from hri.evaluation.evidence import Evidence

SECTIONS: Mapping[str, Callable[[Teller], Iterable[Exhibit]]] = {
    "versions": versions.versions,
    "volumes": volumes.volumes,
    "rates": volumes.rates,
    "incidents": happenings.incidents,
    "drift": happenings.drifts,
    "oversight": happenings.oversight,
    "logs": upkeep.logs,
    "audit": upkeep.audit,
}
"""The sections of a pack in order, with what gives their figures."""

LETTERS = "ABCDEFGH"
"""What the references of each section begin with."""

TERMS = (
    *("part", "part_sis", "part_ccs", "part_rvs", "hri", "pass", "warn", "defer", "route"),
    *("wilson", "psi", "kappa", "seed", "sample", "seal"),
)
OVERVIEW = {
    "answers_assessed": "volumes.total",
    "answers_escalated": "volumes.escalated",
    "wrong_delivered": "rates.wrong",
    "decisions_overturned": "rates.overturned",
    "known_errors_caught": "rates.seeds",
    "corrections_sent": "incidents.corrections_sent",
    "log_verified": "audit.verified",
}
"""Figures that the overview repeats, by its fields."""

READING, LIMITS = 4, 6
"""How many sentences say how to read the pack, and what it does not show."""


@dataclass(frozen=True)
class Frame:
    """What stands around the figures."""

    words: Words
    organisation: str
    made_at: datetime
    figures_sha256: str
    reasons: tuple[Reason, ...]
    crosswalk: Crosswalk
    editions: tuple[Edition, ...] = ()
    """Packs issued for the period, this one last; none: it is read, not issued."""


def write_pack(found: Evidence, frame: Frame) -> EvidencePack:
    """The evidence pack of a period; the same figures give the same pack but for its times."""
    say, footing = Teller(found, frame.words), footing_of(found, frame.words)
    every, items = footing.items, _by_section(footing)
    crosswalk = answered(frame.crosswalk, footing)
    return EvidencePack(
        language="fr" if frame.words.language == "fr" else "en",
        header=_header(found, frame),
        in_short=_in_short(say, footing),
        reading=tuple(frame.words.text(f"reading_{n}") for n in range(1, READING + 1)),
        crosswalk=crosswalk,
        duties_answered=_answers(crosswalk, say),
        **{field: _brief(every[key]) for field, key in OVERVIEW.items()},
        limits=tuple(frame.words.text(f"limit_{n}") for n in range(1, LIMITS + 1)),
        **_sections(say, items, frame),
    )


def footing_of(found: Evidence, words: Words) -> Footing:
    """Every figure of a period by its key, with its place in the pack."""
    say = Teller(found, words)
    given = {
        letter: tuple(give(say)) for letter, give in zip(LETTERS, SECTIONS.values(), strict=True)
    }
    items = [item for letter, rows in given.items() for item in _items(words, letter, rows)]
    return Footing(
        found=found,
        words=words,
        items={item.key: item for item in items},
        exhibits={exhibit.key: exhibit for rows in given.values() for exhibit in rows},
    )


def _by_section(footing: Footing) -> dict[str, tuple[Item, ...]]:
    return {
        name: tuple(item for item in footing.items.values() if item.ref.startswith(letter))
        for letter, name in zip(LETTERS, SECTIONS, strict=True)
    }


def _in_short(say: Teller, footing: Footing) -> str:
    """What a reader has to know before any figure, in a sentence."""
    found, oldest = say.found, say.found.logs.oldest_event
    if oldest is None:
        return say.text("short_empty")
    begun = say.numerals.moment(oldest)
    if found.before_log:
        return say.text("short_before", at=begun)
    if not found.audit.sound:
        return say.text("short_unsound", ref=footing.items["audit.verified"].ref)
    return say.text("short_late" if oldest >= found.period.since else "short_sound", at=begun)


def _brief(item: Item) -> str:
    return item.value if item.interval == "–" else f"{item.value} {item.interval}"


def _answers(crosswalk: tuple[Instrument, ...], say: Teller) -> str:
    states = Counter(row.state for part in crosswalk for row in part.duties)
    counted = {state: states[state] for state in get_args(State)}
    return say.text("duties", total=states.total(), **counted)


def _sections(
    say: Teller, items: Mapping[str, tuple[Item, ...]], frame: Frame
) -> dict[str, object]:
    names = {reason.code: _name(reason, frame.words.language) for reason in frame.reasons}
    base = {name: {"about": _about(say, name), "items": rows} for name, rows in items.items()}
    return {
        "versions": Versions(
            **base["versions"], policies=versions.policy_rows(say), used=versions.used_rows(say)
        ),
        "volumes": Volumes(**base["volumes"], by_action=volumes.action_rows(say)),
        "measured_rates": Rates(
            **base["rates"],
            sample=volumes.sample_rows(say),
            seeds=volumes.seed_rows(say),
            agreement=volumes.agreement_rows(say),
        ),
        "incident_report": IncidentReport(
            **base["incidents"],
            pauses=happenings.pause_rows(say),
            suite_runs=happenings.suite_rows(say),
        ),
        "drift": DriftReport(**base["drift"], by_slot=happenings.drift_rows(say)),
        "oversight": OversightReport(
            **base["oversight"], reasons=happenings.reason_rows(say, names)
        ),
        "logs": LogReport(**base["logs"], erasures=upkeep.erasure_rows(say)),
        "audit": AuditReport(**base["audit"]),
    }


def _name(reason: Reason, language: str) -> str:
    return reason.names.get(language) or reason.code


def _about(say: Teller, section: str) -> str:
    """What a section is about; that of drift names what is compared."""
    found = say.found.drift
    if section != "drift":
        return say.text(f"about_{section}")
    if found is None:
        return say.text("about_drift_none")
    return say.text(
        "about_drift",
        before=_days(say, found.before),
        first=found.cases_before,
        then=found.cases,
        alarm=say.numerals.number(found.alarm),
    )


def _items(words: Words, letter: str, exhibits: Iterable[Exhibit]) -> Iterator[Item]:
    for number, exhibit in enumerate(exhibits, start=1):
        missing = words.text("missing", why=exhibit.why)
        yield Item(
            ref=f"{letter}{number}",
            key=exhibit.key,
            figure=words.label(exhibit.key),
            provided=bool(exhibit.value),
            value=exhibit.value or missing,
            interval=exhibit.interval or "–",
            basis=words.text(f"basis.{exhibit.key}"),
        )


def _header(found: Evidence, frame: Frame) -> PeriodHeader:
    words, say, period = frame.words, Teller(found, frame.words), found.period
    collected = "collected" if found.over else "collected_early"
    before = period.before
    return PeriodHeader(
        document_id=f"HRI-EVIDENCE-{period.first:%Y%m%d}-{period.last:%Y%m%d}-{_number(frame)}",
        title=words.label(EvidencePack.kind),
        version=frame.figures_sha256[:12].upper(),
        issued=frame.made_at,
        status=words.text("status_draft"),
        organisation=frame.organisation or words.text("organisation_open"),
        authors=(words.text("author_tool", version=ENGINE_VERSION),),
        approvers=(words.text("approver_open"),),
        change_history=tuple(_history(say, frame)),
        scope=words.text("pack_scope", period=_days(say, period)),
        references=tuple(walk.title.in_language(words.language) for walk in frame.crosswalk.walks),
        glossary=tuple(
            Term(term=words.label(f"term_{name}"), meaning=words.text(f"term_{name}"))
            for name in TERMS
        ),
        period=_days(say, period),
        compared_with="–" if before is None else _days(say, before),
        collected=words.text(collected, at=say.numerals.moment(frame.made_at)),
        figures_sha256=frame.figures_sha256,
        crosswalk_sha256=frame.crosswalk.sha256,
        tool_version=ENGINE_VERSION,
        commit=commit_in_words(words, commit(), tree_state()),
    )


def _number(frame: Frame) -> str:
    return f"E{frame.editions[-1].number}" if frame.editions else "DRAFT"


def _history(say: Teller, frame: Frame) -> Iterator[str]:
    """Each edition, this one last."""
    if not frame.editions:
        yield say.text("not_issued", version=frame.figures_sha256[:12].upper())
    for edition in frame.editions:
        yield say.text(
            "edition",
            number=edition.number,
            at=say.numerals.moment(edition.at),
            by=edition.by,
            version=edition.figures_sha256[:12].upper() or "–",
        )


def _days(say: Teller, period: Period) -> str:
    day = say.numerals.day
    return say.text("from_to", first=day(period.first), last=day(period.last), days=period.days)
