"""Ages in conditions and questions."""

import pytest
from checks.fakes import circumstances

from hri.applicability import Openness, condition_openness
from hri.applicability.ages import Ages, read_ages, stated_ages
from hri.knowledge.lexicons import load_lexicon

LEXICONS = {"fr": load_lexicon("fr"), "en": load_lexicon("en")}


@pytest.mark.parametrize(
    ("language", "label", "ages"),
    [
        ("fr", "Moins de 55 ans", Ages(0, 54)),
        ("fr", "De 60 à 76 ans", Ages(60, 76)),
        ("fr", "Plus de 76 ans", Ages(77, 130)),
        ("fr", "À partir de 16 ans", Ages(16, 130)),
        ("fr", "Enfant de moins de 16 ans", Ages(0, 15)),
        ("fr", "18 ans et plus", Ages(18, 130)),
        ("fr", "Permis de moins de 3 ans", None),
        ("fr", "Plus de 10 salariés", None),
        ("fr", "Ain (01)", None),
        ("en", "Under 55", Ages(0, 54)),
        ("en", "If you are over 55", Ages(56, 130)),
        ("en", "From 60 to 76", Ages(60, 76)),
        ("en", "Aged 16 or over", Ages(16, 130)),
        ("en", "Under 3 months", None),
    ],
)
def test_a_condition_is_for_an_age_only_where_it_names_nothing_else(language, label, ages):
    assert read_ages(label, LEXICONS[language]) == ages


@pytest.mark.parametrize(
    ("language", "question", "ages"),
    [
        ("fr", "J'ai 42 ans et je conduis un taxi", (Ages(42, 42),)),
        ("fr", "Comment faire pour ma fille de 8 ans ?", (Ages(8, 8),)),
        ("fr", "Le prix est-il de 42 € ?", ()),
        ("en", "I am 42 and drive a taxi.", (Ages(42, 42),)),
        ("en", "My grandmother is 84, where do we apply?", (Ages(84, 84),)),
        ("en", "The fee is 42 euros?", ()),
    ],
)
def test_the_age_of_a_person_is_read_in_a_question(language, question, ages):
    assert stated_ages(question, LEXICONS[language]) == ages


@pytest.mark.parametrize(
    ("condition", "state"),
    [("Under 55", Openness.NAMED), ("Over 55", None), ("From 40 to 50", Openness.NAMED)],
)
def test_an_age_in_the_question_names_the_branch_that_holds_it(condition, state):
    case = circumstances(question="I am 42, what does it cost?", language="en")
    assert condition_openness(condition, case, LEXICONS["en"], "s", "") is state
