"""Reported wrong answers never pass; the right ones beside them are not held back."""

from __future__ import annotations

from collections import Counter

import pytest
from failures.conftest import PackOf
from failures.reports import Report, Wrong, judge, read_tables, right_answers, wrong_answers

from hri.domain.assessments import Assessment
from hri.domain.decisions import Action

REPORTS = read_tables("answers", "reports")


@pytest.mark.parametrize(("report", "wrong"), [*wrong_answers(REPORTS)])
def test_a_wrong_answer_does_not_pass(report: Report, wrong: Wrong, pack_of: PackOf) -> None:
    found = judge(report, wrong.answer, pack_of(report))
    assert found.state is not Action.PASS, describe(found)
    for slot in wrong.flagged:
        assert found.slots[slot].flagged, describe(found)


@pytest.mark.parametrize("report", [*right_answers(REPORTS)])
def test_a_right_answer_is_not_held_back(report: Report, pack_of: PackOf) -> None:
    found = judge(report, report["right"], pack_of(report), samples=report["samples"])
    assert not found.state.escalates, describe(found)


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report["id"])
def test_every_fact_of_the_small_pack_is_read(report: Report, pack_of: PackOf) -> None:
    pack = pack_of(report)
    slots = {fact["slot"] for fact in report.get("facts", ()) if not fact.get("unread")}
    for slot in slots:
        assert all(known.claims for known in pack.facts("report", slot)), slot


def test_each_report_has_one_table() -> None:
    counts = Counter(report["id"] for report in REPORTS)
    assert [name for name, number in counts.items() if number > 1] == []


def describe(found: Assessment) -> str:
    fired = [f"{item.id} {item.slot or ''}".strip() for item in found.overrides]
    claims = [
        f"{slot}: {claim.text!r} {claim.verdict}"
        for slot, item in found.slots.items()
        for claim in item.claims
    ]
    return f"{found.state} (index {found.hri}); fired: {fired}; claims: {claims}"
