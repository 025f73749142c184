"""Whether figures are evidence for what is asked: decisive ones first, the reason beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, PositiveInt, model_validator

from hri.assurance.evidence.document import Item, State
from hri.assurance.evidence.exhibits import Exhibit
from hri.assurance.words import Text, Words
from hri.domain.base import Model
from hri.evaluation.evidence import Evidence

Want = Annotated[Literal["there", "holds", "none"] | PositiveInt, Field(union_mode="left_to_right")]
"""What a decisive figure has to be: there at all; a yes; a zero; at least so many."""

LOG = "audit.verified"
"""The figure that all others rest on, being counted from the log; alone it shows nothing else."""


class Asked(Model):
    """Something that figures answer, such as a duty or a field of a record."""

    evidence: tuple[str, ...] = ()
    """Keys of figures of the pack."""
    decisive: dict[str, Want] = {}
    """Those without which nothing is shown, and what each has to be."""
    missing: Text | None = None
    """What the product does not provide, and who does."""

    @model_validator(mode="after")
    def _decided(self) -> Asked:
        strange = sorted(self.decisive.keys() - set(self.evidence))
        if strange:
            raise ValueError(f"decisive: {strange[0]} is not among the evidence")
        if self.evidence and not self.decisive:
            raise ValueError("decisive: name the figure that evidence hangs on")
        return self


class Judged(NamedTuple):
    """How far something is answered, and in a sentence each why no further."""

    state: State
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Footing:
    """The figures of a pack, and what they stand on."""

    found: Evidence
    words: Words
    items: Mapping[str, Item]
    exhibits: Mapping[str, Exhibit]

    def named(self, asked: Asked) -> tuple[Item, ...]:
        """The figures that bear on something; none of a period before the log began.

        Raises:
            KeyError: It names a figure that no pack has: an error of the product's data.
        """
        items = tuple(self.items[key] for key in asked.evidence)
        return () if self.found.before_log else items


def judge(asked: Asked, footing: Footing, *, own: bool = False) -> Judged:
    """Whether something is provided: never on figures that are missing, zero or against it.

    Args:
        asked: What is to be answered.
        footing: The figures.
        own: Whether a part is answered already, without a figure.
    """
    if not asked.evidence:
        whole = own and asked.missing is None
        return Judged("provided" if whole else "in_part" if own else "not_provided", ())
    if footing.found.before_log:
        return Judged("in_part" if own else "not_provided", (footing.words.text("why_before"),))
    met = {key: _met(footing.exhibits[key], want) for key, want in asked.decisive.items()}
    some = any(holds for key, holds in met.items() if key != LOG or len(met) == 1)
    against = any(_against(footing.exhibits[key], want) for key, want in asked.decisive.items())
    reasons = tuple(_reasons(asked, footing))
    if against or not (own or some):
        return Judged("in_part" if own else "not_provided", reasons)
    gaps = any(not item.provided for item in footing.named(asked))
    whole = all(met.values()) and not (gaps or reasons or asked.missing)
    return Judged("provided" if whole else "in_part", reasons)


def _met(found: Exhibit, want: Want) -> bool:
    if not found.value:
        return False
    if isinstance(want, int):
        return found.n is not None and found.n >= want
    return {"there": True, "holds": found.holds is True, "none": found.n == 0}[want]


def _against(found: Exhibit, want: Want) -> bool:
    """Whether a figure says the contrary, not merely too little."""
    return (want == "holds" and found.holds is False) or (want == "none" and bool(found.n))


def _reasons(asked: Asked, footing: Footing) -> Iterator[str]:
    """Why figures that are there are no evidence; those that are not there say so themselves."""
    words = footing.words
    for key, item in zip(asked.evidence, footing.named(asked), strict=True):
        found, want = footing.exhibits[key], asked.decisive.get(key, "there")
        if _against(found, want) or (found.holds is False and key != LOG):
            yield words.text("why_against", ref=item.ref)
        elif item.provided and not _met(found, want):
            name = {"holds": "why_unsure", 1: "why_zero"}.get(want, "why_few")
            yield words.text(name, ref=item.ref, least=want)
    if not footing.found.audit.sound and LOG not in asked.decisive:
        yield words.text("why_log", ref=footing.items[LOG].ref)


def lines_of(judged: Judged, asked: Asked, words: Words) -> Iterator[str]:
    """The sentences that say what is not provided."""
    yield from (words.text("missing", why=why) for why in judged.reasons)
    if asked.missing is not None:
        yield words.text("missing", why=asked.missing.in_language(words.language))
