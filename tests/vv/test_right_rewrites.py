"""Right answers in ordinary words that must not be stopped, each beside a wrong one that must."""

from __future__ import annotations

from datetime import date

import pytest

from hri.domain.assessments import VersionRef
from hri.domain.cases import Case
from hri.domain.decisions import Action
from hri.domain.policies import Policy
from hri.domain.ports import Knowledge
from hri.pipeline import assess

DEATH, PACS, CARD = "death-registration", "civil-partnership", "identity-card-lost"
PASSPORT, CHECK, CARE = "passport-lost", "driver-medical-check", "autonomy-allowance"

RIGHT = [
    ("fr", DEATH, "Vous avez 24h pour déclarer le décès à la mairie du lieu du décès."),
    ("fr", DEATH, "Le décès doit être déclaré à la mairie du lieu du décès dans les 24 h."),
    ("en", CARD, "Legal basis: Decree No. 55-1397 of 22 October 1955, article 4-1."),
    ("fr", PACS, "Chez le notaire : 230,77 € + 125 € = 355,77 €."),
    (
        "fr",
        CARD,
        "Contrairement à une première demande, qui est gratuite, le remplacement coûte 25 €.",
    ),
    ("en", CARD, "Unlike a first card, which is free, the replacement costs €25."),
    ("fr", CHECK, "L'avis est valable cinq ans avant 55 ans, deux ans de 60 à 76 ans."),
    ("fr", CARE, "La décision intervient dans les 2 mois suivant la réception du dossier complet."),
    ("fr", CARE, "Vous avez 10 jours pour accepter le plan d'aide."),
]
WRONG = [
    ("fr", DEATH, "Vous avez 48h pour déclarer le décès à la mairie du lieu du décès."),
    ("en", CARD, "Legal basis: Decree No. 55-1397 of 22 October 1955, article 904-1."),
    ("fr", CARD, "Contrairement à une première demande, le remplacement est gratuit."),
    ("en", CARD, "Unlike a passport, the replacement costs €95."),
    ("fr", CHECK, "L'avis est valable huit ans avant 55 ans, deux ans de 60 à 76 ans."),
    ("fr", DEATH, "Déclarez le décès à la mairie du lieu du décès, sans limite de temps."),
    ("en", DEATH, "Go to the town hall of the place of death. There is no deadline to register."),
    ("fr", CHECK, "L'avis médical est valable à vie."),
    ("fr", PASSPORT, "Le passeport est valable sans limite de durée."),
    ("en", PASSPORT, "The passport is valid indefinitely."),
]
UNPROVEN = [
    ("fr", PACS, "Chez le notaire : 230,77 € + 150 € = 380,77 €."),
    (
        "fr",
        CARE,
        "La décision intervient sous 10 jours dès réception du dossier complet.",
    ),
    ("fr", CARE, "Vous avez 2 mois pour accepter le plan d'aide."),
]


@pytest.fixture
def state_of(demo_pack: Knowledge, default_rules: tuple[Policy, VersionRef]):
    def assess_answer(language: str, procedure: str, answer: str) -> Action:
        known = demo_pack.procedure(procedure)
        assert known is not None
        case = Case(
            question=known.names[language][0],
            answer=answer,
            samples=(answer,) * 4,
            language=language,
            procedure_id=procedure,
            jurisdiction="FR",
            asked_on=date(2020, 6, 1),
        )
        return assess(case, demo_pack, *default_rules).state

    return assess_answer


@pytest.mark.parametrize(("language", "procedure", "answer"), RIGHT)
def test_a_right_answer_goes_out(state_of, language, procedure, answer):
    assert state_of(language, procedure, answer) in (Action.PASS, Action.WARN)


@pytest.mark.parametrize(("language", "procedure", "answer"), WRONG)
def test_a_wrong_answer_in_the_same_words_is_stopped(state_of, language, procedure, answer):
    assert state_of(language, procedure, answer) in (Action.DEFER, Action.ROUTE)


@pytest.mark.parametrize(("language", "procedure", "answer"), UNPROVEN)
def test_the_time_of_another_step_or_a_sum_of_a_wrong_amount_does_not_pass(
    state_of, language, procedure, answer
):
    assert state_of(language, procedure, answer) is not Action.PASS
