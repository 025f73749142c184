"""A body is held to the sources however a sentence sends the citizen there; right ones go out."""

import pytest

from hri.domain.decisions import Action
from hri.signals.coverage import besides

FRENCH, ENGLISH = "demo-fr-01", "demo-en-08"
SAID = {
    FRENCH: "Le décès se déclare à la mairie du lieu du décès.",
    ENGLISH: "You register the death at the town hall of the place of death, within",
}
FRAMES = {
    FRENCH: [
        "C'est {} qui s'en charge.",
        "Pour déclarer le décès, voyez avec {}.",
        "La déclaration du décès est du ressort de {}.",
        "Tournez-vous vers {}.",
        "Tout se passe à {}.",
        "La déclaration du décès doit être approuvée par {}.",
        "Il vous faut l'accord de {}.",
        "- qui : {}",
    ],
    ENGLISH: [
        "It is {} that sees to it, within",
        "Turn to {} within",
        "The register is in the hands of {}: be there within",
        "You need the approval of {} within",
    ],
}
RIGHT = {FRENCH: "la mairie", ENGLISH: "the town hall"}
WRONG = {
    FRENCH: ["la préfecture", "la chambre de commerce", "la caisse d'allocations familiales"],
    ENGLISH: ["the Home Office", "the county court", "the tax office"],
}
ROWS = [(case_id, frame) for case_id, frames in FRAMES.items() for frame in frames]


@pytest.mark.parametrize(("case_id", "frame"), ROWS, ids=lambda one: one[:40])
def test_a_wrong_body_is_held_back_in_any_frame(state_of, case_id, frame):
    for body in WRONG[case_id]:
        found = state_of(case_id, SAID[case_id], frame.format(body))
        assert found.severity >= Action.DEFER.severity, body


@pytest.mark.parametrize(("case_id", "frame"), ROWS, ids=lambda one: one[:40])
def test_the_right_body_goes_out_in_any_frame(state_of, case_id, frame):
    assert not state_of(case_id, SAID[case_id], frame.format(RIGHT[case_id])).escalates


PRIVATE = [
    (FRENCH, SAID[FRENCH], "La déclaration du décès se fait chez le notaire."),
    (FRENCH, SAID[FRENCH], "La déclaration du décès se fait dans une banque."),
]


@pytest.mark.parametrize(("case_id", "said", "instead"), PRIVATE, ids=lambda one: one[:40])
def test_a_private_body_alone_is_meant_for_the_procedure(state_of, case_id, said, instead):
    assert state_of(case_id, said, instead).severity >= Action.DEFER.severity


@pytest.mark.parametrize(
    "added",
    [
        "Prévenez aussi la banque et l'assureur.",
        "Le médecin remet le certificat.",
        "Ses papiers (une lettre de la caisse d'allocations familiales, par exemple) aident.",
    ],
)
def test_others_spoken_of_beside_the_right_body_do_not_escalate(state_of, added):
    assert not state_of(FRENCH, SAID[FRENCH], f"{SAID[FRENCH]} {added}").escalates


PRICE = "Le prix est de 86 €"
ASKED = f"Le passeport perdu se remplace ensuite au consulat de France. {PRICE}"
OTHER = f"Pour les actes traduits, voyez ensuite le consulat de France. {PRICE}"


def test_a_stranger_is_refuted_beside_the_right_body(state_of):
    assert state_of("demo-fr-05", PRICE, ASKED).escalates
    assert state_of("demo-fr-05", PRICE, OTHER).escalates


def test_a_body_known_otherwise_is_refuted_in_words_of_the_procedure_alone(state_of, monkeypatch):
    monkeypatch.setattr(besides, "is_wrong_stranger", lambda claim, bearing: False)
    assert state_of("demo-fr-05", PRICE, ASKED).escalates
    assert state_of("demo-fr-05", PRICE, OTHER) is Action.WARN
