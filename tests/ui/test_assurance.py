"""The assurance screen: suites and runs, requirements, documents, bundles, replays, the trail."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date
from html import unescape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from hri.assurance.bundles import bundle_bytes
from hri.assurance.runrecords import ran_of
from hri.assurance.signing import make_key
from hri.domain import vouching
from hri.domain.events import Checkpoint
from hri.domain.reviews import Actor, Role
from hri.domain.vouching import Signing
from hri.errors import PeriodError
from hri.evaluation.replay import Replay, ReplayReport
from hri.settings import Settings
from hri.ui import chainreports, i18n, problems, verdicts
from hri.wiring import open_desk
from tests.ui.assuring import NOW, dossier
from tests.ui.conftest import Open, shown
from tests.ui.factory import FakeDesk, assessment, stored

FAILING = ("civil.fabricated-law.fr", "licensing.wrong-authority.fr")


def part(app: AppTest, name: str) -> AppTest:
    """Open a part of the page."""
    app.session_state["assurance-part"] = name
    return app.run()


def words(app: AppTest) -> str:
    """What stands on the page, without its marks."""
    return " ".join(re.sub("<[^>]*>", "", unescape(shown(app))).split())


def keys(app: AppTest) -> set[str]:
    return {element.key for element in app.button}


def downloads(app: AppTest) -> list[str]:
    return [element.label for element in app.get("download_button")]


def test_a_suite_that_was_never_run_says_so_and_offers_to(opened: Open, desk: FakeDesk) -> None:
    app = opened("assurance", Role.ANALYST)
    assert "This suite was not run at this desk yet." in shown(app)
    app.text_input(key="assurance-organisation").set_value("City").run()
    app.button(key="suite-run").click().run()
    assert desk.suite_runs.started == [("paper", "City")]
    assert not app.exception


def test_a_run_that_goes_on_shows_how_far_it_is_and_takes_no_second_click(
    opened: Open, desk: FakeDesk
) -> None:
    app = opened("assurance", Role.AUDITOR)
    app.button(key="suite-run").click().run()
    assert "suite-run" not in keys(app)
    (bar,) = app.get("progress")
    assert (bar.value, bar.text) == (12, "3 of 24")
    assert "guard.right" in shown(app)
    other = opened("assurance", Role.SUPERVISOR)
    assert "suite-run" not in keys(other)
    assert "demo-auditor" in shown(other)
    other.button(key="suite-run-stop").click().run()
    assert "Stopped by demo-supervisor" in shown(other)
    assert "suite-run" in keys(other)


def test_a_start_beside_a_run_is_told_as_such(opened: Open, desk: FakeDesk) -> None:
    app = opened("assurance", Role.AUDITOR)
    button = app.button(key="suite-run")
    desk.suite_runs.start(app.session_state["actor"], "framework")
    button.click().run()
    assert "One is going on already" in shown(app)
    assert desk.suite_runs.started == [("framework", "")]


def test_an_administrator_reads_and_does_not_run(opened: Open, desk: FakeDesk) -> None:
    desk.suite_runs.ran = dossier()
    app = opened("assurance", Role.ADMINISTRATOR)
    assert "✓ Passed: every case" in shown(app)
    assert "suite-run" not in keys(app)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_failed_suite_shows_what_was_expected_and_found_first(
    opened: Open, desk: FakeDesk, language: str
) -> None:
    desk.suite_runs.ran, desk.suite_runs.changed = dossier(FAILING), ("policy", "code")
    app = opened("assurance", Role.AUDITOR, language)
    page = shown(app)
    words = {"fr": ("Non réussie", "la politique en vigueur", "Attendu", "▲ échec"),
             "en": ("Not passed", "the policy in force", "Expected", "▲ fail")}  # fmt: skip
    for said in words[language]:
        assert said in page
    for case_id in FAILING:
        assert case_id in page
    assert f"{dossier(FAILING).incident_of(FAILING[0])}</span><br>" in page
    assert "&lt;b&gt;seen&lt;/b&gt;" in page
    assert "<b>seen</b>" not in page


def test_documents_that_are_gone_leave_the_names_of_what_failed(
    opened: Open, desk: FakeDesk
) -> None:
    desk.suite_runs.ran, desk.suite_runs.lost = dossier(FAILING), True
    page = shown(opened("assurance", Role.AUDITOR))
    assert "not kept any more" in page
    assert ", ".join(FAILING) in page


def test_an_incident_of_many_lines_is_cut_on_the_page() -> None:
    said = tuple(f"line {n}" for n in range(verdicts.LINES + 3))
    with i18n.speaking("en"):
        cell = verdicts._listed(said).code
    assert [line for line in said if f"{line}<br>" in cell] == list(said[: verdicts.LINES])
    assert "… and 3 more" in cell
    assert verdicts._listed(said[: verdicts.LINES]).code.endswith(said[verdicts.LINES - 1])


def test_cases_are_listed_what_did_not_pass_first_and_narrowed(
    opened: Open, desk: FakeDesk
) -> None:
    desk.suite_runs.ran = dossier(FAILING)
    app = opened("assurance", Role.AUDITOR, run=False)
    app.session_state["suite-cases"] = True
    app.run()
    app.switch_page("pages/assurance.py").run()
    rows = re.findall(
        r'<tr><th scope="row">([^<]*)', shown(app).split("those that did not pass")[-1]
    )
    assert tuple(rows[:2]) == FAILING
    assert len(rows) == 24
    app.selectbox(key="cases-verdict").select("fail").run()
    rows = re.findall(
        r'<tr><th scope="row">([^<]*)', shown(app).split("those that did not pass")[-1]
    )
    assert tuple(rows) == FAILING
    app.selectbox(key="cases-one").select(FAILING[0]).run()
    assert "Criterion: " in shown(app)
    assert "Question: " in shown(app)
    app.text_input(key="cases-words").set_value("no such thing").run()
    assert "No test case matches." in shown(app)


def test_verdicts_of_a_suite_that_changed_since_count_for_nothing(
    opened: Open, desk: FakeDesk
) -> None:
    desk.suite_runs.ran, desk.suite_runs.changed = dossier(FAILING), ("suite",)
    app = part(opened("assurance", Role.AUDITOR), "Requirements")
    assert "✓ pass" not in shown(app)
    assert "not run" in shown(app)


def test_requirements_go_both_ways_and_gaps_come_first(
    opened: Open, desk: FakeDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.suite_runs.ran = dossier(FAILING)
    app = part(opened("assurance", Role.AUDITOR), "Requirements")
    page = shown(app)
    first = page.index("▲ fail")
    assert first < page.index("✓ pass")
    app.checkbox(key="matrix-open").check().run()
    assert "✓ pass" not in shown(app)
    app.selectbox(key="matrix-way").select("backward").run()
    rows = re.findall(r'<tr><th scope="row">([^<]*)', shown(app))
    assert tuple(rows) == FAILING
    app.checkbox(key="matrix-open").uncheck().run()
    app.text_input(key="matrix-words").set_value("no such thing").run()
    assert "Nothing matches." in shown(app)


def test_a_requirement_without_a_case_is_named(opened: Open, desk: FakeDesk, monkeypatch) -> None:
    every = desk.suite_runs.all

    def whole(actor):
        found = every(actor)
        (listed,) = found.suites
        info = listed.suite.info.model_copy(update={"whole": True})
        suite = listed.suite.model_copy(update={"info": info})
        return found._replace(suites=(listed._replace(suite=suite),))

    monkeypatch.setattr(desk.suite_runs, "all", whole)
    app = part(opened("assurance", Role.AUDITOR), "Requirements")
    assert "requirements have no test case." in shown(app)
    table = shown(app).split("<tbody>")[1]
    assert "▲ no test case" in table.split("</tr>")[0]


def test_documents_are_offered_in_three_forms_and_as_a_bundle(opened: Open, desk: FakeDesk) -> None:
    app = part(opened("assurance", Role.AUDITOR), "Documents")
    assert "run the suite first" in shown(app)
    assert downloads(app) == []
    desk.suite_runs.ran = dossier()
    app.run()
    wanted = [f"Download as {form}" for form in ("HTML", "Markdown", "JSON")]
    assert downloads(app)[:3] == wanted
    assert "sealed bundle" in downloads(app)[3]
    app.selectbox(key="filing-language").select("fr").run()
    app.selectbox(key="filing-kind").select("traceability-matrix").run()
    assert not app.exception


def test_a_bundle_is_verified_and_an_altered_one_named(opened: Open, desk: FakeDesk) -> None:
    desk.suite_runs.ran = dossier()
    app = part(opened("assurance", Role.AUDITOR), "Documents")
    content = desk.suite_runs.bundle(app.session_state["actor"], "paper", "en")
    app.file_uploader(key="bundle-file").upload("x.zip", content, "application/zip").run()
    app.button(key="bundle-verify").click().run()
    assert "▲ x.zip is complete: 36 files" in shown(app)
    assert "nobody vouches" in shown(app)
    assert "✓ x.zip" not in shown(app)
    app.text_input(key="bundle-key").set_value("ab" * 32).run()
    assert "x.zip is complete" not in shown(app)
    app.button(key="bundle-verify").click().run()
    assert "First file at fault: manifest.sig" in shown(app)
    app.text_input(key="bundle-key").set_value("").run()
    app.file_uploader(key="bundle-file").upload("y.zip", b"no zip", "application/zip").run()
    app.button(key="bundle-verify").click().run()
    assert "cannot be read as a zip" in unescape(shown(app))


def test_what_is_wrong_with_a_bundle_or_a_period_is_said_in_french(
    opened: Open, desk: FakeDesk
) -> None:
    desk.suite_runs.ran = dossier()
    app = part(opened("assurance", Role.AUDITOR, "fr"), "Documents")
    content = desk.suite_runs.bundle(app.session_state["actor"], "paper", "fr")
    app.file_uploader(key="bundle-file").upload("x.zip", content, "application/zip").run()
    app.text_input(key="bundle-key").set_value("ab" * 32).run()
    app.button(key="bundle-verify").click().run()
    assert "personne n’a signé ce dossier" in shown(app)
    assert "nobody signed" not in shown(app)
    app = part(opened("assurance", Role.AUDITOR, "fr"), "Rejeu")
    assert app.date_input(key="replay-from").proto.format == "DD/MM/YYYY"
    with i18n.speaking("fr"):
        said = problems.describe(PeriodError("x", where="y", why="z", remedy="w"))
    assert said.startswith("Ces jours ne forment pas une période")


def test_one_case_is_replayed_and_what_differs_named(opened: Open, desk: FakeDesk) -> None:
    app = part(opened("assurance", Role.AUDITOR), "Replay")
    before, again = assessment(stored(1).case), assessment(stored(1, answer="£12.50").case)
    desk.replays.found = Replay(
        case_id="case-001",
        identical=False,
        differences=("hri", "slots"),
        stored=before,
        again=again,
    )
    app.text_input(key="replay-case").set_value("case-001").run()
    app.button(key="replay-one").click().run()
    assert "▲ case-001: another result." in shown(app)
    assert "Fields that differ: hri, slots" in shown(app)
    app.text_input(key="replay-case").set_value("nothing").run()
    app.button(key="replay-one").click().run()
    assert "This does not exist" in shown(app)
    assert "case-001" not in shown(app)


def test_cases_of_some_days_are_replayed_with_a_progress_bar(opened: Open, desk: FakeDesk) -> None:
    app = part(opened("assurance", Role.AUDITOR), "Replay")
    app.date_input(key="replay-from").set_value(NOW.date()).run()
    app.date_input(key="replay-to").set_value(NOW.date()).run()
    app.button(key="replay-many").click().run()
    assert desk.replay_runs.running.subject == "2026-02-01T00:00:00+00:00/2026-02-02T00:00:00+00:00"
    assert app.get("progress")[0].value == 33
    report = ReplayReport(identical=1, differing=("case-002",), refused=(("case-003", "erased"),))
    desk.replay_runs.running = replace(desk.replay_runs.running, ended=NOW, result=report)
    app.run()
    page = shown(app)
    for said in ("case-002", "case-003", "erased", "Some cases came out", "1 Feb 2026"):
        assert said in page


@pytest.mark.parametrize(
    ("identical", "differing", "refused", "said"),
    [
        (0, (), (), "– Nothing to replay"),
        (0, (), (("case-003", "erased"),), "▲ No case could be replayed"),
        (3, (), (("case-003", "erased"),), "▲ Every case that could be replayed"),
        (3, (), (), "✓ No case came out as something else"),
    ],
)
def test_a_replay_gets_a_tick_only_where_something_was_shown(
    opened: Open,
    desk: FakeDesk,
    identical: int,
    differing: tuple[str, ...],
    refused: tuple[tuple[str, str], ...],
    said: str,
) -> None:
    app = part(opened("assurance", Role.AUDITOR), "Replay")
    app.button(key="replay-many").click().run()
    report = ReplayReport(identical=identical, differing=differing, refused=refused)
    desk.replay_runs.running = replace(desk.replay_runs.running, ended=NOW, result=report)
    app.run()
    assert said in shown(app)
    assert ("✓" in shown(app)) is said.startswith("✓")


def test_a_signed_bundle_has_a_tick_only_under_the_key_of_its_issuer(
    opened: Open, tmp_path: Path
) -> None:
    signer = make_key(tmp_path / "signing.pem")
    app = part(opened("assurance", Role.AUDITOR), "Documents")
    content = bundle_bytes("x", {"a.txt": b"a"}, signer)
    app.file_uploader(key="bundle-file").upload("x.zip", content, "application/zip").run()
    app.button(key="bundle-verify").click().run()
    assert "▲ x.zip is complete: 1 files" in shown(app)
    assert "only the public key of the issuer" in shown(app)
    app.text_input(key="bundle-key").set_value(signer.key).run()
    app.button(key="bundle-verify").click().run()
    assert "✓ x.zip holds: 1 files" in shown(app)


def test_requirements_are_addressed_until_a_run_verified_them(opened: Open, desk: FakeDesk) -> None:
    app = opened("assurance", Role.AUDITOR)
    assert "Requirements addressed" in shown(app)
    assert "of them verified by the last run – not run" in words(app)
    matrix = words(part(app, "Requirements"))
    assert "– No gap" in matrix
    assert "Nothing is verified yet" in matrix
    desk.suite_runs.ran = dossier(failing=FAILING[:1])
    app.session_state["assurance-part"] = "Suites of tests"
    app.run()
    (told,) = re.findall(
        r"Requirements addressed (\d+).*verified by the last run (\d+)", words(app)
    )
    assert 0 < int(told[1]) < int(told[0])
    assert "✓ No gap" in words(part(app, "Requirements"))


def test_the_trail_is_told_and_offered(opened: Open, desk: FakeDesk) -> None:
    app = part(opened("assurance", Role.AUDITOR), "Audit trail")
    assert "Newest event" in shown(app)
    app.button(key="verify").click().run()
    assert "✓ Sound" not in shown(app), "nothing vouches for it"
    assert "▲ 2 events fit together, as far as can be seen." in shown(app)
    offered = downloads(app)
    assert "Download every event (JSON Lines)" in offered
    assert any("checkpoint" in label for label in offered)


def test_checkpoints_and_keys_that_somebody_kept_are_compared(opened: Open, desk: FakeDesk) -> None:
    own, other = "a" * 64, "b" * 64
    desk.signing = Signing(by_key={own: 2, other: 1}, first=3, early=2)
    app = part(opened("assurance", Role.AUDITOR), "Audit trail")
    mark = Checkpoint(seq=2, count=2, hash="ab" * 32)
    kept = "".join(f"{mark.model_dump_json()}\n" for _ in range(2)).encode()
    app.file_uploader(key="kept-checkpoints").upload("kept.jsonl", kept, "application/json").run()
    app.button(key="verify").click().run()
    assert "✓ Sound" in shown(app)
    assert "Against checkpoints kept elsewhere 2" in words(app)
    app.text_input(key="kept-keys").set_value(own.upper()).run()
    assert "✓ Sound" not in shown(app), "a report is of what it was asked with"
    app.button(key="verify").click().run()
    page = words(app)
    assert f"Checked against the public key {own}" in page
    assert f"▲ Checkpoints signed with another key, {other}: 1" in page
    assert "from before the first signed one (no. 3): 2" in page
    app.text_input(key="kept-keys").set_value("abc").run()
    assert "A public key has 64 signs" in shown(app)
    app.button(key="verify").click().run()
    assert "✓ Sound" not in shown(app)
    app.text_input(key="kept-keys").set_value("").run()
    app.file_uploader(key="kept-checkpoints").upload("x.json", b"{}", "application/json").run()
    assert "holds something that is no checkpoint" in shown(app)


def test_every_problem_of_the_chain_has_words_on_the_page() -> None:
    assert set(chainreports.PROBLEMS) == set(vouching.PROBLEMS)


def test_an_analyst_sees_no_part_that_takes_another_right(opened: Open) -> None:
    for role, names in ((Role.ANALYST, 3), (Role.ADMINISTRATOR, 5), (Role.AUDITOR, 6)):
        app = opened("assurance", role)
        assert len(app.tabs) == names


@pytest.mark.parametrize("language", ["fr", "en"])
def test_an_evidence_pack_shows_its_duties_and_is_offered(
    opened: Open, desk: FakeDesk, tmp_path: Path, language: str
) -> None:
    real = open_desk(Settings(database=tmp_path / "hri.sqlite"))
    name = "demo-auditor"
    auditor = Actor(id=name, name=name, roles=(Role.AUDITOR,))
    real.guard.signed_in(auditor, "oidc")
    desk.evidence, desk.clock = real.evidence, real.clock
    named = {"fr": "Dossier de preuves", "en": "Evidence pack"}[language]
    app = part(opened("assurance", Role.AUDITOR, language), named)
    app.text_input(key="assurance-organisation").set_value("City of X").run()
    app.button(key="evidence-make").click().run()
    page = unescape(shown(app))
    made = app.session_state["evidence-made"].document
    assert made.header.organisation == "City of X"
    for duty in made.crosswalk[0].duties:
        assert duty.duty in page
        assert all(line in page for line in duty.exhibits)
    assert len(downloads(app)) == 4
    app.session_state["evidence-figures"] = True
    page = unescape(shown(app.run()))
    assert all(item.value in page for item in made.items.values())
    app.date_input(key="evidence-from").set_value(date(2026, 12, 31)).run()
    app.date_input(key="evidence-until").set_value(date(2026, 1, 1)).run()
    app.button(key="evidence-make").click().run()
    assert "evidence-made" not in app.session_state
    assert len(downloads(app)) == 0


def test_the_log_keeps_enough_to_name_every_verdict() -> None:
    ran = ran_of(dossier(FAILING))
    again = type(ran).model_validate(json.loads(ran.model_dump_json()))
    assert again == ran
    assert again.failed == FAILING
