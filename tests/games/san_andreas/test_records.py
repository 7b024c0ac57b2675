"""Matches that were played once replay for ever: a change that breaks one is a new edition.

Run as a module, this plays and writes the golden records that are named and not there yet.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.command_line.records import played as simulated
from engine.draws import verify
from engine.errors import IllegalAction
from engine.game import Setup
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Epicenter
from engine.games.san_andreas.state import but
from engine.record_text import read_record, write_record
from engine.referee import Referee
from engine.registry import games
from engine.replay import Replay

RECORDS = Path(__file__).parent / "records"
GOLDEN = {
    "three-seats": (Setup(3), "1", "uniform"),
    "two-nulls-at-once": (Setup(4), "1", "uniform"),
    "three-greedy": (Setup(3), "3", "greedy"),
    "four-greedy": (Setup(4), "4", "greedy"),
    "second-begins": (Setup(3, options={"first_player": "2"}), "5", "uniform"),
    "lakes-are-ocean": (Setup(4, options={"lakes_are_ocean": "yes"}), "12", "greedy"),
    "island-sinks": (Setup(3), "11", "greedy"),
    "islands-sink-after": (Setup(4, options={"islands_sink": "after"}), "16", "uniform"),
    "strict-memory": (Setup(3, options={"memory": "strict"}), "8", "greedy"),
    "flat-ground-only": (Setup(3, options={"too_steep": 1}), "9", "uniform"),
    "steep-ground-too": (Setup(4, options={"too_steep": 3}), "34", "greedy"),
    "six-quakes": (Setup(4), "29", "uniform"),
    "four-swaps": (Setup(4), "36", "uniform"),
    "four-nulls-rolled-again": (Setup(4), "503", "uniform"),
}


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_a_golden_record_replays_to_its_outcome(path: Path) -> None:
    record = read_record(games(), path.read_text("utf-8"))

    assert record.outcome is not None
    assert len(Replay(GAME, record)) == len(record.entries)
    assert verify(GAME, record) >= 5
    assert write_record(GAME, record) == path.read_text("utf-8")


def test_every_golden_record_is_there() -> None:
    assert {path.stem for path in RECORDS.glob("*.json")} >= GOLDEN.keys()


def test_a_pawn_that_edition_1_let_stand_inland_is_refused_by_edition_2() -> None:
    text = (RECORDS / "edition-1-pawn-inland.json").read_text("utf-8")
    replay = Replay(GAME, read_record(games(), text))
    line = next(place for place, each in enumerate(replay) if is_set_inland(replay, place))
    now = replay.before(line)
    ground = replace(now.ground, edition=2)
    move = replay[line].entry.move
    assert move is not None

    with pytest.raises(IllegalAction) as caught:
        GAME.apply(but(now, ground=ground), move)

    assert caught.value.key == "san-andreas-inland"
    assert ground.edition == GAME.initial(Setup(3)).ground.edition


def is_set_inland(replay: Replay[Any, Any], line: int) -> bool:
    """Say whether this line sets a pawn on a tile that touches no ocean."""
    ground, move = replay.before(line).ground, replay[line].entry.move
    if move is None or not isinstance(move.action, Epicenter):
        return False
    tile, _ = ground.visible[move.action.space]
    return tile not in replace(ground, edition=2).coastal


def test_a_match_keeps_the_edition_that_it_began_with() -> None:
    text = (RECORDS / "three-seats.json").read_text("utf-8")
    record = read_record(games(), text)
    half = replace(record, entries=record.entries[:20], outcome=None, seed=None)

    progress = Referee(GAME).open(half)

    assert half.header.rules_version == 1
    assert progress.state.ground.edition == GAME.initial(Setup(3), 1).ground.edition == 1
    assert GAME.initial(Setup(3)).ground.edition == 2


if __name__ == "__main__":
    for name, (setup, seed, agent) in GOLDEN.items():
        file = RECORDS / f"{name}.json"
        if not file.exists():
            file.write_text(write_record(GAME, simulated(GAME, setup, seed, agent)), "utf-8")
            print(f"written: {file}")
