"""`hri decompose` on good and on bad lines: claims by slot, values, and every fault in words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from factories import ROOT

from hri.cli import main

DEMO = ROOT / "data" / "packs" / "demo"
ANSWER = (
    "Le coût est de 25 €. Délai : 2 à 6 semaines en cas d'urgence. Adressez-vous à la mairie. "
    "Base légale : article 63 du code civil."
)


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)

    def call(*args, given: str | bytes | None = None):
        cache = ("--cache", tmp_path / "cache")
        return CliRunner().invoke(main, ["decompose", *map(str, (*args, *cache))], input=given)

    return call


def line(text: str = ANSWER, language: str = "fr", **more: object) -> str:
    return json.dumps({"id": "a", "text": text, "language": language, **more})


def write(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def read(path: Path) -> list[dict]:
    return [json.loads(one) for one in path.read_text("utf-8").splitlines()]


def test_claims_come_by_slot_with_spans_into_the_text(run, tmp_path):
    out = tmp_path / "out.jsonl"
    done = run(write(tmp_path / "texts.jsonl", line()), "--out", out)
    assert done.exit_code == 0, done.output
    (reading,) = read(out)
    assert (reading["id"], reading["kind"], reading["language_shown"]) == ("a", "answer", "fr")
    assert list(reading["claims"]) == [
        "required_documents", "competent_authority", "processing_time", "fees", "legal_basis",
    ]  # fmt: skip
    for claims in reading["claims"].values():
        for claim in claims:
            assert ANSWER[claim["start"] : claim["end"]] == claim["text"]
    (fee,) = reading["claims"]["fees"]
    assert fee["value"] == {
        "type": "money", "low": "25", "high": "25", "currency": "EUR", "per": None,
    }  # fmt: skip
    (time,) = reading["claims"]["processing_time"]
    assert (time["qualifier"], time["polarity"]) == ("range", "required")
    assert time["condition"] == "en cas d'urgence"
    assert reading["doubts"] == []


def test_doubts_and_refusals_are_told(run, tmp_path):
    texts = write(
        tmp_path / "texts.jsonl",
        line("Le traitement prend plusieurs mois."),
        line("Je ne peux pas répondre."),
        line(""),
    )
    readings = [json.loads(one) for one in run(texts).stdout.splitlines()]
    assert [one["kind"] for one in readings] == ["no_claim", "refusal", "empty"]
    (doubt,) = readings[0]["doubts"]
    assert (doubt["kind"], doubt["text"]) == ("vague_value", "plusieurs mois")


def test_values_are_found_before_slots_are_assigned(run, tmp_path):
    text = "Vous risquez une amende de 1 500 € depuis le 12/03/2020 (loi n° 78-753), sous 10 ans."
    done = run(write(tmp_path / "texts.jsonl", line(text)), "--values")
    (reading,) = [json.loads(one) for one in done.stdout.splitlines()]
    assert [(one["type"], one["text"]) for one in reading["values"]] == [
        ("amount", "1 500 €"),
        ("date", "12/03/2020"),
        ("reference", "loi n° 78-753"),
        ("duration", "10 ans"),
    ]
    amount, date, reference, duration = (one["value"] for one in reading["values"])
    assert amount == {"low": "1500", "high": "1500", "currency": "EUR", "per": None}
    assert date == {"date": "2020-03-12", "ambiguous": False, "readings": ["2020-03-12"]}
    assert reference == {"instrument": "loi 78-753", "articles": None, "known": False}
    assert duration == {"low": "10", "high": "10", "unit": "year"}


@pytest.mark.parametrize(
    ("language", "date", "readings"),
    [
        ("en", None, ["2020-03-12", "2020-12-03"]),
        ("en-GB", "2020-03-12", ["2020-03-12"]),
        ("en-us", "2020-12-03", ["2020-12-03"]),
        ("fr-CA", "2020-03-12", ["2020-03-12"]),
    ],
)
def test_a_region_settles_the_order_of_day_and_month(run, tmp_path, language, date, readings):
    done = run(write(tmp_path / "texts.jsonl", line("12/03/2020", language)), "--values")
    (value,) = json.loads(done.stdout)["values"]
    assert (value["value"]["date"], value["value"]["readings"]) == (date, readings)


def test_a_pack_makes_names_known(run, tmp_path):
    texts = write(tmp_path / "texts.jsonl", line("article 63 du code civil"))
    known = [
        json.loads(run(texts, "--values", *pack).stdout)["values"][0]["value"]["known"]
        for pack in ((), ("--pack", DEMO))
    ]
    assert known == [False, True]


def test_texts_come_from_standard_input(run):
    done = run("-", "--values", given=line("25 €") + "\n\nnonsense\n")
    assert json.loads(done.stdout)["values"][0]["value"]["low"] == "25"
    assert done.exit_code == 1
    assert "standard input, line 3: broken JSON" in done.output


FAULTS = {
    "broken JSON": ('{"id": "x", ', ["line 2", "JSON"]),
    "an unknown key": (line(txt="x"), ["line 2", "txt", "Allowed here: id, text, language"]),
    "a missing text": ('{"id": "x", "language": "fr"}', ["line 2", "text", "missing"]),
    "another language": (line(language="de"), ["line 2", "language", "'de'", "fr, en"]),
    "a text that is none": ('{"id": "x", "text": 5, "language": "fr"}', ["line 2", "text"]),
    "a text too long": (line("x" * 70_000), ["line 2", "text", "65536"]),
    "a duplicate key": ('{"id": "a", "id": "b", "text": "", "language": "fr"}', ["line 2", "id"]),
    "half a character": ('{"id": "a", "text": "\\ud800", "language": "fr"}', ["line 2", "text"]),
}


@pytest.mark.parametrize("name", FAULTS)
@pytest.mark.parametrize("option", [(), ("--values",)], ids=["claims", "values"])
def test_a_bad_line_is_named_and_the_rest_is_read(run, tmp_path, name, option):
    bad, fragments = FAULTS[name]
    texts = write(tmp_path / "texts.jsonl", line(), bad, line())
    out, rejects = tmp_path / "out.jsonl", tmp_path / "rejects.jsonl"
    done = run(texts, *option, "--out", out, "--rejects", rejects)
    assert done.exit_code == 1
    for fragment in (*fragments, "Remedy:", "2 read", "1 lines not read"):
        assert fragment in done.output
    assert len(read(out)) == 2
    (reject,) = read(rejects)
    assert reject["line"] == 2
    assert reject["problem"]
    assert reject["remedy"]


def test_a_line_that_is_no_utf_8_is_named(run, tmp_path):
    texts = tmp_path / "texts.jsonl"
    texts.write_bytes(b'{"id": "\xff"}\n' + line().encode() + b"\n")
    done = run(texts)
    assert done.exit_code == 1
    assert "line 1: is not UTF-8" in done.output
    assert "1 read" in done.output


@pytest.mark.parametrize("option", ["--out", "--rejects"])
def test_an_output_takes_no_inputs_place(run, tmp_path, option):
    texts = write(tmp_path / "texts.jsonl", line())
    before = texts.read_bytes()
    done = run(texts, option, texts)
    assert done.exit_code == 2
    assert "would overwrite" in done.output
    assert texts.read_bytes() == before


def test_what_cannot_be_read_at_all_leaves_no_output(run, tmp_path):
    out = tmp_path / "out.jsonl"
    for args, fragment in (
        (("/dev/zero",), "is a device"),
        ((tmp_path / "none.jsonl",), "does not exist"),
        ((write(tmp_path / "texts.jsonl", line()), "--pack", tmp_path / "cache"), "cache"),
    ):
        (tmp_path / "cache").mkdir(exist_ok=True)
        done = run(*args, "--out", out)
        assert done.exit_code == 2
        assert fragment in done.output
        assert not out.exists()


def test_a_closed_standard_input_is_told(run, monkeypatch):
    monkeypatch.setattr("hri.console.decomposing.standard_input", lambda: None)
    done = run("-")
    assert done.exit_code == 2
    assert "standard input: is closed. Remedy:" in done.output


def test_a_line_without_end_is_told(run, monkeypatch):
    monkeypatch.setattr("hri.knowledge.cases.MAX_LINE_BYTES", 1000)
    monkeypatch.setattr("hri.knowledge.cases.MAX_EXCESS_BYTES", 10_000)
    done = run("-", given="x" * 50_000)
    assert done.exit_code == 2
    assert "standard input: cannot be read (line 1 does not end)" in done.output
