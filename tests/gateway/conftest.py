"""Fixtures of the gateway's tests: a real model, a real desk with the demonstration pack."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from gateway.doors import Gateway, open_gateway
from gateway.upstream import Upstream, running

from hri.domain.ports import Knowledge
from hri.knowledge import load_pack

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def demo_pack(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    return load_pack(ROOT / "data" / "packs" / "demo", cache=tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def the_upstream() -> Iterator[Upstream]:
    with running() as upstream:
        yield upstream


@pytest.fixture
def upstream(the_upstream: Upstream) -> Upstream:
    the_upstream.reset()
    return the_upstream


@pytest.fixture
def gateway(tmp_path: Path, demo_pack: Knowledge, upstream: Upstream) -> Iterator[Gateway]:
    with open_gateway(tmp_path, demo_pack, upstream_url=upstream.url) as opened:
        yield opened
