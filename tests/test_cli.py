"""The command line on good and on bad input: what, where, why, remedy, and nothing half-done."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import zipfile
from pathlib import Path

import click
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
def run(tmp_path, monkeypatch, pack_cache):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("HRI_DATABASE", str(tmp_path / "hri.sqlite"))
    monkeypatch.setenv("HRI_CACHE", str(pack_cache))
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


def refused(done, *fragments: str) -> None:
    """It ended as input errors do, in words, without a traceback."""
    assert done.exit_code == 2, done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)
    for fragment in (*fragments, "Remedy:"):
        assert fragment in done.output


def leftovers(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.name.endswith(".partial"))


@pytest.mark.parametrize("option", ["--out", "--rejects"])
def test_an_output_that_is_a_folder_is_refused_before_anything_is_scored(run, tmp_path, option):
    cases = write_lines(tmp_path / "cases.jsonl", GOOD)
    refused(run("score", cases, "--pack", DEMO, option, tmp_path), str(tmp_path), "is a folder")


@pytest.mark.parametrize("option", ["--out", "--rejects"])
def test_an_output_that_cannot_be_made_is_refused(run, tmp_path, option):
    cases = write_lines(tmp_path / "cases.jsonl", GOOD)
    (tmp_path / "file").touch()
    below_a_file = tmp_path / "file" / "in" / "out.jsonl"
    done = run("score", cases, "--pack", DEMO, option, below_a_file)
    refused(done, str(below_a_file), "cannot be written")
    long = tmp_path / ("x" * 300)
    refused(run("score", cases, "--pack", DEMO, option, long), "cannot be written")
    assert leftovers(tmp_path) == []


@pytest.mark.parametrize("option", ["--out", "--rejects"])
@pytest.mark.parametrize("way", ["itself", "link", "hard link"])
def test_an_output_never_takes_the_place_of_the_input(run, tmp_path, option, way):
    cases = write_lines(tmp_path / "cases.jsonl", GOOD)
    before, out = cases.read_bytes(), tmp_path / "out.jsonl"
    if way == "link":
        out.symlink_to(cases)
    elif way == "hard link":
        os.link(cases, out)
    else:
        out = cases
    refused(run("score", cases, "--pack", DEMO, option, out), "would overwrite", str(cases))
    refused(run("intake", cases, "--rejects", out), "would overwrite", str(cases))
    assert cases.read_bytes() == before


def test_outputs_take_neither_the_place_of_each_other_nor_of_the_database(run, tmp_path):
    cases, out = write_lines(tmp_path / "cases.jsonl", GOOD), tmp_path / "out.jsonl"
    both = run("score", cases, "--pack", DEMO, "--out", out, "--rejects", out)
    refused(both, "would overwrite", str(out))
    assert not out.exists()
    assert run("intake", cases).exit_code == 0
    database = tmp_path / "hri.sqlite"
    before = database.read_bytes()
    refused(run("audit", "export", "--out", database), "would overwrite")
    assert database.read_bytes() == before


def test_an_output_inside_the_pack_is_refused(run, tmp_path):
    pack = tmp_path / "pack"
    pack.mkdir()
    cases = write_lines(tmp_path / "cases.jsonl", GOOD)
    refused(run("score", cases, "--pack", pack, "--out", pack / "new.jsonl"), "would overwrite")


def test_what_fails_half_way_leaves_the_old_output_and_nothing_partial(run, tmp_path, monkeypatch):
    monkeypatch.setattr("hri.knowledge.cases.MAX_LINE_BYTES", 1000)
    monkeypatch.setattr("hri.knowledge.cases.MAX_EXCESS_BYTES", 10_000)
    cases = write_lines(tmp_path / "cases.jsonl", GOOD, "x" * 50_000)
    out = tmp_path / "out.jsonl"
    out.write_text("old")
    refused(run("score", cases, "--pack", DEMO, "--out", out), "line 2 does not end")
    assert out.read_text() == "old"
    assert leftovers(tmp_path) == []


def test_an_output_that_is_replaced_keeps_its_mode(run, tmp_path):
    cases, out = write_lines(tmp_path / "cases.jsonl", GOOD), tmp_path / "out.jsonl"
    out.write_text("old")
    out.chmod(0o640)
    assert run("score", cases, "--pack", DEMO, "--out", out).exit_code == 0
    assert json.loads(out.read_text("utf-8"))["hri"] is not None
    assert out.stat().st_mode & 0o777 == 0o640


def test_a_full_device_is_told(run, tmp_path):
    cases = write_lines(tmp_path / "cases.jsonl", GOOD)
    done = run("score", cases, "--pack", DEMO, "--out", "/dev/full")
    refused(done, "/dev/full", "No space left")


def outside(*args: object, **options: object) -> subprocess.CompletedProcess[bytes]:
    """The command line as a process of its own, in the poorest locale."""
    environment = {**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    command = [sys.executable, "-m", "hri", *map(str, args)]
    return subprocess.run(
        command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, check=False, **options
    )


def test_output_is_utf_8_in_any_locale_and_goes_where_it_is_sent(tmp_path):
    cases = write_lines(tmp_path / "cases.jsonl", GOOD)
    score = ("score", cases, "--pack", DEMO)
    piped = outside(*score, "--out", "/dev/stdout", stdout=subprocess.PIPE)
    assert piped.returncode == 0, piped.stderr
    assert "coûte" in piped.stdout.decode("utf-8")
    log = tmp_path / "log"
    log.write_text("before\n")
    with log.open("ab") as end:
        assert outside(*score, "--out", "/dev/stdout", stdout=end).returncode == 0
    assert log.read_bytes() == b"before\n" + piped.stdout


def test_a_full_or_closed_standard_output_is_told_once(tmp_path):
    with Path("/dev/full").open("wb") as full:
        done = outside("policy", "check", POLICY, stdout=full)
    assert done.returncode == 2
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    cases = write_lines(tmp_path / "cases.jsonl", GOOD)
    shell = ["sh", "-c", 'exec "$@" >&-', "sh", sys.executable, "-m", "hri"]
    done = subprocess.run(
        [*shell, "score", cases, "--pack", DEMO], cwd=ROOT, stderr=subprocess.PIPE, check=False
    )
    assert done.returncode == 2
    assert b"standard output: is closed" in done.stderr


def test_faulty_lines_are_named_by_any_number_of_workers(run, tmp_path):
    cases = write_lines(tmp_path / "cases.jsonl", GOOD, {**GOOD, "anser": "x"}, GOOD)
    done = run("score", cases, "--pack", DEMO, "--workers", 2, "--out", tmp_path / "out.jsonl")
    assert done.exit_code == 1
    assert "2 scored" in done.output
    assert "line 2, anser" in done.output


def test_a_csv_file_that_is_none_is_refused_with_its_line(run, tmp_path):
    cases = tmp_path / "cases.csv"
    cases.write_text('"question,answer\n')
    refused(run("score", cases, "--pack", DEMO), str(cases), "line 1", "is not CSV")
    refused(run("intake", cases), str(cases), "line 1", "is not CSV")


def test_nothing_that_is_quoted_steers_the_terminal(run, tmp_path):
    cases = write_lines(tmp_path / "cases.jsonl", {**GOOD, "\x1b[2Jx\u202e": "x"})
    done = run("score", cases, "--pack", DEMO, "--out", tmp_path / "out.jsonl")
    assert done.exit_code == 1
    assert "\\x1b[2Jx\\u202e" in done.output
    assert not {"\x1b", "\u202e"} & set(done.output)


def test_a_device_is_no_case_file(run):
    refused(run("score", "/dev/zero", "--pack", DEMO), "/dev/zero", "is a device")


def test_a_folder_that_is_no_pack_is_called_so(run, tmp_path):
    cases = write_lines(tmp_path / "cases.jsonl", GOOD)
    (tmp_path / "docs").mkdir()
    refused(run("pack", "check", tmp_path / "docs"), "no pack.toml stands in this folder")
    done = run("score", cases, "--pack", tmp_path / "docs", "--out", tmp_path / "out.jsonl")
    refused(done, "no pack.toml stands in this folder")


def test_what_the_system_refuses_is_told_in_words(run, monkeypatch):
    def refuse(path: Path) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("hri.knowledge.policies.load_policy", refuse)
    refused(run("policy", "check", POLICY), str(POLICY), "Permission denied")


def commands(group: click.Group, names: tuple[str, ...] = ()) -> dict[str, click.Command]:
    found: dict[str, click.Command] = {}
    for name, command in group.commands.items():
        if isinstance(command, click.Group):
            found |= commands(command, (*names, name))
        else:
            found[" ".join((*names, name))] = command
    return found


COMMANDS = commands(main)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_argument_and_option_says_what_it_is_for(name):
    assert COMMANDS[name].help
    for parameter in COMMANDS[name].params:
        assert getattr(parameter, "help", None), parameter.name
