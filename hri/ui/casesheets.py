"""The sheet of one case: all that a person may ask about how their answer came about, for print.

It gives what article R. 311-3-1-2 of the French code on relations with the public asks for: to what
degree and how the processing contributed, the data and their sources, the parameters and their
weights for this case, and what was done; and the human step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hri.casework.casefiles import CaseFile
from hri.casework.exchanges import exchange_of
from hri.domain.events import AuditEvent
from hri.domain.outbox import Delivery
from hri.domain.policies import Policy
from hri.domain.reviews import RecordedDecision, SentReply
from hri.domain.scores import SlotAssessment
from hri.domain.slots import SLOTS
from hri.ui import (
    answers,
    contributions,
    deliveries,
    evidence,
    exchanges,
    history,
    i18n,
    labels,
    levels,
    names,
    overrides,
    printing,
    slots,
    tables,
    text,
)
from hri.ui.i18n import _
from hri.ui.text import shown


def sheet(file: CaseFile, policy: Policy, ways: Mapping[int, Delivery], language: str) -> str:
    """The sheet as one HTML page that needs nothing else.

    Args:
        file: The case as somebody sees it who may read everything on it.
        policy: The policy that the case was decided under.
        ways: How far each message is, by its number.
        language: The language of the words around it ("fr", "en"); texts stay as they are.
    """
    with i18n.speaking(language):
        title = _("Sheet of case {case}").format(case=file.stored.case_id)
        facts = [
            (_("Case"), file.stored.case_id),
            (_("Received"), i18n.second(file.stored.received_at)),
            (_("State"), labels.name(file.review.state)),
            *overrides.versions(file.stored.assessment),
        ]
        return printing.page(title, language, facts, list(_parts(file, policy, ways)))


def _parts(file: CaseFile, policy: Policy, ways: Mapping[int, Delivery]) -> Iterator[printing.Part]:
    yield printing.Part(_("What this sheet tells"), _sentence(_about()))
    yield printing.Part(_("Question and answer"), _texts(file))
    yield printing.Part(_("What was decided by the machine"), _action(file, policy))
    yield printing.Part(_("Data and their sources, slot by slot"), "".join(_slots(file)))
    yield printing.Part(_("Parameters and their weight in this case"), _parameters(file, policy))
    yield printing.Part(_("What people did"), _people(file))
    yield printing.Part(_("What the citizen got"), "".join(_messages(file.replies, ways)))
    yield printing.Part(_("Every step, as the audit trail has it"), _events(file.history))


def _about() -> str:
    return _(
        "An answer of a language model was checked before it reached the person who asked. The "
        "check is a fixed calculation on the texts below: the same texts, sources and parameters "
        "give the same result. It decides whether the answer goes out as it is, with a note, in "
        "part, or only after a person has looked at it; it decides on no right of anybody."
    )


def _sentence(words: str) -> str:
    return f"<p>{shown(words)}</p>"


def _pairs(pairs: list[tuple[str, str | None]]) -> str:
    found = [(name, value) for name, value in pairs if value]
    return "".join(f"<dt>{shown(name)}</dt><dd>{shown(value)}</dd>" for name, value in found)


def _texts(file: CaseFile) -> str:
    case, assessment = file.stored.case, file.stored.assessment
    procedure = assessment.procedure.id
    facts = _pairs(
        [
            (_("Asked on"), i18n.day(case.asked_on)),
            (_("Where"), case.jurisdiction),
            (_("Service"), names.service(file.stored.service)),
            (_("Procedure"), names.procedure(procedure) if procedure else _("unknown")),
            (_("Model"), case.model),
            (_("Channel"), case.channel),
            (_("Samples"), i18n.whole(len(case.samples))),
        ]
    )
    question = text.block(shown(case.question), lang=case.language, kind="hri-pane")
    marks = answers.claim_marks(assessment)
    answer = text.block(text.marked(case.answer, marks), lang=case.language, kind="hri-pane")
    return (
        f"<dl>{facts}</dl>{_exchange(file)}<h3>{shown(_('Question'))}</h3>{question}"
        f"<h3>{shown(_('Answer of the model'))}</h3>{answer}"
        f"{_sentence(_('Numbers name the slot of a claim.'))}"
    )


def _exchange(file: CaseFile) -> str:
    """What the gateway noted: a model that failed, and the conversation before the question."""
    noted = exchange_of(file.stored.case)
    fault, said = exchanges.fault_of(noted), list(exchanges.lines(noted))
    parts = [_sentence(fault)] if fault else []
    if said:
        parts.append(f"<h3>{shown(_('Said before the question'))}</h3>")
    for who, words in said:
        pane = text.block(shown(words), lang=file.stored.case.language, kind="hri-pane")
        parts.append(f'<p class="hri-quiet">{shown(who)}</p>{pane}')
    return "".join(parts)


def _action(file: CaseFile, policy: Policy) -> str:
    stored = file.stored
    means = labels.pair(levels.words(stored.action), labels.name(stored.action))
    return _sentence(means) + overrides.code(stored, policy)


def _slots(file: CaseFile) -> Iterator[str]:
    found = file.stored.assessment.slots
    for slot in SLOTS:
        if slot in found:
            yield f"<h3>{shown(answers.numbered(slot))}</h3>"
            yield _slot(found[slot])


def _slot(found: SlotAssessment) -> str:
    if not found.applies:
        return _sentence(_("The answer says nothing in this slot and no rule asks for it."))
    parts = [
        evidence.claims_code(found.claims) if found.claims else "",
        evidence.violations_code(found.violations) if found.violations else "",
        *evidence.panes_code(found.evidence),
    ]
    applied = labels.pair(_("Rules applied"), i18n.whole(found.rules_applied))
    return _sentence(applied) + "".join(parts)


def _parameters(file: CaseFile, policy: Policy) -> str:
    shares, limits = policy.coefficients, policy.thresholds
    fixed = [
        ("α (SIS)", shares.alpha),
        ("β (1 − CCS)", shares.beta),
        ("γ (RVS)", shares.gamma),
        *((f"w · {answers.numbered(slot)}", policy.weights[slot]) for slot in SLOTS),
        ("WARN ≥", limits.warn),
        ("DEFER ≥", limits.defer),
        ("ROUTE ≥", limits.route),
    ]
    rows = [[name, i18n.number(value)] for name, value in fixed]
    heads = [_("Parameter"), _("Value")]
    return (
        tables.code(_("Parameters of the policy"), heads, rows, numeric=[1])
        + slots.code(file.stored.assessment, policy)
        + _sentence(_spread())
        + contributions.code(file.stored.assessment, policy)
    )


def _spread() -> str:
    return _(
        "SIS compares every text with every other one, the answer and each of its samples: it is "
        "the mean of their differences, from 0 (all say the same) to 1. Two texts of which only "
        "one says something count half. So one sample that is far off and several that are a "
        "little off can give the same value, and samples that agree with each other and not with "
        "the answer give a low one."
    )


def _people(file: CaseFile) -> str:
    if not file.decisions:
        return _sentence(_("Nobody has decided this case."))
    return "".join(_decision(made) for made in file.decisions)


def _decision(made: RecordedDecision) -> str:
    chosen = made.decision
    reason = " – ".join(filter(None, (names.reason_of(chosen.reason_code), chosen.reason_text)))
    facts = _pairs(
        [
            (_("Decision"), labels.name(chosen.verb)),
            (_("Who"), made.actor_name),
            (_("When"), i18n.second(made.at)),
            (_("Reading"), labels.name(made.stage)),
            (_("Reason"), reason),
            (_("Taken back"), i18n.second(made.undone_at) if made.undone_at else None),
        ]
    )
    rows = [
        [answers.numbered(slot), labels.name(found)] for slot, found in chosen.judgements.items()
    ]
    heads = [_("Slot"), _("Judgement of the answer")]
    caption = _("What the person found; what is not here was not checked")
    return f"<dl>{facts}</dl>" + (tables.code(caption, heads, rows) if rows else "")


def _messages(replies: tuple[SentReply, ...], ways: Mapping[int, Delivery]) -> Iterator[str]:
    for reply in replies:
        stands = deliveries.state(reply, ways.get(reply.id))
        if reply.withdrawn_at:
            stands = _("withdrawn {moment}").format(moment=i18n.second(reply.withdrawn_at))
        yield f"<h3>{shown(labels.pair(labels.name(reply.kind), stands))}</h3>"
        yield text.block(shown(reply.text), lang=reply.language, kind="hri-pane")


def _events(events: tuple[AuditEvent, ...]) -> str:
    heads = [_("No."), _("Time"), _("Event"), _("Who"), _("Details"), _("Hash")]
    rows = [
        [
            str(event.seq),
            _in_two(i18n.second(event.at)),
            labels.name(event.kind),
            event.actor,
            history.details(event).replace(" : ", "\u00a0: "),
            event.hash[:16],
        ]
        for event in events
    ]
    return tables.code(_("Events of this case, oldest first"), heads, rows)


def _in_two(moment: str) -> str:
    """A moment that is parted after the day only."""
    return moment.replace(" ", "\u00a0").replace(",\u00a0", ", ")
