from __future__ import annotations

import pytest
from checks.fakes import (
    PROCEDURE,
    FakeKnowledge,
    body,
    circumstances,
    fact,
    rule,
    run_check,
    verdict,
)

from hri.domain.claims import AuthorityRole, Polarity
from hri.domain.packs import Authority


def authority(name, competences, jurisdiction="GB"):
    return Authority(
        id=name, names={"en": (name.title(),)}, jurisdiction=jurisdiction, competences=competences
    )


BODIES = (
    authority("card-office", (PROCEDURE,)),
    authority("tax-office", ("tax-return",)),
    authority("scottish-office", (PROCEDURE,), "GB-SCT"),
    authority("english-office", (PROCEDURE,), "GB-ENG"),
    authority("unlisted-office", ()),
)
PACK = FakeKnowledge(authorities=BODIES)
WRONG_PROCEDURE = "check.authority_competent.procedure"
WRONG_TERRITORY = "check.authority_competent.territory"


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (body("card-office"), "kept"),
        (body("english-office"), "kept"),
        (body("tax-office"), WRONG_PROCEDURE),
        (body("scottish-office"), WRONG_TERRITORY),
        (body("unlisted-office"), "idle"),
        (body("nobody-knows"), "idle"),
        (body(None), "idle"),
        (body("tax-office", AuthorityRole.MENTION), "idle"),
        (body("tax-office", polarity=Polarity.NOT_REQUIRED), "idle"),
    ],
    ids=[
        "competent",
        "competent in this part",
        "other procedure",
        "other territory",
        "no competences listed",
        "not in the pack",
        "no known name",
        "only mentioned",
        "said not to be needed",
    ],
)
def test_only_a_known_body_to_apply_to_can_be_incompetent(claim, expected):
    assert verdict(run_check(rule("authority_competent"), [claim], PACK)) == expected


@pytest.mark.parametrize(
    ("jurisdiction", "covers", "expected"),
    [
        ("GB-SCT", {}, "kept"),
        ("GB", {}, "kept"),
        ("GB-WLS", {}, WRONG_TERRITORY),
        ("GB-WLS", {"GB-SCT": ("GB-WLS",)}, "kept"),
        ("FR", {}, WRONG_TERRITORY),
    ],
    ids=["same part", "the whole", "another part", "covered part", "abroad"],
)
def test_a_body_of_another_territory_is_refused(jurisdiction, covers, expected):
    claims = [body("scottish-office")]
    outcome = run_check(
        rule("authority_competent"), claims, PACK, jurisdiction=jurisdiction, covers=covers
    )
    assert verdict(outcome) == expected


def test_without_a_procedure_nothing_is_excluded():
    outcome = run_check(rule("authority_competent"), [body("tax-office")], PACK, procedure_id=None)
    assert verdict(outcome) == "idle"


def test_a_body_that_an_applicable_source_names_is_never_refused():
    pack = FakeKnowledge(authorities=BODIES, known_facts=(fact(body("tax-office")),))
    assert verdict(run_check(rule("authority_competent"), [body("tax-office")], pack)) == "kept"
    other = run_check(rule("authority_competent"), [body("scottish-office")], pack)
    assert verdict(other) == WRONG_TERRITORY


@pytest.mark.parametrize("right", ["card-office", "english-office"])
def test_a_second_body_beside_a_competent_one_may_serve_another_step(right):
    claims = [body("tax-office"), body(right)]
    assert verdict(run_check(rule("authority_competent"), claims, PACK)) == "kept"


def test_a_language_without_lexicon_leaves_the_rule_unrun():
    outcome = run_check(rule("authority_competent"), [body("tax-office")], PACK, language="de")
    assert verdict(outcome) == "rvs.not_run.no_lexicon"


def test_a_violation_names_the_body_and_shows_its_record():
    outcome = run_check(rule("authority_competent"), [body("tax-office")], PACK)
    (violation,) = outcome.violations
    assert violation.explanation.params["authority"] == "Tax-Office"
    assert violation.explanation.params["procedure"] == circumstances().procedure_id
    assert violation.evidence == ("authority:tax-office",)
    assert outcome.evidence[0].text == "tax-return"
