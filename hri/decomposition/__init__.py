"""Decomposition: from the text of an answer to its claims in the five slots (paper, part 1)."""

from hri.decomposition.comparison import similarity, states_same
from hri.decomposition.grammar import phrases_in
from hri.decomposition.kinship import is_bare, is_private, may_be_same, shares_head, stands_for
from hri.decomposition.languages import tell_language
from hri.decomposition.paperagreement import PARTS as PAPER_PARTS
from hri.decomposition.paperagreement import is_expired, part_agrees, states_part
from hri.decomposition.paperparts import without_holder
from hri.decomposition.reading import (
    decompose,
    read_amounts,
    read_charges,
    read_details,
    read_fact,
    read_measures,
    read_passage,
)
from hri.decomposition.units import split_units
from hri.decomposition.values.articles import contains, is_inserted
from hri.decomposition.values.comparison import date_of, same_instrument, same_length
from hri.decomposition.values.folding import fold, terms
from hri.decomposition.values.names import NameIndex

__all__ = [
    "PAPER_PARTS",
    "NameIndex",
    "contains",
    "date_of",
    "decompose",
    "fold",
    "is_bare",
    "is_expired",
    "is_inserted",
    "is_private",
    "may_be_same",
    "part_agrees",
    "phrases_in",
    "read_amounts",
    "read_charges",
    "read_details",
    "read_fact",
    "read_measures",
    "read_passage",
    "same_instrument",
    "same_length",
    "shares_head",
    "similarity",
    "split_units",
    "stands_for",
    "states_part",
    "states_same",
    "tell_language",
    "terms",
    "without_holder",
]
