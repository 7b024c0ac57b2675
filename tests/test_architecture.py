"""Who may import whom, and that our three package names are ours."""

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import bot
import engine
import render

ROOT = Path(__file__).parents[1]


def test_imports_point_inwards() -> None:
    checked = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.mark.parametrize("package", [engine, render, bot], ids=lambda each: each.__name__)
def test_our_names_are_ours(package: ModuleType) -> None:
    assert Path(package.__path__[0]).parent == ROOT


def test_every_title_has_its_three_folders() -> None:
    titles = {
        layer: {each.parent.name for each in (ROOT / layer / "games").glob("*/__init__.py")}
        for layer in ("engine", "render", "bot")
    }

    assert titles["render"] <= titles["engine"]
    assert titles["bot"] <= titles["engine"]
