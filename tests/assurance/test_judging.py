"""A duty is provided only where the figures that decide it are there, and favourable."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from assurance.deployment import MARCH, open_empty, open_lived_in
from casework.bench import CHIEF, store_of
from pydantic import ValidationError

from hri.assurance.evidence.atrs import load_template
from hri.assurance.evidence.crosswalk import load_crosswalk
from hri.assurance.evidence.judging import Asked, Footing, judge
from hri.assurance.evidence.packs import EvidenceDossier
from hri.assurance.evidence.writing import footing_of
from hri.assurance.words import Text, load_words
from hri.wiring import Desk

QUIET = date(2025, 6, 1), date(2025, 6, 30)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return open_lived_in(tmp_path_factory.mktemp("judged"))


@pytest.fixture(scope="module")
def march(desk: Desk) -> EvidenceDossier:
    return desk.evidence.pack(CHIEF, *MARCH, "en")


def states(dossier: EvidenceDossier) -> dict[str, str]:
    return {row.id: row.state for part in dossier.document.crosswalk for row in part.duties}


def lines(dossier: EvidenceDossier, duty: str) -> str:
    rows = (row for part in dossier.document.crosswalk for row in part.duties)
    return " / ".join(next(row.exhibits for row in rows if row.id == duty))


@pytest.fixture(scope="module")
def footing(march: EvidenceDossier) -> Footing:
    return footing_of(march.figures, load_words("en"))


def asked(**decisive: object) -> Asked:
    named = {key.replace("__", "."): want for key, want in decisive.items()}
    return Asked(evidence=tuple(named), decisive=named)


@pytest.mark.parametrize(
    ("decisive", "state"),
    [
        ({"logs__events": 1}, "provided"),
        ({"logs__events": 1, "versions__rolled_back": 1}, "provided"),
        ({"incidents__passed_unscored": "there"}, "provided"),
        ({"incidents__passed_unscored": "none"}, "provided"),
        ({"incidents__passed_unscored": 1}, "not_provided"),
        ({"incidents__passed_unscored": 1, "logs__events": 1}, "in_part"),
        ({"logs__kept": 184}, "not_provided"),
        ({"logs__kept": 58}, "provided"),
        ({"logs__kept": 59}, "not_provided"),
        ({"audit__verified": "holds"}, "provided"),
        ({"incidents__suites": "holds", "logs__events": 1}, "not_provided"),
        ({"incidents__pauses": "none", "logs__events": 1}, "not_provided"),
        ({"oversight__training": "there"}, "not_provided"),
        ({"oversight__training": "there", "logs__events": 1}, "in_part"),
        ({"audit__head": "holds"}, "not_provided"),
        ({"audit__head": "none"}, "not_provided"),
        ({"audit__head": 1}, "not_provided"),
    ],
)
def test_what_decides(footing: Footing, decisive: dict[str, object], state: str) -> None:
    wanted = asked(**decisive)
    assert judge(wanted, footing).state == state
    mine = judge(wanted, footing, own=True)
    assert mine.state == ("provided" if state == "provided" else "in_part")
    lacking = wanted.model_copy(update={"missing": Text(fr="x", en="x")})
    assert judge(lacking, footing).state == ("in_part" if state == "provided" else state)


def test_a_log_of_which_a_part_was_not_compared_decides_nothing(march: EvidenceDossier) -> None:
    audit = march.figures.audit.model_copy(update={"uncovered": 1})
    found = march.figures.model_copy(update={"audit": audit})
    unsure = footing_of(found, load_words("en"))
    judged = judge(asked(logs__events=1, audit__verified="holds"), unsure)
    assert judged == ("in_part", ("H2 leaves a part that could not be compared.",))
    assert judge(asked(logs__kept=1, audit__verified="holds"), unsure).state == "in_part"


def test_other_figures_that_are_missing_or_contrary_take_away_from_the_whole(
    footing: Footing,
) -> None:
    for other in ("audit.signed", "incidents.suites"):
        both = Asked(evidence=("logs.events", other), decisive={"logs.events": 1})
        assert judge(both, footing).state == "in_part"


@pytest.mark.parametrize(
    "given",
    [
        {"evidence": ("a",)},
        {"evidence": ("a",), "decisive": {"b": "there"}},
        {"evidence": ("a",), "decisive": {"a": 0}},
        {"evidence": ("a",), "decisive": {"a": "perhaps"}},
    ],
)
def test_evidence_needs_something_that_decides(given: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Asked.model_validate(given)


def test_what_is_wanted_of_a_figure_is_something_it_can_be(footing: Footing) -> None:
    every = [duty for walk in load_crosswalk().walks for duty in walk.duties]
    every += [field for group in load_template().sections for field in group.fields]
    for each in every:
        for key, want in each.decisive.items():
            found = footing.exhibits[key]
            if isinstance(want, int) or want == "none":
                assert found.n is not None, (each, key)
            if want == "holds":
                assert found.holds is not None, (each, key)


@pytest.mark.parametrize("period", [QUIET, (date(2026, 1, 31), date(2026, 1, 31))])
def test_before_the_first_event_nothing_is_provided(desk: Desk, period: tuple[date, date]) -> None:
    found = desk.evidence.pack(CHIEF, *period, "en")
    assert set(states(found).values()) == {"not_provided"}
    assert "No system was in operation" in found.document.in_short
    assert "before the first event" in lines(found, "ai-act-26-logs")
    for section in found.record.sections:
        for field in section.fields:
            assert not (field.keys and field.provided), field


def test_an_empty_log_provides_nothing(tmp_path: Path) -> None:
    found = open_empty(tmp_path).evidence.pack(CHIEF, date(2026, 1, 1), date(2026, 1, 31), "fr")
    assert set(states(found).values()) == {"not_provided"}
    assert "Aucun système" in found.document.in_short


def test_a_log_that_does_not_hold_leaves_nothing_whole(tmp_path: Path) -> None:
    desk = open_lived_in(tmp_path)
    with store_of(desk).write() as records:
        records.database.execute("DROP TRIGGER events_no_update")
        records.database.execute("UPDATE events SET actor = 'nobody' WHERE seq = 20")
    found = desk.evidence.pack(CHIEF, *MARCH, "en")
    after = states(found)
    assert "provided" not in after.values()
    assert {after[f"ai-act-{n}"] for n in ("12", "19", "26-logs")} == {"not_provided"}
    assert "H2 says the contrary" in lines(found, "ai-act-12")
    assert "no figure is sure" in lines(found, "nist-measure-2-3")
    assert "does not hold" in found.document.in_short
    for field in (row for section in found.record.sections for row in section.fields):
        assert not (field.keys and field.provided), field


def test_half_a_year_of_log_is_not_shown_by_two_months_nor_by_texts_kept(
    desk: Desk, march: EvidenceDossier
) -> None:
    assert states(march)["ai-act-19"] == "not_provided"
    assert "G5 has to reach 184" in lines(march, "ai-act-19")
    moment = desk.clock.moment
    try:
        desk.clock.moment = moment + timedelta(days=200)
        today = desk.clock.now().date()
        later = desk.evidence.pack(CHIEF, today - timedelta(days=30), today, "en")
    finally:
        desk.clock.moment = moment
    assert later.figures.logs.kept_days > 184
    assert states(later)["ai-act-19"] == "provided"


def test_a_level_the_body_sets_and_things_nobody_did_are_not_provided(
    desk: Desk, march: EvidenceDossier
) -> None:
    assert states(march)["canada-6-3-8"] == "in_part"
    assert "the impact level" in lines(march, "canada-6-3-8")
    assert states(march)["ai-act-12"] == "provided"
    february = desk.evidence.pack(CHIEF, date(2026, 2, 1), date(2026, 2, 28), "en")
    assert {states(february)[name] for name in ("nist-manage-2-4", "nist-manage-4-3")} == {
        "not_provided"
    }
    assert "is zero" in lines(february, "nist-manage-2-4")
    assert states(february)["ai-act-26-oversight"] == "not_provided"


def test_fields_of_the_record_are_provided_whole_or_not(march: EvidenceDossier) -> None:
    fields = {row.name: row for section in march.record.sections for row in section.fields}
    for name in ("benefit", "appeals_and_review", "external_supplier_involvement"):
        assert not fields[name].provided
    assert fields["external_supplier_involvement"].state == "not_provided"
    assert fields["frequency_and_scale_of_usage"].provided
