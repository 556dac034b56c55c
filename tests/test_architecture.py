"""The shape of the code: short functions, small modules, telling names, nothing mutable at import."""

from __future__ import annotations

import ast
import statistics
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit import ROOT

PACKAGES = ("companion", "vision", "physics", "hardware")
LONGEST_FUNCTION = 40
LONGEST_MODULE = 300
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "base", "misc"}


def modules(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """Name and number of body lines, the docstring left out, of every function of a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            lines = body[-1].end_lineno - body[0].lineno + 1 if body else 0
            yield f"{path.relative_to(ROOT)}:{node.lineno} {node.name}", lines


def test_no_function_is_long_and_most_are_short() -> None:
    lengths = [found for path in modules(*PACKAGES) for found in functions(path)]
    assert [name for name, lines in lengths if lines > LONGEST_FUNCTION] == []
    assert statistics.quantiles([lines for _, lines in lengths], n=10)[-1] <= 15


def test_no_module_is_large_and_half_are_small() -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules(*PACKAGES)}
    assert [str(path.relative_to(ROOT)) for path, lines in lengths.items() if lines > LONGEST_MODULE] == []
    assert statistics.median(lengths.values()) <= 120


def test_folders_and_modules_have_names_that_say_something() -> None:
    names = {part for path in modules(*PACKAGES, "tests", "bench") for part in (path.stem, path.parent.name)}
    assert names & EMPTY_NAMES == set()


@pytest.mark.parametrize("package", PACKAGES)
def test_every_folder_says_what_is_in_it(package: str) -> None:
    for path in (ROOT / package).rglob("__init__.py"):
        assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))), path


def test_nothing_mutable_is_kept_at_module_level() -> None:
    kept = []
    for path in modules(*PACKAGES):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            value = getattr(node, "value", None)
            if isinstance(node, ast.Assign) and isinstance(value, ast.List | ast.Set):
                kept.append(f"{path.relative_to(ROOT)}:{node.lineno}")
            if isinstance(node, ast.Global):
                kept.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert kept == []


def test_no_absolute_path_of_a_machine_and_no_registry_stands_in_the_repository() -> None:
    words = ("/wo" + "rk/", "pypi" + ".org", "files.pythonhosted")
    texts = [
        *modules(*PACKAGES, "tests", "bench"),
        *ROOT.glob("*.md"),
        *ROOT.glob("*.lock"),
        *(ROOT / "docs").rglob("*.md"),
    ]
    found = [
        path.name
        for path in texts
        for word in words
        if path != Path(__file__) and word in path.read_text(encoding="utf-8")
    ]
    assert found == []
