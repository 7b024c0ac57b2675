"""The levels of computer players, rated by a command."""

import json
from pathlib import Path

from bot.table.people.levels import LEVELS
from tests.bot.command_line.conftest import Typed


def test_levels_are_rated_and_the_same_seed_finds_the_same(typed: Typed, tmp_path: Path) -> None:
    paths = [tmp_path / "one.json", tmp_path / "two.json"]

    paths[1].write_text('{"seismic": {}}')
    played = ("levels", "san_andreas", "--matches", "1", "--seed", "x", "--out")

    shown = [typed(*played, str(path)) for path in paths]

    assert [each.exit_code for each in shown] == [0, 0]
    assert f"{paths[1]}: seismic, san_andreas." in shown[1].output

    one, two = (json.loads(path.read_text("utf-8")) for path in paths)
    title = one["san_andreas"]
    assert two == {"seismic": {}, **one}
    assert title["command"] == "python -m bot levels san_andreas --matches 1 --seed x"
    assert title["seats"] == [3, 4]
    assert list(title["levels"]) == list(LEVELS)
    assert {each["matches"] for each in title["levels"].values()} == {1}


def test_no_matches_are_refused(typed: Typed, tmp_path: Path) -> None:
    shown = typed("levels", "--matches", "0", "--out", str(tmp_path / "none.json"))

    assert shown.exit_code == 2
    assert not list(tmp_path.iterdir())
