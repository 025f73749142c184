"""Incident reports: what did not pass, and why."""

from __future__ import annotations

from hri.assurance.artefacts import Incident, Incidents
from hri.assurance.criteria import Measurement
from hri.assurance.dossiers import Dossier, procedure_id
from hri.assurance.planning import expected_of
from hri.assurance.results import CaseResult
from hri.assurance.testcases import Priority


def write_incidents(dossier: Dossier) -> Incidents:
    """A report for each test case that failed, and one for all that a misfit holds back."""
    failures = dossier.failures
    name = "incidents_some" if failures else "incidents_none"
    return Incidents(
        **dossier.base(Incidents),
        summary=dossier.words.text(name, count=len(failures)),
        incidents=tuple(
            _withheld(dossier, about) if about[0].withheld else _incident(dossier, about[0])
            for about in dossier.reports
        ),
    )


def _incident(dossier: Dossier, found: CaseResult) -> Incident:
    words, case = dossier.words, found.case
    criteria = map(dossier.criterion, case.criteria)
    return Incident(
        id=dossier.incident_of(case.id),
        overview=words.text("incident_overview", case=case.id, title=dossier.in_words(case.title)),
        detected=found.ended or dossier.ended,
        originator=words.text("tester"),
        context=(
            dossier.item,
            dossier.run.replace("RUN", "ENV"),
            procedure_id(case.kind),
            words.text("incident_verdict", verdict=words.value(found.verdict.value)),
        ),
        expected=(
            *expected_of(words, case),
            *(words.text("expected_criterion", criterion=said) for said in criteria),
        ),
        actual=_actual(dossier, found),
        evidence=found.evidence or (words.text("evidence_log", case=case.id),),
        severity=words.value(case.risk_class.value),
        priority=words.value(case.priority.value),
        risk=", ".join(f"R-{name}" for name in case.requirements),
        status=words.text("incident_open"),
        cause=words.text("to_be_found"),
        fix=words.text("to_be_found"),
        retest=words.text("to_be_found"),
    )


def _withheld(dossier: Dossier, about: tuple[CaseResult, ...]) -> Incident:
    """One report for all cases that a misfit holds back: none of them shows anything of its own."""
    words = dossier.words
    names = dict.fromkeys(name for found in about for name in found.case.requirements)
    first, last = about[0], about[-1]
    return Incident(
        id=dossier.incident_of(first.case.id),
        overview=words.text("withheld", count=len(about)),
        detected=last.ended or dossier.ended,
        originator=words.text("tester"),
        context=(dossier.item, dossier.run.replace("RUN", "ENV")),
        expected=(words.text("withheld_expected"),),
        actual=dossier.misfits,
        evidence=tuple(found.case.id for found in about),
        severity=words.value(Priority.HIGH.value),
        priority=words.value(Priority.HIGH.value),
        risk=", ".join(f"R-{name}" for name in names),
        status=words.text("incident_open"),
        cause=" ".join(dossier.misfits),
        fix=words.text("withheld_fix"),
        retest=words.text("suspension"),
    )


def _actual(dossier: Dossier, found: CaseResult) -> tuple[str, ...]:
    words, said = dossier.words, []
    if found.problem:
        said.append(words.text("actual_blocked", why=found.problem))
    if found.action is not None:
        said.append(words.text("actual_action", action=found.action.value))
    if found.fired:
        said.append(words.text("actual_overrides", names=", ".join(found.fired)))
    said += [words.text("actual_missing", name=name) for name in found.missing]
    said += [
        words.text(
            "actual_measure",
            criterion=dossier.criterion(item.criterion),
            value=value_of(dossier, item),
        )
        for item in found.measurements
        if not item.met
    ]
    return tuple(said)


def value_of(dossier: Dossier, item: Measurement) -> str:
    """A measured value as it is written; a dash where there is none."""
    return "–" if item.measured is None else dossier.number(item.measured)
