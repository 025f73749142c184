"""Judging legal references against sources and register; the first match wins."""

from __future__ import annotations

from hri.applicability import in_force
from hri.checks.evidence import refutation_evidence
from hri.checks.refutation import Refutation, refute
from hri.decomposition import contains, is_inserted, same_instrument, states_same, terms
from hri.domain.base import Message
from hri.domain.claims import Claim, Evidence, Verdict, VerdictReason
from hri.domain.packs import InstrumentStatus
from hri.domain.ports import ArticleState
from hri.domain.values import ArticleInterval, LegalReference
from hri.signals.coverage.bearing import (
    Bearing,
    Judgement,
    subject_terms,
)
from hri.signals.coverage.citing import (
    as_cited,
    citations,
    cited_values,
    is_another_section,
    whole_cited,
)
from hri.signals.coverage.dating import other_dates

_BOTH = 2


def judge_reference(claim: Claim, bearing: Bearing) -> Judgement:
    """Judge a legal reference: cited here, known elsewhere, refuted, or none of these."""
    if not isinstance(claim.value, LegalReference):
        raise TypeError("a legal basis claim holds a legal reference")
    value = as_cited(claim.value, bearing)
    return _judge(claim.model_copy(update={"value": value}), value, bearing)


def _judge(claim: Claim, value: LegalReference, bearing: Bearing) -> Judgement:
    dates = other_dates(value, bearing)
    if dates:
        return _misdated(dates)
    cited = _cited_here(claim, bearing)
    inserted = _inserted(value, bearing)
    if cited is not None and not inserted:
        return Judgement(Verdict.VERIFIED, Message(id="ccs.verified.cited"), evidence=(cited,))
    ends = _ends_cited(claim, value, bearing)
    if len(ends) == _BOTH and not inserted:
        return Judgement(Verdict.VERIFIED, Message(id="ccs.verified.cited"), evidence=ends)
    refuted = refute(value, bearing.knowledge, bearing.circumstances.on)
    if refuted is None and _known(claim, value, bearing):
        return _by_subject(claim, value, bearing)
    if refuted is not None:
        return _fabricated(refuted)
    return _unproven(claim, value, ends or ((cited,) if cited else ()), bearing)


def _misdated(dates: tuple[str, ...]) -> Judgement:
    return Judgement(
        Verdict.CONTRADICTED,
        Message(id="ccs.contradicted", params={"values": " / ".join(dates)}),
        VerdictReason.OTHER_VALUE,
    )


def _unproven(
    claim: Claim, value: LegalReference, ends: tuple[Evidence, ...], bearing: Bearing
) -> Judgement:
    """The verdict on a reference that neither sources nor register know as a whole."""
    if ends or whole_cited(value, bearing):
        return Judgement(Verdict.UNCONFIRMED, Message(id="ccs.unconfirmed.partly"), evidence=ends)
    if claim.aside:  # it is not what the answer rests on; only a law that is refuted matters here
        return Judgement(Verdict.UNCONFIRMED, Message(id="ccs.unconfirmed.aside"))
    listed = any(True for _ in citations(bearing))
    reason = VerdictReason.REFERENCES_LISTED if listed else VerdictReason.NO_REFERENCES_LISTED
    return Judgement(Verdict.UNVERIFIED, Message(id=f"ccs.unverified.{reason.value}"), reason)


def _cited_here(claim: Claim, bearing: Bearing) -> Evidence | None:
    for known, evidence in citations(bearing):
        if states_same(claim, known, bearing.about_tolerance):
            return evidence
    return None


def _ends_cited(claim: Claim, value: LegalReference, bearing: Bearing) -> tuple[Evidence, ...]:
    """Where the sources of the procedure cite the first and the last article of an interval."""
    if value.articles is None or value.articles.first == value.articles.last:
        return ()
    found = []
    for end in (value.articles.first, value.articles.last):
        single = value.model_copy(update={"articles": ArticleInterval(first=end, last=end)})
        evidence = _cited_here(claim.model_copy(update={"value": single}), bearing)
        if evidence is not None:
            found.append(evidence)
    return tuple(found)


def _known(claim: Claim, value: LegalReference, bearing: Bearing) -> bool:
    """Cited by any source of the pack that is valid, or in the register on the case's date."""
    knowledge, on = bearing.knowledge, bearing.circumstances.on
    if any(
        in_force(citation.source, on)
        and states_same(claim, citation.claim, bearing.about_tolerance)
        for citation in knowledge.cited_articles(value.instrument)
    ):
        return True
    instrument = knowledge.instrument(value.instrument) if value.known else None
    if instrument is None:
        return False
    if value.articles is None:
        begun = instrument.valid_from is None or instrument.valid_from <= on
        return begun and instrument.status is InstrumentStatus.IN_FORCE
    return all(_in_register(number, value, bearing) for number in _numbers(value))


def _numbers(value: LegalReference) -> tuple[str, ...]:
    """The first and the last article of a reference, once where they are the same."""
    if value.articles is None:
        return ()
    return tuple(dict.fromkeys((value.articles.first, value.articles.last)))


def _in_register(number: str, value: LegalReference, bearing: Bearing) -> bool:
    listed = bearing.knowledge.instrument_articles(value.instrument) if value.known else None
    state = listed.get(number, bearing.circumstances.on) if listed else None
    return state is not None and state.in_force


def _inserted(value: LegalReference, bearing: Bearing) -> bool:
    """Whether an end is an article between those of a source's range that nothing else knows."""
    return any(
        not _in_register(number, value, bearing) and _only_in_between(number, value, bearing)
        for number in _numbers(value)
    )


def _only_in_between(number: str, value: LegalReference, bearing: Bearing) -> bool:
    """Whether every citation that holds a number has it deeper than the ends it names."""
    single = ArticleInterval(first=number, last=number)
    bounds = [
        known.articles
        for known in cited_values(bearing)
        if known.articles is not None
        and same_instrument(known, value)
        and contains(known.articles, single)
    ]
    return bool(bounds) and all(is_inserted(number, one) for one in bounds)


def _article(value: LegalReference, bearing: Bearing) -> ArticleState | None:
    """The first article of the interval as the register holds it, if in force on the date."""
    listed = bearing.knowledge.instrument_articles(value.instrument)
    if listed is None or value.articles is None:
        return None
    state = listed.get(value.articles.first, bearing.circumstances.on)
    return state if state is not None and state.in_force else None


def _by_subject(claim: Claim, value: LegalReference, bearing: Bearing) -> Judgement:
    """The reference exists: whether its loaded text is about the point decides.

    Without text nobody can tell another section of a law from the one that the sources cite.
    """
    state = _article(value, bearing)
    if state is None or not state.text:
        if not claim.aside and is_another_section(value, bearing):
            reason = VerdictReason.REFERENCES_LISTED
            return Judgement(
                Verdict.UNVERIFIED, Message(id=f"ccs.unverified.{reason.value}"), reason
            )
        return Judgement(Verdict.UNCONFIRMED, Message(id="ccs.unconfirmed"))
    words = set(terms(state.text, bearing.lexicon))
    subject = subject_terms(bearing)
    shared = words & subject
    if subject and len(shared) / len(subject) >= bearing.settings.subject_share:
        return Judgement(Verdict.VERIFIED, Message(id="ccs.verified.text"))
    if subject and not shared and len(words) >= bearing.settings.subject_min_terms:
        return Judgement(Verdict.MISCITED, Message(id="ccs.miscited"))
    return Judgement(Verdict.UNCONFIRMED, Message(id="ccs.unconfirmed"))


def _fabricated(refuted: Refutation) -> Judgement:
    title = refuted.instrument.title if refuted.instrument else ""
    params: dict[str, str | int | float] = {"title": title, "article": refuted.article}
    if refuted.valid_to is not None:
        params["date"] = refuted.valid_to.isoformat()
    evidence = refutation_evidence(refuted)
    return Judgement(
        Verdict.FABRICATED,
        Message(id=f"ccs.fabricated.{refuted.reason.value}", params=params),
        refuted.reason,
        (evidence,) if evidence else (),
    )
