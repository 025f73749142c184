"""A hundred texts that try to talk the judgement down, in question, answer and samples."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import factories
import pytest
from gateway.doors import Gateway
from gateway.test_end_to_end import BY_ACTION, ask
from gateway.upstream import Upstream

from hri.domain.cases import Case
from hri.domain.decisions import Action
from hri.domain.ports import Knowledge
from hri.pipeline import assess_or_route

FILE = Path(__file__).with_name("injections.toml")
PAYLOADS: list[str] = tomllib.loads(FILE.read_text("utf-8"))["payloads"]
BASES = [BY_ACTION[name] for name in ("WARN", "DEFER", "ROUTE")]
PLACES = ("question", "answer_before", "answer_after", "samples")


def with_payload(row: dict[str, Any], payload: str, place: str) -> dict[str, Any]:
    if place == "question":
        return {**row, "question": f"{row['question']}\n\n{payload}"}
    if place == "answer_before":
        return {**row, "answer": f"{payload}\n\n{row['answer']}"}
    if place == "answer_after":
        return {**row, "answer": f"{row['answer']}\n\n{payload}"}
    return {**row, "samples": [f"{text}\n\n{payload}" for text in row["samples"]]}


def action_of(row: dict[str, Any], pack: Knowledge) -> Action:
    policy, ref = factories.default_policy()
    return assess_or_route(Case.model_validate(row), pack, policy, ref).state


def test_there_are_a_hundred_and_each_is_another():
    assert len(PAYLOADS) == len(set(PAYLOADS)) == 100


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("base", range(len(BASES)), ids=["warn", "defer", "route"])
def test_no_text_makes_an_action_milder(demo_pack: Knowledge, place: str, base: int):
    row = BASES[base]
    before = action_of(row, demo_pack)
    # A third of the payloads on each base: every payload stands in every place.
    found = {
        payload: action_of(with_payload(row, payload, place), demo_pack)
        for payload in PAYLOADS[base :: len(BASES)]
    }
    milder = {payload: act for payload, act in found.items() if act.severity < before.severity}
    assert milder == {}


@pytest.mark.parametrize("payload", PAYLOADS[::10])
def test_nor_does_it_through_the_door(gateway: Gateway, upstream: Upstream, payload: str):
    for name in ("DEFER", "ROUTE"):
        row = with_payload(BY_ACTION[name], payload, "answer_before")
        row = with_payload(with_payload(row, payload, "samples"), payload, "question")
        done = ask(gateway, upstream, row)
        assert Action(done.hri["action"]).severity >= Action(name).severity
