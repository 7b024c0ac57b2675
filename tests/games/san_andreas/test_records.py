"""Matches that were played once replay for ever: a change that breaks one is a new edition."""

from dataclasses import replace
from typing import Any

import pytest

from engine.errors import IllegalAction
from engine.game import Setup
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Epicenter
from engine.games.san_andreas.state import but
from engine.record_text import read_record
from engine.referee import Referee
from engine.registry import games
from engine.replay import Replay
from tests.games.san_andreas.golden import RECORDS


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
