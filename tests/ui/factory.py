"""A desk in memory with hand-made cases: screens are tested without scoring or a store."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

from hri.casework.activations import Standing
from hri.casework.audit import EventPage
from hri.casework.casefiles import CaseFile
from hri.casework.identities import Identities
from hri.casework.intake import IntakeReport, RejectedLine
from hri.casework.permissions import UseCase, may
from hri.casework.review import Decided
from hri.casework.sources import SlotSources
from hri.casework.worklist import BatchReport
from hri.domain.activations import PolicyState
from hri.domain.assessments import Assessment, ProcedureRef, Reply, VersionRef
from hri.domain.base import Message
from hri.domain.cases import Case
from hri.domain.checkpoints import Seal
from hri.domain.claims import Evidence, JudgedClaim, TextKind, Verdict
from hri.domain.decisions import ACTIONS, Action, FiredOverride
from hri.domain.events import (
    AuditEvent,
    ChainReport,
    Checkpoint,
    EventFilter,
    EventKind,
    Fault,
    Finding,
)
from hri.domain.identities import ClaimNames
from hri.domain.outbox import Delivery, DeliveryState
from hri.domain.packs import PackInfo, Procedure
from hri.domain.people import Person, Preferences
from hri.domain.policies import Policy
from hri.domain.queues import (
    QueueChoices,
    QueueCounts,
    QueueFilter,
    QueueItem,
    QueuePage,
    View,
)
from hri.domain.reviews import (
    Actor,
    Reason,
    RecordedDecision,
    ReplyKind,
    Review,
    ReviewDecision,
    ReviewDraft,
    ReviewState,
    ReviewVerb,
    Role,
    SavedPolicy,
    SentReply,
    StoredCase,
)
from hri.domain.scores import SampleRow, SlotAssessment
from hri.domain.seeds import SeedReport
from hri.domain.slots import SLOTS, Signal, Slot
from hri.domain.values import Money
from hri.domain.vouching import Signing
from hri.domain.worklists import BatchVerb
from hri.errors import CaseFileError, DraftConflictError, ForbiddenError, NotFoundError
from hri.evaluation.risks import RiskCell
from hri.evaluation.spans import ALL, Span
from hri.evaluation.tuning import Comparison, Flip
from hri.knowledge.policies import load_policy
from tests.ui.assuring import FakeReplays, FakeSuites
from tests.ui.figures import FakeFigures, FakePauses
from tests.ui.weighing import FakeWeighing

ANY_CASE, ANY_EVENT = QueueFilter(), EventFilter()
ROOT = Path(__file__).parents[2]
NOW = datetime(2026, 2, 1, 12, 0, tzinfo=UTC)
REF = VersionRef(id="demo", version="1", sha256="0" * 64)
NASTY = "Cost $5 or :red[free]? <script>alert(1)</script> ![x](http://evil.example/x.png)"


PROCEDURES = {
    "death-registration": Procedure(
        id="death-registration",
        names={"fr": ("déclaration de décès",), "en": ("register a death",)},
        domain="civil-registry",
    )
}


def policy() -> Policy:
    """The policy that the product ships."""
    return load_policy(ROOT / "data/policies/default/v001.toml")[0]


def fee_claim(answer: str, words: str, verdict: Verdict) -> JudgedClaim:
    """A claim on the fee at the place of ``words`` in ``answer``."""
    start = answer.index(words)
    return JudgedClaim(
        slot=Slot.FEES,
        text=words,
        start=start,
        end=start + len(words),
        value=Money(low=words[1:], high=words[1:], currency="GBP"),
        verdict=verdict,
        explanation=Message(id="ccs.test_only"),
        evidence=("e1",),
    )


def assessment(case: Case, action: Action = Action.ROUTE) -> Assessment:
    """An assessment in which only the fee slot applies."""
    sound = "12.50" in case.answer
    words = "£12.50" if sound else "£25"
    claims = (
        (fee_claim(case.answer, words, Verdict.SUPPORTED if sound else Verdict.CONTRADICTED),)
        if words in case.answer
        else ()
    )
    passage = "Each certificate costs £12.50 when you order it."
    fees = SlotAssessment(
        applies=True,
        present=bool(claims),
        sis=0.42,
        ccs=1.0 if sound else 0.0,
        rvs=0.0 if sound else 1.0,
        risk=0.126 if sound else 0.826,
        weight=1.0,
        contribution=0.126 if sound else 0.826,
        flagged=not sound,
        rules_applied=1,
        reasons={signal: Message(id=f"{signal.value}.test_only") for signal in Signal},
        claims=claims,
        evidence=(
            Evidence(
                id="e1",
                source_id="s1",
                source_title="Register a death " + NASTY,
                url="https://example.org/a",
                heading="Fees",
                text=passage,
                start=passage.index("£12.50"),
                end=passage.index("£12.50") + 6,
                valid_from="2025-04-01",
                as_of="2026-01-10",
            ),
        ),
        samples=tuple(
            SampleRow(index=index, statements=(words,), spans=(), distance=0.0)
            for index in range(len(case.samples) + 1)
        ),
    )
    slots = {slot: SlotAssessment(applies=False, present=False) for slot in SLOTS}
    state = Action.PASS if sound else action
    override = FiredOverride(
        id="contradicted",
        floor=Action.DEFER,
        slot=Slot.FEES,
        reason=Message(id="override.test_only"),
    )
    return Assessment(
        case_id=case.case_id or "c",
        hri=fees.contribution,
        state=state,
        base_state=state,
        overrides=() if sound else (override,),
        slots={**slots, Slot.FEES: fees},
        text_kind=TextKind.ANSWER,
        procedure=ProcedureRef(id="death-registration", found_by="given"),
        reply=Reply(language="en", text="Please wait.", final=False),
        policy=REF,
        pack=REF,
        lexicon=REF,
        engine="0.1.0",
    )


def stored(number: int, action: Action = Action.ROUTE, answer: str = "") -> StoredCase:
    """Case number ``number``, received that many hours ago."""
    case = Case(
        case_id=f"case-{number:03}",
        question=f"{number} What does it cost? {NASTY}",
        answer=answer or f"The fee is £25 to register. {NASTY}",
        samples=("It is £25.", "It is £25, I think."),
        language="en",
        jurisdiction="GB-ENG",
        asked_on=date(2026, 1, 28),
        model="model-a",
    )
    received = NOW - timedelta(hours=number)
    return StoredCase(
        case_id=f"case-{number:03}",
        digest="0" * 64,
        case=case,
        assessment=assessment(case, action),
        received_at=received,
        due_at=received + timedelta(hours=24),
        priority_risk=0.8,
        service="civil-registry",
    )


class FakeDesk:
    """Answers like ``hri.wiring.Desk`` from memory, for cases that all wait at first."""

    def __init__(
        self, count: int = 3, *, commit_first: bool = False, sound_chain: bool = True
    ) -> None:
        self.stored = {case.case_id: case for case in (stored(n + 1) for n in range(count))}
        self.reviews = {
            key: Review(case_id=key, state=ReviewState.WAITING, version=1) for key in self.stored
        }
        self.drafts: dict[str, ReviewDraft] = {}
        self.made: dict[str, RecordedDecision] = {}
        self.commit_first, self.sound_chain = commit_first, sound_chain
        self.sealed: tuple[Seal, ...] = ()
        self.signing = Signing()
        self.live_policy = policy()
        self.policy, self.policy_ref = self.live_policy, REF
        self.calls: list[str] = []
        self.saved: list[Policy] = []
        self.tried: list[tuple[Policy, Span]] = []
        self.clock = SimpleNamespace(now=lambda: NOW)
        self.guard = SimpleNamespace(
            signed_in=self._sign_in, known=lambda actor: self._without(actor, self.barred)
        )
        self.known_people: dict[str, Actor] = {}
        self.barred: dict[str, tuple[Role, ...]] = {}
        self.preferred: dict[str, Preferences] = {}
        self.identities = Identities(
            ClaimNames(), {f"hri-{role}": role for role in Role}, self.clock
        )
        info = PackInfo(
            id="demo",
            version="1",
            title="Demo pack",
            jurisdiction="GB",
            languages=("en",),
            as_of=date(2026, 1, 1),
            licence="OGL-UK-3.0",
            publisher="Nobody",
            demonstration=True,
        )
        self.knowledge = SimpleNamespace(info=info, ref=REF, procedure=PROCEDURES.get)
        self.known = SlotSources(procedure_id="death-registration")
        self.policies = SimpleNamespace(
            live=self.live, versions=self.versions, get=self.get, save_draft=self.save_policy
        )
        self.settings = SimpleNamespace(undo_seconds=10, backtest_hours=24)
        self.proposals = SimpleNamespace(all=self.nothing_yet)
        self.activations = SimpleNamespace(standings=self.standings, history=self.nothing_yet)
        self.weighing = FakeWeighing()
        self.suite_runs, self.replay_runs = FakeSuites(self._need), FakeReplays(self._need)
        self.replays = self.replay_runs
        self.shadows = SimpleNamespace(running=lambda actor: None, all=self.nothing_yet)
        self.skipped, self.placed = [], []
        self.remarks, self.decisions, self.blind = (), (), False
        self.seed: SeedReport | None = None
        self.outbox: tuple[Delivery, ...] = ()
        self.queue = self.review = self.audit = self
        self.worklist = self.people = self
        self.analytics = self.quality = self.drifts = FakeFigures(self._need)
        self.pauses = FakePauses(self._need)
        self.tuning = self.intake = self.delivery = self

    def _need(self, actor: Actor, use_case: UseCase) -> None:
        if not may(actor, use_case):
            raise ForbiddenError(f"{actor.id}: {use_case.value}")

    # people
    def _sign_in(self, actor, how, issued_at=None) -> None:
        self.calls.append(f"in:{actor.id}:{how}")
        self.known_people[actor.id] = actor

    @staticmethod
    def _without(actor: Actor, barred: dict[str, tuple[Role, ...]]) -> Actor:
        held = tuple(role for role in actor.roles if role not in barred.get(actor.id, ()))
        return actor.model_copy(update={"roles": held})

    def everybody(self, actor) -> tuple[Person, ...]:
        self._need(actor, UseCase.MANAGE_PEOPLE)
        return tuple(
            Person(
                id=key,
                name=someone.name,
                roles=someone.roles,
                barred=self.barred.get(key, ()),
                seen_at=NOW,
            )
            for key, someone in self.known_people.items()
        )

    def bar(self, actor, person_id, roles) -> None:
        self._need(actor, UseCase.MANAGE_PEOPLE)
        self.barred[person_id] = tuple(roles)

    def preferences(self, actor) -> Preferences:
        return self.preferred.get(actor.id, Preferences())

    def prefer(self, actor, preferences) -> None:
        self.preferred[actor.id] = preferences

    # queue
    def page(self, actor, narrow=ANY_CASE, *, cursor=None, size=None) -> QueuePage:
        self._need(actor, UseCase.READ_QUEUE)
        states = narrow.states or (ReviewState.WAITING, ReviewState.HELD)
        items = [
            QueueItem(
                case_id=key,
                question=case.case.question,
                action=case.assessment.state,
                hri=case.assessment.hri,
                flagged=(Slot.FEES,),
                procedure_id="death-registration",
                service=case.service,
                language="en",
                received_at=case.received_at,
                due_at=case.due_at,
                priority_risk=0.8,
                priority=0.8,
                past_due=False,
                review=self.reviews[key],
            )
            for key, case in self.stored.items()
            if self.reviews[key].state in states
            and narrow.slot in (None, Slot.FEES)
            and narrow.service in (None, case.service)
        ]
        start = int(cursor or 0)
        more = str(start + 50) if len(items) > start + 50 else None
        return QueuePage(items=tuple(items[start : start + 50]), at=NOW, cursor=more)

    def counts(self, actor, narrow=ANY_CASE) -> QueueCounts:
        waiting = sum(review.state is ReviewState.WAITING for review in self.reviews.values())
        return QueueCounts(waiting=waiting, held=0, past_due=0, mine=0, by_action={})

    def views(self, actor) -> dict[View, int]:
        return {View.MINE: 0, View.ROUTE: len(self.stored)}

    def choices(self, actor) -> QueueChoices:
        return QueueChoices(services=("civil-registry",), models=("model-a",))

    # people
    def reviewers(self, actor) -> tuple[Actor, ...]:
        return (Actor(id="bea", name="Bea", roles=(Role.CASEWORKER,)),)

    # work on the queue
    def skip_reasons(self) -> tuple[Reason, ...]:
        names = {"en": "Not my field", "fr": "Hors de mon domaine"}
        other = {"en": "Another reason", "fr": "Autre raison"}
        return (
            Reason(code="not-my-field", actions=("skip",), names=names),
            Reason(code="skip-other", actions=("skip",), names=other, needs_text=True),
        )

    def skip(self, actor, case_id, code, text="") -> Review:
        self._need(actor, UseCase.REVIEW)
        self.skipped.append((case_id, code, text))
        return self.release(actor, case_id)

    def send_back(self, actor, case_id, note) -> Review:
        self._need(actor, UseCase.SEND_BACK)
        self.calls.append(f"send_back:{note}")
        self.made.pop(case_id, None)
        return self.release(actor, case_id)

    def assign(self, actor, case_ids, to) -> BatchReport:
        self._need(actor, UseCase.ASSIGN)
        return self._batch(BatchVerb.ASSIGN, case_ids)

    def move(self, actor, case_ids, service) -> BatchReport:
        self._need(actor, UseCase.ASSIGN)
        return self._batch(BatchVerb.MOVE, case_ids)

    def snooze(self, actor, case_ids, until) -> BatchReport:
        return self._batch(BatchVerb.SNOOZE, case_ids)

    def _batch(self, verb: BatchVerb, case_ids) -> BatchReport:
        self.placed.append((verb, tuple(case_ids)))
        return BatchReport(batch=7, verb=verb, changed=tuple(case_ids[1:]), left=(case_ids[0],))

    def ways(self, actor, case_id) -> tuple[Delivery, ...]:
        return self.outbox

    def failed(self, actor, limit=100) -> tuple[Delivery, ...]:
        return tuple(way for way in self.outbox if way.state is DeliveryState.FAILED)

    def retry(self, actor, reply_id) -> Delivery:
        self.calls.append(f"retry:{reply_id}")
        return self.outbox[0]

    def doubt_source(self, actor, case_id, slot, source_id, note) -> None:
        self.calls.append(f"doubt:{slot.value}:{source_id}:{note}")

    def next_case(self, actor, narrow=ANY_CASE, *, skip=()) -> QueueItem | None:
        items = self.page(actor, narrow).items
        return next((item for item in items if item.case_id not in skip), None)

    def claim_next(self, actor, narrow=ANY_CASE, *, skip=()) -> Review | None:
        item = self.next_case(actor, narrow, skip=skip)
        return self.claim(actor, item.case_id) if item else None

    # review
    def open_case(self, actor, case_id) -> CaseFile:
        self._need(actor, UseCase.READ_CASE)
        if case_id not in self.stored:
            raise NotFoundError(f"no case {case_id}")
        made = self.made.get(case_id)
        return CaseFile(
            stored=self.stored[case_id],
            review=self.reviews[case_id],
            held_by_other=False,
            commit_first=self.commit_first,
            draft=self.drafts.get(case_id),
            decisions=(*self.decisions, *((made,) if made else ())),
            remarks=self.remarks,
            blind=self.blind,
            seed=self.seed,
            replies=self._replies(case_id),
            history=(self._event(1, case_id),),
        )

    def find_sources(self, actor, case_id, slot) -> SlotSources:
        self._need(actor, UseCase.READ_CASE)
        return self.known

    def claim(self, actor, case_id) -> Review:
        self._need(actor, UseCase.REVIEW)
        self.reviews[case_id] = self.reviews[case_id].model_copy(
            update={
                "state": ReviewState.HELD,
                "holder": actor.id,
                "holder_name": actor.name,
                "held_until": NOW + timedelta(minutes=15),
                "version": self.reviews[case_id].version + 1,
            }
        )
        return self.reviews[case_id]

    def release(self, actor, case_id) -> Review:
        self.reviews[case_id] = Review(case_id=case_id, state=ReviewState.WAITING, version=9)
        return self.reviews[case_id]

    def save_draft(self, actor, case_id, draft, seen=None) -> Review:
        if seen is not None and seen != self.drafts.get(case_id, ReviewDraft()):
            raise DraftConflictError(case_id)
        self.drafts[case_id] = draft
        return self.reviews[case_id]

    def reveal(self, actor, case_id, draft) -> ReviewDraft:
        self.drafts[case_id] = draft.model_copy(update={"revealed": True})
        return self.drafts[case_id]

    def recheck(self, actor, case_id, text) -> Assessment:
        self.calls.append(f"recheck:{case_id}")
        case = self.stored[case_id].case.model_copy(update={"answer": text})
        return assessment(case)

    def preview(self, actor, decision) -> str:
        return f"Checked by staff.\n\n{decision.text or self.stored[decision.case_id].case.answer}"

    def decide(self, actor, decision: ReviewDecision) -> Decided:
        self._need(actor, UseCase.REVIEW)
        self.calls.append(f"decide:{decision.verb.value}")
        review = self.reviews[decision.case_id].model_copy(
            update={
                "state": ReviewState.DECIDED,
                "verb": decision.verb,
                "holder": None,
                "decided_at": NOW,
            }
        )
        self.reviews[decision.case_id] = review
        recorded = RecordedDecision(
            id=1, decision=decision, actor=actor.id, actor_name=actor.name, at=NOW
        )
        self.made[decision.case_id] = recorded
        reply = self._replies(decision.case_id)[0]
        return Decided(review=review, recorded=recorded, reply=reply)

    def _replies(self, case_id: str) -> tuple[SentReply, ...]:
        if case_id not in self.made:
            return ()
        reply = SentReply(
            id=1, case_id=case_id, kind=ReplyKind.DECIDED, language="en", text="Checked by staff.",
            final=True, written_at=NOW, deliver_at=NOW + timedelta(seconds=10),
        )  # fmt: skip
        return (reply,)

    def undo(self, actor, case_id) -> Review | BatchReport:
        if isinstance(case_id, int):
            self.calls.append(f"undo:{case_id}")
            return BatchReport(batch=case_id, verb=BatchVerb.ASSIGN, changed=("case-002",), left=())
        self.made.pop(case_id, None)
        return self.claim(actor, case_id)

    def reasons(self, verb: str = "") -> tuple[Reason, ...]:
        wanted = ReviewVerb(verb or "reject")
        return (
            Reason(
                code="wrong_fee", actions=(wanted,), names={"en": "Wrong fee", "fr": "Montant faux"}
            ),
            Reason(
                code="other",
                actions=(wanted,),
                names={"en": "Other", "fr": "Autre"},
                needs_text=True,
            ),
        )

    # policies
    def live(self, actor) -> SavedPolicy:
        return self._saved(self.live_policy, live=True)

    def versions(self, actor) -> tuple[SavedPolicy, ...]:
        return (self.live(actor),)

    def get(self, actor, version) -> SavedPolicy:
        return self.live(actor)

    def save_policy(self, actor, policy: Policy) -> SavedPolicy:
        self.saved.append(policy)
        return self._saved(policy.model_copy(update={"version": "v002"}), live=False)

    def standings(self, actor) -> tuple[Standing, ...]:
        return (Standing(saved=self.live(actor), state=PolicyState.LIVE, since=NOW),)

    def nothing_yet(self, actor) -> tuple[()]:
        self._need(actor, UseCase.TUNE)
        return ()

    def _saved(self, document: Policy, *, live: bool) -> SavedPolicy:
        return SavedPolicy(
            policy=document, ref=REF, published=live, live=live, saved_by="HRI", saved_at=NOW
        )

    # audit
    def search(self, actor, narrow=ANY_EVENT, *, size=50, before=None) -> EventPage:
        self._need(actor, UseCase.READ_AUDIT)
        subject = narrow.subject or "case-001"
        return EventPage(events=(self._event(2, subject), self._event(1, subject)))

    def seals(self, actor, after=0) -> tuple[Seal, ...]:
        self._need(actor, UseCase.VERIFY_AUDIT)
        return self.sealed

    def verify(self, actor, known=(), trusted=()) -> ChainReport:
        head = Checkpoint(seq=2, count=2, hash="ab" * 32)
        if self.sound_chain:
            signing = self.signing.model_copy(update={"trusted": tuple(trusted)})
            return ChainReport(head=head, kept=tuple(known), signing=signing)
        findings = tuple(
            Finding(table="replies", record=str(n), part="text", fault=Fault.ALTERED, seq=1)
            for n in range(1, 26)
        )
        problem = "the hash does not fit"
        return ChainReport(head=head, first_bad=1, problem=problem, findings=findings)

    def _event(self, seq: int, subject: str) -> AuditEvent:
        return AuditEvent(
            kind=EventKind.CASE_SCORED,
            actor="system",
            subject=subject,
            payload={"state": "ROUTE"},
            seq=seq,
            at=NOW,
            prev_hash="0" * 64,
            hash="1" * 64,
        )

    # tuning
    def services(self, actor) -> tuple[str, ...]:
        self._need(actor, UseCase.TUNE)
        return ("", "civil-registry", "transport")

    def compare(self, actor, candidate, base=None, *, span=ALL, limit=200) -> Comparison:
        self._need(actor, UseCase.TUNE)
        self.tried.append((candidate, span))
        flips = (
            (
                Flip(
                    case_id="case-001",
                    before=Action.ROUTE,
                    after=Action.PASS,
                    hri_before=0.8,
                    hri_after=0.1,
                ),
            )
            if candidate.thresholds.warn > 0.3
            else ()
        )
        return Comparison(
            cases=3,
            before=dict.fromkeys(ACTIONS, 0),
            after=dict.fromkeys(ACTIONS, 1),
            raised=0,
            lowered=len(flips),
            flips=flips,
            histogram=tuple(range(20)),
            histogram_before=tuple(range(20)),
            without_index=0,
            left_out=2,
            risks=(RiskCell(slot=Slot.FEES, service="transport", n=3, mean_risk=0.25),),
        )

    # intake
    def submit_all(self, actor, lines, *, total=0, progress=None) -> IntakeReport:
        self._need(actor, UseCase.SUBMIT_CASES)
        good, bad = 0, []
        for number, line in lines:
            if isinstance(line, CaseFileError):
                bad.append(
                    RejectedLine(
                        line=number, case_id=None, problem=line.problem, remedy=line.remedy
                    )
                )
            else:
                good += 1
            if progress:
                progress(number, total, "")
        return IntakeReport(
            stored=good, already_there=0, rejected=tuple(bad), by_action={Action.ROUTE: good}
        )
