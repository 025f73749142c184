from __future__ import annotations

import json
import os
import threading
import tracemalloc
from itertools import islice
from pathlib import Path

import pytest
from factories import SHARED
from hypothesis import given
from hypothesis import strategies as st

from hri.domain.cases import MAX_SAMPLES, MAX_TEXT_BYTES, Case
from hri.errors import CaseFileError
from hri.knowledge import cases, read_case, read_cases
from hri.knowledge.cases import MAX_LINE_BYTES

GOOD = {
    "case_id": "c1",
    "question": "Combien coûte la carte ?",
    "answer": "25 €.",
    "samples": ["25 euros."],
    "language": "fr",
    "jurisdiction": "FR",
    "asked_on": "2020-06-01",
}


def line(**changes):
    record = {**GOOD, **changes}
    return json.dumps({key: value for key, value in record.items() if value is not ...})


FAULTS = {
    "broken": ('{"question": ', ["line 1", "broken JSON at column"]),
    "not an object": ("[]", ["line 1", "list"]),
    "number": ("3", ["line 1", "int"]),
    "duplicate key": (line()[:-1] + ', "answer": "x"}', ["'answer' is given twice"]),
    "duplicate key inside": ('{"metadata": {"a": 1, "a": 2}}', ["'a' is given twice"]),
    "unknown key": (line(anwser="x"), ["anwser", "unknown key", "question, answer, samples"]),
    "missing question": (line(question=...), ["question", "is missing"]),
    "missing date": (line(asked_on=...), ["asked_on", "is missing"]),
    "number for text": (line(answer=25), ["answer", "string", "25"]),
    "number among samples": (line(samples=["x", 3]), ["samples[1]", "string"]),
    "text for samples": (line(samples="x"), ["samples"]),
    "number for date": (line(asked_on=20200601), ["asked_on", "date"]),
    "impossible date": (line(asked_on="2020-02-30"), ["asked_on", "2020-02-30"]),
    "jurisdiction in small letters": (line(jurisdiction="fr"), ["jurisdiction", "'fr'"]),
    "language that is none": (line(language="French"), ["language", "'French'"]),
    "empty id": (line(case_id=""), ["case_id"]),
    "NaN": ('{"metadata": {"x": NaN}}', ["NaN is not a number"]),
    "infinity": ('{"metadata": {"x": -Infinity}}', ["-Infinity"]),
    "infinity by overflow": ('{"metadata": {"x": 1e999}}', ["1e999"]),
    "too many samples": (line(samples=["x"] * (MAX_SAMPLES + 1)), ["samples", "17", "16"]),
    "long answer": (line(answer="é" * MAX_TEXT_BYTES), ["answer", str(MAX_TEXT_BYTES)]),
    "long sample": (line(samples=["", "x" * (MAX_TEXT_BYTES + 1)]), ["samples[1]", "limit"]),
    "half a surrogate": (line(answer="\ud800"), ["line 1"]),
    "nested too deeply": ('{"metadata": ' + "[" * 200_000, ["nested too deeply"]),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_line_is_refused_with_its_place(fault):
    text, fragments = FAULTS[fault]
    (found,) = read_cases([text], name="cases.jsonl")
    assert isinstance(found.case, CaseFileError)
    for fragment in ["cases.jsonl", *fragments, "Remedy:"]:
        assert fragment in str(found.case)


def test_faulty_lines_do_not_stop_the_others_and_keep_their_numbers(tmp_path):
    path = tmp_path / "cases.jsonl"
    lines = [line(case_id=f"c{number}") for number in range(1, 9)]
    lines[6] = lines[6][:-5]
    lines[3] = ""
    path.write_text("\n".join(lines))
    found = list(read_cases(path))
    assert [each.line for each in found] == [1, 2, 3, 5, 6, 7, 8]
    faults = [each for each in found if isinstance(each.case, CaseFileError)]
    assert [fault.line for fault in faults] == [7]
    assert f"{path}, line 7: broken JSON" in str(faults[0].case)


def test_texts_at_the_limit_are_read():
    (found,) = read_cases([line(answer="x" * MAX_TEXT_BYTES, samples=["y"] * MAX_SAMPLES)])
    assert len(found.case.answer) == MAX_TEXT_BYTES


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_line_endings_and_a_byte_order_mark_make_no_difference(ending, tmp_path):
    path = tmp_path / "cases.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + (line() + ending + line() + ending).encode())
    assert [each.case.case_id for each in read_cases(path)] == ["c1", "c1"]


def test_bytes_that_are_no_text_are_a_fault_of_their_line():
    found = list(read_cases([b'{"question": "\xff"}', line().encode()]))
    assert "not UTF-8" in str(found[0].case)
    assert found[1].case.case_id == "c1"


def test_a_line_past_the_limit_is_refused_and_the_next_one_read(tmp_path):
    path = tmp_path / "cases.jsonl"
    path.write_text("x" * (3 * MAX_LINE_BYTES) + "\n" + line() + "\n")
    first, second = read_cases(path)
    assert "longer than" in str(first.case)
    assert (second.line, second.case.case_id) == (2, "c1")


def test_cases_are_streamed_in_constant_memory(tmp_path):
    path = tmp_path / "cases.jsonl"
    with path.open("w") as file:
        for _ in range(300):
            file.write(line(answer="x" * 60_000) + "\n")
    tracemalloc.start()
    assert sum(1 for _ in read_cases(path)) == 300
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * 1024 * 1024


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(CaseFileError, match=r"nowhere.*cannot be read"):
        next(iter(read_cases(tmp_path / "nowhere.jsonl")))


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@given(texts, texts, st.lists(texts, max_size=4), st.dictionaries(texts, texts, max_size=3))
def test_a_case_written_as_json_reads_back_equal(question, answer, samples, metadata):
    case = Case(
        question=question,
        answer=answer,
        samples=tuple(samples),
        language="fr",
        jurisdiction="FR",
        asked_on="2020-06-01",
        metadata=metadata,
    )
    assert read_case(case.model_dump_json(), "x") == case


@pytest.fixture
def write_csv(tmp_path):
    def write(text):
        path = tmp_path / "cases.csv"
        path.write_text(text, newline="")
        return path

    return write


HEADER = "question,answer,language,jurisdiction,asked_on"


def test_a_csv_file_is_read_with_line_numbers_over_line_breaks_in_cells(write_csv):
    path = write_csv(f'{HEADER}\n"Où ?\nVite",ici,fr,FR,2020-06-01\nQuand ?,demain,fr,FR,jamais\n')
    first, second = read_cases(path)
    assert (first.line, first.case.question) == (2, "Où ?\nVite")
    assert second.line == 4
    assert "line 4, asked_on" in str(second.case)


def test_columns_are_mapped_several_to_samples_and_the_rest_from_defaults(write_csv):
    path = write_csv("Frage,Antwort,S1,S2,Amt\nOù ?,ici,là,,Rouen\n")
    columns = {
        "Frage": "question",
        "Antwort": "answer",
        "S1": "samples",
        "S2": "samples",
        "Amt": "metadata.office",
    }
    defaults = {"language": "fr", "jurisdiction": "FR", "asked_on": "2020-06-01"}
    (found,) = read_cases(path, columns=columns, defaults=defaults)
    assert found.case.samples == ("là",)
    assert found.case.metadata == {"office": "Rouen"}
    assert found.case.jurisdiction == "FR"


CSV_HEADER_FAULTS = {
    "unknown column": ("question,anwser\n", {}, ["line 1, anwser", "unknown column", "answer"]),
    "mapped column that is not there": ("question\n", {"Antwort": "answer"}, ["lacks Antwort"]),
    "two columns for one field": ("answer,a\n", {"a": "answer"}, ["two columns", "'answer'"]),
    "no header": ("", {}, ["no header"]),
    "a name twice": ("question,question\n", {}, ["line 1, question", "two columns"]),
    "a key twice": ("metadata.a,metadata.a\n", {}, ["line 1, metadata.a", "two columns"]),
    "metadata as a whole": ("metadata,metadata.a\n", {}, ["line 1, metadata", "metadata.<key>"]),
    "an open quotation mark": ('question,"answer\nx\n', {}, ["line 1", "not CSV", "quotation"]),
    "a cell without end": (f"question,{'x' * 140_000}\n", {}, ["line 1", "is not CSV"]),
    "a NUL": ("question,an\0swer\n", {}, ["line 1", r"'an\x00swer'"]),
    "a sign that steers": ("question,\x1b[2J\n", {}, ["line 1", r"'\x1b[2J'"]),
}


@pytest.mark.parametrize("fault", CSV_HEADER_FAULTS)
def test_a_faulty_csv_header_is_refused_at_once(fault, write_csv):
    text, columns, fragments = CSV_HEADER_FAULTS[fault]
    with pytest.raises(CaseFileError) as caught:
        list(read_cases(write_csv(text), columns=columns))
    assert all(fragment in str(caught.value) for fragment in [*fragments, "Remedy:"])
    assert not {"\0", "\x1b"} & set(str(caught.value))


def test_rows_of_another_length_and_broken_quotes_are_faults_of_their_row(write_csv):
    path = write_csv(
        f'{HEADER}\nOù ?,ici\nOù ?,"ici"x,fr,FR,2020-06-01\nOù ?,ici,fr,FR,2020-06-01\n'
    )
    short, broken, sound = islice(read_cases(path), 3)
    assert "has 2 cells, the header has 5" in str(short.case)
    assert "is not CSV" in str(broken.case)
    assert sound.case.answer == "ici"


@pytest.mark.parametrize("name", ["dev", "hard_dev", "real_dev", "en_dev"])
def test_every_case_of_the_benchmarks_is_read(name):
    path = SHARED / "bench" / f"{name}.cases.jsonl"
    if not path.exists():
        pytest.skip("the benchmarks are not here")
    found = list(read_cases(path))
    assert found
    assert not [each for each in found if isinstance(each.case, CaseFileError)]


def test_a_csv_header_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "cases.csv"
    path.write_bytes(b"question,\xff\n")
    with pytest.raises(CaseFileError, match="line 1: is not UTF-8"):
        list(read_cases(path))


def test_a_csv_row_with_bytes_that_are_no_text_is_refused_whole_and_the_rest_read(tmp_path):
    path = tmp_path / "cases.csv"
    path.write_bytes(
        f"{HEADER}\n".encode()
        + b'O\xf9 ?,"ici\nla,la,fr,FR,2020-06-01\nla",fr,FR,2020-06-01\n'
        + "Où ?,ici,fr,FR,2020-06-01\n".encode()
    )
    bad, sound = read_cases(path)
    assert bad.line == 2
    assert "line 2: is not UTF-8" in str(bad.case)
    assert (sound.line, sound.case.answer) == (5, "ici")


def test_a_csv_row_past_the_limit_is_refused_and_the_rest_read(tmp_path, monkeypatch):
    monkeypatch.setattr(cases, "MAX_LINE_BYTES", 100)
    path = tmp_path / "cases.csv"
    row = "Où ?,ici,fr,FR,2020-06-01\n"
    path.write_text(f"{HEADER}\nOù ?,{'x' * 200},fr,FR,2020-06-01\n{row}")
    bad, sound = read_cases(path)
    assert "line 2: is longer than 100 bytes" in str(bad.case)
    assert (sound.line, sound.case.answer) == (3, "ici")


@pytest.mark.parametrize("ending", [".jsonl", ".csv"])
def test_a_line_without_end_is_given_up(ending, tmp_path, monkeypatch):
    monkeypatch.setattr(cases, "MAX_LINE_BYTES", 1000)
    monkeypatch.setattr(cases, "MAX_EXCESS_BYTES", 10_000)
    path = tmp_path / f"cases{ending}"
    path.write_text(f"{HEADER}\n{'x' * 50_000}\n")
    with pytest.raises(CaseFileError, match=r"cannot be read \(line 2 does not end\)"):
        list(read_cases(path))


def test_devices_are_refused_and_pipes_read(tmp_path):
    link, pipe = tmp_path / "link", tmp_path / "pipe"
    link.symlink_to("/dev/zero")
    for path in (link, Path("/dev/full")):
        with pytest.raises(CaseFileError, match="is a device"):
            list(read_cases(path))
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_text, args=(line() + "\n",))
    writer.start()
    (found,) = read_cases(pipe)
    writer.join()
    assert found.case.case_id == "c1"


def test_a_file_that_breaks_off_is_named():
    with pytest.raises(CaseFileError, match=r"mem: cannot be read"):
        list(read_cases(Path("/proc/self/mem")))
