"""Documents written after a run: log, status, completion, traceability."""

from __future__ import annotations

from hri.assurance.artefacts import (
    DOCUMENTS,
    CaseTrace,
    Completion,
    Evaluation,
    Figure,
    Log,
    LogEvent,
    Matrix,
    Status,
    Trace,
)
from hri.assurance.criteria import Measurement
from hri.assurance.dossiers import Dossier, coverage_id, procedure_id
from hri.assurance.incidents import value_of
from hri.assurance.requirements import Requirement
from hri.assurance.results import CaseResult, TestVerdict
from hri.assurance.testcases import Kind
from hri.evaluation.estimates import wilson


def write_log(dossier: Dossier) -> Log:
    """The execution log: one event a test case, in order."""
    return Log(
        **dossier.base(Log),
        tester=dossier.words.text("tester"),
        environment_id=dossier.run.replace("RUN", "ENV"),
        item=dossier.item,
        started=dossier.started,
        ended=dossier.ended,
        events=tuple(
            _event(dossier, number, found)
            for number, found in enumerate(dossier.result.results, start=1)
        ),
    )


def _event(dossier: Dossier, number: int, found: CaseResult) -> LogEvent:
    words, passed = dossier.words, found.verdict is TestVerdict.PASSED
    return LogEvent(
        id=f"E-{number:04}",
        started=found.started or dossier.started,
        ended=found.ended or dossier.ended,
        procedure=procedure_id(found.case.kind),
        case=found.case.id,
        description=dossier.in_words(found.case.title),
        verdict=words.value(found.verdict.value),
        impact=words.text("impact_none" if passed else "impact_incident"),
        incident=dossier.incident_of(found.case.id),
    )


def _interval(dossier: Dossier, item: Measurement) -> str:
    if item.low is None or item.high is None:
        return ""
    return dossier.interval(item.low, item.high)


def write_status(dossier: Dossier) -> Status:
    """The status at the end of the run."""
    words, result = dossier.words, dossier.result
    done = len(result.results) - result.count(TestVerdict.BLOCKED)
    return Status(
        **dossier.base(Status),
        period_from=dossier.started,
        period_to=dossier.ended,
        progress=(words.text("progress", done=done, planned=len(result.results)),),
        blocking=_blocking(dossier) or (words.text("none"),),
        measures=_verdicts(dossier),
        risks=tuple(_open_risks(dossier)) or (words.text("no_new_risks"),),
        planned=(words.text("planned_open" if dossier.passed else "planned_retest"),),
    )


def _blocking(dossier: Dossier) -> tuple[str, ...]:
    """Why cases are blocked: what does not fit, then what stopped single ones."""
    return (
        *dossier.misfits,
        *(f"{found.case.id}: {found.problem}" for found in dossier.failures
          if found.problem and not found.withheld),
    )  # fmt: skip


def _verdicts(dossier: Dossier) -> tuple[Figure, ...]:
    words, total = dossier.words, len(dossier.result.results)
    return tuple(
        Figure(
            name=words.text("cases_with", verdict=words.value(verdict.value)),
            value=str(dossier.result.count(verdict)),
            n=total,
            interval="",
        )
        for verdict in TestVerdict
    )


def _open_risks(dossier: Dossier) -> list[str]:
    words, held = dossier.words, sum(found.withheld for found in dossier.failures)
    open_ = [
        words.text("risk_open", risk=words.value(found.case.risk_class.value), case=found.case.id)
        for found in dossier.failures
        if not found.withheld
    ]
    return [*open_, *([words.text("withheld", count=held)] if held else [])]


def write_completion(dossier: Dossier) -> Completion:
    """The completion report, with measures and intervals."""
    words = dossier.words
    return Completion(
        **dossier.base(Completion),
        conclusion=words.text("conclusion_pass" if dossier.passed else "conclusion_fail"),
        performed=_performed(dossier),
        deviations=(_deviations(dossier),),
        evaluation=_evaluations(dossier),
        blocking=_blocking(dossier) or (words.text("none"),),
        measures=(*_verdicts(dossier), *_by_slot(dossier)),
        rates=_rates(dossier),
        residual_risks=(
            *_open_risks(dossier),
            *(words.text(f"residual_{number}") for number in range(1, 6)),
        ),
        deliverables=tuple(words.label(kind.kind) for kind in DOCUMENTS),
        reusable=(words.text("reusable_1"), words.text("reusable_2")),
        lessons=(words.text("lessons_open"),),
    )


def _deviations(dossier: Dossier) -> str:
    planned = len(dossier.result.results)
    blocked = dossier.result.count(TestVerdict.BLOCKED)
    name = "some_blocked" if blocked else "all_run"
    return dossier.words.text(name, blocked=blocked, planned=planned)


def _performed(dossier: Dossier) -> tuple[str, ...]:
    words, cases = dossier.words, dossier.suite.cases
    counts = {kind: sum(case.kind is kind for case in cases) for kind in Kind}
    return tuple(
        words.text("performed", count=count, manner=words.value(kind.value))
        for kind, count in counts.items()
        if count
    )


def _evaluations(dossier: Dossier) -> tuple[Evaluation, ...]:
    total, passed = len(dossier.result.results), dossier.result.count(TestVerdict.PASSED)
    tracing = dossier.tracing
    rows = (
        ("completion_1", total, passed),
        ("completion_2", 0, len(tracing.unverified)),
        ("completion_3", 0, len(tracing.unknown)),
    )
    words = dossier.words
    return tuple(
        Evaluation(
            criterion=words.text(name),
            wanted=str(wanted),
            found=str(found),
            verdict=words.value("pass" if wanted == found else "fail"),
        )
        for name, wanted, found in rows
    )


def _by_slot(dossier: Dossier) -> tuple[Figure, ...]:
    """Shares of cases passed per slot, with intervals: they say how little few cases prove."""
    rows: dict[str, list[bool]] = {}
    for found in dossier.result.results:
        if found.case.slot is not None:
            rows.setdefault(found.case.slot.value, []).append(found.verdict is TestVerdict.PASSED)
    figures = []
    for slot, met in rows.items():
        share = sum(met) / len(met)
        low, high = wilson(share, len(met))
        figures.append(
            Figure(
                name=dossier.words.text("passed_of_slot", slot=dossier.words.value(slot)),
                value=dossier.number(share, ".3f"),
                n=len(met),
                interval=dossier.interval(low, high),
            )
        )
    return tuple(figures)


def _rates(dossier: Dossier) -> tuple[Figure, ...]:
    return tuple(
        Figure(
            name=f"{dossier.in_words(found.case.title)} – {dossier.criterion(item.criterion)}",
            value=value_of(dossier, item),
            n=item.n,
            interval=_interval(dossier, item),
        )
        for found in dossier.result.results
        if found.case.kind is Kind.RATE
        for item in found.measurements
    )


def write_matrix(dossier: Dossier) -> Matrix:
    """The traceability matrix, both ways."""
    words, tracing = dossier.words, dossier.tracing
    gaps = [words.text("gap_requirement", name=name) for name in tracing.unverified]
    gaps += [words.text("gap_case", case=case, name=name) for case, name in tracing.unknown]
    verified = [item for item in dossier.catalogue.requirements if _is_shown(dossier, item)]
    return Matrix(
        **dossier.base(Matrix),
        gaps=tuple(gaps) or (words.text("no_gaps"),),
        forward=tuple(_trace(dossier, item) for item in verified),
        backward=tuple(
            CaseTrace(
                case=found.case.id,
                requirements=found.case.requirements,
                procedure=procedure_id(found.case.kind),
                verdict=words.value(found.verdict.value),
                incident=dossier.incident_of(found.case.id),
            )
            for found in dossier.result.results
        ),
    )


def _is_shown(dossier: Dossier, item: Requirement) -> bool:
    return dossier.suite.info.whole or bool(dossier.tracing.cases[item.id])


def _trace(dossier: Dossier, item: Requirement) -> Trace:
    words, ids = dossier.words, dossier.tracing.cases[item.id]
    found = [result for result in dossier.result.results if result.case.id in ids]
    verdict = _worst(found)
    return Trace(
        requirement=item.id,
        text=dossier.in_words(item.text),
        clause=dossier.in_words(item.clause),
        rationale=dossier.in_words(item.rationale),
        risk=words.value(item.risk.value),
        method=words.value(item.method),
        element=item.element,
        coverage_item=coverage_id(item.id),
        cases=ids,
        procedures=tuple(dict.fromkeys(procedure_id(result.case.kind) for result in found)),
        run=dossier.run,
        item=dossier.item,
        verdict=words.value(verdict.value) if verdict else words.text("none"),
        incidents=tuple(filter(None, (dossier.incident_of(case_id) for case_id in ids))),
        status=words.text("verified" if verdict is TestVerdict.PASSED else "not_verified"),
    )


def _worst(found: list[CaseResult]) -> TestVerdict | None:
    order = (TestVerdict.FAILED, TestVerdict.BLOCKED, TestVerdict.PASSED)
    return next((v for v in order if any(item.verdict is v for item in found)), None)
