"""What an answer adds that no source has, and what it leaves out: beside its claims."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hri.applicability import (
    CONTACTS,
    Circumstances,
    omitted_papers,
    unanswered_slots,
    unbacked_details,
)
from hri.domain.claims import Detail, Reading
from hri.domain.lexicons import Lexicon
from hri.domain.policies import CaseFlag
from hri.domain.ports import Knowledge
from hri.domain.slots import Slot


class Gaps(NamedTuple):
    """Details without a source, papers left out, and slots asked for and not answered."""

    unbacked: tuple[Detail, ...]
    omitted: tuple[str, ...]
    unanswered: tuple[Slot, ...]

    def flags(self) -> Iterator[CaseFlag]:
        """The flags that these put on the case."""
        kinds = {detail.kind for detail in self.unbacked}
        if kinds - CONTACTS:
            yield CaseFlag.UNBACKED_DETAIL
        if kinds & CONTACTS:
            yield CaseFlag.UNBACKED_CONTACT
        if self.omitted:
            yield CaseFlag.OMITTED_PAPER
        if self.unanswered:
            yield CaseFlag.UNANSWERED_SLOT

    def notes(self) -> Iterator[tuple[str, str]]:
        """Kind of note and the words it names, for the person who decides."""
        for detail in self.unbacked:
            contact = detail.kind in CONTACTS
            flag = CaseFlag.UNBACKED_CONTACT if contact else CaseFlag.UNBACKED_DETAIL
            yield flag.value, detail.text
        for paper in self.omitted:
            yield CaseFlag.OMITTED_PAPER.value, paper
        for slot in self.unanswered:
            yield f"{CaseFlag.UNANSWERED_SLOT.value}.{slot.value}", ""


def find_gaps(
    answer: Reading, circumstances: Circumstances, knowledge: Knowledge, lexicon: Lexicon
) -> Gaps:
    """Look for them in an answer; nothing is found where the procedure is unknown."""
    case = (answer, circumstances, knowledge, lexicon)
    return Gaps(unbacked_details(*case), omitted_papers(*case), unanswered_slots(*case))
