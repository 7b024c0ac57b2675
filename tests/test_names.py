"""One meaning per word: class names are unique, and constants say what they are."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.passed import ROOT

TITLES = ("seismic", "san_andreas", "aftershock")
MODULES = sorted(
    path for package in ("engine", "render", "bot") for path in (ROOT / package).rglob("*.py")
)
NO_EXPLANATION = re.compile(r"\s*(?:#\s*|\"\"\")So (?:many|long)\b")


def shared_classes() -> Iterator[tuple[str, Path]]:
    """Yield the classes outside of the titles' own folders, which may use the words of rules."""
    for path in MODULES:
        if path.parent.name not in TITLES:
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    yield node.name, path.relative_to(ROOT)


def test_class_names_are_unique() -> None:
    found: defaultdict[str, list[Path]] = defaultdict(list)
    for name, path in shared_classes():
        found[name].append(path)

    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}


def test_no_constant_is_explained_by_so_many() -> None:
    assert [
        f"{path.relative_to(ROOT)}:{number}"
        for path in MODULES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if NO_EXPLANATION.match(line)
    ] == []
