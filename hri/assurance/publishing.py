"""Writing the documents of a run: JSON with schemas, Markdown, HTML, and the sealed bundle."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from hri.assurance.artefacts import DOCUMENTS, Document
from hri.assurance.bundles import bundle_bytes
from hri.assurance.dossiers import Dossier
from hri.assurance.incidents import write_incidents
from hri.assurance.pages import to_html
from hri.assurance.planning import (
    write_environment,
    write_plan,
    write_procedures,
    write_specifications,
)
from hri.assurance.rendering import to_markdown
from hri.assurance.reporting import (
    write_completion,
    write_log,
    write_matrix,
    write_status,
)
from hri.assurance.signing import FileSigner
from hri.assurance.words import Words
from hri.domain.base import Model
from hri.errors import OutputError

BUNDLE = "bundle.zip"

WRITERS: tuple[Callable[[Dossier], Document], ...] = (
    write_plan,
    write_specifications,
    write_procedures,
    write_environment,
    write_log,
    write_incidents,
    write_status,
    write_completion,
    write_matrix,
)


def documents_of(dossier: Dossier) -> Iterator[Document]:
    """All documents of a run, in the order in which they are filed."""
    for write in WRITERS:
        yield write(dossier)


def files_of(dossier: Dossier) -> dict[str, bytes]:
    """The content of every file, by its path in the bundle."""
    return files_of_documents(documents_of(dossier), dossier.words)


def files_of_documents(documents: Iterable[Document], words: Words) -> dict[str, bytes]:
    """Each document as HTML, Markdown and JSON with its schema, by the path in the bundle."""
    files: dict[str, bytes] = {}
    for number, document in enumerate(documents, start=1):
        kind = type(document)
        stem = f"{number:02}-{kind.kind}"
        files[f"schemas/{kind.kind}.schema.json"] = schema_of(kind)
        files[f"json/{stem}.json"] = json_of(document.model_dump(mode="json"))
        files[f"markdown/{stem}.md"] = to_markdown(document, words).encode()
        files[f"{stem}.html"] = to_html(document, words).encode()
    return files


def publish(dossier: Dossier, folder: Path, signer: FileSigner | None = None) -> Path:
    """Write all files of a run into a new or empty folder, and the bundle beside them.

    Returns:
        The bundle.

    Raises:
        OutputError: The folder holds something already, or cannot be written.
    """
    return write_files(files_of(dossier), dossier.header(DOCUMENTS[0]).scope, folder, signer)


def write_files(
    files: Mapping[str, bytes], title: str, folder: Path, signer: FileSigner | None = None
) -> Path:
    """Write files into a new or empty folder, and the bundle of them beside them; as ``publish``.

    Raises:
        OutputError: The folder holds something already, or cannot be written.
    """
    refuse_full_folder(folder)
    bundle = folder / BUNDLE
    try:
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        bundle.write_bytes(bundle_bytes(title, files, signer))
    except OSError as error:
        why = error.strerror or str(error)
        raise _refused(folder, why, "Name a folder that can be written and has room.") from error
    return bundle


def bundle_of(dossier: Dossier, files: dict[str, bytes], signer: FileSigner | None = None) -> bytes:
    """The bundle of the files of a run."""
    return bundle_bytes(dossier.header(DOCUMENTS[0]).scope, files, signer)


def refuse_full_folder(folder: Path) -> None:
    """Make sure, before a long run, that a folder is new or empty.

    Raises:
        OutputError: It holds something, or is no folder.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise _refused(folder, "it holds files already", "Name a new or empty folder.")


def _refused(folder: Path, why: str, remedy: str) -> OutputError:
    return OutputError("The documents were not written.", where=str(folder), why=why, remedy=remedy)


def schema_of(kind: type[Model]) -> bytes:
    """The JSON Schema of a model, as a file."""
    return json_of({"$schema": "https://json-schema.org/draft/2020-12/schema"}
                 | kind.model_json_schema())  # fmt: skip


def json_of(content: object) -> bytes:
    """A value as a file of JSON."""
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()
