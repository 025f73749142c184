"""Incidents, drift and oversight of a period."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hri.assurance.evidence.document import DriftRow, PauseRow, ReasonRow, SuiteRow
from hri.assurance.evidence.exhibits import Exhibit, Teller
from hri.domain.events import EventKind
from hri.domain.pauses import Pause, Topic
from hri.domain.reviews import ReplyKind
from hri.evaluation.drift import Measured, Series
from hri.evaluation.evidence import Compared
from hri.evaluation.quality import share_of

COUNTED = {
    "incidents.passed_unscored": EventKind.PASSED_UNSCORED,
    "incidents.rejected": EventKind.CASE_REJECTED,
    "incidents.failed_messages": EventKind.REPLY_FAILED,
    "incidents.refused": EventKind.REFUSED,
    "incidents.doubts": EventKind.SOURCE_DOUBTED,
    "incidents.pauses": EventKind.PAUSE_STARTED,
    "incidents.held": EventKind.CASE_PAUSED,
}
"""Incidents that are events of one kind."""


def incidents(say: Teller) -> Iterator[Exhibit]:
    """Everything that counts as an incident, from which event."""
    total = say.found.actions.total
    unscored = share_of(say.found.not_scored, total)
    yield say.share("incidents.not_scored", unscored, "why_no_case")._replace(interval="")
    for key, kind in COUNTED.items():
        yield say.count(key, say.found.count(kind))
    corrected = say.found.message(ReplyKind.CORRECTED)
    yield say.count("incidents.corrections_written", corrected.written)
    yield say.count("incidents.corrections_sent", corrected.sent)
    audit = say.found.audit
    problems = audit.findings + (audit.first_bad is not None)
    yield say.count("incidents.audit", problems)
    runs = say.found.suites
    failed = share_of(sum(not run.passed for run in runs), len(runs))
    yield say.share("incidents.suites", failed, "why_no_suites")._replace(
        interval="", holds=_last_passed(say)
    )
    yield say.count("incidents.suites_stopped", say.found.count(EventKind.SUITE_STOPPED))


def _last_passed(say: Teller) -> bool | None:
    """Whether the last run of each suite passed; None where none was run."""
    last = {run.suite: run.passed for run in say.found.suites}
    return all(last.values()) if last else None


def pause_rows(say: Teller) -> tuple[PauseRow, ...]:
    """The pauses that ran at some time of the period."""
    return tuple(_pause(say, pause) for pause in say.found.pauses)


def _pause(say: Teller, pause: Pause) -> PauseRow:
    moment, ended = say.numerals.moment, pause.ended
    return PauseRow(
        topic=_topic(say, pause.topic),
        begun=moment(pause.at),
        ended=say.text("runs_still") if ended is None else moment(ended.at),
        by=pause.by_name,
        reason=pause.reason,
    )


def _topic(say: Teller, topic: Topic) -> str:
    if topic.everything:
        return say.text("topic_everything")
    if topic.procedure_id is not None:
        return say.text("topic_procedure", name=topic.procedure_id)
    return say.text("topic_service", name=topic.service)


def suite_rows(say: Teller) -> tuple[SuiteRow, ...]:
    """The runs of suites that ended in the period."""
    return tuple(
        SuiteRow(
            suite=run.suite,
            run=run.run or "–",
            ended=say.numerals.moment(run.at),
            verdict=say.words.value("pass" if run.passed else "fail"),
        )
        for run in say.found.suites
    )


def drifts(say: Teller) -> Iterator[Exhibit]:
    """The stability index of each measure beside the period before."""
    found = say.found.drift
    for measured in Measured:
        key = f"drift.{measured.value}"
        if found is None:
            yield say.none(key, "why_no_drift")
            continue
        series = next(one for one in found.whole if one.measured is measured)
        yield _drift(say, key, series, found)


def _drift(say: Teller, key: str, series: Series, found: Compared) -> Exhibit:
    index, chance = series.stability.index, series.stability.by_chance
    if index is None or chance is None:
        return say.none(key, "why_no_value")
    value = say.text(
        "psi",
        index=say.numerals.number(index, 3),
        chance=say.numerals.number(chance, 3),
        verdict=_verdict(say, series, found),
    )
    return Exhibit(key, value)


def _verdict(say: Teller, series: Series, found: Compared) -> str:
    return say.text("drifted" if series.stability.exceeds(found.alarm) else "steady")


def drift_rows(say: Teller) -> tuple[DriftRow, ...]:
    """Each signal of each slot in which it was measured in both periods."""
    found = say.found.drift
    if found is None:
        return ()
    return tuple(
        _drift_row(say, series, found)
        for series in found.by_slot
        if series.stability.index is not None and series.slot is not None
    )


def _drift_row(say: Teller, series: Series, found: Compared) -> DriftRow:
    slot = "" if series.slot is None else say.words.value(series.slot.value)
    return DriftRow(
        measure=f"{series.measured.value.upper()}, {slot}",
        psi=say.numerals.number(series.stability.index or 0, 3),
        by_chance=say.numerals.number(series.stability.by_chance or 0, 3),
        verdict=_verdict(say, series, found),
    )


def oversight(say: Teller) -> Iterator[Exhibit]:
    """Decisions, their reasons, their time, the evidence looked at, second reads."""
    found, of_none = say.found.oversight, "why_no_decision"
    yield say.count("oversight.decisions", found.decisions)
    yield say.share("oversight.reasons", found.with_reason, of_none)
    yield _opened(say)
    yield _minutes(say)
    yield say.share("oversight.in_time", found.in_time, of_none)
    yield say.count("oversight.second_reads", found.readers.cases)
    yield say.count("oversight.judged_first", say.found.count(EventKind.REVIEW_REVEALED))
    yield say.count("oversight.undone", say.found.count(EventKind.REVIEW_UNDONE))
    yield say.count("oversight.sent_back", say.found.count(EventKind.REVIEW_SENT_BACK))
    reviewers = found.reviewers
    yield (
        Exhibit("oversight.reviewers", say.numerals.whole(reviewers), n=reviewers)
        if reviewers
        else say.none("oversight.reviewers", "why_no_reviewer")
    )
    yield say.none("oversight.training", "why_no_training")


def _opened(say: Teller) -> Exhibit:
    unseen = say.found.oversight.unseen
    return say.share("oversight.unseen", unseen.approved, "why_no_approval_shown")


def _minutes(say: Teller) -> Exhibit:
    took = say.found.oversight.minutes
    if took.median is None or took.p90 is None:
        return say.none("oversight.minutes", "why_no_decision")
    number = say.numerals.number
    value = say.text("minutes", median=number(took.median, 1), p90=number(took.p90, 1), n=took.n)
    return Exhibit("oversight.minutes", value)


def reason_rows(say: Teller, names: Mapping[str, str]) -> tuple[ReasonRow, ...]:
    """Decisions by what was decided and why; ``names`` are those of the reason codes."""
    return tuple(
        ReasonRow(
            verb=say.words.value(f"verb_{row.verb.value}"),
            reason=names.get(row.code, row.code) or say.text("no_reason"),
            n=say.numerals.whole(row.n),
        )
        for row in say.found.oversight.reasons
    )
