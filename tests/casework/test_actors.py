"""Nobody acts as the system who is not, and no id or name hides characters."""

from __future__ import annotations

import pytest
from casework.bench import case
from pydantic import ValidationError

from hri.casework.permissions import SYSTEM, UseCase, may
from hri.domain.actors import ActorKind
from hri.domain.cases import Case
from hri.domain.reviews import Actor, Role

HIDDEN = {
    "control": "a\x07b",
    "escape": "a\x1b[31mb",
    "line-break": "a\nb",
    "c1": "a\x9bb",
    "zero-width": "a\u200bb",
    "soft-hyphen": "a\u00adb",
    "bidi": "a\u202eb",
    "byte-order-mark": "\ufeffab",
    "tag": "ab\U000e0061",
    "surrogate": "a\ud800b",
}


def actor(identifier: str = "anne", name: str = "Anne", **more: object) -> Actor:
    return Actor.model_validate(
        {"id": identifier, "name": name, "roles": (Role.ADMINISTRATOR,), **more}
    )


@pytest.mark.parametrize(
    "identifier",
    [
        *("system", "SYSTEM", "Sýstem", "ｓｙｓｔｅｍ", "system.", "_system", "hri", "HRI"),
        *("ѕystem", "sуstem", "SΥSTEM", "systеm", "ЅУЅТЕМ", "hrі", "ΗRΙ", "НRI"),
    ],
)
def test_a_person_cannot_have_an_id_of_the_system(identifier: str):
    with pytest.raises(ValidationError, match="reserved"):
        actor(identifier)


@pytest.mark.parametrize(
    "identifier", ["systematic", "anne-system-team", "demo-supervisor", "мария", "νίκος"]
)
def test_ids_that_only_resemble_it_are_fine(identifier: str):
    assert actor(identifier).id == identifier


def test_an_actor_is_a_person_unless_it_says_otherwise():
    assert actor().kind is ActorKind.PERSON


@pytest.mark.parametrize("kind", ["robot", "System", "", None])
def test_another_kind_of_actor_does_not_exist(kind: str | None):
    with pytest.raises(ValidationError, match="kind"):
        actor(kind=kind)


@pytest.mark.parametrize("changes", [{"id": "anne"}, {"roles": (Role.ADMINISTRATOR,)}])
def test_the_system_has_its_own_id_and_no_roles(changes: dict[str, object]):
    with pytest.raises(ValidationError, match="system acts"):
        Actor.model_validate({**SYSTEM.model_dump(), **changes})


def test_the_system_keeps_its_few_rights_and_a_person_needs_a_role():
    assert may(SYSTEM, UseCase.SUBMIT_CASES)
    assert not may(SYSTEM, UseCase.REVIEW)
    assert not may(Actor(id="a", name="A", roles=()), UseCase.SUBMIT_CASES)


@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN)
def test_ids_and_names_hide_no_characters(text: str):
    with pytest.raises(ValidationError):
        actor(identifier=text)
    with pytest.raises(ValidationError):
        actor(name=text)
    for field in ("case_id", "procedure_id", "domain", "model", "channel"):
        with pytest.raises(ValidationError, match=field):
            Case.model_validate({**case().model_dump(), field: text})


def test_names_of_people_and_models_may_have_spaces_and_accents():
    assert actor("anne.müller@ville.example", "Anne-Zoé d’Été Müller").name.startswith("Anne")
    assert case(model="Modèle B 2", channel="site web").model == "Modèle B 2"


def test_what_is_wrong_with_an_id_is_said_in_words():
    with pytest.raises(ValidationError, match=r"does not show \(U\+200B\)"):
        actor("an\u200bne")
    with pytest.raises(ValidationError, match="holds white space"):
        actor("an\u00a0ne")
    with pytest.raises(ValidationError, match="at least 1"):
        actor("")
