"""Right answers made wrong or unreadable by one edit: none of them may still end PASS."""

from __future__ import annotations

import json

import pytest
from factories import ROOT

from hri.domain.assessments import Assessment, VersionRef
from hri.domain.cases import Case
from hri.domain.decisions import Action
from hri.domain.policies import Policy
from hri.domain.ports import Knowledge
from hri.pipeline import assess

LINES = (ROOT / "data" / "cases" / "demo.jsonl").read_text("utf-8").splitlines()
CASES = {record["case_id"]: Case.model_validate(record) for record in map(json.loads, LINES)}

PASSPORT, ALLOWANCE = "demo-fr-05", "demo-fr-03"
PRICE, PLACE = "Le prix est de 86 €", "dans n'importe quelle mairie équipée d'une station"
PHOTO, VALID = "il faut présenter une photo", "Le passeport est valable 10 ans"
LAW = "Le montant découle des articles 953 à 955 du Code général des impôts"
REPLY = "La réponse arrive en général dans un délai de 4 mois"
ARTICLES = "aux articles L. 541-1 à L. 541-4 du Code de la sécurité sociale"

DENIED = [
    (PASSPORT, PRICE, "Le prix n'est pas de 86 €"),
    (PASSPORT, PRICE, "Le prix n'est plus de 86 € depuis 2019"),
    (PASSPORT, PRICE, "Il ne faut jamais payer 86 €"),
    (PASSPORT, PRICE, "Le prix de 86 € est faux"),
    (
        PASSPORT,
        "Vous pouvez demander le nouveau passeport dans n'importe quelle mairie",
        "Vous ne pouvez pas demander le nouveau passeport dans une mairie",
    ),
    (PASSPORT, VALID, "Le passeport n'est pas valable 10 ans"),
    (PASSPORT, LAW, LAW.replace("découle", "ne découle pas")),
    (PASSPORT, PHOTO, "il ne faut pas présenter une photo"),
    (PASSPORT, PRICE, "Tout ce qui précède est faux. " + PRICE),
    (ALLOWANCE, REPLY, "La réponse n'arrive pas dans un délai de 4 mois"),
]
UNREAD = [
    *(
        (PASSPORT, PRICE, PRICE.replace("86 €", said))
        for said in (
            "86 k€",
            "86 M€",
            "960 FCFA",
            "960 yens",
            "960 roubles",
            "960€uro",
            "nine hundred euros",
            "960&nbsp;€",
            "960 <b>€</b>",
            "1e5 €",
            "⑨⑥⓪ €",
            "960 еuros",
            "offert",
            "-86 €",
            "3 x 86 €",
            "86 € + 900",
            "~~86 €~~ 900",
            "IX cents euros",
            "neuf cent soixante zorkmids",
        )
    ),
    *(
        (ALLOWANCE, REPLY, REPLY.replace("4 mois", said))
        for said in ("4 siècles", "4 trimestres", "plusieurs mois", "IV ans", "9 years")
    ),
    *(
        (ALLOWANCE, ARTICLES, said)
        for said in (
            "à l'art. L-999 du Code de la sécurité sociale",
            "au § 999 du Code de la sécurité sociale",
            "à l'article neuf cent quatre-vingt-dix-neuf du Code de la sécurité sociale",
            "aux articles L. 541-1 à L. 541-4 du Code de la sécurité sociale belge",
        )
    ),
    (PASSPORT, PRICE, "Ваша цена составляет девятьсот рублей. " + PRICE),
    (
        PASSPORT,
        PRICE,
        "Usted debe pagar novecientos por el pasaporte y las tasas en el banco. " + PRICE,
    ),
]


@pytest.fixture
def judge(demo_pack: Knowledge, default_rules: tuple[Policy, VersionRef]):
    def assess_case(case: Case) -> Assessment:
        return assess(case, demo_pack, *default_rules)

    return assess_case


@pytest.mark.parametrize("case_id", [PASSPORT, ALLOWANCE])
def test_the_answers_as_they_are_pass(judge, case_id):
    assert judge(CASES[case_id]).state is Action.PASS


@pytest.mark.parametrize(
    ("case_id", "said", "instead"), [*DENIED, *UNREAD], ids=lambda one: one[:40]
)
def test_the_edited_answer_does_not_pass(judge, case_id, said, instead):
    case = CASES[case_id]
    assert said in case.answer
    edited = case.model_copy(
        update={
            "answer": case.answer.replace(said, instead),
            "samples": tuple(text.replace(said, instead) for text in case.samples),
        }
    )
    assert judge(edited).state is not Action.PASS


@pytest.mark.parametrize(
    ("case_id", "said", "instead"),
    [
        (PASSPORT, PRICE, "N'oubliez pas de prévoir 86 €"),
        (PASSPORT, PRICE, "Le prix ne dépasse pas 86 €"),
        (PASSPORT, PRICE, "Ce service n'est pas gratuit, le prix est de 86 €"),
        (ALLOWANCE, REPLY, "Si vous n'avez pas reçu de réponse dans un délai de 4 mois"),
    ],
)
def test_a_negation_that_denies_no_value_changes_nothing(judge, case_id, said, instead):
    case = CASES[case_id]
    edited = case.model_copy(update={"answer": case.answer.replace(said, instead)})
    assert judge(edited).state is Action.PASS


MILDNESS = [
    ("demo-fr-18", "<script></script>", Action.ROUTE),
    ("demo-fr-18", "&nbsp;<br>", Action.ROUTE),
    ("demo-fr-18", "Обратитесь в префектуру, это стоит 86 евро.", Action.ROUTE),
]


@pytest.mark.parametrize(("case_id", "answer", "action"), MILDNESS)
def test_markup_and_other_scripts_are_no_answer(judge, case_id, answer, action):
    assert judge(CASES[case_id].model_copy(update={"answer": answer})).state is action


def test_text_added_in_the_right_language_hides_no_other_language(judge):
    case = CASES["demo-en-16"]
    added = " This is the answer to your question and it is right for you. Thank you for it."
    edited = case.model_copy(update={"answer": case.answer + added * 3})
    assert judge(case).state is judge(edited).state is Action.ROUTE
