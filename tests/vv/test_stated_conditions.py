"""A condition that an answer states itself: another branch, an exception, another age or place."""

import pytest

from hri.domain.decisions import Action

PASSPORT, URGENT = "demo-fr-05", "demo-fr-02"
DRIVER, PACS, LICENCE = "demo-en-02", "demo-en-03", "demo-en-05"
PRICE, COST, DUPLICATE = "Le prix est de 86 €", "Le coût est de 30 €", "The duplicate costs €70"
CHECK, FREE, UNDER = "It costs €36", "the Pacs is free of charge", "If you are under 55"


OTHER_BRANCH = [
    *(
        (PASSPORT, PRICE, said)
        for said in (
            "Le prix est de 86 € à l'étranger",
            "À l'étranger, comptez 86 €",
            "En Guyane, le prix est de 86 €",
            "Le prix est de 86 € en France (86 € à l'étranger)",
            "Le prix est de 86 € en France et de 43 € à l'étranger",
        )
    ),
    (URGENT, COST, "Le coût est de 30 € à l'étranger"),
    (LICENCE, DUPLICATE, "The duplicate costs €70 in French Guiana"),
    (LICENCE, DUPLICATE, "The duplicate costs €70 (it is €70 in French Guiana)"),
    (DRIVER, f"{UNDER}, the", "If you are over 76, the"),
]
LIMITED = [
    *(
        (PASSPORT, PRICE, said)
        for said in (
            "Si vous avez moins de 18 ans, le prix est de 86 €",
            "Le prix est de 86 €, sauf si vous habitez Lyon",
            "Le prix est de 86 € hors de Lyon",
            "Le prix de 86 € ne concerne que les mineurs",
            "Le prix est de 86 € uniquement pour les mineurs",
            "Le prix est de 86 € pour les étudiants",
        )
    ),
    (LICENCE, DUPLICATE, "The duplicate costs €70 unless you live in Brittany"),
    (DRIVER, CHECK, "It costs €36 only if you are over 60"),
    (DRIVER, UNDER, "If you are over 55"),
    (PACS, FREE, f"{FREE} for residents of Paris only"),
]
RIGHT = [
    *(
        (PASSPORT, PRICE, said)
        for said in (
            "Le prix est de 86 € en France (96 € à l'étranger)",
            "Le prix est de 86 € en France et de 96 € à l'étranger",
            "Le prix est de 86 €, ou de 43 € en Guyane",
            "En cas de perte, le prix est de 86 €",
            "Si vous demandez un nouveau passeport, le prix est de 86 €",
            "Le prix est de 86 €, pas seulement à Lyon",
        )
    ),
    (URGENT, COST, "Le coût est de 30 € en France, 45 € à l'étranger"),
    (LICENCE, DUPLICATE, "The duplicate costs €70 (it is €35 in French Guiana)"),
    (LICENCE, DUPLICATE, "The duplicate costs €70, or €35 in French Guiana"),
    (DRIVER, UNDER, "At your age"),
]


@pytest.mark.parametrize(("case_id", "said", "instead"), OTHER_BRANCH, ids=lambda one: one[:60])
def test_a_value_of_another_branch_than_the_one_it_is_stated_for_is_held_back(
    state_of, case_id, said, instead
):
    assert state_of(case_id, said, instead).severity >= Action.DEFER.severity


@pytest.mark.parametrize(("case_id", "said", "instead"), LIMITED, ids=lambda one: one[:60])
def test_a_condition_that_no_source_has_does_not_pass(state_of, case_id, said, instead):
    assert state_of(case_id, said, instead) is not Action.PASS


@pytest.mark.parametrize(("case_id", "said", "instead"), RIGHT, ids=lambda one: one[:60])
def test_values_stated_for_their_own_branches_pass(state_of, case_id, said, instead):
    assert state_of(case_id, said, instead) is Action.PASS
