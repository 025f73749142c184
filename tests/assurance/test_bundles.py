"""Bundles: the same files give the same bytes, and whatever is altered is named."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from hri.assurance.bundles import (
    IN_ENGLISH,
    MANIFEST,
    SIGNATURE,
    BundleFault,
    verify_bundle,
    write_bundle,
)
from hri.assurance.signing import FileSigner, make_key
from hri.errors import DataFileError, OutputError

FILES = {"a.md": b"alpha", "b/c.json": b"{}", "d.html": b"<p>delta</p>"}


@pytest.fixture
def signer(tmp_path: Path) -> FileSigner:
    return make_key(tmp_path / "key.pem")


@pytest.fixture
def bundle(tmp_path: Path, signer: FileSigner) -> Path:
    write_bundle(tmp_path / "bundle.zip", "A bundle", FILES, signer)
    return tmp_path / "bundle.zip"


def rewritten(bundle: Path, changes: dict[str, bytes | None]) -> Path:
    """The bundle with some members changed, added, or taken out."""
    altered = bundle.with_name("altered.zip")
    with zipfile.ZipFile(bundle) as before, zipfile.ZipFile(altered, "w") as after:
        members = {name: before.read(name) for name in before.namelist()} | changes
        for name, content in members.items():
            if content is not None:
                after.writestr(name, content)
    return altered


def test_a_bundle_holds_with_and_without_its_key(bundle: Path, signer: FileSigner):
    for key in ("", signer.key, signer.key.upper()):
        report = verify_bundle(bundle, key)
        assert (report.sound, report.files, report.key) == (True, 3, signer.key)
        assert signer.key in report.describe()


def test_the_same_files_and_key_give_the_same_bytes(bundle: Path, signer: FileSigner):
    again = bundle.with_name("again.zip")
    write_bundle(again, "A bundle", dict(reversed(FILES.items())), signer)
    assert again.read_bytes() == bundle.read_bytes()


CHANGES = {
    "altered": ({"b/c.json": b"{ }"}, "b/c.json"),
    "missing": ({"d.html": None}, "d.html"),
    "added": ({"e.md": b"new"}, "e.md"),
    "manifest": ({MANIFEST: b'{"title": "x", "files": []}'}, MANIFEST),
    "manifest no json": ({MANIFEST: b"\xff"}, MANIFEST),
    "manifest gone": ({MANIFEST: None}, MANIFEST),
    "signature": ({SIGNATURE: b'{"key": "00", "signature": "00"}'}, MANIFEST),
    "signature no json": ({SIGNATURE: b"x"}, SIGNATURE),
    "first of two": ({"a.md": b"x", "d.html": b"y"}, "a.md"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_the_first_altered_file_is_named(name: str, bundle: Path):
    changes, first = CHANGES[name]
    report = verify_bundle(rewritten(bundle, changes))
    assert (report.sound, report.first_bad) == (False, first)
    assert first in report.describe()


def test_a_damaged_member_is_named(bundle: Path):
    content = bytearray(bundle.read_bytes())
    place = content.index(b"b/c.json") + len(b"b/c.json")
    content[place] ^= 0xFF
    bundle.write_bytes(content)
    assert verify_bundle(bundle).first_bad == "b/c.json"


def test_every_single_altered_byte_of_a_member_is_found(bundle: Path):
    for name, content in FILES.items():
        for place in range(len(content)):
            altered = bytearray(content)
            altered[place] ^= 1
            assert verify_bundle(rewritten(bundle, {name: bytes(altered)})).first_bad == name


def test_a_member_given_twice_is_named(bundle: Path):
    with zipfile.ZipFile(bundle, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("a.md", b"alpha")
    assert verify_bundle(bundle).first_bad == "a.md"


def test_a_signature_that_is_asked_for_must_be_there_and_by_that_key(bundle: Path, tmp_path: Path):
    other = make_key(tmp_path / "other.pem")
    assert verify_bundle(bundle, other.key).fault is BundleFault.OTHER_KEY
    unsigned = rewritten(bundle, {SIGNATURE: None})
    assert verify_bundle(unsigned).sound
    assert "not signed" in verify_bundle(unsigned).describe()
    assert verify_bundle(unsigned, other.key).first_bad == SIGNATURE


def test_what_is_no_bundle_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "x.zip"
    path.write_bytes(b"no zip")
    with pytest.raises(DataFileError, match="zip"):
        verify_bundle(path)
    write_bundle(path, "x", FILES)
    monkeypatch.setattr("hri.assurance.bundles.LARGEST_FILE", 4)
    with pytest.raises(DataFileError, match="more than"):
        verify_bundle(path)


def test_a_bundle_that_cannot_be_written_says_so(tmp_path: Path):
    with pytest.raises(OutputError, match="not written"):
        write_bundle(tmp_path / "none" / "x.zip", "x", FILES)


def test_every_fault_has_words():
    assert set(IN_ENGLISH) == set(BundleFault)
