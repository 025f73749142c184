"""Signatures of checkpoints and artefacts: Ed25519 (RFC 8032), with keys in PEM files."""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from hri.domain.checkpoints import Seal
from hri.domain.signatures import Signatures
from hri.errors import OutputError, SettingsError


class FileSigner:
    """Signs with the private key of a PEM file; see ``hri.domain.checkpoints.Signer``.

    Raises:
        SettingsError: The file cannot be read, is no Ed25519 key, or others may read it.
    """

    def __init__(self, path: Path) -> None:
        self._private = _load(path)
        public = self._private.public_key().public_bytes_raw()
        self.key = public.hex()

    def sign(self, words: str) -> str:
        """The signature of a text's UTF-8 bytes, in hexadecimal."""
        return self._private.sign(words.encode()).hex()


def make_key(path: Path) -> FileSigner:
    """Make a new private key in a file that only its owner may read.

    Raises:
        OutputError: The file exists or cannot be written.
    """
    content = Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
    except OSError as error:
        raise OutputError(
            "The key was not made.",
            where=str(path),
            why=error.strerror or str(error),
            remedy="Name a new file in a folder that can be written.",
        ) from error
    return FileSigner(path)


def is_signed_by(key: str, words: str, signature: str) -> bool:
    """Whether a signature of a text was made with the private half of a key, both hexadecimal."""
    try:
        public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
        public.verify(bytes.fromhex(signature), words.encode())
    except (ValueError, InvalidSignature):
        return False
    return True


def is_genuine(seal: Seal) -> bool:
    """Whether a seal's signature was made with the key it names."""
    return is_signed_by(seal.key, seal.words, seal.signature)


def signatures(trusted: Collection[str] = ()) -> Signatures:
    """Signatures as they are judged here; without ``trusted`` keys, any key may sign."""
    return Signatures(is_genuine, tuple(trusted))


def _load(path: Path) -> Ed25519PrivateKey:
    try:
        content, mode = path.read_bytes(), path.stat().st_mode
    except OSError as error:
        raise _unusable(path, error.strerror or str(error)) from error
    if mode & 0o077:
        raise _unusable(path, "others than its owner may read or write it")
    try:
        found = serialization.load_pem_private_key(content, password=None)
    except (ValueError, TypeError) as error:
        raise _unusable(path, "it holds no private key in PEM without a password") from error
    if not isinstance(found, Ed25519PrivateKey):
        raise _unusable(path, "its key is not of the kind Ed25519")
    return found


def _unusable(path: Path, why: str) -> SettingsError:
    return SettingsError(
        "The signing key cannot be used.",
        where=str(path),
        why=why,
        remedy="Make one with `hri audit key --out FILE`, and name it in HRI_SIGNING_KEY.",
    )
