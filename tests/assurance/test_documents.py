"""The documents of a run: complete, the same each time but for times, and harmless on a page."""

from __future__ import annotations

import json
import re
import shutil
from datetime import datetime, timedelta
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from factories import ROOT
from markdown_it import MarkdownIt

from hri.assurance.artefacts import DOCUMENTS
from hri.assurance.dossiers import Dossier
from hri.assurance.environment import MODIFIED, TREE
from hri.assurance.planning import write_specifications
from hri.assurance.publishing import files_of, publish
from hri.assurance.rendering import plain
from hri.assurance.results import TestVerdict
from hri.assurance.suites import load_suite
from hri.assurance.testcases import Kind
from hri.assurance.words import load_words
from hri.errors import OutputError
from hri.settings import Settings
from hri.wiring.benches import Paper, SteppingClock, run_whole

VV = ROOT / "data" / "vv"
PACK = ROOT / "data" / "packs" / "demo"
POLICY = ROOT / "data" / "policies" / "default" / "v001.toml"
HOSTILE = (
    "</td><script>alert(1)</script> [x](javascript:alert(1)) ![y](http://example.invalid/) | a"
)
TIME = re.compile(r"2\d{3}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z| UTC)?|2\d{3}-\d\d-\d\d")


class LaterClock(SteppingClock):
    def now(self) -> datetime:
        return super().now() + timedelta(days=40, hours=3)


def small_suite(folder: Path, *, whole: bool = False) -> Path:
    """The index cases of the framework's suite, one use case and one hostile answer."""
    header = (VV / "framework" / "suite.toml").read_text("utf-8")
    folder.mkdir()
    (folder / "suite.toml").write_text(
        header if whole else header.replace("whole = true", "whole = false"), "utf-8"
    )
    index = (VV / "framework" / "index.toml").read_text("utf-8")
    cases = index.split("[[cases]]")
    hostile = cases[1].replace("index.single-slot.en", "hostile.answer.en")
    said = json.dumps(f"The duplicate costs €17. {HOSTILE}")
    hostile = re.sub(r"^answer = .*$", lambda _: f"answer = {said}", hostile, flags=re.M)
    hostile = re.sub(r"^criteria = \[.*?^\]", "criteria = [{ metric = \"severity\", "
                     'operator = "==", threshold = 3 }]', hostile, flags=re.M | re.S)  # fmt: skip
    use_cases = (VV / "framework" / "use-cases.toml").read_text("utf-8").split("[[cases]]")
    (folder / "index.toml").write_text("[[cases]]".join([*cases, hostile, use_cases[1]]), "utf-8")
    return folder


def dossier_of(suite: Path, policy: Path = POLICY, *, language="en", clock=None) -> Dossier:
    paper = Paper(language, "<b>City</b>")
    return run_whole(suite, PACK, policy, Settings(), clock or SteppingClock(), paper)


@pytest.fixture(scope="module")
def suite(tmp_path_factory) -> Path:
    return small_suite(tmp_path_factory.mktemp("suites") / "small")


@pytest.fixture(scope="module")
def dossier(suite: Path) -> Dossier:
    return dossier_of(suite)


@pytest.fixture(scope="module")
def regression(suite: Path, tmp_path_factory) -> Dossier:
    """A run under a copy of the policy in which coverage counts for nothing."""
    text = POLICY.read_text("utf-8")
    for name, share in (("alpha", 0.5), ("beta", 0.0), ("gamma", 0.5)):
        text = re.sub(rf"^{name} = .*$", f"{name} = {share}", text, flags=re.M)
    policy = tmp_path_factory.mktemp("policy") / "v001.toml"
    policy.write_text(text, "utf-8")
    return dossier_of(suite, policy)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_document_fits_its_schema_in_both_languages(dossier: Dossier, language: str):
    files = files_of(spoken(dossier, language))
    for number, kind in enumerate(DOCUMENTS, start=1):
        schema = json.loads(files[f"schemas/{kind.kind}.schema.json"])
        said = json.loads(files[f"json/{number:02}-{kind.kind}.json"])
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.validate(said, schema)
        assert said["language"] == language
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate({**said, "header": {}}, schema)
    assert len(files) == 4 * len(DOCUMENTS)


def spoken(dossier: Dossier, language: str) -> Dossier:
    return Dossier(**{**fields_of(dossier), "words": load_words(language)})


def fields_of(dossier: Dossier) -> dict[str, Any]:
    return {name: getattr(dossier, name) for name in Dossier.__dataclass_fields__}


def test_two_runs_differ_in_times_only(suite: Path, dossier: Dossier):
    first, same = files_of(dossier), files_of(dossier_of(suite))
    assert first == same
    later = files_of(dossier_of(suite, clock=LaterClock()))
    assert later != first
    assert {name: timeless(text) for name, text in later.items()} == {
        name: timeless(text) for name, text in first.items()
    }


def timeless(content: bytes) -> str:
    return TIME.sub("TIME", content.decode())


def test_no_field_is_left_empty(dossier: Dossier):
    for name, content in files_of(dossier).items():
        if name.startswith("json/"):
            said = json.loads(content)
            for key, value in said.items():
                assert value not in ("", None), (name, key)
            assert all(value for value in said["header"].values()), name


def test_a_clean_run_has_no_incident_and_no_gap(dossier: Dossier):
    assert dossier.passed, [(f.case.id, f.measurements) for f in dossier.failures]
    files = files_of(dossier)
    assert json.loads(files["json/06-incident-reports.json"])["incidents"] == []
    assert all(
        row["verdict"] == "pass" and row["status"] == "verified"
        for row in json.loads(files["json/09-traceability-matrix.json"])["forward"]
    )


def test_a_planted_regression_fails_the_run_with_incident_reports(regression: Dossier):
    assert not regression.passed
    failed = [f.case.id for f in regression.failures if f.verdict is TestVerdict.FAILED]
    assert {"index.single-slot.en", "index.coverage-share.fr"} <= set(failed)
    files = files_of(regression)
    incidents = json.loads(files["json/06-incident-reports.json"])["incidents"]
    assert [item["overview"].split(":")[0] for item in incidents[:-1]] == failed
    assert all(regression.run.removeprefix("RUN-") in item["id"] for item in incidents)
    single = next(item for item in incidents if "single-slot" in item["overview"])
    assert "Measure: HRI = 0.7" in single["expected"]
    assert any("measured: 0.5" in line for line in single["actual"])
    log = json.loads(files["json/05-execution-log.json"])["events"]
    reported = [i["id"] for i in incidents]
    assert [e["incident"] for e in log if e["verdict"] == "fail"] == reported[:-1]
    assert {e["incident"] for e in log if e["verdict"] == "blocked"} == {reported[-1]}
    assert "Not all" in json.loads(files["json/08-completion-report.json"])["conclusion"]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_policy_of_the_same_version_with_another_content_lets_no_case_pass(
    regression: Dossier, language: str
):
    assert regression.result.count(TestVerdict.PASSED) == 0
    files = files_of(spoken(regression, language))
    held = json.loads(files["json/06-incident-reports.json"])["incidents"][-1]
    digest = regression.result.policy.sha256
    assert any(digest in line for line in held["actual"])
    assert held["evidence"] == [f.case.id for f in regression.failures if f.withheld]
    report = json.loads(files["json/08-completion-report.json"])
    assert report["blocking"] == held["actual"]
    assert str(regression.result.count(TestVerdict.BLOCKED)) in report["deviations"][0]


def test_the_result_stands_under_the_title_of_each_document(dossier: Dossier, regression: Dossier):
    for run, said in ((dossier, "are met"), (regression, "Not all")):
        for name, content in files_of(run).items():
            if name.endswith((".html", ".md")):
                text = content.decode()
                place = text.index(said)
                assert place < text.index("Identification"), name


def test_a_case_can_be_repeated_from_what_is_filed(dossier: Dossier):
    """Texts, samples, templates and follow-ups stand in the JSON, whatever the kind."""
    suite = load_suite(VV / "framework")
    whole = Dossier(**{**fields_of(dossier), "suite": suite})
    filed = {case.id: "\n".join(case.inputs) for case in write_specifications(whole).cases}
    for case in suite.cases:
        said = filed[case.id]
        if case.input is not None:
            assert case.input.question in said
            assert case.input.answer in said
            assert all(sample in said for sample in case.case.samples), case.id
            assert all(c.model_dump_json(exclude_defaults=True) in said for c in case.follow_ups)
        for template in case.population.templates if case.population else ():
            texts = [template.base.question, *template.frames]
            for values in template.values.values():
                texts += [*values.right, *values.wrong]
            assert all(text in said for text in texts), case.id


def test_a_changed_working_tree_is_told_beside_the_commit(dossier: Dossier):
    changed = tuple(
        part.model_copy(update={"version": version})
        if (version := {"commit": "a" * 40, TREE: MODIFIED}.get(part.name))
        else part
        for part in dossier.surroundings
    )
    files = files_of(Dossier(**{**fields_of(dossier), "surroundings": changed}))
    for name, content in files.items():
        if name.startswith("json/"):
            assert json.loads(content)["header"]["commit"].startswith("a" * 40 + ", modified"), name


def test_a_requirement_without_a_case_fails_a_whole_suite(tmp_path: Path):
    found = dossier_of(small_suite(tmp_path / "whole", whole=True))
    assert found.result.passed
    assert not found.passed
    gaps = json.loads(files_of(found)["json/09-traceability-matrix.json"])["gaps"]
    assert "Requirement audit-tamper has no test case." in gaps


def test_a_case_with_an_unknown_requirement_fails_the_run(tmp_path: Path):
    folder = small_suite(tmp_path / "unknown")
    file = folder / "index.toml"
    file.write_text(file.read_text("utf-8").replace("paper-3-coefficients", "nowhere"), "utf-8")
    found = dossier_of(folder)
    assert not found.passed
    assert ("index.single-slot.en", "nowhere") in found.tracing.unknown


class Seen(HTMLParser):
    """The elements of a page, and every attribute that could fetch or run something."""

    def __init__(self) -> None:
        super().__init__()
        self.tags, self.risky = set(), []

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.risky += [a for a in attrs if a[0].startswith("on") or a[0] in ("src", "href")]


def test_pages_hold_no_hostile_markup_and_fetch_nothing(dossier: Dossier):
    pages = {name: text.decode() for name, text in files_of(dossier).items() if ".html" in name}
    assert len(pages) == len(DOCUMENTS)
    for name, text in pages.items():
        page = Seen()
        page.feed(text)
        assert not page.tags & {"script", "img", "link", "iframe", "b", "a"}, name
        assert page.risky == []
        assert "url(" not in text
        assert "@import" not in text
        assert "@page" in text
        assert "&lt;b&gt;City&lt;/b&gt;" in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in pages["02-test-cases.html"]


def test_a_hash_in_a_sentence_does_not_widen_its_table(dossier: Dossier):
    page = files_of(dossier)["04-test-environment.html"].decode()
    digest = dossier.result.pack.sha256
    (cell,) = re.findall(
        rf"<td([^>]*)>[^<]*SHA-256 {digest}[^<]*</td>", page.split("<h2>Test data")[1]
    )
    assert "long" in cell
    assert "td.long { overflow-wrap: anywhere; }" in page


def test_markdown_holds_no_hostile_markup(dossier: Dossier):
    for name, content in files_of(dossier).items():
        if name.endswith(".md"):
            html = (
                MarkdownIt("commonmark", {"html": False}).enable("table").render(content.decode())
            )
            page = Seen()
            page.feed(html)
            assert not page.tags & {"script", "img", "a", "b"}, name


@pytest.mark.parametrize(
    "text", ["# a", "- a", "+ a", "1. a", "2) a", "> a", "a | b", "`a`", "***"]
)
def test_no_text_becomes_a_block_of_its_own(text: str):
    html = MarkdownIt("commonmark").enable("table").render(plain(text))
    assert html.startswith("<p>")
    assert html.count("<") == 2
    assert unescape(html[3:-5]) == text


def test_both_languages_have_the_same_words():
    french, english = load_words("fr"), load_words("en")
    assert french.ids == english.ids
    for claim in ("conforms to", "certified"):
        assert claim not in (VV / "words" / "en.toml").read_text("utf-8")


def test_every_field_of_every_document_has_a_label():
    words = load_words("fr")
    for kind in DOCUMENTS:
        for model in (kind.model_json_schema(), *kind.model_json_schema()["$defs"].values()):
            for name in set(model.get("properties", {})) - {"language", "header"}:
                assert words.label(name)


def test_all_kinds_have_a_procedure_in_words():
    for kind in Kind:
        assert load_words("fr").text(f"procedure_{kind.value}")


def test_documents_are_never_written_over_others(dossier: Dossier, tmp_path: Path):
    bundle = publish(dossier, tmp_path / "out")
    assert bundle.is_file()
    with pytest.raises(OutputError, match="holds files already"):
        publish(dossier, tmp_path / "out")
    shutil.rmtree(tmp_path / "out")
    (tmp_path / "out").write_text("a file", "utf-8")
    with pytest.raises(OutputError, match="not written"):
        publish(dossier, tmp_path / "out")
