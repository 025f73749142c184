"""Right answers that a denial, arithmetic or a hedge turns into something else: none may PASS."""

from __future__ import annotations

from functools import cache

import pytest
from factories import ROOT, default_policy

from hri.domain.assessments import Assessment
from hri.domain.cases import Case
from hri.domain.decisions import Action
from hri.knowledge import load_pack
from hri.pipeline import assess

LINES = (ROOT / "data" / "cases" / "demo.jsonl").read_text("utf-8").splitlines()
CASES = {case.case_id: case for case in map(Case.model_validate_json, LINES)}

PASSPORT, DEATH = "demo-fr-05", "demo-fr-01"
CHECK, CARE = "demo-en-02", "demo-en-04"
PRICE, COST = "Le prix est de 86 €", "It costs €36"
TOWN_HALL = "Le décès se déclare à la mairie du lieu du décès"
COUNCIL, SOON = "You apply to the departmental council", "within 2 months"
DECISION = "The decision is made within 2 months"


@cache
def pack():
    return load_pack(ROOT / "data" / "packs" / "demo")


def edited(case_id: str, said: str, instead: str) -> Assessment:
    """The case once its answer, and any sample that says the same, says something instead."""
    case = CASES[case_id]
    assert said in case.answer
    samples = tuple(text.replace(said, instead) for text in case.samples)
    update = {"answer": case.answer.replace(said, instead), "samples": samples}
    return assess(case.model_copy(update=update), pack(), *default_policy())


def rows(case_id: str, said: str, *instead: str) -> list[tuple[str, str, str]]:
    return [(case_id, said, one) for one in instead]


DENIED = [
    *rows(
        PASSPORT,
        PRICE,
        "Il est faux que le prix soit de 86 €",
        "Le prix est loin d'être de 86 €",
        "Le prix a cessé d'être de 86 €",
        "Le prix diffère de 86 €",
        "Le prix est tout sauf 86 €",
        "Le prix est autre que 86 €",
        "Refusez de payer 86 €",
        "Évitez de payer 86 €",
        "Personne ne paie 86 €",
        "C'est à tort que l'on demande 86 €",
    ),
    *rows(
        CHECK,
        COST,
        "Nobody pays €36",
        "I doubt that it costs €36",
        "It hardly ever costs €36",
        "It costs anything but €36",
        "It is a myth that it costs €36",
        "It costs nothing like €36",
    ),
    *rows(
        CARE,
        DECISION,
        "The decision is rarely made within 2 months",
        "The decision fails to come within 2 months",
        "It is untrue that the decision is made within 2 months",
    ),
    *rows(
        CARE,
        COUNCIL,
        "You apply to anyone but the departmental council",
        "You apply to a body other than the departmental council",
        "You apply to a shop instead of the departmental council",
        "You may apply anywhere except the departmental council",
        "Avoid the departmental council",
        "The departmental council no longer handles this; you apply",
        "There is no need to apply to the departmental council",
    ),
    *rows(
        DEATH,
        TOWN_HALL,
        "Le décès se déclare partout sauf à la mairie du lieu du décès",
        "Le décès se déclare ailleurs qu'à la mairie du lieu du décès",
        "Inutile de déclarer le décès à la mairie du lieu du décès",
        "La mairie du lieu du décès refuse désormais les déclarations",
    ),
]
DISOWNED = [
    *rows(
        PASSPORT,
        PRICE,
        "❌ Le prix est de 86 €",
        "Le prix est de 86 € ❌\n\nLe timbre est",
        "Mythe : le prix est de 86 €",
        "**Faux :** le prix est de 86 €",
        "\n\n### Idées reçues\n\nLe prix est de 86 €",
        "Le prix est de 86 €, c'est faux",
        "Le prix est de 86 € (faux)",
        "Le prix est de 86 €. C'est totalement faux. Le prix est",
        "Certains disent 86 €. Ce n'est pas le cas. Le prix est",
        "Le prix est-il de 86 € ? Non. Le prix est",
        "Le prix est-il de 86 € ? Le prix est",
        "Le prix est de 86 €. Voilà la légende. C'est faux. Le prix est",
    ),
    *rows(
        CHECK,
        COST,
        "Myth: it costs €36",
        "It is far from costing €36",
        "Some say it costs €36. Wrong. It is paid",
        "It costs €36. That is simply not true. It is paid",
        "Does it cost €36? No. It is paid",
        "Does it cost €36? It is paid",
    ),
]
CHANGED = [
    *rows(
        PASSPORT,
        PRICE,
        "Le prix est le double de 86 €",
        "Le prix est la moitié de 86 €",
        "Le prix est de trois quarts de 86 €",
        "Le prix est une fois et demie 86 €",
        "Le prix est de deux fois 86 €",
        "Le prix est de 50 % de 86 €",
        "Le prix est de 86 € moins 20 %",
        "Le prix est de 86 €²",
        "Le prix est de 86 €/2",
        "Le prix est de 86 €, x2 en cas de perte",
        "Le prix est de 86 € majoré de 50 %",
        "Le prix est de 86 €, à payer deux fois",
        "Le prix est de 86 € ; le double en cas de perte",
    ),
    *rows(
        CHECK,
        COST,
        "It costs €36 squared",
        "It costs 150 % of €36",
        "It costs €36_000",
        "It costs €36·50",
        "It costs twice €36",
        "It costs three times €36",
        "It costs €36, twice that for taxi drivers",
    ),
    *rows(
        CARE,
        SOON,
        "within twice 2 months",
        "within half of 2 months",
        "within 2 months x 2",
        "within 2 months times three",
        "within 2 months minus a week",
    ),
]
HEDGED = [
    *rows(
        PASSPORT,
        PRICE,
        "Le prix était de 86 €",
        "Le prix serait de 86 €",
        "Le prix est peut-être de 86 €",
        "Jadis, le prix est de 86 €",
        "Il paraît que le prix est de 86 €",
    ),
    *rows(
        CHECK,
        COST,
        "It used to cost €36",
        "The price was €36",
        "Maybe it costs €36",
        "It reportedly costs €36",
    ),
    *rows(CARE, COUNCIL, "You used to apply to the departmental council"),
]
ROWS = [*DENIED, *DISOWNED, *CHANGED, *HEDGED]


@pytest.mark.parametrize(("case_id", "said", "instead"), ROWS, ids=lambda one: one[:60])
def test_the_edited_answer_does_not_pass(case_id, said, instead):
    assert edited(case_id, said, instead).state is not Action.PASS


@pytest.mark.parametrize(("case_id", "said", "instead"), DENIED, ids=lambda one: one[:60])
def test_a_denied_right_value_is_held_back(case_id, said, instead):
    assert edited(case_id, said, instead).state in (Action.DEFER, Action.ROUTE)


KEPT = [
    *rows(
        PASSPORT,
        PRICE,
        "Le prix est de 86 €, payable en trois fois",
        "Combien faut-il payer ? Le prix est de 86 €",
        "Le prix est-il de 86 € ? Oui, le prix est de 86 €",
        "Pour éviter un refus, prévoyez 86 €",
        "Le prix est de 86 €. Si ce n'est pas le cas, demandez un reçu. Le timbre se paie",
        "Personne ne paie plus de 86 €",
        "Le prix est de 86 €, en double exemplaire du reçu",
        "Le prix peut être réglé sur place : 86 €",
    ),
    *rows(
        CHECK,
        COST,
        "To avoid a second visit pay on the day: it costs €36",
        "It costs €36. No other payment is due. It is paid",
        "Nobody pays more than €36",
        "Without doubt it costs €36",
    ),
    *rows(CARE, COUNCIL, "You used to write. You apply to the departmental council"),
    *rows(CARE, SOON, "within 2 months - no longer"),
]


@pytest.mark.parametrize(("case_id", "said", "instead"), KEPT, ids=lambda one: one[:60])
def test_words_that_deny_no_value_change_nothing(case_id, said, instead):
    assert edited(case_id, said, instead).state is Action.PASS


def test_a_wrong_value_that_is_denied_is_not_held_against_the_right_one():
    instead = f"Certains parlent de 120 €. C'est faux. {PRICE}"
    assert edited(PASSPORT, PRICE, instead).state in (Action.PASS, Action.WARN)
