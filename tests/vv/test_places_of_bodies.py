"""The right kind of body at the wrong place, and the right place in other words."""

import pytest

from hri.domain.decisions import Action

DEATH, URGENT, ALLOWANCE = "demo-fr-01", "demo-fr-02", "demo-fr-03"
BIRTH, PACS = "demo-en-01", "demo-en-03"
OF_DEATH, CHOSEN, OWN = (
    "la mairie du lieu du décès",
    "préfecture de votre choix",
    "de votre département",
)
OF_BIRTH = "the town hall of the place of birth, so in your case the town hall in Lille"
OF_HOME = "town hall of the place where the partners live"

REFUTED = [
    (DEATH, OF_DEATH, "la mairie de votre propre domicile"),
    (DEATH, OF_DEATH, "la mairie du lieu de naissance du défunt"),
    (DEATH, OF_DEATH, "la mairie du lieu d'inhumation"),
    (DEATH, OF_DEATH, "la mairie de votre choix"),
    (DEATH, OF_DEATH, "n'importe quelle mairie"),
    (BIRTH, OF_BIRTH, "the town hall of the place where you live"),
    (BIRTH, OF_BIRTH, "any town hall"),
    (PACS, OF_HOME, "town hall of the place where the partners were born"),
]
UNKNOWN = [
    (URGENT, CHOSEN, "préfecture de votre lieu de naissance"),
    (ALLOWANCE, OWN, "du département voisin"),
    (ALLOWANCE, OWN, "du département de naissance de l'enfant"),
    (BIRTH, "the town hall in Lille", "the town hall in Paris"),
]
RIGHT = [
    (DEATH, OF_DEATH, "la mairie de la commune du décès"),
    (DEATH, OF_DEATH, "la mairie de la commune où le décès a eu lieu"),
    (DEATH, OF_DEATH, "la mairie"),
    (URGENT, CHOSEN, "préfecture"),
    (URGENT, CHOSEN, "préfecture de votre département"),
    (ALLOWANCE, OWN, "du département où vous habitez"),
    (BIRTH, OF_BIRTH, "the town hall where you were born"),
    (BIRTH, OF_BIRTH, "the town hall in Lille"),
    (PACS, OF_HOME, "town hall where you both live"),
    (PACS, OF_HOME, "town hall in Nantes"),
]


@pytest.mark.parametrize(("case_id", "said", "instead"), REFUTED, ids=lambda one: one[:60])
def test_another_place_than_the_one_of_the_sources_is_held_back(state_of, case_id, said, instead):
    assert state_of(case_id, said, instead).severity >= Action.DEFER.severity


@pytest.mark.parametrize(("case_id", "said", "instead"), UNKNOWN, ids=lambda one: one[:60])
def test_a_place_that_nobody_names_does_not_pass(state_of, case_id, said, instead):
    assert state_of(case_id, said, instead) is not Action.PASS


@pytest.mark.parametrize(("case_id", "said", "instead"), RIGHT, ids=lambda one: one[:60])
def test_the_right_place_passes_however_it_is_worded(state_of, case_id, said, instead):
    assert state_of(case_id, said, instead) is Action.PASS
