"""What a provider's claims mean: who, with which roles, until when; in doubt nobody and nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from casework.bench import NOON, FakeClock

from hri.casework.identities import Identities
from hri.domain.identities import ClaimNames
from hri.domain.reviews import Role
from hri.errors import SignInEndedError, SignInError

ROLES = {"staff": Role.CASEWORKER, "/hri/chiefs": Role.SUPERVISOR, "chief": Role.SUPERVISOR}
NOW = int(NOON.timestamp())
TOKEN: dict[str, Any] = {
    "sub": "f1c2", "name": "Anne Martin", "roles": ["staff"], "iat": NOW - 60, "exp": NOW + 240,
}  # fmt: skip


def reader(**names: Any) -> Identities:
    return Identities(ClaimNames(**names), ROLES, FakeClock())


def test_claims_make_a_person_with_roles_and_an_end():
    found = reader().identify(TOKEN)
    assert (found.actor.id, found.actor.name) == ("f1c2", "Anne Martin")
    assert found.actor.roles == (Role.CASEWORKER,)
    assert found.issued_at == NOON - timedelta(seconds=60)
    assert found.ends_at == NOON + timedelta(seconds=240)


@pytest.mark.parametrize(
    ("said", "roles"),
    [
        ("staff", (Role.CASEWORKER,)),
        (["chief", "/hri/chiefs", "staff"], (Role.CASEWORKER, Role.SUPERVISOR)),
        (["other"], ()),
        (["caseworker", "administrator", "Staff", " staff"], ()),
        ("staff,chief", ()),
        ("staff chief", ()),
        ({"staff": True}, ()),
        ([["staff"], None, 7], ()),
        (None, ()),
        ([], ()),
    ],
)
def test_only_values_of_the_file_give_roles(said: object, roles: tuple[Role, ...]):
    assert reader().identify({**TOKEN, "roles": said}).actor.roles == roles


def test_a_missing_role_claim_gives_none():
    without = {key: value for key, value in TOKEN.items() if key != "roles"}
    assert reader().identify(without).actor.roles == ()


def test_a_claim_is_found_by_its_whole_name_or_by_its_path():
    nested = {**TOKEN, "realm_access": {"roles": ["chief"]}}
    assert reader(role="realm_access.roles").identify(nested).actor.roles == (Role.SUPERVISOR,)
    named = {**TOKEN, "https://example.org/roles": "chief"}
    assert reader(role="https://example.org/roles").identify(named).actor.roles == (
        Role.SUPERVISOR,
    )
    flat = {**TOKEN, "realm_access": "chief"}
    assert reader(role="realm_access.roles").identify(flat).actor.roles == ()


@pytest.mark.parametrize(
    "sub",
    [
        None, "", 7, ["anne"], "a b", "anne\u200b", "x" * 201, "system", "ＳＹＳＴＥＭ", "hri",
        "H\u0301RI", "demo-administrator", "Demo-x", "ＤＥＭＯ-x", "-demo-x",
    ],
)  # fmt: skip
def test_an_id_that_could_be_anothers_lets_nobody_in(sub: object):
    with pytest.raises(SignInError, match="cannot be used here"):
        reader().identify({**TOKEN, "sub": sub})


@pytest.mark.parametrize("verified", [None, False, "true", 1])
def test_an_address_that_nobody_verified_is_no_id(verified: object):
    claims = {**TOKEN, "email": "anne@example.org", "email_verified": verified}
    with pytest.raises(SignInError, match="not verified"):
        reader(id="email").identify(claims)
    sure = {**claims, "email_verified": True}
    assert reader(id="email").identify(sure).actor.id == "anne@example.org"


@pytest.mark.parametrize("name", [None, 7, "", "An\u202ene", "x" * 201])
def test_a_name_that_cannot_be_shown_gives_way_to_the_id(name: object):
    assert reader().identify({**TOKEN, "name": name}).actor.name == "f1c2"


@pytest.mark.parametrize("exp", [NOW, NOW - 1, 0])
def test_a_sign_in_ends_with_its_token(exp: int):
    with pytest.raises(SignInEndedError):
        reader().identify({**TOKEN, "exp": exp})


@pytest.mark.parametrize("claim", ["exp", "iat"])
@pytest.mark.parametrize("said", [None, "soon", True, float("nan"), float("inf"), 10**30])
def test_a_sign_in_without_a_beginning_or_an_end_is_none(claim: str, said: object):
    with pytest.raises(SignInError, match=claim):
        reader().identify({**TOKEN, claim: said})


def test_hours_of_the_settings_count_from_the_issue():
    old = {**TOKEN, "iat": NOW - 7 * 3600, "exp": NOW - 6 * 3600}
    assert reader(hours=8).identify(old).ends_at == NOON + timedelta(hours=1)
    with pytest.raises(SignInEndedError):
        reader(hours=7).identify(old)
