"""Fixtures of the gateway's tests: a real model, a real desk with the demonstration pack."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from gateway.doors import Gateway, open_gateway
from gateway.upstream import Upstream, running

from hri.domain.ports import Knowledge
from hri.knowledge import load_pack

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def demo_pack(pack_cache: Path) -> Knowledge:
    return load_pack(ROOT / "data" / "packs" / "demo", cache=pack_cache)


@pytest.fixture(scope="module", autouse=True)
def without_authorities() -> Iterator[None]:
    """Reading the world's certificates takes each client 30 ms, and no test speaks TLS."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ssl.SSLContext, "load_verify_locations", lambda *_, **__: None)
        yield


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
