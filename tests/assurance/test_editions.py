"""A pack that is issued is told in the log and numbered; one that is only read is not."""

from __future__ import annotations

import hashlib
from datetime import date
from pathlib import Path

import pytest
from assurance.deployment import MARCH, open_lived_in
from casework.bench import AUDITOR, CHIEF

from hri.assurance.bundles import verify_bundle
from hri.assurance.evidence import packs
from hri.assurance.evidence.editions import editions_of
from hri.assurance.evidence.packs import EvidenceDossier
from hri.assurance.signing import make_key
from hri.domain.events import AuditEvent, EventFilter, EventKind
from hri.wiring import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return open_lived_in(tmp_path)


def told(desk: Desk) -> tuple[AuditEvent, ...]:
    """The events of issued packs, oldest first."""
    kinds = EventFilter(kinds=(EventKind.EVIDENCE_MADE,))
    return tuple(reversed(desk.audit.search(CHIEF, kinds).events))


def history(dossier: EvidenceDossier) -> tuple[str, ...]:
    return dossier.document.header.change_history


def test_an_issued_pack_is_told_with_its_hashes(desk: Desk) -> None:
    made = desk.evidence.issue(AUDITOR, *MARCH, "fr", "Ville")
    (event,) = told(desk)
    assert (event.actor, event.subject) == ("auditor", "2026-03-01/2026-03-31")
    assert event.payload == {
        "edition": 1,
        "language": "fr",
        "figures": made.document.header.figures_sha256,
        "bundle": hashlib.sha256(made.bundle()).hexdigest(),
        "signed_by": "",
    }
    assert event.at == made.document.header.issued
    assert desk.audit.verify(CHIEF).sound


def test_editions_count_the_packs_of_the_same_period(desk: Desk) -> None:
    first = desk.evidence.issue(CHIEF, *MARCH, "en")
    desk.clock.move(hours=2)
    second = desk.evidence.issue(AUDITOR, *MARCH, "fr")
    other = desk.evidence.issue(CHIEF, date(2026, 3, 1), date(2026, 3, 30), "en")
    assert [each.document.header.document_id[-3:] for each in (first, second, other)] == [
        "-E1",
        "-E2",
        "-E1",
    ]
    assert len(history(first)) == len(history(other)) == 1
    assert first.document.header.version in history(second)[0]
    assert second.document.header.version in history(second)[1]
    assert "auditor" in history(second)[1]
    assert [event.payload["edition"] for event in told(desk)] == [1, 2, 1]


def test_a_pack_that_is_only_read_leaves_nothing_and_says_so(desk: Desk) -> None:
    read = desk.evidence.pack(CHIEF, *MARCH, "en")
    assert told(desk) == ()
    assert read.document.header.document_id.endswith("-DRAFT")
    assert "not issued" in history(read)[0]


def test_a_number_that_was_taken_meanwhile_is_not_given_twice(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.evidence.issue(CHIEF, *MARCH, "en")
    seen: list[int] = []

    def first_stale(records: object, period: object) -> object:
        seen.append(1)
        return () if len(seen) == 1 else editions_of(records, period)

    monkeypatch.setattr(packs, "editions_of", first_stale)
    again = desk.evidence.issue(CHIEF, *MARCH, "en")
    assert again.document.header.document_id.endswith("-E2")
    assert [event.payload["edition"] for event in told(desk)] == [1, 2]


def test_the_event_names_the_key_that_signed(tmp_path: Path) -> None:
    key = make_key(tmp_path / "signing.pem")
    desk = open_lived_in(tmp_path, signing_key=tmp_path / "signing.pem")
    made = desk.evidence.issue(CHIEF, *MARCH, "fr")
    assert told(desk)[0].payload["signed_by"] == key.key
    assert verify_bundle(Path("b.zip"), key.key, made.bundle()).sound
