"""Right answers in other words: none of them may be held back or warn."""

import pytest

from hri.domain.decisions import Action

DECLARED = (
    "Le décès se déclare à la mairie du lieu du décès. La déclaration doit être faite dans les 24 "
    "heures qui suivent la constatation du décès"
)
LENGTHS = "Le passeport est valable 10 ans et doit être retiré dans les 3 mois."
LOST = "If you hold a photocopy"


@pytest.mark.parametrize(
    ("case_id", "said", "instead"),
    [
        ("demo-fr-01", DECLARED, "Allez à la mairie du lieu du décès dans les 24 heures, avec"),
        ("demo-fr-01", DECLARED, "La déclaration se fait à la mairie, dans les 24 h"),
        (
            "demo-fr-05",
            LENGTHS,
            "Vous aurez 3 mois pour retirer le passeport, qui sera valable 10 ans.",
        ),
        ("demo-en-02", "an identity document", "an ID"),
        ("demo-en-02", "If you are under 55, the", "At 42, your medical"),
        (
            "demo-en-04",
            "Please enclose",
            "You can get the form from the departmental council. Please enclose",
        ),
        ("demo-en-05", LOST, f"You do not need a theft report. {LOST}"),
        ("demo-en-05", LOST, f"No theft report is needed. {LOST}"),
    ],
    ids=lambda one: one[:60],
)
def test_a_right_answer_passes(state_of, case_id, said, instead):
    assert state_of(case_id, said, instead) is Action.PASS


@pytest.mark.parametrize(
    ("case_id", "said", "instead"),
    [
        ("demo-en-05", LOST, f"You do not need an identity photo. {LOST}"),
        ("demo-fr-05", LENGTHS, "Vous aurez 4 mois pour retirer le passeport, valable 10 ans."),
        ("demo-en-02", "valid for 5 years", "valid for 2 years"),
    ],
    ids=lambda one: one[:60],
)
def test_the_same_words_on_something_wrong_do_not_pass(state_of, case_id, said, instead):
    assert state_of(case_id, said, instead) is not Action.PASS
