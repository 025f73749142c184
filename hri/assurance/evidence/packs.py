"""The use case: the evidence pack of a period, as a document, as files and as a sealed bundle."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from hri.assurance.bundles import bundle_bytes
from hri.assurance.evidence.atrs import AtrsRecord, fields_of, load_template
from hri.assurance.evidence.crosswalk import load_crosswalk
from hri.assurance.evidence.document import EvidencePack
from hri.assurance.evidence.editions import Edition, editions_of, subject_of
from hri.assurance.evidence.writing import Frame, footing_of, write_pack
from hri.assurance.publishing import files_of_documents, json_of, schema_of
from hri.assurance.signing import FileSigner
from hri.assurance.words import load_words
from hri.domain.canonical import canonical_json
from hri.domain.events import EventDraft, EventKind
from hri.domain.periods import Period
from hri.domain.ports import Clock
from hri.domain.records import Store
from hri.domain.reviews import Actor, Reason
from hri.evaluation.collecting import EvidenceReader
from hri.evaluation.evidence import Evidence


@dataclass(frozen=True)
class EvidenceDossier:
    """The evidence of one period in one language."""

    figures: Evidence
    """The figures themselves, without words."""
    document: EvidencePack
    frame: Frame
    signer: Callable[[], FileSigner | None]
    """Gives what the bundle is signed with; None: it stays unsigned."""

    @property
    def title(self) -> str:
        """What the pack is called, with its period."""
        return f"{self.document.header.title}, {self.document.header.scope}"

    @cached_property
    def record(self) -> AtrsRecord:
        """The UK's Algorithmic Transparency Record, as far as it is known."""
        template, header = load_template(), self.document.header
        return AtrsRecord(
            standard=template.standard,
            template=template.template,
            status=header.status,
            language=self.document.language,
            period=header.period,
            figures_sha256=header.figures_sha256,
            sections=fields_of(
                template, footing_of(self.figures, self.frame.words), self.frame.organisation
            ),
        )

    @cached_property
    def files(self) -> dict[str, bytes]:
        """The content of every file, by its path in the bundle."""
        files = files_of_documents([self.document], self.frame.words)
        files["schemas/figures.schema.json"] = schema_of(Evidence)
        files["json/figures.json"] = json_of(self.figures.model_dump(mode="json"))
        files["schemas/atrs-record.schema.json"] = schema_of(AtrsRecord)
        files["json/atrs-record.json"] = json_of(self.record.model_dump(mode="json"))
        return files

    def bundle(self) -> bytes:
        """All files as a zip with their manifest, signed where the desk has a key.

        Raises:
            SettingsError: The key cannot be used.
        """
        return self._sealed[0]

    @property
    def signed_by(self) -> str:
        """Public key in hexadecimal that the bundle is signed with; "": it is not signed."""
        return self._sealed[1]

    @cached_property
    def _sealed(self) -> tuple[bytes, str]:
        signer = self.signer()
        key = "" if signer is None else signer.key
        return bundle_bytes(self.title, self.files, signer), key


class EvidencePacks:
    """Evidence packs. Permission: READ_EVIDENCE.

    Args:
        store: Where it is told that one was issued.
        reader: Collects the figures.
        clock: Says when a pack was made.
        reasons: The reason codes with their names.
        signer: Gives what bundles are signed with, when one is asked for; None: unsigned.
    """

    def __init__(
        self,
        store: Store,
        reader: EvidenceReader,
        clock: Clock,
        reasons: tuple[Reason, ...],
        signer: Callable[[], FileSigner | None],
    ) -> None:
        self._store = store
        self._reader, self._clock, self._reasons, self._signer = reader, clock, reasons, signer

    def pack(
        self, actor: Actor, since: date, until: date, language: str, organisation: str = ""
    ) -> EvidenceDossier:
        """The evidence of a period, both days included, in ``fr`` or ``en``, to be read only.

        Nothing tells of it, and it says that it was not issued; for filing, see ``issue``.
        Verifies the whole log, so it takes as long as that.

        Raises:
            ForbiddenError: The actor may not read evidence.
            PeriodError: The period ends before it begins, or has not begun.
            DataFileError: The crosswalk or the words are faulty.
        """
        return self._write(self._reader.read(actor, since, until), language, organisation, ())

    def issue(
        self, actor: Actor, since: date, until: date, language: str, organisation: str = ""
    ) -> EvidenceDossier:
        """A pack to be filed, as ``pack``: numbered, and an event under the name of who made it.

        Raises:
            SettingsError: The key cannot be used; else as ``pack``.
        """
        found = self._reader.read(actor, since, until)
        while True:
            earlier = self._earlier(found.period)
            mine = Edition(len(earlier) + 1, self._clock.now(), actor.id, digest_of(found))
            made = self._write(found, language, organisation, (*earlier, mine))
            if self._told(actor, made):
                return made

    def _earlier(self, period: Period) -> tuple[Edition, ...]:
        with self._store.read() as records:
            return editions_of(records, period)

    def _told(self, actor: Actor, made: EvidenceDossier) -> bool:
        """Append the event; False where somebody took the number meanwhile."""
        period, mine = made.figures.period, made.frame.editions[-1]
        payload = {
            "edition": mine.number,
            "language": made.document.language,
            "figures": mine.figures_sha256,
            "bundle": hashlib.sha256(made.bundle()).hexdigest(),
            "signed_by": made.signed_by,
        }
        draft = EventDraft(
            kind=EventKind.EVIDENCE_MADE,
            actor=actor.id,
            subject=subject_of(period),
            payload=payload,
        )
        with self._store.write() as records:
            if len(editions_of(records, period)) != mine.number - 1:
                return False
            records.audit.append(draft, mine.at)
        return True

    def _write(
        self, found: Evidence, language: str, organisation: str, editions: tuple[Edition, ...]
    ) -> EvidenceDossier:
        frame = Frame(
            words=load_words(language),
            organisation=organisation,
            made_at=editions[-1].at if editions else self._clock.now(),
            figures_sha256=digest_of(found),
            reasons=self._reasons,
            crosswalk=load_crosswalk(),
            editions=editions,
        )
        return EvidenceDossier(found, write_pack(found, frame), frame, self._signer)


def digest_of(found: Evidence) -> str:
    """SHA-256 of the figures' canonical JSON."""
    text = canonical_json(found.model_dump(mode="json"))
    return hashlib.sha256(text.encode()).hexdigest()
