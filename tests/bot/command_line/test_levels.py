"""The levels of computer players, rated by a command."""

import json
from pathlib import Path

import pytest

from bot.command_line import levels
from bot.table.people.levels import LEVELS
from engine.registry import games
from tests.bot.command_line.conftest import Typed


def test_levels_are_rated_and_the_same_seed_finds_the_same(
    typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "games", lambda: {"san_andreas": games()["san_andreas"]})
    paths = [tmp_path / "one.json", tmp_path / "two.json"]

    for path in paths:
        shown = typed("levels", "--matches", "2", "--seed", "x", "--out", str(path))
        assert shown.exit_code == 0
        assert f"{path}: 1 titles." in shown.output

    one, two = (json.loads(path.read_text("utf-8")) for path in paths)
    title = one["titles"]["san_andreas"]
    assert one == two
    assert one["command"] == "python -m bot levels --matches 2 --seed x"
    assert (title["matches"], title["seats"]) == (2, [3, 4])
    assert list(title["levels"]) == list(LEVELS)
    assert {each["matches"] for each in title["levels"].values()} == {2}


def test_no_matches_are_refused(typed: Typed, tmp_path: Path) -> None:
    shown = typed("levels", "--matches", "0", "--out", str(tmp_path / "none.json"))

    assert shown.exit_code == 2
    assert not list(tmp_path.iterdir())
