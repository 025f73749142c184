"""Which facts of a pack bear on a question: by date, by jurisdiction, by the branch it names.

Coverage and the checks both rest on this (DESIGN part 2: "a fact applies unless ...").
"""

from hri.applicability.branches import chapter_of, condition_openness
from hri.applicability.circumstances import PATH_SIGN, Branch, Circumstances, Openness
from hri.applicability.details import CONTACTS, source_texts, unbacked_details
from hri.applicability.facts import ApplicableFact, applicable_facts
from hri.applicability.omissions import omitted_papers, unanswered_slots
from hri.applicability.points import (
    Scope,
    answers,
    is_conditional,
    is_restricted,
    speaks_of_another,
    stands_elsewhere,
    subject_of,
    things_of,
)
from hri.applicability.procedure import branches_of, find_procedure, source_flags
from hri.applicability.sources import in_force, jurisdiction_holds, source_openness, speaks
from hri.applicability.stated import stated_case

__all__ = [
    "CONTACTS",
    "PATH_SIGN",
    "ApplicableFact",
    "Branch",
    "Circumstances",
    "Openness",
    "Scope",
    "answers",
    "applicable_facts",
    "branches_of",
    "chapter_of",
    "condition_openness",
    "find_procedure",
    "in_force",
    "is_conditional",
    "is_restricted",
    "jurisdiction_holds",
    "omitted_papers",
    "source_flags",
    "source_openness",
    "source_texts",
    "speaks",
    "speaks_of_another",
    "stands_elsewhere",
    "stated_case",
    "subject_of",
    "things_of",
    "unanswered_slots",
    "unbacked_details",
]
