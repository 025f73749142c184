from __future__ import annotations

import io
import os
import tarfile
import zipfile
from pathlib import Path

import pytest

from hri.errors import SourceFormatError
from hri.knowledge.archives import LIMITS, Limits, read_members


def everything(name):
    return True


@pytest.fixture
def make_zip(tmp_path):
    def make(entries, name="a.zip"):
        path = tmp_path / name
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for entry, content in entries:
                archive.writestr(entry, content)
        return path

    return make


@pytest.fixture
def make_tar(tmp_path):
    def make(entries, name="a.tgz"):
        path = tmp_path / name
        with tarfile.open(path, "w:gz") as archive:
            for entry, content in entries:
                if isinstance(entry, str):
                    info = tarfile.TarInfo(entry)
                    info.size = len(content)
                    archive.addfile(info, io.BytesIO(content))
                else:
                    archive.addfile(entry)
        return path

    return make


def link(name, target, kind=tarfile.SYMTYPE):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def read(path, limits=LIMITS):
    return list(read_members([path], everything, limits))


def refused(path, fragment, limits=LIMITS):
    with pytest.raises(SourceFormatError) as caught:
        read(path, limits)
    assert fragment in str(caught.value)
    assert "Remedy:" in str(caught.value)


def test_files_folders_and_archives_give_the_same_members(make_zip, make_tar, tmp_path):
    folder = tmp_path / "folder"
    (folder / "in").mkdir(parents=True)
    (folder / "in" / "b.xml").write_bytes(b"B")
    (folder / "a.xml").write_bytes(b"A")
    entries = [("in/b.xml", b"B"), ("a.xml", b"A")]
    expected = [("a.xml", b"A"), ("in/b.xml", b"B")]
    for source in (folder, make_zip(entries), make_tar(entries)):
        assert sorted((each.name, each.content) for each in read(source)) == expected
    assert [(each.name, each.content) for each in read(folder / "a.xml")] == [("a.xml", b"A")]


def test_only_wanted_members_are_read(make_zip):
    path = make_zip([("a.xml", b"A"), ("b.png", b"B")])
    found = read_members([path], lambda name: name.endswith(".xml"))
    assert [each.name for each in found] == ["a.xml"]


def test_a_zip_bomb_is_refused_by_its_ratio(make_zip):
    path = make_zip([("bomb.xml", b"\0" * 20_000_000)])
    refused(path, "times its size")


def test_a_tar_bomb_is_refused_though_nobody_wants_its_members(make_tar):
    path = make_tar([("bomb.bin", b"\0" * 50_000_000)])
    with pytest.raises(SourceFormatError, match="times its size"):
        list(read_members([path], lambda name: False))


@pytest.mark.parametrize(
    ("limits", "fragment"),
    [
        (Limits(members=1), "more than 1 files"),
        (Limits(member_bytes=3), "b.xml: unpacks to more than 3 bytes"),
        (Limits(total_bytes=5), "more than 5 bytes in all"),
    ],
    ids=["members", "member", "total"],
)
def test_each_limit_holds_in_every_kind_of_source(limits, fragment, make_zip, make_tar, tmp_path):
    entries = [("a.xml", b"AA"), ("b.xml", b"BBBB")]
    (tmp_path / "folder").mkdir()
    for name, content in entries:
        (tmp_path / "folder" / name).write_bytes(content)
    for source in (make_zip(entries), make_tar(entries), tmp_path / "folder"):
        refused(source, fragment, limits)


@pytest.mark.parametrize(
    "name", ["../up.xml", "/root.xml", "a/../../up.xml", "..\\up.xml", "C:/x.xml"]
)
def test_names_that_lead_out_are_refused(name, make_zip, make_tar):
    refused(make_zip([(name, b"x")]), "leads out")
    refused(make_tar([(name, b"x")]), "leads out")


def test_links_are_refused(make_zip, make_tar, tmp_path):
    entry = zipfile.ZipInfo("a.xml")
    entry.external_attr = 0o120777 << 16
    refused(make_zip([(entry, "/etc/passwd")]), "is a link")
    refused(make_tar([(link("a.xml", "/etc/passwd"), b"")]), "is a link")
    refused(make_tar([(link("a.xml", "b.xml", tarfile.LNKTYPE), b"")]), "is a link")
    refused(make_tar([(link("a", "", tarfile.FIFOTYPE), b"")]), "device")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "a.xml").symlink_to("/etc/passwd")
    refused(folder, "is a link")


def test_broken_and_missing_sources_are_named(make_zip, make_tar, tmp_path):
    path = make_zip([("a.xml", b"A" * 1000)])
    content = bytearray(path.read_bytes())
    content[40:44] = b"XXXX"
    path.write_bytes(content)
    refused(path, "a.xml: cannot be unpacked")
    short = make_tar([("a.xml", bytes(range(256)) * 400)])
    short.write_bytes(short.read_bytes()[:-200])
    refused(short, "cannot be unpacked")
    refused(tmp_path / "nowhere.zip", "cannot be read")


def patch_zip(path, local, central, value):
    """Set a field of two bytes in both headers of the only member."""
    content = bytearray(path.read_bytes())
    for start, offset in ((b"PK\x03\x04", local), (b"PK\x01\x02", central)):
        at = content.index(start) + offset
        content[at : at + 2] = value.to_bytes(2, "little")
    path.write_bytes(content)


def test_a_method_of_packing_that_nobody_knows_is_refused_with_the_member(make_zip):
    path = make_zip([("a.xml", b"A" * 100)])
    patch_zip(path, 8, 10, 99)
    refused(path, "a.zip, a.xml: cannot be unpacked")


@pytest.mark.parametrize("flags", [0x01, 0x41, 0x20])
def test_encrypted_and_patched_members_are_refused(make_zip, flags):
    path = make_zip([("a.xml", b"A" * 100)])
    patch_zip(path, 6, 8, flags)
    refused(path, "a.zip, a.xml: ")


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_garbled_members_are_refused_by_name(tmp_path, method):
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", method) as archive:
        archive.writestr("a.xml", bytes(range(256)) * 40)
    content = bytearray(path.read_bytes())
    content[45:70] = b"\xff" * 25
    path.write_bytes(content)
    refused(path, "a.zip, a.xml: cannot be")


def plain_tar(tmp_path):
    path = tmp_path / "a.tar"
    with tarfile.open(path, "w") as archive:
        for name in ("a.xml", "b.xml"):
            info = tarfile.TarInfo(name)
            info.size = 600
            archive.addfile(info, io.BytesIO(b"x" * 600))
    return path


def test_a_tar_with_a_broken_header_in_its_middle_is_not_read_by_half(tmp_path):
    path = plain_tar(tmp_path)
    content = bytearray(path.read_bytes())
    content[1536 + 148 : 1536 + 156] = b"99999999"
    path.write_bytes(content)
    refused(path, "a.tar, after a.xml: cannot be unpacked")


@pytest.mark.parametrize("length", [1536, 1536 + 100, 1536 + 512 + 100, 3072])
def test_a_tar_that_ends_early_is_not_read_by_half(tmp_path, length):
    path = plain_tar(tmp_path)
    path.write_bytes(path.read_bytes()[:length])
    refused(path, "a.tar, ")


def test_a_name_without_end_in_a_tar_is_not_read(tmp_path):
    path = tmp_path / "a.tgz"
    long = tarfile.TarInfo("././@LongLink")
    long.type, long.size = tarfile.GNUTYPE_LONGNAME, 64 * 1024 * 1024
    with tarfile.open(path, "w:gz") as archive:
        archive.addfile(tarfile.TarInfo("a.xml"), io.BytesIO(b""))
        archive.addfile(long, io.BytesIO(bytes(long.size)))
    refused(path, "larger than 1 MiB")


def test_what_is_named_like_an_archive_and_is_none_is_refused(make_zip, tmp_path):
    path = make_zip([("a.xml", b"A" * 1000)])
    path.write_bytes(path.read_bytes()[:-30])
    refused(path, "is no archive that can be read")
    (tmp_path / "b.tgz").write_bytes(b"hello")
    refused(tmp_path / "b.tgz", "is no archive that can be read")


def test_pipes_and_devices_are_refused_unopened(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    refused(tmp_path / "pipe", "is a pipe or a device")
    refused(Path("/dev/zero"), "is a pipe or a device")
