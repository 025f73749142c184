"""What goes into the store comes out equal, whatever it holds."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import factories
import pytest
from casework.bench import ANNE, REF, fake_assess
from evaluation.strategies import METADATA, policies
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hri.casework.policies import policy_ref
from hri.domain.cases import Case
from hri.domain.queues import QueueFilter
from hri.domain.reviews import (
    Judgement,
    ReplyKind,
    ReviewDecision,
    ReviewDraft,
    ReviewState,
    ReviewVerb,
    SavedPolicy,
    SentReply,
    StoredCase,
)
from hri.domain.slots import SLOTS
from hri.store.cases import slot_mask, slots_in
from hri.store.clock import from_micros, to_micros
from hri.store.database import SqliteStore, open_store

QUICK = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
MOMENTS = st.datetimes(datetime(1970, 1, 2), datetime(2200, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
TEXTS = st.text(max_size=60)
JUDGEMENTS = st.dictionaries(st.sampled_from(SLOTS), st.sampled_from(Judgement))
UNIT = st.floats(0, 1)
ALL = QueueFilter(states=tuple(ReviewState))
LABELS = st.one_of(st.none(), st.from_regex(r"[A-Za-z0-9 é-]{0,20}", fullmatch=True))
NAMES = st.one_of(st.none(), st.from_regex(r"[a-z/é-]{1,20}", fullmatch=True))


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    return open_store(tmp_path / "hri.sqlite")


@st.composite
def cases(draw: st.DrawFn) -> Case:
    return Case(
        case_id="c-1",
        question=draw(TEXTS),
        answer=draw(TEXTS),
        samples=tuple(draw(st.lists(TEXTS, max_size=3))),
        language=draw(st.sampled_from(["fr", "en", "en-GB"])),
        procedure_id=draw(NAMES),
        domain=draw(NAMES),
        jurisdiction="FR",
        asked_on=draw(st.dates(date(1, 1, 1), date(9999, 12, 31))),
        model=draw(LABELS),
        channel=draw(LABELS),
        metadata=draw(METADATA),
    )


@st.composite
def stored_cases(draw: st.DrawFn) -> StoredCase:
    case, policy = draw(cases()), factories.default_policy()[0]
    return StoredCase(
        case_id="c-1",
        digest=draw(TEXTS),
        case=case,
        assessment=fake_assess(case, None, policy, REF),
        received_at=draw(MOMENTS),
        due_at=draw(MOMENTS),
        priority_risk=draw(UNIT),
        service=draw(TEXTS),
    )


@st.composite
def decisions(draw: st.DrawFn) -> ReviewDecision:
    verb = draw(st.sampled_from(ReviewVerb))
    words = TEXTS.filter(lambda text: bool(text.strip()))
    return ReviewDecision(
        case_id="c-1",
        verb=verb,
        seen_version=1,
        reason_code=draw(TEXTS),
        reason_text=draw(TEXTS),
        note=draw(TEXTS),
        text=None if verb is ReviewVerb.APPROVE else draw(words),
        judgements=draw(JUDGEMENTS),
        text_judgements={} if verb is ReviewVerb.APPROVE else draw(JUDGEMENTS),
    )


DRAFTS = st.builds(
    ReviewDraft,
    judgements=JUDGEMENTS,
    text_judgements=JUDGEMENTS,
    verb=st.one_of(st.none(), st.sampled_from(ReviewVerb)),
    reason_code=TEXTS,
    reason_text=TEXTS,
    note=TEXTS,
    text=st.one_of(st.none(), TEXTS),
    revealed=st.booleans(),
)
REPLIES = st.builds(
    SentReply,
    id=st.just(1),
    case_id=st.just("c-1"),
    kind=st.sampled_from(ReplyKind),
    language=st.sampled_from(["fr", "en"]),
    text=TEXTS,
    final=st.booleans(),
    written_at=MOMENTS,
    deliver_at=MOMENTS,
)


@QUICK
@given(stored=stored_cases())
def test_a_case_with_its_assessment(store: SqliteStore, stored: StoredCase):
    with store.read() as records:  # nothing of it is kept
        records.cases.add(stored)
        assert records.cases.get("c-1") == stored
        assert records.cases.digest("c-1") == stored.digest
        records.reviews.open("c-1", ReviewState.WAITING, action=stored.action)
        page = records.queue.page(ALL, stored.received_at, 9, None)
        assert page.items[0].question == stored.case.question


@QUICK
@given(stored=stored_cases(), decision=decisions(), draft=DRAFTS, at=MOMENTS)
def test_a_decision_and_a_draft(store: SqliteStore, stored, decision, draft, at):
    with store.read() as records:  # nothing of it is kept
        records.cases.add(stored)
        records.reviews.open("c-1", ReviewState.WAITING, action=stored.action)
        records.reviews.save_draft("c-1", "anne", draft, at)
        assert records.reviews.draft("c-1", "anne") == draft
        records.reviews.hold("c-1", ANNE, at, at)
        recorded = records.reviews.decide(decision, ANNE, at, stored.assessment)
        assert records.reviews.decisions("c-1") == (recorded,)
        assert recorded.decision == decision


@QUICK
@given(stored=stored_cases(), reply=REPLIES, at=MOMENTS)
def test_a_reply(store: SqliteStore, stored, reply, at):
    with store.read() as records:  # nothing of it is kept
        records.cases.add(stored)
        kept = records.replies.add(reply)
        assert records.replies.of_case("c-1") == (kept,)
        assert kept.model_copy(update={"id": 1}) == reply
        records.replies.withdraw(kept.id, at)
        assert records.replies.of_case("c-1")[0].withdrawn_at == at


@QUICK
@given(policy=policies(), at=MOMENTS, published=st.booleans())
def test_a_policy(store: SqliteStore, policy, at, published):
    saved = SavedPolicy(
        policy=policy,
        ref=policy_ref(policy),
        published=published,
        live=False,
        saved_by="anne",
        saved_at=at,
    )
    with store.read() as records:  # nothing of it is kept
        records.policies.add(saved)
        assert records.policies.get(policy.id, policy.version) == saved


@given(moment=MOMENTS)
def test_a_moment_keeps_its_microsecond(moment: datetime):
    assert from_micros(to_micros(moment)) == moment


def test_a_moment_without_a_zone_is_refused():
    with pytest.raises(ValueError, match="zone"):
        to_micros(datetime(2026, 1, 1))  # noqa: DTZ001


@given(chosen=st.lists(st.sampled_from(SLOTS)))
def test_a_set_of_slots_is_a_number_and_back(chosen):
    assert set(slots_in(slot_mask(tuple(chosen)))) == set(chosen)
