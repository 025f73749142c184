"""CCS: every verdict of the design, each from the smallest pack that gives it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

import pytest
from checks.fakes import (
    PROCEDURE,
    SOURCE,
    FakeKnowledge,
    body,
    circumstances,
    document,
    duration,
    fact,
    facts,
    fee,
    instrument,
    law,
    place_claims,
    reading,
)
from factories import policy

from hri.applicability import Branch
from hri.domain.claims import AuthorityRole, Claim, Polarity, Verdict, VerdictReason
from hri.domain.packs import Article, InstrumentStatus, Passage, PassageKind, Procedure
from hri.domain.ports import Citation, KnownPassage
from hri.domain.slots import Slot
from hri.domain.values import DurationKind
from hri.signals.coverage import score_coverage

SETTINGS = policy().signals
TABS = tuple(Branch("guide", "Chapter", path) for path in ("In the country", "Abroad"))


@dataclass
class Pack(FakeKnowledge):
    """A fake pack that has passages and citations as well."""

    known_passages: tuple[KnownPassage, ...] = ()
    citations: tuple[Citation, ...] = ()

    def passages(self, procedure_id: str) -> tuple[KnownPassage, ...]:
        return self.known_passages if procedure_id == PROCEDURE else ()

    def cited_articles(self, instrument_id: str) -> tuple[Citation, ...]:
        return self.citations


def passage(claim: Claim, **changes: object) -> KnownPassage:
    fields = {"id": "p1", "slot": claim.slot, "heading": "Chapter", "text": claim.text}
    return KnownPassage(SOURCE, Passage.model_validate({**fields, **changes}), (claim,))


def cover(claim: Claim | tuple[Claim, ...], pack: FakeKnowledge, **case: object):
    claims = claim if isinstance(claim, tuple) else (claim,)
    chosen = circumstances(**case)
    lexicon = pack.lexicon(chosen.language)
    assert lexicon is not None
    return score_coverage(claims[0].slot, reading(*claims), chosen, pack, lexicon, SETTINGS)


def judge(claim: Claim, pack: FakeKnowledge, **case: object):
    found = cover(claim, pack, **case).claims[0]
    return found.verdict, found.reason


SUPPORTED = (Verdict.SUPPORTED, None)
SILENT = (Verdict.UNSUPPORTED, VerdictReason.SILENT)
OTHER_VALUE = (Verdict.CONTRADICTED, VerdictReason.OTHER_VALUE)


def test_a_fee_that_equals_the_fact_is_supported_with_the_fact_as_evidence():
    score = cover(fee("25"), facts(fee("25")))
    assert score.claims[0].verdict is Verdict.SUPPORTED
    assert score.score.value == 1
    assert [item.source_id for item in score.evidence] == ["guide"]


def test_a_fee_that_differs_from_the_only_one_is_contradicted_and_names_it():
    score = cover(fee("30"), facts(fee("25")))
    assert score.claims[0].verdict is Verdict.CONTRADICTED
    assert score.claims[0].explanation.params == {"values": "25 GBP"}
    assert score.score.value == 0


def test_another_value_under_conditions_that_nobody_names_is_no_contradiction():
    pack = Pack(known_facts=(fact(fee("25"), "by post"), fact(fee("40"), "priority service")))
    assert judge(fee("99"), pack) == SILENT


def test_it_is_one_once_the_claims_own_words_name_the_point():
    pack = Pack(known_facts=(fact(fee("25"), "by post"), fact(fee("40"), "priority service")))
    claim = fee("99", anchor="priority service")
    assert judge(claim, pack) == OTHER_VALUE


def test_a_value_that_holds_only_under_an_open_condition_is_supported_if():
    pack = Pack(known_facts=(fact(fee("25"), "for a child"), fact(fee("50"))))
    assert judge(fee("25"), pack) == (Verdict.SUPPORTED_IF, None)


def test_the_question_that_names_the_condition_settles_it():
    pack = Pack(known_facts=(fact(fee("25"), "for a child"), fact(fee("50"))))
    assert judge(fee("25"), pack, question="What does it cost for my child?") == SUPPORTED


def test_the_claim_that_states_the_condition_settles_it():
    pack = Pack(known_facts=(fact(fee("25"), "for a child"), fact(fee("50"))))
    assert judge(fee("25", condition="for a child"), pack) == SUPPORTED


def test_a_branch_the_question_rules_out_does_not_support():
    abroad, home = fee("45"), fee("30")
    pack = Pack(
        known_facts=(fact(home, "In the country"), fact(abroad, "Abroad")),
        known_passages=(
            passage(home, id="p1", condition="In the country"),
            passage(abroad, id="p2", condition="Abroad"),
        ),
    )
    case = {
        "question": "I live abroad. What does it cost?",
        "branches": TABS,
    }
    assert judge(abroad, pack, **case) == SUPPORTED
    assert judge(home, pack, **case) == OTHER_VALUE


def test_a_value_of_none_of_a_guides_cases_is_contradicted_whichever_holds():
    pack = Pack(
        known_facts=(fact(fee("30"), "In the country"), fact(fee("45"), "Abroad")),
        known_passages=(passage(fee("30"), condition="In the country"),),
    )
    assert judge(fee("99"), pack, branches=TABS) == OTHER_VALUE


def test_running_text_of_the_slots_chapter_supports():
    pack = Pack(known_passages=(passage(fee("25")),))
    assert judge(fee("25"), pack) == SUPPORTED


@pytest.mark.parametrize(
    "change",
    [{"kind": PassageKind.CONTACT}, {"kind": PassageKind.LINK}, {"slot": "other"}],
    ids=["a contact", "a link", "another chapter"],
)
def test_other_text_does_not(change):
    pack = Pack(known_passages=(passage(fee("25"), **change),))
    assert judge(fee("25"), pack) == SILENT


def test_text_under_a_branch_that_nobody_named_does_not():
    pack = Pack(known_passages=(passage(fee("25"), condition="Abroad"),))
    case = {"branches": TABS}
    assert judge(fee("25"), pack, **case) == SILENT


def test_a_validity_period_is_no_processing_time():
    pack = facts(duration("3", "week"))
    claim = duration("10", "year", DurationKind.VALIDITY)
    assert judge(claim, pack) == SILENT


def test_a_source_that_is_no_longer_valid_supports_nothing():
    old = SOURCE.model_copy(update={"valid_to": date(2025, 5, 31)})
    pack = Pack(known_facts=(fact(fee("25"), source=old),))
    score = cover(fee("25"), pack)
    assert score.score.value is None
    assert score.score.reason.id == "ccs.no_source"


def test_a_source_of_another_jurisdiction_supports_nothing():
    other = SOURCE.model_copy(update={"jurisdiction": "GB-SCT"})
    pack = Pack(known_facts=(fact(fee("25"), source=other), fact(fee("30"))))
    assert judge(fee("25"), pack) == OTHER_VALUE


def test_a_fact_of_the_cases_own_jurisdiction_takes_the_place_of_a_wider_one():
    own = SOURCE.model_copy(update={"jurisdiction": "GB-ENG", "source_id": "own"})
    pack = Pack(known_facts=(fact(fee("25")), fact(fee("30"), source=own)))
    assert judge(fee("30"), pack) == SUPPORTED
    assert judge(fee("25"), pack) == OTHER_VALUE


def test_the_right_body_is_supported_and_a_wrong_one_contradicted():
    pack = facts(body("town-hall"))
    assert judge(body("town-hall"), pack) == SUPPORTED
    assert judge(body("prefecture"), pack) == OTHER_VALUE


def test_beside_the_right_body_another_one_is_only_unproven():
    claims = (body("town-hall"), body("prefecture"))
    assert [claim.verdict for claim in cover(claims, facts(body("town-hall"))).claims] == [
        Verdict.SUPPORTED,
        Verdict.UNSUPPORTED,
    ]


def test_a_body_mentioned_in_passing_that_no_source_knows_is_no_claim():
    claim = body("ombudsman", AuthorityRole.MENTION)
    assert cover(claim, facts(body("town-hall"))).claims == ()


def test_a_body_mentioned_in_passing_that_a_source_names_is_supported():
    claim = body("ombudsman", AuthorityRole.MENTION)
    pack = Pack(known_passages=(passage(body("ombudsman"), slot="other"),))
    assert judge(claim, pack) == SUPPORTED


def test_a_listed_subset_of_documents_is_right():
    pack = facts(document("passport"), document("proof of address"))
    assert judge(document("passport"), pack) == SUPPORTED


def test_a_document_said_not_to_be_needed_though_required_is_contradicted():
    claim = document("passport", Polarity.NOT_REQUIRED)
    found = judge(claim, facts(document("passport")))
    assert found == (Verdict.CONTRADICTED, VerdictReason.POLARITY)


def test_another_form_number_is_contradicted_and_the_right_one_named():
    pack = facts(document("claim form", forms=("form:LOC020",)))
    score = cover(document("claim form", forms=("form:LOC021",)), pack)
    assert score.claims[0].reason is VerdictReason.FORM_NUMBER
    assert score.claims[0].explanation.params == {"values": "form:LOC020"}


def test_an_unknown_document_is_silent_or_not_listed():
    known = facts(document("passport"))
    closed = replace(
        known,
        procedures=(
            Procedure(id=PROCEDURE, names={}, domain="d", closed=(Slot.REQUIRED_DOCUMENTS,)),
        ),
    )
    claim = document("letter from an employer")
    assert judge(claim, known) == SILENT
    assert judge(claim, closed) == (Verdict.UNSUPPORTED, VerdictReason.NOT_LISTED)


def test_no_document_at_all_is_contradicted_by_a_mandatory_one():
    required = fact(document("passport"))
    required = required._replace(fact=required.fact.model_copy(update={"mandatory": True}))
    claim = document("", Polarity.NOT_REQUIRED)
    found = judge(claim, Pack(known_facts=(required,)))
    assert found == (Verdict.CONTRADICTED, VerdictReason.POLARITY)


LONG_TEXT = (
    "The fisheries board fixes seasons, nets, mesh widths, landing harbours, vessel crews, catch "
    "quotas, inspection rounds, storage temperatures and auction hours along every coast."
)


def register(article_text: str | None = None, **changes: object) -> Pack:
    listed = instrument(articles=(Article(number="5", text=article_text),), **changes)
    names = {"en": ("replace a lost card",)}
    procedure = Procedure(id=PROCEDURE, names=names, domain="d")
    return Pack(instruments=(listed,), procedures=(procedure,))


def test_a_reference_that_a_source_of_the_procedure_cites_is_verified():
    assert judge(law("card-act", "5"), facts(law("card-act", "5"))) == (Verdict.VERIFIED, None)


def test_one_in_the_register_without_text_is_unconfirmed_and_counts_half():
    score = cover(
        law("card-act", "5"),
        replace(register(), known_facts=(fact(fee("1")),), known_passages=(passage(fee("1")),)),
    )
    assert score.claims[0].verdict is Verdict.UNCONFIRMED
    assert score.score.value == 0.5


def test_one_whose_text_carries_the_point_is_verified():
    pack = register("A holder whose card is lost may have it replaced; to replace a card, apply.")
    assert judge(law("card-act", "5"), pack) == (Verdict.VERIFIED, None)


def test_one_whose_text_is_about_something_else_is_miscited():
    assert judge(law("card-act", "5"), register(LONG_TEXT)) == (Verdict.MISCITED, None)


def test_a_repealed_law_is_fabricated():
    pack = register(status=InstrumentStatus.REPEALED, valid_to=date(2020, 1, 1))
    assert judge(law("card-act", "5"), pack) == (Verdict.FABRICATED, VerdictReason.REPEALED)


def test_an_article_missing_from_a_complete_list_is_fabricated():
    complete = {"complete_from": date(2000, 1, 1), "complete_to": date(2030, 1, 1)}
    found = judge(law("card-act", "99"), register(**complete))
    assert found == (Verdict.FABRICATED, VerdictReason.NOT_IN_COMPLETE_LIST)


def test_one_missing_from_a_list_that_is_not_complete_is_unverified():
    assert judge(law("card-act", "99"), register()) == (
        Verdict.UNVERIFIED,
        VerdictReason.NO_REFERENCES_LISTED,
    )


def test_where_the_sources_list_references_it_says_so():
    pack = facts(law("other-act", "1"))
    assert judge(law("card-act", "99"), pack) == (
        Verdict.UNVERIFIED,
        VerdictReason.REFERENCES_LISTED,
    )


def test_the_worked_example_of_the_page_on_ccs():
    claims = (document("passport"), document("letter from an employer"))
    assert cover(claims, facts(document("passport"))).score.value == 0.5


def test_without_a_procedure_coverage_is_not_scored():
    score = cover(fee("25"), facts(fee("25")), procedure_id=None)
    assert score.score.value is None
    assert score.score.reason.id == "ccs.no_procedure"


def test_spans_and_evidence_ids_hold_together():
    claims = place_claims(fee("25"), fee("30"))
    score = cover(claims, facts(fee("25")))
    known = {item.id for item in score.evidence}
    assert all(set(claim.evidence) <= known for claim in score.claims)
    assert all(item.text[item.start : item.end] for item in score.evidence)


UNCOVERED = (Verdict.UNCONFIRMED, VerdictReason.SILENT)
CARD = Procedure(id=PROCEDURE, names={"en": ("Lost card",)}, domain="x")


def test_where_the_sources_say_nothing_on_the_slot_a_claim_cannot_be_checked():
    pack = FakeKnowledge(procedures=(CARD,))
    assert judge(document("passport"), pack) == UNCOVERED
    listed = replace(pack, known_facts=(fact(document("birth certificate")),))
    assert judge(document("passport"), listed) == SILENT


def test_form_numbers_alone_list_no_documents_but_a_number_nobody_gives_is_flagged():
    numbered = fact(document("form", forms=("cerfa:1",)))
    pack = FakeKnowledge(procedures=(CARD,), known_facts=(numbered,))
    assert judge(document("passport"), pack) == UNCOVERED
    assert judge(document("form", forms=("other:9",)), pack)[0] is Verdict.UNSUPPORTED


@pytest.mark.parametrize(
    ("first", "last", "verdict"),
    [("1", "9", Verdict.VERIFIED), ("1", "12", Verdict.UNCONFIRMED), ("20", "30", None)],
)
def test_an_interval_is_as_sure_as_its_ends(first, last, verdict):
    cited = (fact(law("card-act", "1")), fact(law("card-act", "9")))
    pack = Pack(procedures=(CARD,), known_facts=cited)
    assert judge(law("card-act", first, last), pack)[0] is (verdict or Verdict.UNVERIFIED)


def test_a_law_named_for_having_changed_another_is_not_what_the_answer_rests_on():
    pack = Pack(procedures=(CARD,), known_facts=(fact(law("card-act", "1")),))
    amending = law("other-act", known=False).model_copy(update={"aside": True})
    assert judge(amending, pack)[0] is Verdict.UNCONFIRMED
    assert judge(law("other-act", known=False), pack)[0] is Verdict.UNVERIFIED


@pytest.mark.parametrize("slot_claim", [fee("25"), duration("25"), body("card-office")])
def test_a_denied_value_is_judged_by_the_value(slot_claim):
    denied = slot_claim.model_copy(update={"polarity": Polarity.NOT_REQUIRED})
    assert judge(denied, facts(slot_claim)) == (Verdict.CONTRADICTED, VerdictReason.POLARITY)
    assert judge(denied, facts(denied)) == SUPPORTED
