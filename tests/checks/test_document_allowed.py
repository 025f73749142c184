from __future__ import annotations

import pytest
from checks.fakes import PROCEDURE, FakeKnowledge, document, fact, rule, run_check, verdict
from pydantic import ValidationError

from hri.checks.document_allowed import DocumentAllowedParameters
from hri.domain.claims import Polarity
from hri.domain.decisions import Action
from hri.domain.packs import Procedure
from hri.domain.slots import Slot

NOT_LISTED = "check.document_allowed.not_listed"
FROM_FACTS = rule("document_allowed", parameters={"from_facts": True})
LISTED = tuple(fact(document(name)) for name in ("passport", "birth certificate"))


def pack(*closed, known=LISTED):
    procedure = Procedure(id=PROCEDURE, names={"en": ("Lost card",)}, domain="x", closed=closed)
    return FakeKnowledge(known_facts=known, procedures=(procedure,))


CLOSED = pack(Slot.REQUIRED_DOCUMENTS)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (document("passport"), "kept"),
        (document("police report"), NOT_LISTED),
        (document("police report", Polarity.NOT_REQUIRED), "idle"),
        (document("", Polarity.NOT_REQUIRED), "idle"),
        (document(""), "idle"),
    ],
    ids=["listed", "not listed", "said not to be needed", "no document", "nameless"],
)
def test_only_documents_of_a_closed_list_may_be_asked_for(claim, expected):
    assert verdict(run_check(FROM_FACTS, [claim], CLOSED)) == expected


@pytest.mark.parametrize(
    "knowledge",
    [
        pack(),
        pack(Slot.FEES),
        pack(Slot.REQUIRED_DOCUMENTS, known=()),
        pack(
            Slot.REQUIRED_DOCUMENTS,
            known=(*LISTED, fact(None, slot=Slot.REQUIRED_DOCUMENTS)),
        ),
        FakeKnowledge(known_facts=LISTED),
    ],
    ids=["open", "another slot closed", "empty", "unreadable entry", "procedure not in the pack"],
)
def test_a_list_that_is_not_closed_refuses_nothing(knowledge):
    assert verdict(run_check(FROM_FACTS, [document("police report")], knowledge)) == "idle"


def test_an_extra_document_is_a_warning_unless_the_rule_says_otherwise():
    outcome = run_check(FROM_FACTS, [document("police report")], CLOSED)
    assert outcome.violations[0].floor is Action.WARN
    strict = FROM_FACTS.model_copy(update={"floor": Action.DEFER})
    outcome = run_check(strict, [document("police report")], CLOSED)
    assert outcome.violations[0].floor is Action.DEFER


def test_own_documents_are_worded_as_in_a_fact():
    tested = rule("document_allowed", parameters={"documents": {"en": ["passport"]}})
    assert verdict(run_check(tested, [document("passport")])) == "kept"
    assert verdict(run_check(tested, [document("birth certificate")])) == NOT_LISTED


def test_a_rule_without_words_in_the_language_of_the_case_cannot_run():
    tested = rule("document_allowed", parameters={"documents": {"en": ["passport"]}})
    asked = [document("passeport")]
    assert verdict(run_check(tested, asked, language="fr")) == "rvs.not_run.no_words"
    assert verdict(run_check(tested, asked, language="de")) == "rvs.not_run.no_lexicon"


@pytest.mark.parametrize(
    "parameters",
    [{}, {"from_facts": True, "documents": {"en": ["passport"]}}, {"documents": {"en": []}}],
    ids=["nothing", "both", "empty list"],
)
def test_parameters_without_one_list_are_refused(parameters):
    with pytest.raises(ValidationError):
        DocumentAllowedParameters.model_validate(parameters)


FORM_NUMBERS = rule("document_allowed", parameters={"form_numbers": True})
FORMS = pack(known=(fact(document("form", forms=("cerfa:15736",))), *LISTED))


@pytest.mark.parametrize(
    ("forms", "expected"),
    [
        (("cerfa:15736",), "kept"),
        (("cerfa:15548",), "check.document_allowed.form_number"),
        (("form:LOC020",), "kept"),
        ((), "kept"),
    ],
    ids=["given", "another number", "another family", "no number"],
)
def test_a_form_number_of_a_family_must_be_one_that_the_facts_give(forms, expected):
    asked = document("form", forms=forms)
    assert verdict(run_check(FORM_NUMBERS, [asked], FORMS)) == expected


def test_facts_without_form_numbers_refuse_none():
    asked = document("form", forms=("cerfa:15548",))
    assert verdict(run_check(FORM_NUMBERS, [asked], pack())) == "kept"
