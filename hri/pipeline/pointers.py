"""Where a reply points the citizen to: the body and the source that the pack holds."""

from __future__ import annotations

from hri.applicability import Circumstances, Openness, applicable_facts, source_openness
from hri.domain.lexicons import Lexicon
from hri.domain.ports import Knowledge
from hri.domain.slots import Slot
from hri.domain.values import AuthorityName


def authority_name(
    circumstances: Circumstances, knowledge: Knowledge, lexicon: Lexicon
) -> str | None:
    """The body that the sources name for the case without an open condition, in its language."""
    if circumstances.procedure_id is None:
        return None
    facts = knowledge.facts(circumstances.procedure_id, Slot.COMPETENT_AUTHORITY)
    for item in applicable_facts(facts, circumstances, lexicon):
        if item.openness is Openness.OPEN:
            continue
        for claim in item.known.claims:
            if isinstance(claim.value, AuthorityName):
                return _own_name(claim.value, circumstances.language, knowledge) or claim.text
    return None


def source_pointer(circumstances: Circumstances, knowledge: Knowledge) -> tuple[str, str] | None:
    """Title and address of the first valid source of the procedure."""
    if circumstances.procedure_id is None:
        return None
    for source in knowledge.sources(circumstances.procedure_id):
        if source_openness(source, circumstances) is not None and source.url:
            return source.title, source.url
    return None


def _own_name(value: AuthorityName, language: str, knowledge: Knowledge) -> str | None:
    authority = knowledge.authority(value.id) if value.id else None
    names = authority.names.get(language, ()) if authority else ()
    return names[0] if names else None
