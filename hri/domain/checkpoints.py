"""Checkpoints: heads of the audit chain that are sealed, numbered, chained and signed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol

from pydantic import Field, ValidationError

from hri.domain.canonical import canonical_json, sha256_hex
from hri.domain.events import Checkpoint

FIRST = ""
"""What the first seal has in place of the digest of the one before."""


class Seal(Checkpoint):
    """A checkpoint that the desk makes by itself, every so many events or seconds.

    Each holds the digest of the one before, so that a copy of any proves all earlier ones.
    """

    number: int = Field(ge=1, lt=2**63)
    at: datetime
    before: str
    """Digest of the seal before; ``FIRST`` for the first one."""
    key: str = ""
    """The public key (Ed25519, hexadecimal) that its signature is to be checked with."""
    signature: str = ""
    """Hexadecimal; empty where no signing key was set."""

    @property
    def words(self) -> str:
        """What is signed and digested: every field but key and signature, as canonical JSON."""
        at = self.at.astimezone(UTC).isoformat(timespec="microseconds")
        return canonical_json([self.number, self.seq, self.count, self.hash, at, self.before])

    @property
    def digest(self) -> str:
        """SHA-256 of ``words`` and of key and signature."""
        return sha256_hex(canonical_json([self.words, self.key, self.signature]))


def parse_checkpoint(content: bytes) -> Checkpoint:
    """A checkpoint from JSON, sealed or taken by hand.

    Raises:
        ValueError: It is none.
    """
    try:
        return Seal.model_validate_json(content)
    except ValidationError:
        return Checkpoint.model_validate_json(content)


def parse_checkpoints(content: bytes) -> tuple[Checkpoint, ...]:
    """The checkpoints of a file: one JSON object, or one a line.

    Raises:
        ValueError: It holds something else, or nothing.
    """
    try:
        return (parse_checkpoint(content),)
    except ValueError:
        lines = content.splitlines()
    if not lines:
        raise ValueError("the file is empty")
    return tuple(map(parse_checkpoint, lines))


class Signer(Protocol):
    """Signs with a private key that stays where it is."""

    @property
    def key(self) -> str:
        """The public key, in hexadecimal."""

    def sign(self, words: str) -> str:
        """The signature of a text's UTF-8 bytes, in hexadecimal."""


class Keeper(Protocol):
    """A place outside the database where seals are kept."""

    def last(self) -> Seal | None:
        """The seal that was kept last. Raises: StoreError."""

    def all(self) -> tuple[Seal, ...]:
        """Every seal that was kept, oldest first. Raises: StoreError."""

    def keep(self, seals: Sequence[Seal]) -> None:
        """Keep seals for good. Raises: StoreError."""


@dataclass(frozen=True)
class Sealing:
    """When a checkpoint is sealed, and who signs it."""

    events: int = 64
    """After so many events since the last seal."""
    after: timedelta = timedelta(seconds=60)
    """Or when the last seal, or where there is none the first event, is as old as that."""
    signer: Signer | None = None

    def due(self, events: int, age: timedelta) -> bool:
        """Whether so many events, the oldest of them so old, are to be sealed."""
        return events >= self.events or (events > 0 and age >= self.after)
