"""The house is what its documents say: layers, frames, sizes, catalogues, dependencies."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from factories import ROOT

MODULES = sorted((ROOT / "hri").rglob("*.py"))
PAGES = sorted((ROOT / "pages").glob("*.py"))
LONGEST_MODULE = 400
LONGEST_FUNCTION = 60


def test_import_contracts_hold():
    lint = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_importing_the_package_loads_no_input_or_output_library():
    code = (
        "import sys, hri, hri.pipeline;"
        "names = ('streamlit', 'sqlite_utils', 'tantivy', 'httpx', 'pandas');"
        "print([name for name in names if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_every_page_starts_with_the_frame_guard(page):
    body = ast.parse(page.read_text("utf-8")).body
    statements = [node for node in body if not _is_docstring(node)]
    statements = [node for node in statements if not _is_future(node)]
    first, second = statements[0], statements[1]
    assert ast.unparse(first) == "from hri.ui import nav"
    assert ast.unparse(second) == "nav.require_frame()"


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_and_functions_stay_small(module):
    text = module.read_text("utf-8")
    assert text.count("\n") <= LONGEST_MODULE
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            length = (node.end_lineno or 0) - node.lineno
            assert length <= LONGEST_FUNCTION, f"{node.name} has {length} lines"


def test_no_module_hides_behind_a_vague_name():
    vague = {"utils", "helpers", "manager", "misc", "data", "info"}
    assert not [path for path in MODULES if path.stem in vague or path.parent.name in vague]


def test_every_declared_dependency_is_pinned_and_explained():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = [re.split(r"[<>=]", item)[0].lower() for item in project["dependencies"]]
    pinned = (ROOT / "requirements.txt").read_text("utf-8").lower()
    record = (ROOT / "docs" / "adr" / "0004-dependencies.md").read_text("utf-8").lower()
    for name in names:
        assert re.search(rf"^{re.escape(name)}==", pinned, re.M), f"{name} is not pinned"
        assert f"`{name}`" in record, f"{name} is not explained"


def test_the_data_flow_page_names_every_folder_of_the_package():
    page = (ROOT / "docs" / "data-flow.md").read_text("utf-8")
    parts = {
        path.stem
        for path in (ROOT / "hri").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    } - {"__init__", "__main__"}
    assert {part for part in parts if f"`{part}`" not in page} == set()


def test_the_version_is_the_same_everywhere():
    from hri import __version__

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == __version__
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
