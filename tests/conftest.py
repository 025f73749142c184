"""Settings of all tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

# A busy machine must not fail a test: hypothesis judges results, never times.
settings.register_profile("hri", deadline=None, derandomize=True)
settings.load_profile("hri")


@pytest.fixture(scope="session", autouse=True)
def shipped_pragmas() -> Iterator[tuple[str, ...]]:
    """No test cuts the power, so none waits for the disk; gives the pragmas as they are shipped."""
    from hri.store import database

    shipped = database.PRAGMAS
    hasty = [pragma for pragma in shipped if not pragma.startswith("synchronous")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "PRAGMAS", (*hasty, "synchronous=OFF"))
        yield shipped


@pytest.fixture
def careful(shipped_pragmas: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections as they are shipped: each commit waits for the disk."""
    monkeypatch.setattr("hri.store.database.PRAGMAS", shipped_pragmas)


@pytest.fixture(scope="session")
def pack_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where packs are kept as read: once a run, not once a test."""
    return tmp_path_factory.mktemp("pack-cache")
