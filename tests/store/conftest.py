"""A worked database, once a module, and copies that may be changed for good."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from store.worked import Altered, open_worked

from hri.wiring import Desk


@pytest.fixture(scope="module")
def worked(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    return open_worked(tmp_path_factory.mktemp("worked"))


@pytest.fixture(scope="module")
def altered(worked: Desk) -> Iterator[Altered]:
    found = Altered(worked.settings.database)
    yield found
    found.connection.close()


@pytest.fixture
def path(worked: Desk, tmp_path: Path) -> Path:
    return Path(shutil.copy(worked.settings.database, tmp_path / "copy.sqlite"))
