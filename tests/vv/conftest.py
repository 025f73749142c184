"""What the verification tests share: the demonstration pack and the default policy, read once."""

from __future__ import annotations

import pytest
from factories import ROOT, default_policy

from hri.domain.assessments import VersionRef
from hri.domain.policies import Policy
from hri.domain.ports import Knowledge
from hri.knowledge import load_pack


@pytest.fixture(scope="session")
def demo_pack() -> Knowledge:
    return load_pack(ROOT / "data" / "packs" / "demo")


@pytest.fixture(scope="session")
def default_rules() -> tuple[Policy, VersionRef]:
    return default_policy()
