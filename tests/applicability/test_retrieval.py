"""Finding the procedure by question and answer: both must point to the same one."""

from __future__ import annotations

import pytest
from factories import ROOT, default_policy

from hri.applicability import find_procedure
from hri.domain.cases import Case
from hri.knowledge import load_pack

PASSPORT = "Le passeport se demande à la mairie, avec une photo et un timbre fiscal de 86 €."
CAKE = "Étalez la pâte, coupez les pommes et enfournez 40 minutes."


@pytest.fixture(scope="module")
def pack():
    return load_pack(ROOT / "data" / "packs" / "demo")


@pytest.fixture
def find(pack):
    policy, _ = default_policy()

    def found(question: str, answer: str):
        case = Case.model_validate({
            "question": question,
            "answer": answer,
            "samples": [answer] * 3,
            "language": "fr",
            "domain": "other",
            "jurisdiction": "FR",
            "asked_on": "2020-06-01",
        })  # fmt: skip
        return find_procedure(case, pack, policy.signals)

    return found


def test_what_has_nothing_to_do_with_a_procedure_is_none(find):
    assert find("Comment faire une tarte aux pommes ?", CAKE).id is None


def test_an_answer_on_something_else_makes_a_vague_question_unclear(find):
    asked = "Quels papiers pour mon enfant ?"
    assert find(asked, CAKE).id is None


def test_a_question_that_names_the_procedure_needs_no_answer_to_find_it(find, pack):
    for chosen in map(pack.procedure, pack.procedure_ids()):
        assert find(f"{chosen.names['fr'][0]} ?", CAKE).id == chosen.id


def test_an_answer_that_names_the_procedure_settles_a_vague_question(find, pack):
    chosen = pack.procedure(find("Je veux un passeport, que faire ?", PASSPORT).candidates[0])
    name = chosen.names["fr"][0]
    assert find("Je veux un passeport, que faire ?", f"{name}. {PASSPORT}").id == chosen.id
