"""Matches in Portable Piecepack Notation: a small reader of our own plays them to the same end."""

import re
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.boards.squares import Space
from engine.game import Seat, Setup
from engine.games.san_andreas import GAME
from engine.games.san_andreas.events import EpicenterSet, IslandsSank
from engine.games.san_andreas.ground import fresh_ground
from engine.games.san_andreas.piecepack import _sorted, _Table, portable
from engine.games.san_andreas.state import State
from engine.games.san_andreas.tiles import LAND, PAWNS, START
from engine.record import Record
from engine.record_text import read_record
from engine.referee import Referee
from engine.registry import games
from engine.replay import Replay
from tests.engine.playing import SEED, draws, header, old_header

RECORDS = Path(__file__).parent / "records"
AT = re.compile(r"(\w+)@\((-?[\d.]+),(-?[\d.]+)\)(?:%(\d+))?")
MOVE = re.compile(r"(\d+)([-_])\((-?[\d.]+),(-?[\d.]+)\)(?:%(\d+))?")


@dataclass
class Table:
    """What lies where, from below to above, as the notation's public reader keeps it."""

    order: list[int] = field(default_factory=list)
    pieces: dict[int, tuple[str, float, float]] = field(default_factory=dict)
    count: int = 0

    def play(self, move: str) -> None:
        if match := AT.fullmatch(move):
            self.count += 1
            self.pieces[self.count] = (match[1], float(match[2]), float(match[3]))
            self.put(self.count, match[4])
        elif match := MOVE.fullmatch(move):
            number = int(match[1])
            self.pieces[number] = (self.pieces[number][0], float(match[3]), float(match[4]))
            self.order.remove(number)
            if match[2] == "_":
                self.order.insert(0, number)
            else:
                self.put(number, match[5])
        elif move.startswith("!"):
            self.order.remove(int(move[1:]))
            self.order.append(int(move[1:]))
        else:
            assert move.startswith("*"), move
            self.order.remove(int(move[1:]))
            del self.pieces[int(move[1:])]

    def put(self, number: int, above: str | None) -> None:
        place = self.order.index(int(above)) + 1 if above else len(self.order)
        self.order.insert(place, number)


def read(text: str) -> Table:
    table = Table()
    body = text.split("...\n", 1)[1]
    for line in body.splitlines():
        number, *moves = line.split(" ")
        assert re.fullmatch(r"\w+\.", number)
        for move in moves:
            table.play(move)
    return table


def the_same(table: Table, state: State) -> None:
    kinds = {number: kind for number, (kind, _, _) in table.pieces.items()}
    names = dict(enumerate(START, 1))
    tiles = {
        names[number]: (x - 0.5, y - 0.5)
        for number, (kind, x, y) in table.pieces.items()
        if kind == "tb"
    }
    assert tiles == state.ground.corners
    coins = {(kind, x, y) for kind, x, y in table.pieces.values() if kind.endswith("cb")}
    assert coins == {(f"{'SMCA'[each.seat]}{each.value}cb", *each.space) for each in state.cities}
    pawns = {(kind, x, y) for kind, x, y in table.pieces.values() if kind.endswith("p")}
    assert pawns == {
        (f"{'SMCA'[PAWNS.index(each.pawn)]}p", *each.space)
        for each in GAME.observe(state, "public").layout.pawns
    }
    # A match that ends by vote in a quake leaves its dice beside the board.
    dice = {kind for kind in kinds.values() if re.fullmatch(r"\wd\d", kind)}
    rolled = () if state.quake is None or state.quake.is_over else state.quake.dice
    assert dice == {f"{'SMCA'[PAWNS.index(each.die)]}d{each.face}" for each in rolled}
    assert len(kinds) == len(tiles) + len(coins) + len(pawns) + len(dice)
    order = [names[number] for number in table.order if number in names]
    for plates in state.ground.stacks.values():
        for lower, upper in pairwise(each for each in plates if each != LAND):
            assert order.index(lower) < order.index(upper)


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.json")), ids=lambda path: path.stem)
def test_a_record_as_notation_leads_to_the_same_table(path: Path) -> None:
    record = read_record(games(), path.read_text("utf-8"))

    the_same(read(portable(record)), Replay(GAME, record).state)


def test_the_notation_of_a_first_turn() -> None:
    record = begun()
    referee = Referee(GAME)
    progress = referee.open(record)
    seat = progress.state.seat
    found = next(iter(GAME.legal_actions(progress.state, seat)))
    text = portable(referee.submit(progress, seat, found, draws(Setup(3))).record)

    head, setup, turn = text.split("...\n")[0], *text.split("...\n")[1].splitlines()
    assert head == '---\nEvent: San Andreas\nResult: "0-0-0"\n'
    assert setup.startswith("setup. tb@(1.5,15.5) tb@(3.5,15.5)")
    assert turn == f"2. {'SMC'[seat]}0cb@(2,16)"


def begun() -> Record[Any]:
    return Referee(GAME).begin(header(GAME, Setup(3), SEED), draws(Setup(3))).record


def test_what_was_taken_back_is_left_out() -> None:
    referee, chance = Referee(GAME), draws(Setup(3))
    progress = referee.open(begun())
    first, second = list(GAME.legal_actions(progress.state, progress.state.seat))[:2]
    kept = referee.submit(progress, progress.state.seat, second, chance)

    taken_back = referee.undo(referee.submit(progress, progress.state.seat, first, chance), 1)
    again = referee.submit(taken_back, taken_back.state.seat, second, chance)

    assert portable(again.record) == portable(kept.record)


def test_in_a_record_of_format_1_taking_back_can_itself_be_taken_back() -> None:
    referee, chance = Referee(GAME), draws(Setup(3))
    progress = referee.begin(old_header(GAME, Setup(3)), chance)
    action = next(iter(GAME.legal_actions(progress.state, progress.state.seat)))
    played = referee.submit(progress, progress.state.seat, action, chance)

    again = referee.undo(referee.undo(played, 1), 2)

    assert again.state == played.state
    assert portable(again.record) == portable(played.record)


def test_tiles_in_a_pinwheel_keep_the_order_that_they_had() -> None:
    round_and_round = {
        Space(1, 1): ("A1", "A2"),
        Space(2, 1): ("A2", "A3"),
        Space(3, 1): ("A3", "A1"),
    }

    order = _sorted(replace(fresh_ground(), stacks=round_and_round), list(START), "A1")

    assert order == list(START)


def test_a_pawn_sinks_with_its_island() -> None:
    table, state = _Table(), GAME.initial(Setup(3))
    tiles = list(table.laid_out())
    pawn = list(table.told(EpicenterSet(Seat(0), "sun", "C1", "a", Space(2, 12)), state))
    other = list(table.told(EpicenterSet(Seat(1), "moon", "A1", "a", Space(2, 16)), state))

    sunk = list(table.told(IslandsSank((fresh_ground().laid("C1"),), ()), state))

    assert len(tiles) == 23
    assert (pawn, other) == (["Sp@(2,12)%7"], ["Mp@(2,16)%1"])
    assert sunk == ["*24", "*7"]
