"""CCS: what passages outside the slot's facts say against a claim, and which law a claim means."""

from __future__ import annotations

import pytest
from checks.fakes import body, duration, fact, fee, instrument, law
from signals.test_coverage import OTHER_VALUE, SILENT, Pack, judge, passage

from hri.domain.claims import Verdict, VerdictReason
from hri.domain.packs import Article
from hri.domain.values import DurationKind

UNVERIFIED = (Verdict.UNVERIFIED, VerdictReason.REFERENCES_LISTED)
VERIFIED = (Verdict.VERIFIED, None)
FREE = fee("0", anchor="bailiff report")


@pytest.mark.parametrize(
    "text",
    [
        "The price of the bailiff is agreed with you.",
        "You must buy the report.",
        "The bailiff writes a report. The seal costs 12 GBP.",
    ],
)
def test_what_a_passage_has_paid_for_is_not_free(text):
    pack = Pack(known_passages=(passage(body("office"), slot=None, text=text),))
    assert judge(FREE, pack) == OTHER_VALUE


@pytest.mark.parametrize(
    "text",
    [
        "The price of parking is high.",
        "The bailiff writes a report.",
        "A fine must be paid by a bailiff who is late.",
        "The bailiff is free, whatever the price of parking.",
    ],
)
def test_a_price_of_something_else_says_nothing_against_free(text):
    pack = Pack(known_passages=(passage(body("office"), slot=None, text=text),))
    assert judge(FREE, pack) == SILENT


def test_a_passage_that_calls_it_free_is_heard_before_a_price():
    priced = passage(body("office"), id="p1", slot=None, text="The bailiff sets a price.")
    free = passage(fee("0", anchor="report"), id="p2", slot=None, text="The report is free.")
    assert judge(FREE, Pack(known_passages=(priced, free))) == SILENT


def test_a_body_that_no_source_names_is_refuted_by_a_passage_on_the_same_act():
    sends = passage(body("office", anchor="hand card"), slot=None, text="Hand it to office.")
    pack = Pack(known_passages=(sends,))
    assert judge(body("council", anchor="hand card within week"), pack) == OTHER_VALUE


def test_a_passage_on_another_act_refutes_no_body():
    sends = passage(body("office", anchor="pay bill"), slot=None, text="Pay at the office.")
    pack = Pack(known_passages=(sends,))
    assert judge(body("council", anchor="hand card"), pack) == SILENT


def test_another_section_of_an_act_whose_section_the_sources_cite_is_unverified():
    listed = instrument(articles=(Article(number="12"), Article(number="30")))
    pack = Pack(known_facts=(fact(law("card-act", "30")),), instruments=(listed,))
    assert judge(law("card-act", "30"), pack) == VERIFIED
    assert judge(law("card-act", "12"), pack) == UNVERIFIED


def test_a_further_article_of_a_code_stays_unconfirmed():
    listed = instrument(kind="code", articles=(Article(number="12"), Article(number="30")))
    pack = Pack(known_facts=(fact(law("card-act", "30")),), instruments=(listed,))
    assert judge(law("card-act", "12"), pack) == (Verdict.UNCONFIRMED, None)


def test_a_law_cited_by_article_is_not_cited_as_a_whole():
    facts = (fact(law("law 65-557", known=False)), fact(law("law 65-557", "42", known=False)))
    assert judge(law("law 65-557", "24", known=False), Pack(known_facts=facts)) == UNVERIFIED


ORDER = "Order of 9 February 2009 on number plates"


def order(instrument_id: str, title: str = ORDER):
    return instrument(instrument_id, title=title, kind="order")


def test_a_date_alone_means_the_one_law_of_that_date_that_the_sources_cite():
    pack = Pack(
        known_facts=(fact(law("plates")),),
        instruments=(order("plates"), order("markings", "Order of 9 February 2009 on markings")),
    )
    assert judge(law("order 2009-02-09", known=False), pack) == VERIFIED
    assert judge(law("order 2009-02-10", known=False), pack) == UNVERIFIED
    assert judge(law("order 2009-136 2009-02-09", known=False), pack) == UNVERIFIED


def test_a_date_that_two_cited_laws_have_means_neither():
    pack = Pack(
        known_facts=(fact(law("plates")), fact(law("markings"))),
        instruments=(order("plates"), order("markings", "Order of 9 February 2009 on markings")),
    )
    assert judge(law("order 2009-02-09", known=False), pack) == UNVERIFIED


def test_a_validity_that_no_source_has_is_refuted_by_the_one_in_a_passage():
    valid = DurationKind.VALIDITY
    told = passage(duration("3", "year", valid), slot=None, text="It is valid for 3 years.")
    pack = Pack(known_passages=(told,))
    assert judge(duration("10", "year", valid), pack) == OTHER_VALUE
    assert judge(duration("10", "year"), pack) == SILENT
