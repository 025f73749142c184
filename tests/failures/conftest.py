"""Packs of the reports, each written and loaded once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from failures.reports import Report, load_report_pack

from hri.knowledge.loaded import LoadedPack

PackOf = Callable[[Report], LoadedPack]


@pytest.fixture(scope="session")
def pack_of(tmp_path_factory: pytest.TempPathFactory) -> PackOf:
    """The small pack of a report."""
    folder = tmp_path_factory.mktemp("packs")
    loaded: dict[str, LoadedPack] = {}

    def load(report: Report) -> LoadedPack:
        name = report["id"]
        if name not in loaded:
            loaded[name] = load_report_pack(report, folder / name)
        return loaded[name]

    return load
