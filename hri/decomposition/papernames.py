"""One name for one document: synonyms joined, remarks and states left out."""

from __future__ import annotations

import re
from functools import lru_cache

from hri.decomposition.grammar import grammar_of
from hri.decomposition.values.folding import fold
from hri.domain.lexicons import Lexicon

_BRACKETS = re.compile(r"\s*\([^()]*\)?")


@lru_cache(maxsize=16)
def _patterns(lexicon: Lexicon) -> tuple[re.Pattern[str], dict[str, str], re.Pattern[str]]:
    grammar, papers = grammar_of(lexicon), lexicon.documents
    first = {fold(name): fold(group[0]) for group in papers.synonyms for name in group}
    names = grammar.alternation(first)
    states = grammar.alternation(papers.qualifiers)
    return re.compile(rf"(?<!\w){names}"), first, re.compile(rf"(?<!\w){states}")


@lru_cache(maxsize=8192)
def usual_name(surface: str, lexicon: Lexicon) -> str:
    """The folded surface of a document by its usual name; as it is where nothing would be left.

    "copie recente de la carte nationale d'identite (recto verso)" becomes "copie de la piece
    d'identite".
    """
    names, first, states = _patterns(lexicon)
    plain = _BRACKETS.sub("", surface)
    plain = names.sub(lambda found: first.get(found.group(), found.group()), plain)
    plain = " ".join(states.sub(" ", plain).split())
    return plain if any(char.isalnum() for char in plain) else surface
