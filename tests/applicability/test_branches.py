"""Conditions against questions: named, open, ruled out; places and dates of sources."""

from datetime import date

import pytest
from checks.fakes import SOURCE, circumstances

from hri.applicability import Branch, Openness, condition_openness, in_force, jurisdiction_holds
from hri.knowledge.lexicons import load_lexicon

FRENCH = load_lexicon("fr")
ENGLISH = load_lexicon("en")
TABS = ("En France", "En France › À Paris", "En France › Autre commune", "À l'étranger")


def branches_in(*paths, chapter="Chapitre", source="s"):
    return tuple(Branch(source, chapter, path) for path in paths)


OPEN, NAMED, NONE = Openness.OPEN, Openness.NAMED, Openness.UNCONDITIONAL


def french(condition, question, branches=TABS):
    case = circumstances(
        question=question, language="fr", jurisdiction="FR", branches=branches_in(*branches)
    )
    return condition_openness(condition, case, FRENCH, "s", "Chapitre")


TABLE = [
    (None, "Comment faire ?", NONE),
    ("En France", "Comment faire ?", OPEN),
    ("À l'étranger", "Comment faire si je vis à l'étranger ?", NAMED),
    ("En France", "Comment faire si je vis à l'étranger ?", None),
    ("En France › À Paris", "Comment faire à Paris ?", NAMED),
    ("En France › Autre commune", "Comment faire à Paris ?", None),
    ("En France › À Paris", "Je suis en France, à Paris : comment faire ?", NAMED),
    ("À l'étranger", "Comment faire, hors étranger ?", None),
]


@pytest.mark.parametrize(("condition", "question", "state"), TABLE)
def test_a_branch_stands_to_the_question_as(condition, question, state):
    assert french(condition, question) is state


def test_free_conditions_do_not_exclude_each_other():
    question = "What does registering a death cost?"
    case = circumstances(question=question)
    assert condition_openness("registering the death", case, ENGLISH) is NAMED
    assert condition_openness("each death certificate", case, ENGLISH) is not None


@pytest.mark.parametrize("words", ["usual", "time limit", "England and Wales, time limit"])
def test_words_that_only_describe_or_name_the_own_place_are_no_condition(words):
    assert condition_openness(words, circumstances(), ENGLISH) is NONE


def test_a_branch_that_leaves_out_what_the_question_names_is_ruled_out():
    branches = ("Hors Guyane", "En Guyane")
    question = "Quel délai pour une demande en Guyane ?"
    assert french("Hors Guyane", question, branches) is None
    assert french("En Guyane", question, branches) is NAMED


@pytest.mark.parametrize(
    ("source", "case", "holds"),
    [
        ("FR", "FR", NONE),
        ("GB", "GB-ENG", NONE),
        ("GB-ENG", "GB-WLS", NONE),
        ("GB-ENG", "GB-SCT", None),
        ("GB-ENG", "GB", OPEN),
        ("FR", "GB", None),
        ("GB", "GBX", None),
    ],
)
def test_a_source_of_one_jurisdiction_holds_in_another(source, case, holds):
    assert jurisdiction_holds(source, case, {"GB-ENG": ("GB-WLS",)}) is holds


@pytest.mark.parametrize(
    ("day", "valid"),
    [
        (date(2019, 12, 31), False),
        (date(2020, 1, 1), True),
        (date(2020, 12, 31), True),
        (date(2021, 1, 1), False),
    ],
)
def test_validity_dates_are_included(day, valid):
    dated = {"valid_from": date(2020, 1, 1), "valid_to": date(2020, 12, 31)}
    assert in_force(SOURCE.model_copy(update=dated), day) is valid


def test_cases_of_one_chapter_do_not_exclude_those_of_another():
    known = (
        *branches_in("Cas général", "À Paris", chapter="Où"),
        *branches_in("Cas général", "En Guyane", chapter="Coût"),
    )
    case = circumstances(
        question="Où aller à Paris ?", language="fr", jurisdiction="FR", branches=known
    )
    assert condition_openness("Cas général", case, FRENCH, "s", "Où") is None
    assert condition_openness("Cas général", case, FRENCH, "s", "Coût") is not None


def test_tabs_of_one_source_do_not_exclude_those_of_another():
    known = (
        *branches_in("En France", "À l'étranger", source="a"),
        *branches_in("Seuls", "Avec un notaire", source="b"),
    )
    case = circumstances(
        question="Comment faire en France ?", language="fr", jurisdiction="FR", branches=known
    )
    assert condition_openness("Seuls", case, FRENCH, "b", "Chapitre") is OPEN


def test_a_tab_that_is_alone_in_its_chapter_is_known_by_its_siblings_elsewhere():
    known = (
        *branches_in("En France", "À l'étranger", chapter="Où"),
        *branches_in("À l'étranger", chapter="Retrait"),
    )
    case = circumstances(
        question="Comment faire en France ?", language="fr", jurisdiction="FR", branches=known
    )
    assert condition_openness("À l'étranger", case, FRENCH, "s", "Retrait") is None


SCATTERED = (
    Branch("s", "Démarche", "Demande en France"),
    Branch("s", "Pour voter", "Demande à l'étranger"),
)


@pytest.mark.parametrize(
    ("condition", "chapter", "question", "state"),
    [
        ("Demande en France", "Démarche", "Ma demande en France ?", NAMED),
        ("Demande à l'étranger", "Pour voter", "Ma demande en France ?", None),
        ("Demande à l'étranger", "Pour voter", "Ma demande à l'étranger ?", NAMED),
        ("Demande en France", "Démarche", "Comment voter ?", OPEN),
    ],
)
def test_tabs_of_different_chapters_exclude_each_other_once_one_is_named(
    condition, chapter, question, state
):
    case = circumstances(question=question, language="fr", jurisdiction="FR", branches=SCATTERED)
    assert condition_openness(condition, case, FRENCH, "s", chapter) is state
