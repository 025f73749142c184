"""What the verification tests share: the demonstration pack and the default policy, read once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from factories import ROOT, default_policy

from hri.domain.assessments import VersionRef
from hri.domain.cases import Case
from hri.domain.decisions import Action
from hri.domain.policies import Policy
from hri.domain.ports import Knowledge
from hri.knowledge import load_pack
from hri.pipeline import assess


@pytest.fixture(scope="session")
def demo_pack() -> Knowledge:
    return load_pack(ROOT / "data" / "packs" / "demo")


@pytest.fixture(scope="session")
def default_rules() -> tuple[Policy, VersionRef]:
    return default_policy()


@pytest.fixture(scope="session")
def demo_cases() -> dict[str, Case]:
    lines = (ROOT / "data" / "cases" / "demo.jsonl").read_text("utf-8").splitlines()
    cases = map(Case.model_validate_json, lines)
    return {case.case_id: case for case in cases if case.case_id}


@pytest.fixture
def state_of(
    demo_cases: dict[str, Case], demo_pack: Knowledge, default_rules: tuple[Policy, VersionRef]
) -> Callable[[str, str, str], Action]:
    """The action on a demonstration case whose answer and samples say something else instead."""

    def assess_edited(case_id: str, said: str, instead: str) -> Action:
        case = demo_cases[case_id]
        assert said in case.answer
        answer = case.answer.replace(said, instead)
        edited = case.model_copy(update={"answer": answer, "samples": (answer,) * 4})
        return assess(edited, demo_pack, *default_rules).state

    return assess_edited
