"""Evidence packs: the figures of supervision, narrowed; every duty answered; nothing invented."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from pathlib import Path

import jsonschema
import pytest
from assurance.deployment import ALL, HOSTILE, MARCH, open_empty, open_lived_in
from casework.bench import ANALYST, AUDITOR, CHIEF, FakeClock, store_of
from markdown_it import MarkdownIt

from hri.assurance.bundles import verify_bundle
from hri.assurance.evidence.crosswalk import load_crosswalk
from hri.assurance.evidence.document import EvidencePack, Item
from hri.assurance.evidence.packs import EvidenceDossier
from hri.assurance.signing import make_key, signatures
from hri.assurance.words import load_words
from hri.casework.permissions import SYSTEM
from hri.couriers import CheckpointFile
from hri.domain.checkpoints import Sealing
from hri.domain.events import EventDraft, EventKind
from hri.domain.periods import Period
from hri.domain.reviews import ReplyKind
from hri.errors import DataFileError, ForbiddenError, PeriodError, StoreError, SuiteFileError
from hri.evaluation import collecting
from hri.evaluation.drift import Grouping
from hri.evaluation.drifts import Sides
from hri.store.database import SqliteStore
from hri.wiring import Desk

PACK, FIGURES = "json/01-evidence-pack.json", "json/figures.json"
RECORD = "json/atrs-record.json"
TIME = re.compile(r"2\d{3}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z| UTC)?|2\d{3}-\d\d-\d\d")


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return open_lived_in(tmp_path_factory.mktemp("lived"))


@pytest.fixture(scope="module")
def march(desk: Desk) -> EvidenceDossier:
    return desk.evidence.pack(CHIEF, *MARCH, "en")


def items(dossier: EvidenceDossier) -> dict[str, Item]:
    return dossier.document.items


def test_the_figures_of_all_time_are_those_of_the_supervision_page(desk: Desk) -> None:
    found = desk.evidence.pack(CHIEF, *ALL, "en").figures
    assert found.actions == desk.analytics.actions(CHIEF)
    assert found.wrong == desk.analytics.delivered_wrong(CHIEF)
    assert found.oversight.readers == desk.quality.readers(CHIEF)
    assert found.oversight.unseen == desk.quality.unseen(CHIEF)
    seeds = desk.analytics.seeds(CHIEF)
    told = ("decided", "caught", "waiting", "by_slot", "by_error")
    assert {name: getattr(found.oversight.seeds, name) for name in told} == {
        name: getattr(seeds, name) for name in told
    }


def test_drift_is_that_of_the_supervision_page_for_the_same_periods(
    desk: Desk, march: EvidenceDossier
) -> None:
    period = Period(first=MARCH[0], last=MARCH[1])
    assert period.before == Period(first=date(2026, 1, 29), last=date(2026, 2, 28))
    sides = Sides(grouping=Grouping.PERIOD, first=period.before, then=period)
    page = desk.drifts.compare(CHIEF, sides)
    found = march.figures.drift
    assert found is not None
    assert (found.whole, found.by_slot) == (page.whole, page.by_slot)
    assert (found.cases_before, found.cases) == (8, 14)


def test_a_period_counts_what_happened_in_it_and_nothing_else(
    desk: Desk, march: EvidenceDossier
) -> None:
    first, last = date(2026, 2, 1), date(2026, 2, 28)
    february = desk.evidence.pack(CHIEF, first, last, "en").figures
    whole, found = desk.evidence.pack(CHIEF, *ALL, "en").figures, march.figures
    assert (february.actions.total, found.actions.total, whole.actions.total) == (8, 14, 22)
    for action, n in whole.actions.by_action.items():
        assert february.actions.by_action[action] + found.actions.by_action[action] == n
    assert (february.oversight.seeds.decided, february.oversight.seeds.caught) == (1, 0)
    assert (found.oversight.seeds.decided, found.oversight.seeds.caught) == (1, 1)
    assert (february.oversight.decisions, found.oversight.decisions) == (2, 8)
    assert (february.oversight.readers.cases, found.oversight.readers.cases) == (0, 2)
    assert (february.not_scored, found.not_scored) == (0, 1)
    assert sum(row.judged for row in february.wrong.strata) == 0
    assert sum(row.wrong for row in found.wrong.strata) == 1
    for kind, n in whole.events.items():
        assert february.count(kind) + found.count(kind) == n


def test_events_are_those_of_the_log(desk: Desk, march: EvidenceDossier) -> None:
    period = march.figures.period
    log = [event for event in desk.audit.walk(CHIEF) if period.since <= event.at < period.until]
    assert march.figures.events == {
        kind: n for kind in EventKind if (n := sum(event.kind is kind for event in log))
    }
    written = [event for event in log if event.kind is EventKind.REPLY_WRITTEN]
    corrected = [event for event in written if event.payload["reply"] == "corrected"]
    assert march.figures.message(ReplyKind.CORRECTED).written == len(corrected) == 1
    assert march.figures.message(ReplyKind.CORRECTED).sent == 1


@pytest.mark.parametrize("size", [1, 7, 50])
def test_figures_do_not_hang_on_how_much_is_read_at_once(
    desk: Desk, march: EvidenceDossier, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(collecting, "EVENTS_AT_ONCE", size)
    assert desk.evidence.pack(CHIEF, *MARCH, "en").figures == march.figures


def test_versions_name_who_proposed_and_approved_them(march: EvidenceDossier) -> None:
    first, second, third = march.figures.policies
    assert (first.ref.version, first.proposed_by, first.until_at) == ("v001", "", second.from_at)
    assert (second.ref.version, second.proposed_by, second.approved_by) == (
        "v002",
        "Analyst",
        "Chief",
    )
    assert second.backtest_cases == 22
    assert len(second.backtest_sha256) == len(second.ref.sha256) == 64
    assert (third.ref.version, third.kind.value, third.until_at) == ("v001", "rolled_back", None)
    assert items(march)["versions.approved"].value == (
        "v002, proposed by Analyst, approved by Chief"
    )
    used = {(one.kind, one.version): one.cases for one in march.figures.used}
    assert used["policy", "v001"] == 14


def test_a_version_of_another_period_is_not_told(desk: Desk) -> None:
    found = desk.evidence.pack(CHIEF, date(2026, 2, 1), date(2026, 2, 28), "en").figures
    assert [one.ref.version for one in found.policies] == ["v001"]
    assert found.policies[0].until_at is None
    earlier = desk.evidence.pack(CHIEF, date(2025, 1, 1), date(2025, 1, 31), "en")
    assert earlier.figures.policies == ()
    assert not items(earlier)["versions.policies"].provided


def test_incidents_say_what_is_counted(march: EvidenceDossier) -> None:
    found = items(march)
    told = {name: found[f"incidents.{name}"].value for name in ("pauses", "held", "audit")}
    assert told == {"pauses": "1", "held": "1", "audit": "0"}
    assert found["incidents.not_scored"].value == "1 of 14 (7.1%)"
    assert found["incidents.suites"].value == "1 of 2 (50.0%)"
    assert found["incidents.corrections_sent"].value == "1"
    assert "pause.started" in found["incidents.pauses"].basis
    (pause,) = march.document.incident_report.pauses
    assert HOSTILE in pause.reason
    assert [run.verdict for run in march.document.incident_report.suite_runs] == ["pass", "fail"]


def test_what_is_kept_and_whether_the_log_holds(desk: Desk, march: EvidenceDossier) -> None:
    logs, audit = march.figures.logs, march.figures.audit
    assert (logs.retention_days, logs.floor_days, logs.holds_running) == (0, 184, 1)
    assert logs.erased == {"GDPR art. 17": 1}
    first = next(iter(desk.audit.walk(CHIEF)))
    assert logs.oldest_event == first.at
    report = desk.audit.verify(CHIEF)
    assert (audit.events, audit.head, audit.sound) == (report.head.count, report.head.hash, True)
    seals = desk.audit.seals(CHIEF)
    assert (audit.seals, audit.last_seal) == (len(seals), seals[-1].number)
    assert not items(march)["audit.signed"].provided


def test_what_the_log_was_checked_against_is_said(tmp_path: Path) -> None:
    own, other = make_key(tmp_path / "own.pem"), make_key(tmp_path / "other.pem")
    copies = tmp_path / "copies.jsonl"
    desk = open_lived_in(tmp_path)
    store = store_of(desk)
    CheckpointFile(copies).keep(desk.audit.seals(CHIEF))
    early = len(desk.audit.seals(CHIEF))
    for signer in (own, other):
        one = SqliteStore(store.path, sealing=Sealing(signer=signer))
        with one.write() as records:
            draft = EventDraft(kind=EventKind.REFUSED, actor="anne", subject="x")
            records.audit.append(draft, desk.clock.now())
    reader = desk.evidence._reader
    plain = items(desk.evidence.pack(CHIEF, *MARCH, "en"))
    assert "no public key" in plain["audit.against"].value
    assert "holds" in plain["audit.verified"].value
    reader._signatures, reader._keeper = signatures([own.key]), CheckpointFile(copies)
    found = items(desk.evidence.pack(CHIEF, *MARCH, "en"))
    assert found["audit.against"].value == (
        f"public key {own.key}; checkpoints kept outside the database: {early}"
    )
    said = found["audit.signed"].value
    for part in (
        f"signed with the key {own.key}: 1", f"signed with ANOTHER key, {other.key}: 1",
        f"from before the first signed one (no. {early + 1}): {early}", "unsigned, since then: 0",
    ):  # fmt: skip
        assert part in said
    assert "problems were found" in found["audit.verified"].value
    assert (
        "autre clé" in items(desk.evidence.pack(CHIEF, *MARCH, "fr"))["audit.signed"].value.lower()
    )


def test_a_log_that_was_changed_is_an_incident(tmp_path: Path) -> None:
    desk = open_lived_in(tmp_path)
    with store_of(desk).write() as records:
        db = records.database
        db.execute("DROP TRIGGER events_no_update")
        db.execute("UPDATE events SET actor = 'nobody' WHERE seq = 20")
    found = desk.evidence.pack(CHIEF, *MARCH, "en")
    assert not found.figures.audit.sound
    assert found.figures.audit.first_bad == 20
    assert "20" in items(found)["audit.verified"].value
    assert items(found)["incidents.audit"].value != "0"


@pytest.mark.parametrize(
    ("where", "column", "value"),
    [
        ("kind = 'case.paused'", "kind", "'case.unknown'"),
        ("kind = 'case.scored'", "payload", """json_set(payload, '$.policy', 'none')"""),
        ("kind = 'review.decided'", "payload", """json_set(payload, '$.verb', 'none')"""),
        ("kind = 'case.scored'", "payload", "'{'"),
    ],
)
def test_events_that_cannot_be_read_are_told_in_plain_words(
    tmp_path: Path, where: str, column: str, value: str
) -> None:
    desk = open_lived_in(tmp_path)
    with store_of(desk).write() as records:
        db = records.database
        db.execute("DROP TRIGGER events_no_update")
        db.execute(f"UPDATE events SET {column} = {value} WHERE {where}")
    with pytest.raises(StoreError):
        desk.evidence.pack(CHIEF, *MARCH, "en")


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("since", [MARCH[0], date(2025, 6, 1)])
def test_every_figure_and_every_duty_is_there_or_says_why_not(
    desk: Desk, tmp_path: Path, since: date, language: str
) -> None:
    period = since, since + timedelta(days=30)
    for one in (desk, open_empty(tmp_path, FakeClock(desk.clock.now()))):
        document = one.evidence.pack(AUDITOR, *period, language).document
        missing = load_words(language).text("missing", why="")
        for item in document.items.values():
            assert item.value.startswith(missing) is not item.provided, item
            assert item.basis
            assert item.figure
        for duty in (row for part in document.crosswalk for row in part.duties):
            lacks = [line for line in duty.exhibits if missing in line]
            assert duty.exhibits
            assert (duty.state == "provided") is not bool(lacks), duty
            assert duty.state != "in_part" or len(lacks) < len(duty.exhibits), duty


def test_an_empty_database_gives_no_figure_it_does_not_have(tmp_path: Path) -> None:
    found = open_empty(tmp_path).evidence.pack(CHIEF, *MARCH_OF_EMPTY, "en")
    there = {key for key, item in items(found).items() if item.provided}
    assert there == {"logs.retention", "logs.floor", "logs.texts", "logs.holds"}
    assert found.figures.drift is None
    assert "the log is empty" in items(found)["audit.verified"].value


MARCH_OF_EMPTY = date(2026, 1, 1), date(2026, 1, 31)


def test_a_duty_whose_figure_is_missing_falls_back(desk: Desk, march: EvidenceDossier) -> None:
    before = {row.id: row.state for part in march.document.crosswalk for row in part.duties}
    quiet = desk.evidence.pack(CHIEF, date(2025, 6, 1), date(2025, 6, 30), "en").document
    after = {row.id: row.state for part in quiet.crosswalk for row in part.duties}
    assert before.keys() == after.keys()
    order = ("not_provided", "in_part", "provided")
    assert all(order.index(after[name]) <= order.index(before[name]) for name in before)
    assert list(after.values()).count("not_provided") > list(before.values()).count("not_provided")


def test_the_crosswalk_names_only_figures_that_packs_have(march: EvidenceDossier) -> None:
    known = items(march).keys()
    walks = load_crosswalk().walks
    named = {key for walk in walks for duty in walk.duties for key in duty.evidence}
    assert named <= known


def test_both_languages_say_the_same_things(desk: Desk) -> None:
    assert load_words("fr").ids == load_words("en").ids
    french = desk.evidence.pack(CHIEF, *MARCH, "fr")
    english = desk.evidence.pack(CHIEF, *MARCH, "en")
    assert french.figures == english.figures
    assert french.document.items.keys() == english.document.items.keys()
    for key, item in french.document.items.items():
        other = english.document.items[key]
        assert (item.ref, item.provided) == (other.ref, other.provided)
        assert item.figure != other.figure or item.figure.startswith(("PASS", "HRI"))


def test_two_packs_of_the_same_state_differ_in_times_only(desk: Desk, tmp_path: Path) -> None:
    first = desk.evidence.pack(CHIEF, *MARCH, "fr")
    moment = desk.clock.moment
    try:
        desk.clock.moment = moment + timedelta(days=40, hours=3)
        later = desk.evidence.pack(CHIEF, *MARCH, "fr")
    finally:
        desk.clock.moment = moment
    assert first.files == desk.evidence.pack(CHIEF, *MARCH, "fr").files
    assert first.files != later.files
    assert {name: TIME.sub("", text.decode()) for name, text in first.files.items()} == {
        name: TIME.sub("", text.decode()) for name, text in later.files.items()
    }
    assert first.document.header.version == later.document.header.version


def test_files_fit_their_schemas(march: EvidenceDossier) -> None:
    kinds = ((PACK, "evidence-pack"), (FIGURES, "figures"), (RECORD, "atrs-record"))
    for name, schema in kinds:
        wanted = json.loads(march.files[f"schemas/{schema}.schema.json"])
        jsonschema.Draft202012Validator.check_schema(wanted)
        said = json.loads(march.files[name])
        jsonschema.validate(said, wanted)
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**said, "drift": 3, "sections": 3}, wanted)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_record_is_filled_from_figures_or_says_that_it_is_not(
    desk: Desk, language: str
) -> None:
    missing = load_words(language).text("missing", why="")
    named = desk.evidence.pack(CHIEF, *MARCH, language, "Ville").record
    bare = desk.evidence.pack(CHIEF, date(2025, 6, 1), date(2025, 6, 30), language).record
    for record in (named, bare):
        for field in (row for section in record.sections for row in section.fields):
            assert field.value
            assert field.provided is not any(missing in line for line in field.value), field
            assert field.provided is (field.state == "provided")
    fields = {row.name: row for section in named.sections for row in section.fields}
    assert fields["organisation_or_department"].value == ("Ville",)
    assert "14" in fields["frequency_and_scale_of_usage"].value[0]
    assert not fields["senior_responsible_owner"].provided
    quiet = {row.name: row for section in bare.sections for row in section.fields}
    assert not quiet["organisation_or_department"].provided
    assert not quiet["frequency_and_scale_of_usage"].provided
    assert quiet["description"].provided


def test_no_text_of_a_person_acts_on_a_page(march: EvidenceDossier) -> None:
    html = march.files["01-evidence-pack.html"].decode()
    assert "<script" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in html
    shown = (
        MarkdownIt("commonmark", {"html": True})
        .enable("table")
        .render(march.files["markdown/01-evidence-pack.md"].decode())
    )
    assert "<script" not in shown
    assert "<a " not in shown


def test_a_bundle_is_verified_like_any_other(tmp_path: Path) -> None:
    key = make_key(tmp_path / "signing.pem")
    desk = open_lived_in(tmp_path, signing_key=tmp_path / "signing.pem")
    found = desk.evidence.pack(CHIEF, *MARCH, "fr", "Ville")
    bundle = tmp_path / "bundle.zip"
    bundle.write_bytes(found.bundle())
    assert verify_bundle(bundle, key.key).sound
    assert verify_bundle(bundle).files == len(found.files)
    assert items(found)["audit.signed"].provided is False  # the bench's store seals unsigned


@pytest.mark.parametrize("who", [CHIEF, AUDITOR, SYSTEM])
def test_who_may_read_evidence(desk: Desk, who) -> None:
    assert isinstance(desk.evidence.pack(who, *MARCH, "en").document, EvidencePack)


def test_who_may_not_is_refused_and_recorded(tmp_path: Path) -> None:
    desk = open_empty(tmp_path)
    with pytest.raises(ForbiddenError):
        desk.evidence.pack(ANALYST, *MARCH, "en")
    assert [event.kind for event in desk.audit.walk(CHIEF)] == [EventKind.REFUSED]


@pytest.mark.parametrize(
    ("since", "until"),
    [
        (date(2026, 3, 2), date(2026, 3, 1)),
        (date(2026, 4, 2), date(2026, 5, 1)),
        (date(2026, 3, 2), date.max),
    ],
)
def test_a_period_that_cannot_be_reported_on_is_refused(
    desk: Desk, since: date, until: date
) -> None:
    with pytest.raises(PeriodError):
        desk.evidence.pack(CHIEF, since, until, "en")


def test_a_period_may_reach_back_before_everything(desk: Desk) -> None:
    found = desk.evidence.pack(CHIEF, date.min, MARCH[1], "en").figures
    assert found.actions.total == 22
    assert found.drift is None


def test_a_period_that_is_not_over_says_so(desk: Desk) -> None:
    found = desk.evidence.pack(CHIEF, date(2026, 3, 15), date(2026, 4, 30), "en")
    assert not found.figures.over
    assert "before the end of the period" in found.document.header.collected


DUTY = '[[duties]]\nid = "d"\narticle = "1"\nduty = "Do."\n'
WALK = (
    'id = "x"\ntitle = "X"\nsource = "S"\nchecked = "read"\nchecked_on = 2026-01-01\n'
    'note = "N"\ndates = []\n' + DUTY
)


@pytest.mark.parametrize(
    "text", [WALK, WALK + "evidence = []\n", "", WALK + 'evidence = ["a"]\n' + DUTY]
)
def test_a_faulty_crosswalk_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "1.toml").write_text(text, "utf-8")
    with pytest.raises(DataFileError):
        load_crosswalk(tmp_path)


def test_an_id_used_twice_is_refused(tmp_path: Path) -> None:
    for name in ("1", "2"):
        (tmp_path / f"{name}.toml").write_text(WALK + 'evidence = ["a"]\n', "utf-8")
    with pytest.raises(DataFileError, match="twice"):
        load_crosswalk(tmp_path)
    with pytest.raises(DataFileError):
        load_crosswalk(tmp_path / "nowhere")


def test_words_given_in_two_files_are_refused(tmp_path: Path) -> None:
    text = '[labels]\na = "A"\n[values]\n[texts]\n'
    for name in ("fr", "more.fr"):
        (tmp_path / f"{name}.toml").write_text(text, "utf-8")
    with pytest.raises(SuiteFileError, match="twice"):
        load_words("fr", tmp_path)
