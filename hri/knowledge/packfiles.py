"""The files of a pack, read strictly and checked against each other. The first fault stops it."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from hri.domain.base import Model
from hri.domain.packs import Authority, Instrument, PackInfo, Procedure, Source
from hri.domain.rules import Rule
from hri.errors import PackFileError
from hri.knowledge.consistency import (
    check_authority,
    check_instrument,
    check_procedure,
    check_source,
)
from hri.knowledge.rules import check_references, load_rules
from hri.knowledge.strict import MAX_FILE_BYTES, Place, read_lines, read_record, read_toml

RecordT = TypeVar("RecordT", bound=Model)


Placed = list[tuple[RecordT, Place]]
"""Records with their places, kept until they can be checked against the other files."""


class PackFiles(NamedTuple):
    """Everything a pack's files say, in file order."""

    info: PackInfo
    sources: tuple[Source, ...]
    procedures: tuple[Procedure, ...]
    authorities: tuple[Authority, ...]
    instruments: tuple[Instrument, ...]
    rules: tuple[Rule, ...]


def read_pack(path: Path) -> PackFiles:
    """Read all files of a pack.

    Raises:
        PackFileError: As ``check_folder``, then for the first fault in ``pack.toml`` or a
            ``.jsonl`` file: missing file, broken line, unknown or duplicate key, duplicate id,
            reference to nothing, dates in the wrong order, an address that is none of the web. It
            names file, line, pointer, problem and remedy.
        RuleFileError: For the first fault in ``rules.toml``.
    """
    check_folder(path)
    info = read_toml(path / "pack.toml", PackInfo, PackFileError)
    sources = _read(path / "sources.jsonl", Source, lambda record: record.source_id)
    procedures = _read(path / "procedures.jsonl", Procedure, lambda record: record.id)
    authorities = _read(path / "authorities.jsonl", Authority, lambda record: record.id)
    instruments = _read(path / "registry.jsonl", Instrument, lambda record: record.id)
    _check_together(sources, procedures, authorities, instruments)
    files = PackFiles(
        info,
        tuple(record for record, _ in sources),
        tuple(record for record, _ in procedures),
        tuple(record for record, _ in authorities),
        tuple(record for record, _ in instruments),
        load_rules(path / "rules.toml"),
    )
    check_references(
        files.rules,
        path / "rules.toml",
        files.procedures,
        files.authorities,
        files.instruments,
        files.sources,
    )
    return files


def check_folder(path: Path) -> None:
    """Refuse a folder that is no pack, before anything in it is opened.

    Raises:
        PackFileError: It is no folder, has no ``pack.toml``, or holds a link that leads out of it
            or nowhere, a pipe, a device or a file too large to read.
    """
    if not path.is_dir():
        raise PackFileError(path, "", "is not a folder", "Name the folder of a knowledge pack.")
    if not os.path.lexists(path / "pack.toml"):
        problem = "is no knowledge pack: no pack.toml stands in this folder"
        remedy = "Name the folder of a knowledge pack, or make one with hri pack import."
        raise PackFileError(path, "", problem, remedy)
    home = Path(os.path.realpath(path))
    for entry in path.rglob("*"):
        inner = entry.relative_to(path).parts[:-1]
        if not any(part.startswith(".") for part in inner):  # hidden folders are never read
            _check_entry(entry, home)


def _check_entry(entry: Path, home: Path) -> None:
    remedy = "Put the file itself there."
    if not Path(os.path.realpath(entry)).is_relative_to(home):
        raise PackFileError(entry, "", "is a link that leads out of the pack", remedy)
    try:
        status = entry.stat()
    except OSError as error:
        problem = f"cannot be read ({error.strerror or error})"
        raise PackFileError(entry, "", problem, remedy) from error
    if not (stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)):
        raise PackFileError(entry, "", "is a pipe or a device, not a file", remedy)
    if status.st_size > MAX_FILE_BYTES:
        problem = f"is larger than {MAX_FILE_BYTES} bytes"
        raise PackFileError(entry, "", problem, "Split the file, or take it out of the pack.")


def _check_together(
    sources: Placed[Source],
    procedures: Placed[Procedure],
    authorities: Placed[Authority],
    instruments: Placed[Instrument],
) -> None:
    procedure_ids = {record.id for record, _ in procedures}
    passages: dict[str, Place] = {}
    for source, place in sources:
        check_source(source, place, procedure_ids, passages)
    by_id = {source.source_id: source for source, _ in sources}
    for procedure, place in procedures:
        check_procedure(procedure, place, by_id)
    for authority, place in authorities:
        check_authority(authority, place, procedure_ids)
    for instrument, place in instruments:
        check_instrument(instrument, place)


def _read(path: Path, model: type[RecordT], key: Callable[[RecordT], str]) -> Placed[RecordT]:
    found: Placed[RecordT] = []
    lines: dict[str, int | None] = {}
    for text, place in read_lines(path, PackFileError):
        record = read_record(text, model, place)
        name = key(record)
        if name in lines:
            problem = f"id {name!r} was already used on line {lines[name]}"
            raise place.fault(_id_key(model), problem, "Give each record an id of its own.")
        lines[name] = place.line
        found.append((record, place))
    return found


def _id_key(model: type[Model]) -> str:
    return "source_id" if "source_id" in model.model_fields else "id"
