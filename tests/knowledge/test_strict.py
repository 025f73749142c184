"""Files are read within limits: what has no end or no bottom is refused in words."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hri.domain.base import Model
from hri.errors import DataFileError, PackFileError
from hri.knowledge import strict
from hri.knowledge.strict import read_bytes, read_lines, read_toml


class Anything(Model):
    """A model with one key."""

    x: int = 0


TOMLS = {
    "lists in lists": (f"x = {'[' * 5000}{']' * 5000}", "nested too deeply"),
    "tables in tables": (f"{'a.' * 200}x = 1", "nested too deeply"),
    "inline tables": ("x = " + "{a = " * 3000 + "1" + "}" * 3000, "nested too deeply"),
    "a number of many digits": (f"x = {'9' * 5000}", "is not TOML"),
    "a number of many digits, hexadecimal": (f"x = 0x{'f' * 5000}", "x: is too large a number"),
    "a number past 64 bits": ("a = [1, {b = 9223372036854775808}]", "a[1].b: is too large"),
    "no number": ("x = nan", "x: is nan"),
    "infinity": ("x = -inf", "x: is -inf"),
    "no UTF-8": (b"x = '\xff'", "is not UTF-8 (byte 5)"),
}


@pytest.mark.parametrize("fault", TOMLS)
def test_toml_that_only_toml_can_say_is_refused(fault, tmp_path):
    content, fragment = TOMLS[fault]
    path = tmp_path / "a.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(DataFileError) as caught:
        read_toml(path, Anything, DataFileError)
    for words in (str(path), fragment, "Remedy:"):
        assert words in str(caught.value)


@pytest.mark.parametrize("kind", ["pipe", "device", "link to a device", "folder"])
def test_what_is_no_plain_file_is_refused_unopened(kind, tmp_path):
    path = tmp_path / "a"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path = Path("/dev/zero")
    elif kind == "link to a device":
        path.symlink_to("/dev/zero")
    else:
        path.mkdir()
    for read in (read_bytes, lambda *given: list(read_lines(*given))):
        with pytest.raises(PackFileError, match="is not a plain file"):
            read(path, PackFileError)


def test_a_file_past_its_limit_is_refused(tmp_path, monkeypatch):
    path = tmp_path / "a"
    path.write_bytes(b"{}\n" * 10)
    assert len(read_bytes(path, PackFileError, limit=30)) == 30
    with pytest.raises(PackFileError, match="is larger than 29 bytes"):
        read_bytes(path, PackFileError, limit=29)
    monkeypatch.setattr(strict, "MAX_FILE_BYTES", 29)
    with pytest.raises(PackFileError, match="is larger than 29 bytes"):
        list(read_lines(path, PackFileError))


def test_a_line_past_its_limit_is_refused_with_its_number(tmp_path, monkeypatch):
    path = tmp_path / "a"
    path.write_bytes(b"{}\n" + b"x" * 50 + b"\n")
    monkeypatch.setattr(strict, "MAX_LINE_BYTES", 20)
    monkeypatch.setattr(strict.decode_line, "__defaults__", (20,))
    with pytest.raises(PackFileError, match="line 2: is longer than 20 bytes"):
        list(read_lines(path, PackFileError))
