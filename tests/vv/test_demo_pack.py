"""The demonstration pack: marked as such, in two languages, with its sources named."""

from __future__ import annotations

import json
from typing import Any

import pytest
from factories import ROOT

from hri.domain.ports import Knowledge
from hri.domain.slots import SLOTS, Slot

FOLDER = ROOT / "data" / "packs" / "demo"


def read(name: str) -> list[Any]:
    return [json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines()]


PROCEDURES = read("procedures.jsonl")
SOURCES = read("sources.jsonl")
REGISTRY = {record["id"]: record for record in read("registry.jsonl")}


def test_the_pack_says_that_it_is_a_demonstration(demo_pack: Knowledge) -> None:
    assert demo_pack.info.demonstration
    assert "not advice" in demo_pack.info.title
    assert demo_pack.info.languages == ("fr", "en")


def test_all_three_domains_of_the_paper_have_at_least_five_procedures() -> None:
    domains = [procedure["domain"] for procedure in PROCEDURES]
    assert {name: domains.count(name) >= 5 for name in set(domains)} == {
        "civil-registry": True,
        "licensing": True,
        "welfare": True,
    }


@pytest.mark.parametrize("procedure", PROCEDURES, ids=lambda procedure: procedure["id"])
def test_a_procedure_says_the_same_in_both_languages(procedure: dict[str, Any]) -> None:
    assert set(procedure["names"]) == {"fr", "en"}
    for slot, facts in procedure["facts"].items():
        french = [fact for fact in facts if fact["source_id"].endswith(".fr")]
        english = [fact for fact in facts if fact["source_id"].endswith(".en")]
        assert len(french) == len(english) == len(facts) / 2, slot
        for one, other in zip(french, english, strict=True):
            assert digits(one["value"]) == digits(other["value"]), slot
            assert one["url"] == other["url"], slot


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source["source_id"])
def test_a_source_names_its_public_guide_and_its_date(source: dict[str, Any]) -> None:
    guide = source["source_id"].split(".")[0]
    assert source["url"].startswith("https://www.service-public.fr/")
    assert source["url"].endswith(f"/{guide}")
    assert "2018-06-01" <= source["as_of"] <= "2020-08-26"
    assert "valid_from" not in source
    assert source["passages"]


@pytest.mark.parametrize("procedure", PROCEDURES, ids=lambda procedure: procedure["id"])
def test_every_fact_is_read_as_a_statement(procedure: dict[str, Any], demo_pack: Knowledge) -> None:
    unread = [
        known.fact.value
        for slot in SLOTS
        for known in demo_pack.facts(procedure["id"], slot)
        if not known.claims
    ]
    assert unread == []


def test_every_legal_fact_is_known_to_the_register(demo_pack: Knowledge) -> None:
    unknown = [
        known.fact.value
        for procedure in PROCEDURES
        for known in demo_pack.facts(procedure["id"], Slot.LEGAL_BASIS)
        for claim in known.claims
        if not claim.value.known
    ]
    assert unknown == []


def test_a_repealed_law_has_its_last_day() -> None:
    repealed = [record for record in REGISTRY.values() if record["status"] == "repealed"]
    assert len(repealed) >= 2
    assert all(record["valid_to"] < "2020-01-01" for record in repealed)


def digits(text: str) -> list[str]:
    """The numbers of a text whatever the sign between euros and cents."""
    cleaned = "".join(sign if sign.isdigit() else " " for sign in text.replace(",", ".")).split()
    return sorted(cleaned)
