"""Files of known-wrong items: those that come with the product, and faulty ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from factories import ROOT

from hri.cli import main
from hri.domain.seeds import SeededCase
from hri.domain.slots import SLOTS
from hri.errors import CaseFileError
from hri.knowledge.seeds import read_seeds
from hri.pipeline import assess

SEEDS = ROOT / "data" / "cases" / "seeds.jsonl"
LINES = SEEDS.read_text("utf-8").splitlines()


def seeds() -> list[SeededCase]:
    return [item for _, item in read_seeds(SEEDS) if isinstance(item, SeededCase)]


def test_every_slot_has_a_seed_in_both_languages():
    found = {(item.case.language, item.seed.slot) for item in seeds()}
    assert len(seeds()) == len(LINES)
    assert found == {(language, slot) for language in ("fr", "en") for slot in SLOTS}
    assert all(set(item.seed.explanation) == {"fr", "en"} for item in seeds())


def test_their_ids_are_those_of_no_other_case_and_tell_nothing():
    ids = [item.case.case_id for item in seeds()]
    demo = (ROOT / "data/cases/demo.jsonl").read_text("utf-8").splitlines()
    assert not {*ids} & {json.loads(line)["case_id"] for line in demo}
    assert all(case_id.startswith(("demo-fr-", "demo-en-")) for case_id in ids)


@pytest.mark.parametrize("item", seeds(), ids=lambda item: item.case.case_id)
def test_the_error_is_in_the_slot_it_says_and_nowhere_else(item, demo_pack, default_rules):
    found = assess(item.case, demo_pack, *default_rules)
    assert found.slots[item.seed.slot].present
    assert [slot for slot in SLOTS if found.slots[slot].flagged] == [item.seed.slot]


@pytest.fixture
def intake(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("HRI_DATABASE", str(tmp_path / "hri.sqlite"))
    return lambda *args: CliRunner().invoke(main, ["intake", *map(str, args)])


def test_they_are_taken_in_once_and_never_as_ordinary_cases(intake):
    done = intake(SEEDS, "--seeds")
    assert done.exit_code == 0, done.output
    assert "10 stored" in done.output
    assert "10 already there" in intake(SEEDS, "--seeds").output
    refused = intake(SEEDS)
    assert refused.exit_code == 1
    assert "0 stored" in refused.output
    assert "'seed'" in refused.output


FAULTS = {
    "no block": (lambda record: record.pop("seed"), "seed"),
    "a block that is none": (lambda record: record.update(seed="fees"), "seed"),
    "an unknown slot": (lambda record: record["seed"].update(slot="price"), "slot"),
    "no explanation": (lambda record: record["seed"].update(explanation={}), "explanation"),
    "an empty explanation": (
        lambda record: record["seed"].update(explanation={"fr": " ", "en": "It is €25."}),
        "explanation",
    ),
    "another language": (
        lambda record: record["seed"].update(explanation={"de": "Falsch."}),
        "explanation",
    ),
    "an unknown key": (lambda record: record["seed"].update(wrong=1), "wrong"),
    "a fault of the case": (lambda record: record.pop("answer"), "answer"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_line_is_named_and_the_others_are_read(tmp_path: Path, name: str):
    spoil, word = FAULTS[name]
    record = json.loads(LINES[0])
    spoil(record)
    path = tmp_path / "seeds.jsonl"
    path.write_text(f"{json.dumps(record)}\n\n{LINES[1]}\n", encoding="utf-8")
    (first, fault), (second, sound) = read_seeds(path)
    assert (first, second) == (1, 3)
    assert isinstance(fault, CaseFileError)
    assert word in str(fault)
    assert "line 1" in str(fault)
    assert isinstance(sound, SeededCase)


def test_a_citizens_case_is_not_taken_for_a_seed(intake):
    done = intake(ROOT / "data/cases/demo.jsonl", "--seeds")
    assert done.exit_code == 1
    assert "0 stored" in done.output
    assert "36 rejected" in done.output
