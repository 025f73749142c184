"""Whether the records of a pack fit together; each fault is raised with its place."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import date

from hri.domain.packs import Article, Authority, Instrument, Procedure, Source
from hri.knowledge.strict import Place

_WEB = re.compile(r"https?://[^\s/?#]+\S*", re.IGNORECASE)


def is_web_address(url: str) -> bool:
    """Whether an address may become a link: http or https, no space, nothing invisible."""
    return _WEB.fullmatch(url) is not None and url.isprintable()


def check_source(
    source: Source, place: Place, procedure_ids: Collection[str], passages: dict[str, Place]
) -> None:
    """Refuse unknown procedures, passage ids used twice, an end before the beginning, odd links."""
    _check_address(source.url, place, "url")
    for index, name in enumerate(source.procedure_ids):
        _check_known(name, procedure_ids, place, f"procedure_ids[{index}]", "procedure")
    _check_order(source.valid_from, source.valid_to, place, "valid_to", "valid_from")
    for index, passage in enumerate(source.passages):
        if passage.id in passages:
            before = passages[passage.id].line
            problem = f"id {passage.id!r} was already used on line {before}"
            raise place.fault(f"passages[{index}].id", problem, "Give each passage its own id.")
        passages[passage.id] = place


def check_procedure(procedure: Procedure, place: Place, sources: Mapping[str, Source]) -> None:
    """Refuse a procedure without name, facts whose source or passage is not there, odd links."""
    if not any(names for names in procedure.names.values()):
        raise place.fault("names", "holds no name", "Give it a name in one of the languages.")
    for slot, facts in procedure.facts.items():
        for index, fact in enumerate(facts):
            pointer = f"facts.{slot.value}[{index}]"
            _check_address(fact.url, place, f"{pointer}.url")
            _check_known(fact.source_id, sources, place, f"{pointer}.source_id", "source")
            passages = {passage.id for passage in sources[fact.source_id].passages}
            if fact.passage_id is not None and fact.passage_id not in passages:
                problem = f"{fact.source_id!r} has no passage {fact.passage_id!r}"
                remedy = "Name a passage of that source, or leave the key out."
                raise place.fault(f"{pointer}.passage_id", problem, remedy)


def check_authority(authority: Authority, place: Place, procedure_ids: Collection[str]) -> None:
    """Refuse an authority without name or with a competence for an unknown procedure."""
    if not any(names for names in authority.names.values()):
        raise place.fault("names", "holds no name", "Give it a name in one of the languages.")
    for index, name in enumerate(authority.competences):
        _check_known(name, procedure_ids, place, f"competences[{index}]", "procedure")


def check_instrument(instrument: Instrument, place: Place) -> None:
    """Refuse dates in the wrong order, and a window of completeness with one end only."""
    _check_order(instrument.valid_from, instrument.valid_to, place, "valid_to", "valid_from")
    ends = (instrument.complete_from, instrument.complete_to)
    if (ends[0] is None) != (ends[1] is None):
        missing = "complete_from" if ends[0] is None else "complete_to"
        remedy = "Give both, or neither where the list is not known to be complete."
        raise place.fault(missing, "is missing beside the other end", remedy)
    _check_order(*ends, place, "complete_to", "complete_from")
    for index, article in enumerate(instrument.articles or ()):
        if isinstance(article, Article):
            pointer = f"articles[{index}]"
            _check_order(
                article.valid_from, article.valid_to, place, f"{pointer}.valid_to", "valid_from"
            )


def _check_address(url: str, place: Place, pointer: str) -> None:
    if url and not is_web_address(url):
        problem = f"{url[:60]!r} is no address of the web"
        remedy = "Give an address that begins with https:// or http://, or leave it empty."
        raise place.fault(pointer, problem, remedy)


def _check_known(name: str, known: Collection[str], place: Place, pointer: str, kind: str) -> None:
    if name not in known:
        problem = f"the pack has no {kind} {name!r}"
        raise place.fault(pointer, problem, f"Add the {kind}, or correct the id.")


def _check_order(
    first: date | None, last: date | None, place: Place, pointer: str, other: str
) -> None:
    if first is not None and last is not None and last < first:
        raise place.fault(pointer, f"{last} is before {other} {first}", "Correct the dates.")
