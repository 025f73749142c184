from __future__ import annotations

import json
import os
import socket

import pytest

from hri.errors import DataFileError, LexiconFileError, PackFileError
from hri.knowledge import load_pack, packfiles
from hri.knowledge.packfiles import read_pack


def _set(file, index, path, value):
    def change(records):
        target = records[file][index]
        *steps, last = path
        for step in steps:
            target = target[step]
        target[last] = value

    return change


def _append(file, line):
    return lambda records: records[file].append(line)


def _repeat(file):
    return lambda records: records[file].append(records[file][0])


def _duplicate_key(records):
    text = json.dumps(records["authorities.jsonl"][0])
    records["authorities.jsonl"][0] = text.replace('"id"', '"id": "x", "id"', 1)


SOURCES, PROCEDURES = "sources.jsonl", "procedures.jsonl"
AUTHORITIES, REGISTRY = "authorities.jsonl", "registry.jsonl"
LAW = {"id": "x", "title": "X", "kind": "act", "status": "in_force"}

FAULTS = {
    "unknown slot of a passage": (
        _set(SOURCES, 0, ["passages", 2, "slot"], "colour"),
        ["sources.jsonl, line 1, passages[2].slot", "colour", "Correct"],
    ),
    "unknown key": (
        _set(SOURCES, 1, ["colour"], "blue"),
        ["sources.jsonl, line 2, colour", "unknown key", "source_id"],
    ),
    "unknown key of a fact": (
        _set(PROCEDURES, 0, ["facts", "fees", 1, "valid_from"], "2020-01-01"),
        ["procedures.jsonl, line 1, facts.fees[1].valid_from", "unknown key", "as_of"],
    ),
    "missing key": (
        _append(AUTHORITIES, {"id": "x", "names": {"fr": ["x"]}}),
        ["authorities.jsonl, line 2, jurisdiction", "is missing"],
    ),
    "duplicate key": (_duplicate_key, ["authorities.jsonl, line 1", "'id' is given twice"]),
    "duplicate source": (
        _repeat(SOURCES),
        ["sources.jsonl, line 3, source_id", "already used on line 1"],
    ),
    "duplicate procedure": (
        _repeat(PROCEDURES),
        ["procedures.jsonl, line 3, id", "already used on line 1"],
    ),
    "duplicate authority": (_repeat(AUTHORITIES), ["authorities.jsonl, line 2, id", "'mairie'"]),
    "duplicate instrument": (_repeat(REGISTRY), ["registry.jsonl, line 2, id", "already used"]),
    "duplicate passage": (
        _set(SOURCES, 1, ["passages", 0, "id"], "carte#1"),
        ["sources.jsonl, line 2, passages[0].id", "'carte#1'", "line 1"],
    ),
    "dangling source of a fact": (
        _set(PROCEDURES, 0, ["facts", "fees", 1, "source_id"], "nowhere"),
        ["procedures.jsonl, line 1, facts.fees[1].source_id", "no source 'nowhere'"],
    ),
    "dangling passage of a fact": (
        _set(PROCEDURES, 0, ["facts", "fees", 0, "passage_id"], "barque#1"),
        ["facts.fees[0].passage_id", "'carte' has no passage 'barque#1'"],
    ),
    "dangling procedure of a source": (
        _set(SOURCES, 1, ["procedure_ids"], ["barque", "nothing"]),
        ["sources.jsonl, line 2, procedure_ids[1]", "no procedure 'nothing'"],
    ),
    "dangling competence": (
        _set(AUTHORITIES, 0, ["competences"], ["nothing"]),
        ["authorities.jsonl, line 1, competences[0]", "no procedure 'nothing'"],
    ),
    "dates of a source in the wrong order": (
        lambda records: records[SOURCES][0].update(valid_from="2021-01-02", valid_to="2021-01-01"),
        ["sources.jsonl, line 1, valid_to", "before valid_from"],
    ),
    "dates of an article in the wrong order": (
        _set(REGISTRY, 0, ["articles", 0, "valid_to"], "1989-12-31"),
        ["registry.jsonl, line 1, articles[0].valid_to", "before"],
    ),
    "half a window of completeness": (
        _append(REGISTRY, {**LAW, "complete_from": "2020-01-01"}),
        ["registry.jsonl, line 2, complete_to", "missing"],
    ),
    "a script for an address": (
        _set(SOURCES, 1, ["url"], "javascript:alert(1)"),
        ["sources.jsonl, line 2, url", "'javascript:alert(1)'", "https://"],
    ),
    "an address of a fact that hides its scheme": (
        _set(PROCEDURES, 0, ["facts", "fees", 1, "url"], " java\nscript:alert(1)"),
        ["procedures.jsonl, line 1, facts.fees[1].url", "no address of the web"],
    ),
    "an address of a file": (_set(SOURCES, 0, ["url"], "file:///etc/passwd"), ["line 1, url"]),
    "an address without host": (_set(SOURCES, 0, ["url"], "https:///x"), ["line 1, url"]),
    "an address with a space": (_set(SOURCES, 0, ["url"], "https://a.org/ b"), ["line 1, url"]),
    "an address that turns round": (
        _set(SOURCES, 0, ["url"], "https://a.org/\u202egpj.exe"),
        ["line 1, url"],
    ),
    "impossible date": (
        _set(REGISTRY, 0, ["valid_from"], "1990-02-30"),
        ["registry.jsonl, line 1, valid_from", "1990-02-30"],
    ),
    "number for a date": (
        _set(REGISTRY, 0, ["valid_from"], 19900101),
        ["registry.jsonl, line 1, valid_from", "date"],
    ),
    "text for a truth value": (
        _set(PROCEDURES, 0, ["facts", "fees", 0, "mandatory"], "true"),
        ["facts.fees[0].mandatory", "boolean"],
    ),
    "empty value of a fact": (
        _set(PROCEDURES, 0, ["facts", "fees", 0, "value"], ""),
        ["facts.fees[0].value", "at least 1"],
    ),
    "procedure without name": (
        _set(PROCEDURES, 1, ["names"], {"fr": []}),
        ["procedures.jsonl, line 2, names", "no name"],
    ),
    "authority without name": (
        _set(AUTHORITIES, 0, ["names"], {}),
        ["authorities.jsonl, line 1, names", "no name"],
    ),
    "broken JSON": (_append(SOURCES, '{"source_id": '), ["sources.jsonl, line 3", "broken JSON"]),
    "not an object": (_append(SOURCES, "[1, 2]"), ["sources.jsonl, line 3", "list"]),
    "NaN": (_append(REGISTRY, '{"id": NaN}'), ["registry.jsonl, line 2", "NaN"]),
    "infinity by overflow": (_append(REGISTRY, '{"id": 1e999}'), ["line 2", "1e999"]),
    "id with a space": (
        _set(AUTHORITIES, 0, ["id"], "la mairie"),
        ["authorities.jsonl, line 1, id", "la mairie"],
    ),
    "nested too deeply": (
        _append(SOURCES, '{"a": ' + "[" * 200_000 + "]" * 200_000 + "}"),
        ["sources.jsonl, line 3", "nested too deeply"],
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_pack_is_refused_with_the_exact_place(fault, write_pack):
    change, fragments = FAULTS[fault]
    with pytest.raises(PackFileError) as caught:
        read_pack(write_pack(change))
    for fragment in [*fragments, "Remedy:"]:
        assert fragment in str(caught.value)


TOML_FAULTS = {
    "unknown key": ("colour = 1\n", ["pack.toml, colour", "unknown key", "licence"]),
    "duplicate key": ('id = "twice"\n', ["pack.toml", "is not TOML"]),
    "broken": ("= 1\n", ["pack.toml", "is not TOML"]),
}


@pytest.mark.parametrize("fault", TOML_FAULTS)
def test_a_faulty_pack_toml_is_refused(fault, write_pack):
    addition, fragments = TOML_FAULTS[fault]
    folder = write_pack()
    path = folder / "pack.toml"
    path.write_text(path.read_text() + addition)
    with pytest.raises(PackFileError) as caught:
        read_pack(folder)
    assert all(fragment in str(caught.value) for fragment in fragments)


@pytest.mark.parametrize("file", [SOURCES, PROCEDURES, AUTHORITIES, REGISTRY])
def test_a_missing_file_is_named(file, write_pack):
    folder = write_pack()
    (folder / file).unlink()
    with pytest.raises(PackFileError, match=f"{file}.*cannot be read"):
        read_pack(folder)


def test_bytes_that_are_no_text_are_named_with_their_line(write_pack):
    folder = write_pack()
    with (folder / SOURCES).open("ab") as file:
        file.write(b'{"source_id": "\xff"}\n')
    with pytest.raises(PackFileError, match="line 3: is not UTF-8"):
        read_pack(folder)


def test_a_folder_that_is_none_is_refused(tmp_path):
    with pytest.raises(PackFileError, match="not a folder"):
        read_pack(tmp_path / "nowhere")


def test_a_rule_for_an_unknown_procedure_is_refused(write_pack):
    folder = write_pack()
    (folder / "rules.toml").write_text(
        '[[rules]]\nid = "r"\ncheck = "fee_schedule"\nslot = "fees"\n'
        'procedure_ids = ["nothing"]\nparameters = { currency = "EUR", amounts = [1] }\n'
    )
    with pytest.raises(DataFileError, match=r"rules\.toml.*'nothing'"):
        read_pack(folder)


def test_a_sound_pack_is_read_in_file_order(write_pack):
    files = read_pack(write_pack())
    assert [source.source_id for source in files.sources] == ["carte", "barque"]
    assert files.instruments[0].articles[2] == "L10-10"
    assert files.info.id == "small"


def test_blank_lines_and_a_byte_order_mark_are_read_over(write_pack):
    folder = write_pack()
    path = folder / AUTHORITIES
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes() + b"\n  \n")
    assert read_pack(folder).authorities[0].id == "mairie"


def test_addresses_of_the_web_and_none_are_read(write_pack):
    def change(records):
        records[SOURCES][0]["url"] = ""
        records[SOURCES][1]["url"] = "HTTP://example.org:8080/é?a=b#c"

    assert [source.url for source in read_pack(write_pack(change)).sources] == [
        "",
        "HTTP://example.org:8080/é?a=b#c",
    ]


def test_a_folder_without_pack_toml_is_no_pack(write_pack, cache):
    folder = write_pack()
    (folder / "pack.toml").unlink()
    for read in (read_pack, lambda path: load_pack(path, cache=cache)):
        with pytest.raises(PackFileError, match=r"no pack\.toml stands in this folder.*Remedy"):
            read(folder)


@pytest.mark.parametrize(
    "name", ["pack.toml", SOURCES, REGISTRY, "rules.toml", "lexicon/fr.toml", "lexicon", "notes"]
)
@pytest.mark.parametrize("kind", ["out", "up", "nowhere", "pipe", "device", "socket", "huge"])
def test_a_pack_holds_its_own_plain_files_only(kind, name, write_pack, cache, tmp_path, request):
    folder, outside = write_pack(), tmp_path / "outside"
    path = folder / name
    outside.write_text("secret")
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    if kind in ("out", "device"):
        path.symlink_to("/dev/zero" if kind == "device" else outside)
    elif kind in ("up", "nowhere"):
        path.symlink_to("../../outside" if kind == "up" else "not-there")
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        request.getfixturevalue("monkeypatch").chdir(path.parent)  # names of sockets are short
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(path.name)
    else:
        with path.open("wb") as file:
            file.truncate(packfiles.MAX_FILE_BYTES + 1)
    for read in (read_pack, lambda path: load_pack(path, cache=cache)):
        with pytest.raises(PackFileError) as caught:
            read(folder)
        for words in (str(path), "Remedy:"):
            assert words in str(caught.value)
        assert "secret" not in str(caught.value)


def test_links_inside_a_pack_and_a_link_to_the_pack_are_followed(write_pack, tmp_path):
    folder = write_pack()
    (folder / "data").mkdir()
    (folder / SOURCES).rename(folder / "data" / SOURCES)
    (folder / SOURCES).symlink_to(f"data/{SOURCES}")
    (tmp_path / "link").symlink_to(folder)
    assert read_pack(tmp_path / "link").sources


def test_a_lexicon_and_rules_nested_without_bottom_are_refused(write_pack, cache):
    folder = write_pack()
    (folder / "lexicon").mkdir()
    deep = f"x = {'[' * 5000}{']' * 5000}"
    (folder / "lexicon" / "fr.toml").write_text(deep)
    with pytest.raises(LexiconFileError, match=r"fr\.toml: nested too deeply"):
        load_pack(folder, cache=cache)
    (folder / "lexicon" / "fr.toml").unlink()
    (folder / "rules.toml").write_text(deep)
    with pytest.raises(DataFileError, match=r"rules\.toml: nested too deeply"):
        load_pack(folder, cache=cache)
