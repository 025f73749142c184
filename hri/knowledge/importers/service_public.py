"""Import of the French government's practical guides (service-public.fr open data) into a pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from hri.decomposition import NameIndex
from hri.domain.packs import (
    Authority,
    Instrument,
    InstrumentStatus,
    PackInfo,
    Passage,
    PassageKind,
    Procedure,
    Source,
)
from hri.domain.slots import Slot
from hri.errors import PackFileError, SourceFormatError
from hri.knowledge.archives import Member, read_members
from hri.knowledge.importers.bodies import BodyRegister
from hri.knowledge.importers.facts import FactReader, passage_id
from hri.knowledge.importers.guides import Guide, is_guide, read_guide
from hri.knowledge.importers.packs import replaced_folder, write_info, write_records
from hri.knowledge.importers.recognition import look_like_laws, wanted_guide
from hri.knowledge.importers.references import read_instrument
from hri.knowledge.importers.registers import Register
from hri.knowledge.importers.reports import ImportReport
from hri.knowledge.importers.trees import Node, read_tree
from hri.knowledge.importers.vocabulary import GuideVocabulary, load_vocabulary
from hri.knowledge.lexicons import load_lexicon
from hri.knowledge.progress import Progress, silent
from hri.knowledge.strict import read_lines, read_record

PACK_ID = "fr-guides"


def import_service_public(
    sources: Sequence[Path], out: Path, progress: Progress = silent
) -> ImportReport:
    """Write a knowledge pack from practical guides in XML or JSON.

    Args:
        sources: Files, folders, .zip or .tar archives with guides, in any mixture.
        out: Folder of the pack. What an earlier import of laws put into its register is kept.
        progress: Told about each guide.

    Returns:
        Counts of what was written and of what was left out.

    Raises:
        SourceFormatError: A file is broken or breaks a limit; ``out`` then stays as it was.
    """
    vocabulary = load_vocabulary()
    skipped: Counter[str] = Counter()
    guides = _read_guides(sources, vocabulary, progress, skipped)
    bodies = BodyRegister(vocabulary)
    for block in (block for guide in guides for block in guide.blocks):
        if block.kind is PassageKind.CONTACT and block.node is not None:
            bodies.identify(block.node)
    procedures = _procedures(guides, vocabulary, bodies)
    register = Register(
        load_lexicon(vocabulary.language), _kept_instruments(out / "registry.jsonl")
    )
    skipped.update(_enter_references(guides, vocabulary, register))
    register.absorb_cited()
    with replaced_folder(out) as draft:
        write_info(draft / "pack.toml", _info(guides, vocabulary))
        counts = {
            "guides": write_records(draft / "procedures.jsonl", procedures),
            "sources": write_records(draft / "sources.jsonl", _sources(guides, vocabulary)),
            "authorities": write_records(draft / "authorities.jsonl", _authorities(bodies)),
            "instruments": write_records(draft / "registry.jsonl", register.entries()),
        }
    counts |= _count_contents(guides, procedures)
    return ImportReport(counts, dict(sorted(skipped.items())))


def _read_guides(
    sources: Sequence[Path],
    vocabulary: GuideVocabulary,
    progress: Progress,
    skipped: Counter[str],
) -> list[Guide]:
    members = list(read_members(sources, wanted_guide))
    guides: dict[str, Guide] = {}
    origins: dict[str, str] = {}
    for done, member in enumerate(members, start=1):
        root = _read_root(member, members if not guides else ())
        progress(done, len(members), member.name)
        if not is_guide(root):
            skipped[f"files whose root is {root.name}, not a guide"] += 1
            continue
        guide = read_guide(root, member.origin, vocabulary)
        if guide.id in guides:
            problem = f"guide {guide.id} was already read from {origins[guide.id]}"
            raise SourceFormatError(member.origin, guide.id, problem, "Import one of the two.")
        guides[guide.id], origins[guide.id] = guide, member.origin
        skipped.update({f"elements {name}": count for name, count in guide.skipped.items()})
    if not guides:
        where = ", ".join(map(str, sources)) or "sources"
        problem = "holds no guide in XML or JSON"
        raise SourceFormatError(where, "", problem, "Name the files or the archive of guides.")
    return [guides[key] for key in sorted(guides)]


def _read_root(member: Member, others: Sequence[Member]) -> Node:
    """The root of a file; ``others`` are looked at for what they are, if it is no guide."""
    try:
        return read_tree(member)
    except SourceFormatError as fault:
        if not look_like_laws(others):
            raise
        problem = f"{fault.problem}; the files look like codes of law, not like guides"
        remedy = "Read codes of law with hri pack import legi SOURCES --into PACK."
        raise SourceFormatError(member.origin, fault.pointer, problem, remedy) from fault


def _procedures(
    guides: list[Guide], vocabulary: GuideVocabulary, bodies: BodyRegister
) -> list[Procedure]:
    names = NameIndex(bodies.known_names(), ())
    reader = FactReader(vocabulary, names)
    procedures = []
    for guide in guides:
        facts = reader.read(guide)
        # A guide that names a body anywhere leaves open that it has a part in the procedure.
        for block in guide.blocks:
            # A link or contact also says who runs it.
            text = block.node.text() if block.node is not None else block.text
            for match in names.authorities(text):
                bodies.make_competent(match.id, guide.id)
        domain = vocabulary.domains.get(guide.theme, "other")
        names_of_guide = {vocabulary.language: guide.names}
        procedures.append(Procedure(id=guide.id, names=names_of_guide, domain=domain, facts=facts))
    return procedures


def _sources(guides: list[Guide], vocabulary: GuideVocabulary) -> Iterator[Source]:
    for guide in guides:
        yield Source(
            source_id=guide.id,
            title=guide.title,
            url=guide.url,
            kind="guide",
            procedure_ids=(guide.id,),
            jurisdiction=vocabulary.jurisdiction,
            as_of=guide.as_of,
            language=vocabulary.language,
            passages=tuple(_passages(guide)),
        )


def _passages(guide: Guide) -> Iterator[Passage]:
    for number, block in enumerate(guide.blocks):
        slot = Slot.LEGAL_BASIS if block.kind is PassageKind.REFERENCE else block.context.slot
        yield Passage(
            id=passage_id(guide, number),
            slot=slot,
            heading=block.context.heading,
            text=block.text,
            condition=block.context.condition,
            kind=block.kind,
        )


def _authorities(bodies: BodyRegister) -> Iterable[Authority]:
    return bodies.records()


def _kept_instruments(path: Path) -> list[Instrument]:
    """What laws an earlier import put there; entries that came from guides are made anew."""
    if not path.exists():
        return []
    entries = (read_record(text, Instrument, at) for text, at in read_lines(path, PackFileError))
    return [entry for entry in entries if not _merely_cited(entry)]


def _merely_cited(entry: Instrument) -> bool:
    known = (entry.valid_from, entry.valid_to, entry.complete_from, entry.articles)
    return entry.status is InstrumentStatus.UNKNOWN and known == (None, None, None, None)


def _enter_references(
    guides: list[Guide], vocabulary: GuideVocabulary, register: Register
) -> Counter[str]:
    """Enter every cited instrument, the most cited titles first; count titles of no known kind."""
    titles: Counter[str] = Counter()
    for guide in guides:
        for block in guide.blocks:
            if block.kind is PassageKind.REFERENCE:
                titles[block.lines[0].text] += 1
    unknown: Counter[str] = Counter()
    cited: dict[str, tuple[int, Instrument]] = {}
    for title, count in titles.items():
        instrument = read_instrument(title, vocabulary.references)
        if instrument is None:
            unknown["references that name no kind of instrument (kept as text)"] += count
            continue
        before = cited.get(instrument.title, (0, instrument))[0]
        cited[instrument.title] = (before + count, instrument)
    # Misspelt titles are rarer than right ones, so the right one gives the entry its name.
    for _, instrument in sorted(cited.values(), key=lambda entry: (-entry[0], entry[1].title)):
        register.add(instrument)
    return unknown


def _info(guides: list[Guide], vocabulary: GuideVocabulary) -> PackInfo:
    newest = max(guide.as_of for guide in guides)
    return PackInfo(
        id=PACK_ID,
        version=f"{newest:%Y.%m.%d}",
        title=vocabulary.title,
        jurisdiction=vocabulary.jurisdiction,
        languages=(vocabulary.language,),
        as_of=newest,
        licence=vocabulary.licence,
        publisher=vocabulary.publisher,
    )


def _count_contents(guides: list[Guide], procedures: list[Procedure]) -> dict[str, int]:
    counts = {"passages": sum(len(guide.blocks) for guide in guides)}
    for procedure in procedures:
        for slot, facts in procedure.facts.items():
            key = f"facts {slot.value}"
            counts[key] = counts.get(key, 0) + len(facts)
    return counts
