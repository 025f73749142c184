"""What vouches for an audit log from outside: keys that signed its checkpoints, copies of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import Field

from hri.domain.base import Model

CUT_OFF = "the end is cut off"
OUT_OF_ORDER = "events are missing or out of order"
UNCHAINED = "does not name the hash of the event before it"
CHANGED = "its content does not have its hash"
OFF_KEPT = "differs from a checkpoint kept elsewhere: the log was written anew"
OFF_SEALED = "differs from a checkpoint sealed in the database: the log was written anew"
PROBLEMS = (CUT_OFF, OUT_OF_ORDER, UNCHAINED, CHANGED, OFF_KEPT, OFF_SEALED)
"""What can be wrong with the first event that does not fit; a problem ends with one of these."""


class Signing(Model):
    """Who signed the checkpoints of a log, as verification found it."""

    trusted: tuple[str, ...] = ()
    """The keys that it was checked against; empty: none was given or set."""
    by_key: dict[str, int] = {}
    """How many checkpoints each key signed, trusted or not; the signature of each holds."""
    first: int | None = None
    """Number of the first checkpoint that a key signed which may."""
    early: int = Field(default=0, ge=0)
    """Unsigned ones from before the first signed one: no fault, and no key vouches for them."""
    unsigned: int = Field(default=0, ge=0)
    """Unsigned ones after it: a fault."""

    @property
    def by_trusted(self) -> int:
        """Checkpoints signed by keys that the log was checked against."""
        return sum(n for key, n in self.by_key.items() if key in self.trusted)

    @property
    def by_others(self) -> int:
        """Checkpoints signed by any other key."""
        return sum(self.by_key.values()) - self.by_trusted

    def lines(self) -> Iterator[str]:
        """The same in plain words, one line a fact."""
        for key, n in self.by_key.items():
            whose = "" if not self.trusted or key in self.trusted else ", WHICH IS NOT TRUSTED"
            yield f"checkpoints signed with the key {key}{whose}: {n}"
        if self.first is not None and self.early:
            yield (
                f"checkpoints without a signature from before the first signed one "
                f"(number {self.first}): {self.early}; no key vouches for them"
            )
        elif self.early:
            yield f"checkpoints without a signature: {self.early}; none is signed with a key"


def against(trusted: Sequence[str], copies: int) -> str:
    """What a log was checked against, in one plain line."""
    keys = (
        f"the keys {', '.join(trusted)}"
        if len(trusted) > 1
        else "".join(f"the key {key}" for key in trusted)
    )
    known = f"{copies} checkpoints kept elsewhere" if copies > 1 else "1 checkpoint kept elsewhere"
    named = [words for words in (keys, known if copies else "") if words]
    if not named:
        return (
            "checked against: no key and no checkpoint kept elsewhere, so somebody who can write "
            "the file could have written it anew"
        )
    missing = "; no key" if not keys else "" if copies else "; no checkpoint kept elsewhere"
    return f"checked against: {' and '.join(named)}{missing}"
