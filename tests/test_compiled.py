"""The optional build that compiles the rules: what it compiles is there, and runs as one."""

import re
import tomllib
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Final

import engine
from engine.compiled import COMPILED, PLAIN, compiled

ROOT: Final = Path(__file__).parents[1]
MODULES: Final = {"engine", *(each.name for each in walk_packages(engine.__path__, "engine."))}


def reasons(module: str) -> list[str]:
    """Return why a module is left plain: one reason, or none."""
    return [
        why
        for why, patterns in PLAIN.items()
        if any(fnmatchcase(module, pattern) for pattern in patterns)
    ]


def test_every_module_is_compiled_or_left_plain_for_one_reason() -> None:
    undecided = {each for each in MODULES if (each in COMPILED) + len(reasons(each)) != 1}

    assert undecided == set(), "name each in engine/compiled.py: in COMPILED, or why in PLAIN"
    assert set(COMPILED) <= MODULES


def test_every_compiled_module_can_be_imported() -> None:
    for each in COMPILED:
        import_module(each)


def test_all_of_them_are_compiled_or_none() -> None:
    assert compiled() in ((), COMPILED)


def test_it_is_compiled_by_the_mypy_that_checks_it() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    mypys = [
        re.sub(r"\[.*\]", "", each)
        for name in ("lint", "compile")
        for each in groups[name]
        if each.startswith("mypy")
    ]

    assert len(mypys) == 2
    assert len(set(mypys)) == 1
