"""Right answers with one statement that no claim reads: none may still end PASS."""

from __future__ import annotations

import json

import pytest
from factories import ROOT

from hri.domain.cases import Case
from hri.domain.decisions import Action
from hri.domain.policies import CaseFlag
from hri.pipeline import assess

LINES = (ROOT / "data" / "cases" / "demo.jsonl").read_text("utf-8").splitlines()
CASES = {record["case_id"]: Case.model_validate(record) for record in map(json.loads, LINES)}
DEATH, URGENT, ALLOWANCE, PRESS, PASSPORT = (f"demo-fr-0{n}" for n in range(1, 6))
COPY, CHECK, PACS, CARE, BOAT = (f"demo-en-0{n}" for n in range(1, 6))
TOWN_HALL = "Le décès se déclare à la mairie du lieu du décès."
DOCTOR = CASES[CHECK].answer.split("\n\n")[1]
PRICE = "Le prix est de 86 €, à régler en timbre fiscal."
COST = "It costs €36, and health insurance does not pay it back."
REPLY, PLAN = "dans un délai de 4 mois", "She then has 10 days to accept the care plan."
VALID = "Le passeport est valable 10 ans"

PLACES = [
    (DEATH, TOWN_HALL, "Le décès se déclare auprès du Bureau National des Trépas."),
    (DEATH, TOWN_HALL, "Le décès se déclare à l'église."),
    (DEATH, TOWN_HALL, "Le décès se déclare chez le boulanger."),
    (DEATH, TOWN_HALL, "Adressez-vous aux pompes funèbres."),
    (CHECK, DOCTOR, "The check is done by your own family doctor."),
    (CHECK, DOCTOR, "The check is done at your garage."),
    (PASSPORT, "dans n'importe quelle mairie équipée d'une station d'enregistrement", "au kiosque"),
    (
        PASSPORT,
        "dans n'importe quelle mairie équipée d'une station d'enregistrement",
        "au consulat de France",
    ),
    (
        PRESS,
        "par la Commission de la carte d'identité des journalistes professionnels (CCIJP)",
        "par votre rédacteur en chef",
    ),
    (PACS, "to the town hall of the place where the partners live", "to a priest"),
    (CARE, "to the departmental council", "to your bank"),
    (BOAT, "to the maritime and coastal delegation for your home address", "to the harbour master"),
    (URGENT, "à la préfecture de votre choix", "au kiosque"),
]
SECONDS = [
    *(
        (PASSPORT, PRICE, said)
        for said in (
            "Le prix est de 86 €, ou 96.",
            "Le prix est de 86 €. Erratum : lire 96.",
            "Le prix est de 86 €, pardon, 96.",
            "Le prix est de 86 €, ou bien quatre-vingt-seize.",
            "Prix :\n\n- Paris : 86 €\n- Lyon : 96\n",
            "| Objet | Montant |\n|---|---|\n| Timbre | 86 € |\n| Passeport | 96 |\n",
            "Le prix est de 86 €[^1].\n\n[^1]: 96 à Lyon.\n\n",
            "Le prix est de 86 €.\n\n# 96\n\n",
            "Le prix est de 86 €. Ajoutez 40.",
        )
    ),
    (CHECK, COST, "It costs €36 (thirty-nine in Bordeaux)."),
    (CHECK, COST, "It costs €36 [39 since July]."),
    (CHECK, COST, "It costs €36. Bordeaux: thirty-nine."),
    (ALLOWANCE, REPLY, REPLY + " (six en été)"),
    (ALLOWANCE, REPLY, REPLY + ", comptez-en dix"),
]
SUMS = [
    (PASSPORT, PRICE, PRICE + " Vous devez aussi verser une caution de 200 €."),
    (PASSPORT, PRICE, PRICE + " Une amende de 150 € vous sera demandée."),
    (PASSPORT, PRICE, PRICE + " Vous devez aussi verser un acompte."),
    (CHECK, COST, COST + " You must also pay a deposit of €500."),
    (CHECK, COST, COST + " You must also pay a deposit."),
]
TIMES = [
    (CARE, PLAN, PLAN.replace("10 days", "ten years")),
    (CARE, PLAN, PLAN.replace("10 days", "10 minutes")),
    (CARE, PLAN, PLAN + " Apply before Easter."),
    (ALLOWANCE, REPLY, "demain"),
    (ALLOWANCE, REPLY, "en avril"),
    (ALLOWANCE, REPLY, "dans l'année"),
    (PASSPORT, VALID, "Le passeport est valable à vie"),
    (PASSPORT, VALID, "Le passeport est valable jusqu'en 2022"),
    (PACS, "on the day it is registered", "a year after it is registered"),
    (URGENT, "le jour même", "le mois même"),
    (COPY, "handed over immediately", "handed over next year"),
]


@pytest.fixture
def judge(demo_pack, default_rules):
    def edited(case_id: str, said: str, instead: str):
        case = CASES[case_id]
        assert said in case.answer
        answer = case.answer.replace(said, instead)
        changed = {"answer": answer, "samples": (answer,) * 4}
        return assess(case.model_copy(update=changed), demo_pack, *default_rules)

    return edited


@pytest.mark.parametrize(
    ("case_id", "said", "instead"), [*PLACES, *SUMS, *TIMES], ids=lambda one: one[:40]
)
def test_what_no_claim_reads_does_not_pass(judge, case_id, said, instead):
    assert judge(case_id, said, instead).state is not Action.PASS


@pytest.mark.parametrize(("case_id", "said", "instead"), SECONDS, ids=lambda one: one[:40])
def test_a_bare_second_number_routes(judge, case_id, said, instead):
    assessed = judge(case_id, said, instead)
    assert CaseFlag.UNREAD_VALUE in assessed.flags
    assert assessed.state is Action.ROUTE


@pytest.mark.parametrize(
    ("case_id", "said", "instead"),
    [
        (PASSPORT, PRICE, PRICE + " Prévoyez 2 photos."),
        (PASSPORT, PRICE, "Le prix est de 86 € (1), à régler en timbre fiscal."),
        (PASSPORT, PRICE, "Le prix est de 86 € depuis 2015."),
        (PASSPORT, "pas seulement à Lyon", "auprès de vous et pas seulement à Lyon"),
        (PASSPORT, PRICE, PRICE + " Il se paie au moment de la demande."),
        (ALLOWANCE, REPLY, REPLY + ", après 3 à 6 entretiens"),
        (CHECK, COST, COST + " At 42 you pay it yourself."),
        (CARE, PLAN, PLAN + " She was born in 1941."),
    ],
)
def test_what_states_no_second_value_changes_nothing(judge, case_id, said, instead):
    assert judge(case_id, said, instead).state is Action.PASS


@pytest.mark.parametrize("case_id", [DEATH, URGENT, ALLOWANCE, PRESS, PASSPORT])
def test_right_answers_hold_no_doubt(judge, case_id):
    assert judge(case_id, "e", "e").notes == ()
