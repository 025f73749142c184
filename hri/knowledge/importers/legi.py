"""Import of French codes of law (JSON of the LEGI base) into the register of a pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic_core import from_json

from hri.domain.packs import Instrument
from hri.errors import PackFileError, SourceFormatError
from hri.knowledge.archives import Member, read_members
from hri.knowledge.importers.codes import (
    CodeReader,
    CodeVocabulary,
    is_code,
    is_list_of_codes,
    load_code_vocabulary,
)
from hri.knowledge.importers.packs import replaced_folder, write_records
from hri.knowledge.importers.recognition import look_like_guides
from hri.knowledge.importers.registers import Register
from hri.knowledge.importers.reports import ImportReport
from hri.knowledge.lexicons import load_lexicon
from hri.knowledge.progress import Progress, silent
from hri.knowledge.strict import read_lines, read_record

LANGUAGE = "fr"


def import_legi(sources: Sequence[Path], into: Path, progress: Progress = silent) -> ImportReport:
    """Enter codes of law into ``registry.jsonl`` of a pack, joined with the entries it has.

    Args:
        sources: Code files, the list of codes, folders or archives with them.
        into: The pack; ids of its entries stay as they are.
        progress: Told about each file; the total is not known in advance and counts what was seen.

    Returns:
        Counts of codes and articles, and of the files that were neither.

    Raises:
        SourceFormatError: A file is broken or breaks a limit; the pack then stays as it was.
        PackFileError: ``into`` is no pack, or its register is faulty.
    """
    if not (into / "pack.toml").exists():
        remedy = "Import guides into that folder first, or write its pack.toml."
        raise PackFileError(into, "pack.toml", "is missing", remedy)
    vocabulary = load_code_vocabulary()
    skipped: Counter[str] = Counter()
    found = _read_instruments(sources, vocabulary, progress, skipped)
    register = Register(load_lexicon(LANGUAGE), _entries(into / "registry.jsonl"))
    for instrument in found:
        register.add(instrument)
    register.absorb_cited()
    _tell_apart(register, vocabulary)
    entries = register.entries()
    with replaced_folder(into) as draft:
        write_records(draft / "registry.jsonl", entries)
    return ImportReport(_counts(found, entries), dict(sorted(skipped.items())))


def _entries(path: Path) -> list[Instrument]:
    if not path.exists():
        return []
    return [read_record(text, Instrument, at) for text, at in read_lines(path, PackFileError)]


def _read_instruments(
    sources: Sequence[Path],
    vocabulary: CodeVocabulary,
    progress: Progress,
    skipped: Counter[str],
) -> list[Instrument]:
    """The list of codes first, whatever the order of files, so that ids never hang on it."""
    listed: list[Instrument] = []
    codes: list[Instrument] = []
    for done, member in enumerate(read_members(sources, _wanted), start=1):
        progress(done, done, member.name)
        reader = CodeReader(vocabulary, member.origin)
        data = _parse(member)
        if is_code(data):
            codes.append(reader.read_code(data))
        elif is_list_of_codes(data):
            listed += reader.read_list(data)
        else:
            skipped["JSON files that are neither a code nor the list of codes"] += 1
    if not listed and not codes:
        where = ", ".join(map(str, sources)) or "sources"
        problem, remedy = "holds no code of law", "Name the JSON files of codes or their archive."
        if look_like_guides(sources):
            problem = "looks like practical guides, not like codes of law"
            remedy = "Read guides with hri pack import service-public SOURCES --out PACK."
        raise SourceFormatError(where, "", problem, remedy)
    return [*listed, *sorted(codes, key=lambda code: code.id)]


def _wanted(name: str) -> bool:
    base = name.rsplit("/", 1)[-1]
    return base.lower().endswith(".json") and not base.startswith(".")


def _parse(member: Member) -> Any:
    try:
        return from_json(member.content)
    except ValueError as error:
        problem = f"is broken JSON: {error}"
        raise SourceFormatError(member.origin, "", problem, "Fetch the file again.") from error


def _tell_apart(register: Register, vocabulary: CodeVocabulary) -> None:
    """Where a newer code bears a mark for it, the older one of the bare title gets the other mark.

    Otherwise a reference by the bare title would lead to the code that was repealed.
    """
    titles = {entry.title: entry.id for entry in register.entries()}
    for title, newer in titles.items():
        bare = title.removesuffix(vocabulary.newer).strip()
        if bare != title and bare in titles:
            register.rename(titles[bare], f"{bare} {vocabulary.older}")
            register.add_alias(newer, bare)


def _counts(found: list[Instrument], entries: list[Instrument]) -> dict[str, int]:
    counts = {"instruments in the register": len(entries), "codes read": len(found)}
    for instrument in found:
        if instrument.articles is not None:
            counts[f"articles {instrument.title}"] = len(instrument.articles)
    return counts
