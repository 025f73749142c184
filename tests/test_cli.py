"""The command line on good and on bad input: what, where, why, remedy, and nothing half-done."""

from __future__ import annotations

import json
import os
import threading
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from factories import ROOT

from hri.cli import main

DEMO = ROOT / "data" / "packs" / "demo"
POLICY = ROOT / "data" / "policies" / "default" / "v001.toml"
GOOD = {
    "question": "Combien coûte le remplacement d'une carte d'identité perdue ?",
    "answer": "Le remplacement coûte 25 €.",
    "samples": ["25 €", "25 euros", "Coût : 25 €"],
    "language": "fr",
    "jurisdiction": "FR",
    "asked_on": "2020-06-01",
}


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("HRI_DATABASE", str(tmp_path / "hri.sqlite"))
    monkeypatch.setenv("HRI_CACHE", str(tmp_path / "cache"))
    return lambda *args: CliRunner().invoke(main, [str(arg) for arg in args])


def write_lines(path: Path, *lines: dict | str) -> Path:
    text = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("\n".join(text) + "\n", encoding="utf-8")
    return path


def numbered(**changes: object) -> list[dict]:
    return [{**GOOD, "case_id": f"c-{i}", **changes} for i in range(1, 8)]


BAD_LINES = {
    "broken JSON": ('{"question": "x", ', ["line 7", "JSON"]),
    "an unknown key": ({**GOOD, "anser": "x"}, ["line 7", "anser"]),
    "a missing answer": ({k: v for k, v in GOOD.items() if k != "answer"}, ["line 7", "answer"]),
    "an answer of 5 MB": ({**GOOD, "answer": "x" * 5_000_000}, ["line 7", "answer", "65536"]),
    "NaN": ('{"question": NaN}', ["line 7", "NaN"]),
    "17 samples": ({**GOOD, "samples": ["x"] * 17}, ["line 7", "17", "16"]),
    "a duplicate key": ('{"question": "a", "question": "b"}', ["line 7", "question"]),
    "a date that is none": ({**GOOD, "asked_on": "2020-13-01"}, ["line 7", "asked_on"]),
}


@pytest.mark.parametrize("name", BAD_LINES)
def test_score_names_a_bad_line_and_scores_the_rest(name, run, tmp_path):
    line, fragments = BAD_LINES[name]
    cases = write_lines(tmp_path / "cases.jsonl", *numbered()[:6], line, *numbered()[6:])
    out, rejects = tmp_path / "out.jsonl", tmp_path / "rejects.jsonl"
    done = run("score", cases, "--pack", DEMO, "--out", out, "--rejects", rejects)
    assert done.exit_code == 1
    for fragment in fragments:
        assert fragment in done.output
    assert "Remedy:" in done.output
    assert len(out.read_text("utf-8").splitlines()) == 7
    assert json.loads(rejects.read_text("utf-8"))["line"] == 7


@pytest.mark.parametrize("name", BAD_LINES)
def test_intake_stores_nothing_of_a_bad_line(name, run, tmp_path):
    cases = write_lines(tmp_path / "cases.jsonl", *numbered()[:6], BAD_LINES[name][0])
    first = run("intake", cases)
    assert first.exit_code == 1
    assert "6" in first.output
    again = run("intake", write_lines(tmp_path / "again.jsonl", *numbered()[:6]))
    assert again.exit_code == 0
    assert run("audit", "verify").exit_code == 0


def test_an_answer_in_a_language_nobody_reads_is_routed(run, tmp_path):
    cases = write_lines(tmp_path / "cases.jsonl", {**GOOD, "language": "de"})
    out = tmp_path / "out.jsonl"
    assert run("score", cases, "--pack", DEMO, "--out", out).exit_code == 0
    scored = json.loads(out.read_text("utf-8"))
    assert scored["state"] == "ROUTE"
    assert scored["flags"] == ["unsupported_language"]


def test_an_answer_in_another_language_than_stated_is_routed(run, tmp_path):
    text = "You have to go to the town hall and the fee for this is 25 euros for the replacement."
    cases = write_lines(tmp_path / "cases.jsonl", {**GOOD, "answer": text})
    out = tmp_path / "out.jsonl"
    run("score", cases, "--pack", DEMO, "--out", out)
    assert json.loads(out.read_text("utf-8"))["flags"] == ["language_mismatch"]


def test_the_same_input_gives_the_same_bytes_on_any_number_of_workers(run, tmp_path):
    cases = write_lines(tmp_path / "cases.jsonl", *numbered())
    outs = [tmp_path / name for name in ("one", "two", "three")]
    for out, workers in zip(outs, (1, 1, 2), strict=True):
        assert (
            run("score", cases, "--pack", DEMO, "--out", out, "--workers", workers).exit_code == 0
        )
    assert outs[0].read_bytes() == outs[1].read_bytes() == outs[2].read_bytes()


def test_a_policy_whose_weights_sum_to_098_is_refused_with_the_sum(run, tmp_path):
    text = POLICY.read_text("utf-8").replace("legal_basis = 0.30", "legal_basis = 0.28", 1)
    bad = tmp_path / "v002.toml"
    bad.write_text(text, encoding="utf-8")
    out = tmp_path / "out.jsonl"
    cases = write_lines(tmp_path / "cases.jsonl", GOOD)
    done = run("score", cases, "--pack", DEMO, "--policy", bad, "--out", out)
    assert done.exit_code == 2
    assert "0.98" in done.output
    assert str(bad) in done.output
    assert "Remedy:" in done.output
    assert not out.exists()


def test_a_pack_with_a_duplicate_id_is_refused_with_its_line(run, tmp_path):
    copy = tmp_path / "pack"
    copy.mkdir()
    for path in DEMO.iterdir():
        if path.is_file():
            (copy / path.name).write_bytes(path.read_bytes())
    lines = (copy / "authorities.jsonl").read_text("utf-8").splitlines()
    (copy / "authorities.jsonl").write_text("\n".join([*lines, lines[0]]) + "\n", "utf-8")
    done = run("pack", "check", copy)
    assert done.exit_code == 2
    assert f"line {len(lines) + 1}" in done.output
    assert json.loads(lines[0])["id"] in done.output


def test_a_zip_bomb_is_refused_and_leaves_nothing(run, tmp_path):
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("particuliers/F1.json", b"0" * 300_000_000)
    out = tmp_path / "pack"
    done = run("pack", "import", "service-public", bomb, "--out", out)
    assert done.exit_code == 2
    assert "bomb.zip" in done.output
    assert "Remedy:" in done.output
    assert not out.exists()


def test_the_demonstration_loads_once(run):
    assert run("demo").exit_code == 0
    again = run("demo")
    assert again.exit_code == 0
    assert "36" in again.output


def test_the_papers_scenarios_pass_and_a_policy_without_coverage_fails_them(run, tmp_path):
    suite = ROOT / "data" / "vv" / "paper"
    assert run("vv", "run", suite).exit_code == 0
    text = POLICY.read_text("utf-8").replace('floor = "ROUTE"\n', 'floor = "WARN"\n', 2)
    weak = tmp_path / "v001.toml"
    weak.write_text(text, encoding="utf-8")
    done = run("vv", "run", suite, "--policy", weak)
    assert done.exit_code == 1
    assert "fail" in done.output


def test_auditing_a_database_that_does_not_exist_fails_and_makes_none(run, tmp_path):
    for command in ("verify", "export"):
        done = run("audit", command)
        assert done.exit_code == 2
        assert "no database" in done.output
    assert not (tmp_path / "hri.sqlite").exists()


def test_output_to_a_device_is_written_to_not_replaced(run, tmp_path):
    cases = write_lines(tmp_path / "cases.jsonl", GOOD)
    link = tmp_path / "null"
    link.symlink_to("/dev/null")
    assert run("score", cases, "--pack", DEMO, "--out", link).exit_code == 0
    assert link.is_symlink()
    assert Path("/dev/null").is_char_device()


def test_cases_from_a_pipe_are_all_scored(run, tmp_path):
    pipe, out = tmp_path / "cases", tmp_path / "out.jsonl"
    os.mkfifo(pipe)
    text = "".join(json.dumps(line) + "\n" for line in numbered())
    writer = threading.Thread(target=pipe.write_text, args=(text,))
    writer.start()
    assert run("score", pipe, "--pack", DEMO, "--out", out).exit_code == 0
    writer.join()
    assert len(out.read_text("utf-8").splitlines()) == 7
