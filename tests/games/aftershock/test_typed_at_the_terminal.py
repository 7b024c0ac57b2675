"""Aftershock at the terminal: matches between computer players, and a board file gone wrong."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copy, copytree, ignore_patterns

import pytest
from click.testing import CliRunner

from bot.command_line.main import main
from engine.games.aftershock import GAME
from engine.record_text import read_record
from engine.registry import games

ROOT = Path(__file__).parents[3]
BOARD = Path("engine/games/aftershock/boards/san_francisco.json")


@pytest.mark.parametrize("agent", ["uniform", "greedy"])
def test_computer_players_play_a_match_with_as_few_seats_as_can_play(agent: str) -> None:
    ended = CliRunner().invoke(main, ("simulate", "aftershock", "--agent", agent))

    assert ended.exit_code == 0
    assert read_record(games(), ended.output).header.setup.seats == min(GAME.meta.seats)


def test_the_command_line_says_which_figure_is_wrong(tmp_path: Path) -> None:
    for package in ("engine", "render", "bot"):
        copytree(ROOT / package, tmp_path / package, ignore=ignore_patterns("__pycache__"))
    # Of a compiled build, what its modules have in common.
    for library in ROOT.glob("*__mypyc*"):
        copy(library, tmp_path)
    text = (tmp_path / BOARD).read_text("utf-8")
    line = text[: text.index('"links": [')].count("\n") + 2
    wrong = text.replace('"sections": {"value": 3,', '"sections": {"value": 33,', 1)
    (tmp_path / BOARD).write_text(wrong, "utf-8")

    ended = subprocess.run(
        [sys.executable, "-m", "bot", "simulate", "aftershock"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert ended.returncode == 2
    assert ended.stderr == (
        f"Error: san_francisco.json, line {line}: this board of Aftershock can't be played:"
        " links.0.sections is longer-than-pieces (allowed: 16)\n"
    )
