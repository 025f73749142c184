"""Reading files, folders and archives handed to importers, under limits against hostile ones."""

from __future__ import annotations

import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, NamedTuple

from hri.errors import SourceFormatError

try:
    from lzma import LZMAError
except ImportError:  # a Python built without xz opens no such archive either
    LZMAError = EOFError  # type: ignore[misc,assignment]

CHUNK = 1024 * 1024
_NOTES = (
    tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK, tarfile.XHDTYPE, tarfile.XGLTYPE,
    tarfile.SOLARIS_XHDTYPE,
)  # fmt: skip
ARCHIVES = (".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz")

_BROKEN = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, LZMAError, struct.error, EOFError,
    NotImplementedError, RuntimeError, ValueError, OverflowError,
)  # fmt: skip
"""What the readers of archives raise over broken, encrypted or strangely packed ones."""


class Limits(NamedTuple):
    """What an archive or folder may hold at most; sizes in bytes after unpacking."""

    members: int = 200_000
    member_bytes: int = 256 * 1024 * 1024
    total_bytes: int = 2 * 1024 * 1024 * 1024
    ratio: int = 200
    """How many times larger than the archive its content may be."""


LIMITS = Limits()


class Member(NamedTuple):
    """A file: where it came from (for messages), its name inside, its bytes."""

    origin: str
    name: str
    content: bytes


class _Budget:
    """Counts what has been unpacked from one source and stops it at the limits."""

    def __init__(self, path: Path, limits: Limits, packed: int | None) -> None:
        self._path, self._limits, self._packed = path, limits, packed
        self._members = self._total = 0

    def admit(self, name: str, size: int) -> None:
        """One more member with its declared size."""
        self._members += 1
        if self._members > self._limits.members:
            self._refuse(name, f"holds more than {self._limits.members} files")
        if size > self._limits.member_bytes:
            self._refuse(name, f"unpacks to more than {self._limits.member_bytes} bytes")
        self._total += size
        if self._total > self._limits.total_bytes:
            self._refuse(name, f"unpacks to more than {self._limits.total_bytes} bytes in all")
        if self._packed and self._total > max(CHUNK, self._limits.ratio * self._packed):
            self._refuse(name, f"unpacks to more than {self._limits.ratio} times its size")

    def read(self, file: IO[bytes], name: str, size: int) -> bytes:
        """The content; a member that is larger than it declared is refused unread."""
        content = file.read(size + 1)
        if len(content) > size:
            self._refuse(name, "is larger than it declares")
        return content

    def _refuse(self, name: str, problem: str) -> None:
        remedy = (
            "Check where the archive comes from; unpack and import a part of it if it is sound."
        )
        raise SourceFormatError(self._path, name, problem, remedy)


def read_members(
    sources: Sequence[Path], wanted: Callable[[str], bool], limits: Limits = LIMITS
) -> Iterator[Member]:
    """The wanted files of all sources (files, folders, .zip, .tar, .tgz), one at a time.

    Args:
        sources: What the importer was given, read in this order.
        wanted: Whether a file of this name is read.
        limits: What each source may hold.

    Raises:
        SourceFormatError: A source is missing or broken, breaks a limit, or holds a link or a name
            that leads out of it.
    """
    for source in sources:
        yield from _read_source(source, wanted, limits)


def _read_source(source: Path, wanted: Callable[[str], bool], limits: Limits) -> Iterator[Member]:
    with _told(source):
        mode = source.stat().st_mode
        if stat.S_ISDIR(mode):
            yield from _read_folder(source, wanted, limits)
        elif not stat.S_ISREG(mode):  # a pipe or device may have no end
            problem, remedy = "is a pipe or a device, not a file", "Save it as a file first."
            raise SourceFormatError(source, "", problem, remedy)
        elif zipfile.is_zipfile(source):
            yield from _read_zip(source, wanted, limits)
        elif _is_tar(source):
            yield from _read_tar(source, wanted, limits)
        else:
            yield _read_file(source, limits)


@contextmanager
def _told(source: Path, name: str = "") -> Iterator[None]:
    """Makes what readers of archives raise into the fault of the source or its member ``name``."""
    try:
        yield
    except _BROKEN as error:
        problem = f"cannot be unpacked ({error or type(error).__name__})"
        remedy = "Fetch the file again, or unpack it and import the folder."
        raise SourceFormatError(source, name, problem, remedy) from error
    except OSError as error:
        problem = f"cannot be read ({error.strerror or error})"
        remedy = "Name a file or folder that exists and is whole."
        raise SourceFormatError(source, name, problem, remedy) from error


def _read_file(source: Path, limits: Limits) -> Member:
    if source.suffix.lower() in ARCHIVES:
        problem = "is no archive that can be read, though its name says so"
        raise SourceFormatError(source, "", problem, "Fetch the file again.")
    size = source.stat().st_size
    budget = _Budget(source, limits, None)
    budget.admit("", size)
    with source.open("rb") as file:
        return Member(str(source), source.name, budget.read(file, "", size))


def _read_folder(folder: Path, wanted: Callable[[str], bool], limits: Limits) -> Iterator[Member]:
    budget = _Budget(folder, limits, None)
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            _refuse_link(folder, name)
        if path.is_file() and wanted(name):
            size = path.stat().st_size
            budget.admit(name, size)
            with path.open("rb") as file:
                yield Member(str(path), name, budget.read(file, name, size))


def _read_zip(path: Path, wanted: Callable[[str], bool], limits: Limits) -> Iterator[Member]:
    budget = _Budget(path, limits, path.stat().st_size)
    with zipfile.ZipFile(path) as archive:
        for entry in sorted(archive.infolist(), key=lambda entry: entry.filename):
            _check_name(path, entry.filename)
            if stat.S_ISLNK(entry.external_attr >> 16):
                _refuse_link(path, entry.filename)
            if entry.flag_bits & 1:
                problem, remedy = "is encrypted", "Unpack it and import the folder."
                raise SourceFormatError(path, entry.filename, problem, remedy)
            budget.admit(entry.filename, entry.file_size)
            if not entry.is_dir() and wanted(entry.filename):
                with _told(path, entry.filename), archive.open(entry) as file:
                    content = budget.read(file, entry.filename, entry.file_size)
                yield Member(f"{path}:{entry.filename}", entry.filename, content)


class _Entry(tarfile.TarInfo):
    """A member of a tar; what tarfile reads unasked, long names and notes, is kept short."""

    def _proc_member(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        if self.type in _NOTES and self.size > CHUNK:
            raise tarfile.ReadError("a name or note in it is larger than 1 MiB")
        return super()._proc_member(archive)  # type: ignore[misc,no-any-return]


def _is_tar(path: Path) -> bool:
    try:
        with tarfile.open(path, "r:*", tarinfo=_Entry):
            return True
    except tarfile.TarError:
        return False


def _read_tar(path: Path, wanted: Callable[[str], bool], limits: Limits) -> Iterator[Member]:
    budget = _Budget(path, limits, path.stat().st_size)
    with tarfile.open(path, "r:*", tarinfo=_Entry) as archive:
        for entry in _entries(archive, path):
            _check_name(path, entry.name)
            if not (entry.isreg() or entry.isdir()):
                _refuse_link(path, entry.name)
            budget.admit(entry.name, entry.size)
            if entry.isreg() and wanted(entry.name):
                yield _read_entry(archive, entry, path, budget)


def _entries(archive: tarfile.TarFile, path: Path) -> Iterator[tarfile.TarInfo]:
    """The members up to the end mark; tarfile itself takes a broken header for the end."""
    entries = iter(archive)
    entry, last = None, "its beginning"
    while True:
        with _told(path, f"after {last}"):
            entry = next(entries, None)
            if entry is None and not _stands_at_end(archive):
                raise tarfile.ReadError("there is a broken header, or the end is missing")
        if entry is None:
            return
        yield entry
        last = entry.name


def _stands_at_end(archive: tarfile.TarFile) -> bool:
    file: IO[bytes] = archive.fileobj  # type: ignore[assignment]
    file.seek(archive.offset)
    return file.read(tarfile.BLOCKSIZE) == bytes(tarfile.BLOCKSIZE)


def _read_entry(
    archive: tarfile.TarFile, entry: tarfile.TarInfo, path: Path, budget: _Budget
) -> Member:
    with _told(path, entry.name):
        file = archive.extractfile(entry)
        content = b"" if file is None else budget.read(file, entry.name, entry.size)
        if len(content) < entry.size:
            raise EOFError("it ends early")
    return Member(f"{path}:{entry.name}", entry.name, content)


def _check_name(path: Path, name: str) -> None:
    parts = PurePosixPath(name.replace("\\", "/"))
    if parts.is_absolute() or ".." in parts.parts or ":" in (parts.parts or ("",))[0]:
        problem = "has a name that leads out of the archive"
        raise SourceFormatError(path, repr(name), problem, "Do not use this archive.")


def _refuse_link(path: Path, name: str) -> None:
    problem = "is a link or a device, not a file"
    raise SourceFormatError(path, name, problem, "Replace it by the file itself.")
