"""Bundles of documents: a zip with a manifest of hashes, signed where a key is set."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path

from pydantic import Field, ValidationError

from hri.assurance.signing import FileSigner, is_signed_by
from hri.domain.base import Model
from hri.errors import DataFileError, OutputError

MANIFEST, SIGNATURE = "manifest.json", "manifest.sig"
MOMENT = (1980, 1, 1, 0, 0, 0)
"""Time of every entry: the earliest that a zip can state, so that times change no byte."""
UNREADABLE = (KeyError, zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError,
              EOFError, ValueError)  # fmt: skip
"""What reading a damaged entry can raise."""
MOST_FILES, LARGEST_FILE = 500, 64 * 1024 * 1024


class Entry(Model):
    """A file of a bundle."""

    path: str
    sha256: str
    bytes: int = Field(ge=0)


class Manifest(Model):
    """All files of a bundle, in order of their paths."""

    title: str
    files: tuple[Entry, ...]


class Signature(Model):
    """An Ed25519 signature of the manifest's bytes, with the public key, in hexadecimal."""

    key: str
    signature: str


class BundleFault(StrEnum):
    """What is wrong with a file of a bundle."""

    TWICE = "twice"
    NO_MANIFEST = "no_manifest"
    MISSING = "missing"
    ALTERED = "altered"
    UNLISTED = "unlisted"
    UNSIGNED = "unsigned"
    NO_SIGNATURE = "no_signature"
    MANIFEST_ALTERED = "manifest_altered"
    OTHER_KEY = "other_key"


IN_ENGLISH = {
    BundleFault.TWICE: "is in the bundle twice",
    BundleFault.NO_MANIFEST: "is missing or cannot be read",
    BundleFault.MISSING: "is missing or damaged",
    BundleFault.ALTERED: "was altered: its SHA-256 is not the manifest's",
    BundleFault.UNLISTED: "is not in the manifest",
    BundleFault.UNSIGNED: "is missing or damaged: nobody signed this",
    BundleFault.NO_SIGNATURE: "holds no signature",
    BundleFault.MANIFEST_ALTERED: "was altered: the signature does not hold",
    BundleFault.OTHER_KEY: "is by another key than the one asked for",
}


class BundleReport(Model):
    """What verifying a bundle found."""

    files: int
    first_bad: str = ""
    """The first file that is not as the manifest says; empty for none."""
    fault: BundleFault | None = None
    key: str = ""
    """The public key that signed it; empty for none."""

    @property
    def sound(self) -> bool:
        """True when every file is as the manifest says, and the signature holds where needed."""
        return self.fault is None

    def describe(self) -> str:
        """The finding in plain words."""
        if self.fault is not None:
            return f"{self.first_bad}: {IN_ENGLISH[self.fault]}"
        signed = f"signed by {self.key}" if self.key else "not signed: nobody vouches for it"
        return f"{self.files} files, all as the manifest says; {signed}"


def write_bundle(
    path: Path, title: str, files: Mapping[str, bytes], signer: FileSigner | None = None
) -> None:
    """Write a bundle; see ``bundle_bytes``.

    Raises:
        OutputError: The file cannot be written.
    """
    content = bundle_bytes(title, files, signer)
    try:
        path.write_bytes(content)
    except OSError as error:
        raise OutputError(
            "The bundle was not written.",
            where=str(path),
            why=error.strerror or str(error),
            remedy="Name a folder that can be written and has room.",
        ) from error


def bundle_bytes(title: str, files: Mapping[str, bytes], signer: FileSigner | None = None) -> bytes:
    """The zip of a bundle; the same files and key give the same bytes."""
    entries = tuple(
        Entry(path=name, sha256=hashlib.sha256(content).hexdigest(), bytes=len(content))
        for name, content in sorted(files.items())
    )
    manifest = Manifest(title=title, files=entries).model_dump_json(indent=1)
    parts = {**files, MANIFEST: manifest.encode()}
    if signer is not None:
        signature = Signature(key=signer.key, signature=signer.sign(manifest))
        parts[SIGNATURE] = signature.model_dump_json(indent=1).encode()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sorted(parts.items()):
            info = zipfile.ZipInfo(name, MOMENT)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(info, content)
    return buffer.getvalue()


def files_in(content: bytes) -> dict[str, bytes]:
    """The files of a bundle that is known to hold, by path; manifest and signature among them."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def verify_bundle(path: Path, key: str = "", content: bytes | None = None) -> BundleReport:
    """Compare a bundle with its manifest, and the manifest with its signature.

    Args:
        path: The zip.
        content: Its bytes where there is no file; ``path`` then only names it.
        key: Public key in hexadecimal that must have signed it; "": a signature must hold only
            where there is one.

    Raises:
        DataFileError: It is no zip, or too large.
    """
    try:
        with zipfile.ZipFile(path if content is None else io.BytesIO(content)) as archive:
            _refuse_bomb(path, archive)
            return _verify(archive, key.strip().lower())
    except (OSError, zipfile.BadZipFile) as error:
        raise _no_bundle(path, f"cannot be read as a zip ({error})") from error


def _verify(archive: zipfile.ZipFile, key: str) -> BundleReport:
    names = [info.filename for info in archive.infolist()]
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        return _bad(names, twice, BundleFault.TWICE)
    content = _read(archive, MANIFEST)
    manifest = _manifest(content)
    if content is None or manifest is None:
        return _bad(names, MANIFEST, BundleFault.NO_MANIFEST)
    signed = _signed_by(archive, content, key)
    if isinstance(signed, BundleReport):
        return signed.model_copy(update={"files": len(names)})
    for name, fault in _faults(archive, manifest, names):
        return _bad(names, name, fault)
    return BundleReport(files=len(manifest.files), key=signed)


def _faults(
    archive: zipfile.ZipFile, manifest: Manifest, names: Sequence[str]
) -> Iterator[tuple[str, BundleFault]]:
    """Each file that is not as the manifest says, with what is wrong; in the manifest's order."""
    for entry in manifest.files:
        found = _read(archive, entry.path)
        if found is None:
            yield entry.path, BundleFault.MISSING
        elif hashlib.sha256(found).hexdigest() != entry.sha256:
            yield entry.path, BundleFault.ALTERED
    listed = {entry.path for entry in manifest.files} | {MANIFEST, SIGNATURE}
    for name in names:
        if name not in listed:
            yield name, BundleFault.UNLISTED


def _signed_by(archive: zipfile.ZipFile, manifest: bytes, key: str) -> str | BundleReport:
    """The key whose signature holds, "" where none is there nor asked for; else what is wrong."""
    content = _read(archive, SIGNATURE)
    if content is None:
        missing = SIGNATURE in archive.namelist() or bool(key)
        return _bad([], SIGNATURE, BundleFault.UNSIGNED) if missing else ""
    try:
        found = Signature.model_validate_json(content)
    except ValidationError:
        return _bad([], SIGNATURE, BundleFault.NO_SIGNATURE)
    if not is_signed_by(found.key, manifest.decode("utf-8", "replace"), found.signature):
        return _bad([], MANIFEST, BundleFault.MANIFEST_ALTERED)
    if key and found.key != key:
        return _bad([], SIGNATURE, BundleFault.OTHER_KEY)
    return found.key


def _manifest(content: bytes | None) -> Manifest | None:
    try:
        return None if content is None else Manifest.model_validate(json.loads(content))
    except (ValueError, RecursionError):  # a broken JSON, another encoding, another shape
        return None


def _read(archive: zipfile.ZipFile, name: str) -> bytes | None:
    """The bytes of a file; None where it is missing, damaged or packed in an unknown way."""
    try:
        return archive.read(name)
    except UNREADABLE:
        return None


def _bad(names: list[str], name: str, fault: BundleFault) -> BundleReport:
    return BundleReport(files=len(names), first_bad=name, fault=fault)


def _refuse_bomb(path: Path, archive: zipfile.ZipFile) -> None:
    infos = archive.infolist()
    if len(infos) > MOST_FILES or any(info.file_size > LARGEST_FILE for info in infos):
        raise _no_bundle(path, "holds more than a bundle can")


def _no_bundle(path: Path, problem: str) -> DataFileError:
    return DataFileError(path, "", problem, "Name a bundle that `hri vv` wrote.")
