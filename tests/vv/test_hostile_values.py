"""Right values made wrong by a word beside them: none of these answers may still end PASS."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from factories import ROOT

from hri.domain.assessments import VersionRef
from hri.domain.cases import Case
from hri.domain.decisions import Action
from hri.domain.policies import Policy
from hri.domain.ports import Knowledge
from hri.pipeline import assess

LINES = (ROOT / "data" / "cases" / "demo.jsonl").read_text("utf-8").splitlines()
CASES = {record["case_id"]: Case.model_validate(record) for record in map(json.loads, LINES)}
Edit = Callable[[str, str, str], Action]

DEATH, URGENT, ALLOWANCE, PASSPORT = "demo-fr-01", "demo-fr-02", "demo-fr-03", "demo-fr-05"
BIRTH, CHECK, PACS, CARE = "demo-en-01", "demo-en-02", "demo-en-03", "demo-en-04"
REPLY = "dans un délai de 4 mois"


@pytest.fixture
def state(demo_pack: Knowledge, default_rules: tuple[Policy, VersionRef]) -> Edit:
    """The state of a demonstration case with words of its answer replaced, in all samples alike."""

    def assess_edited(case_id: str, said: str, instead: str) -> Action:
        case = CASES[case_id]
        assert said in case.answer
        answer = case.answer.replace(said, instead)
        edited = case.model_copy(
            update={"answer": answer, "samples": tuple(answer for _ in case.samples)}
        )
        return assess(edited, demo_pack, *default_rules).state

    return assess_edited


CHARGED = [
    *(
        (PASSPORT, "86 €", said)
        for said in (
            "86 € par mois",
            "86 € chaque année",
            "86 € mensuels",
            "86 € par photo",
        )
    ),
    (PASSPORT, "Le prix est de 86 €", "Le tarif annuel est de 86 €"),
    (CHECK, "€36", "€36 a month"),
    (CHECK, "€36", "€36 per hour"),
    (CHECK, "€36", "€36 monthly"),
    (CHECK, "It costs €36", "There is a weekly charge of €36"),
]
BOUNDED = [
    (PASSPORT, "de 86 €", "de plus de 86 €"),
    (PASSPORT, "86 €", "86 € minimum"),
    (PASSPORT, "86 €", "86 € ou plus"),
    (PASSPORT, "est de 86 €", "dépasse 86 €"),
    (PASSPORT, "de 86 €", "supérieur à 86 €"),
    (PASSPORT, "de 86 €", "inférieur à 86 €"),
    (CHECK, "€36", "more than €36"),
    (CHECK, "€36", "in excess of €36"),
    (CHECK, "It costs €36", "The price exceeds €36"),
    (CHECK, "€36", "less than €36"),
    (CHECK, "€36", "€36 and up"),
    (ALLOWANCE, REPLY, "après un délai de 4 mois"),
    (ALLOWANCE, REPLY, "bien après 4 mois"),
    (ALLOWANCE, REPLY, "au-delà de 4 mois"),
    (ALLOWANCE, REPLY, "au plus tôt au bout de 4 mois"),
    (ALLOWANCE, REPLY, "dans un délai de plus de 4 mois"),
    (DEATH, "dans les 24 heures", "après les 24 heures"),
    (CARE, "within 2 months", "after 2 months"),
    (CARE, "within 2 months", "no sooner than 2 months"),
    (CARE, "within 2 months", "not before 2 months"),
    (CARE, "within 2 months", "beyond 2 months"),
]
CITED = [
    (DEATH, "78 à 92", "78 à 920"),
    (DEATH, "78 à 92", "79-1 à 91-99"),
    (DEATH, "78 à 92", "78 à R. 999"),
    (DEATH, "aux articles 78 à 92", "à l'article 91-5"),
    (PASSPORT, "des articles 953 à 955", "de l'article 954 bis"),
    (PACS, "articles 515-1 to 515-7-1", "article 515-3-9"),
    (CARE, "articles L. 232-1 to L. 232-20", "article L. 232-3-99"),
]
DATED = [
    (URGENT, "30 décembre 2005", "31 novembre 2015"),
    (URGENT, "30 décembre 2005", "12 mars 2011"),
    (URGENT, "30 décembre 2005", "30 décembre 2006"),
    (BIRTH, "6 May 2017", "6 May 2018"),
]


@pytest.mark.parametrize(("case_id", "said", "instead"), [*CHARGED, *BOUNDED, *CITED, *DATED])
def test_the_edited_answer_does_not_pass(state: Edit, case_id: str, said: str, instead: str):
    assert state(case_id, said, instead) is not Action.PASS


@pytest.mark.parametrize(
    ("case_id", "said", "instead"),
    [
        (PASSPORT, "86 €", "86 € par personne"),
        (PASSPORT, "86 €", "86 € par passeport"),
        (PASSPORT, "86 €", "86 € / dossier"),
        (PASSPORT, "86 €", "86 € / paiement en ligne"),
        (PASSPORT, "Le prix est de 86 €", "Le prix n'excède pas 86 €"),
        (PASSPORT, "de 86 €", "de 86 € le jour du dépôt"),
        (ALLOWANCE, REPLY, "sous 4 mois"),
        (ALLOWANCE, REPLY, "au plus tard 4 mois après la demande"),
        (CARE, "within 2 months of receiving", "no later than 2 months after receiving"),
        (CARE, "within 2 months of receiving", "2 months after receiving"),
        (CHECK, "€36", "€36 per person"),
        (CHECK, "€36", "no more than €36"),
        (DEATH, "78 à 92", "80 à 85"),
        (DEATH, "aux articles 78 à 92", "à l'article 78"),
        (URGENT, " du 30 décembre 2005", ""),
    ],
)
def test_the_same_value_in_other_words_passes(state: Edit, case_id: str, said: str, instead: str):
    assert state(case_id, said, instead) is Action.PASS
