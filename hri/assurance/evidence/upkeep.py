"""The log of the desk: how long it is kept, and whether it holds."""

from __future__ import annotations

from collections.abc import Iterator

from hri.assurance.evidence.document import ErasureRow
from hri.assurance.evidence.exhibits import Exhibit, Teller
from hri.domain.events import EventKind


def logs(say: Teller) -> Iterator[Exhibit]:
    """Retention, its floor, the oldest event, holds and erasures."""
    found = say.found.logs
    kept = "kept_days" if found.retention_days else "kept_always"
    yield Exhibit("logs.retention", say.text(kept, days=found.retention_days))
    yield Exhibit("logs.floor", say.text("days", days=found.floor_days))
    texts = "texts_digests" if found.digests_only else "texts_kept"
    yield Exhibit("logs.texts", say.text(texts))
    if found.oldest_event is None:
        yield say.none("logs.oldest", "why_empty_log")
        yield say.none("logs.kept", "why_empty_log")
    else:
        yield Exhibit("logs.oldest", say.numerals.moment(found.oldest_event))
        yield Exhibit("logs.kept", say.text("days", days=found.kept_days), n=found.kept_days)
    yield say.count("logs.events", sum(say.found.events.values()))
    holds = found.holds_running
    yield Exhibit("logs.holds", say.numerals.whole(holds), n=holds)
    yield say.count("logs.holds_started", say.found.count(EventKind.HOLD_STARTED))
    yield say.count("logs.holds_ended", say.found.count(EventKind.HOLD_ENDED))
    yield say.count("logs.erasures", sum(found.erased.values()))


def erasure_rows(say: Teller) -> tuple[ErasureRow, ...]:
    """Erased texts by ground."""
    return tuple(
        ErasureRow(ground=ground or "–", n=say.numerals.whole(n))
        for ground, n in say.found.logs.erased.items()
    )


def audit(say: Teller) -> Iterator[Exhibit]:
    """Events, what verifying found, seals and the last checkpoint."""
    found = say.found.audit
    if not found.events:
        for key in ("events", "verified", "head", "clock"):
            yield say.none(f"audit.{key}", "why_empty_log")
    else:
        yield Exhibit("audit.events", say.numerals.whole(found.events), n=found.events)
        holds = None if found.sound and found.uncovered else found.sound  # it may be forged
        yield Exhibit("audit.verified", _verified(say), holds=holds)
        yield Exhibit("audit.head", found.head)
        yield Exhibit("audit.clock", say.numerals.whole(found.clock_steps))
    yield from _seals(say)
    if found.events:
        yield Exhibit("audit.against", _against(say))
    else:
        yield say.none("audit.against", "why_empty_log")


def _verified(say: Teller) -> str:
    found = say.found.audit
    if found.sound:
        return say.text("verified_sound", uncovered=found.uncovered)
    if found.first_bad is not None:
        return say.text("verified_broken", seq=found.first_bad, findings=found.findings)
    return say.text("verified_findings", findings=found.findings)


def _seals(say: Teller) -> Iterator[Exhibit]:
    found, whole = say.found.audit, say.numerals.whole
    if found.last_seal_at is None:
        for key in ("seals", "seals_in_period", "last_seal", "signed"):
            yield say.none(f"audit.{key}", "why_no_seal")
        return
    yield Exhibit("audit.seals", whole(found.seals))
    yield Exhibit("audit.seals_in_period", whole(found.seals_in_period))
    last = say.text(
        "last_seal",
        number=found.last_seal,
        seq=found.last_seal_event,
        at=say.numerals.moment(found.last_seal_at),
    )
    yield Exhibit("audit.last_seal", last)
    if found.signing.by_key:
        yield Exhibit("audit.signed", _signed(say))
    else:
        yield say.none("audit.signed", "why_unsigned")


def _signed(say: Teller) -> str:
    """Seals by the key that signed them, and those that none did."""
    found, whole = say.found.audit.signing, say.numerals.whole
    by_key = [
        say.text(
            "signed_strange" if found.trusted and key not in found.trusted else "signed_by",
            key=key,
            n=whole(n),
        )
        for key, n in found.by_key.items()
    ]
    unsigned = [say.text("unsigned", n=whole(found.unsigned))]
    if found.early and found.first is None:
        unsigned = [say.text("unsigned", n=whole(found.early))]
    elif found.early:
        early = say.text("unsigned_early", n=whole(found.early), number=found.first)
        unsigned = [early, say.text("unsigned_late", n=whole(found.unsigned))]
    return say.text("list").join([*by_key, *unsigned])


def _against(say: Teller) -> str:
    """What the log was checked against: keys, copies of seals, or nothing."""
    found, whole = say.found.audit, say.numerals.whole
    keys = found.signing.trusted
    key = say.text("against_key", key=", ".join(keys)) if keys else say.text("against_no_key")
    name = "against_copies" if found.copies else "against_no_copy"
    return say.text("list").join([key, say.text(name, n=whole(found.copies))])
