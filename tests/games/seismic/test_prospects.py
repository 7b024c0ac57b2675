"""What a tile joins on a cell is found without building it."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from engine.game import Setup
from engine.games.seismic import GAME
from engine.games.seismic.board import Board, with_rotated, with_tile
from engine.games.seismic.grid import numbered
from engine.games.seismic.legal import after_rotation, placements, rotations
from engine.games.seismic.pieces import Laid, Section
from engine.games.seismic.prospects import Prospect, arriving, branches, prospects
from engine.games.seismic.sections import section_at, sections
from engine.games.seismic.state import State
from engine.games.seismic.tiles import fragments
from tests.engine.playing import states
from tests.games.seismic.worked import place, standing

MATCHES = [Setup(2, options={"table_radius": 5}), Setup(4, ("aftershocks", "twin_cities"))]


def moments(setup: Setup) -> list[State]:
    """Return some positions of a random match, in which crews stand anywhere."""
    found = [state for state, _ in states(GAME, setup, 5) if state.phase == "placing"]
    return found[::6]


def told(section: Section | Prospect) -> Any:
    """Return what a section is, from whichever side one looks at it."""
    ends = sorted((end.kind, end.cell, end.edge, end.value) for end in section.ends)
    return section.length, sorted(section.seats), sorted(section.cells), ends


def all_of(found: Iterable[Section | Prospect]) -> list[Any]:
    return sorted(map(told, found))


def through(board: Board, laid: Laid) -> list[Section]:
    """Return the sections of a tile on the table, by following each of its fragments."""
    found = {section_at(board, laid, a) for a, _ in fragments(laid.tile, laid.turn)}
    return list({frozenset(each.pieces): each for each in found}.values())


@pytest.mark.parametrize("setup", MATCHES, ids=["small", "variants"])
def test_a_placement_joins_what_it_would_join_if_it_were_built(setup: Setup) -> None:
    rng = Random(1)
    for state in moments(setup):
        for each in rng.sample(placements(state.board, state.display, 0), 3):
            laid = Laid(each.cell, each.tile, each.turn)
            number = state.board.ground.numbers[each.cell]

            joined = prospects(branches(state.board, number), laid)

            assert all_of(joined) == all_of(through(with_tile(state.board, laid), laid))


@pytest.mark.parametrize("setup", MATCHES, ids=["small", "variants"])
def test_a_rotation_joins_what_it_would_join_if_the_tile_were_turned(setup: Setup) -> None:
    rng = Random(1)
    for state in moments(setup)[1:]:
        for each in rng.sample(rotations(state.board, ()), 2):
            number = state.board.ground.numbers[each.cell]
            laid = after_rotation(state.board.built[number][0], each.turn)

            joined = prospects(branches(state.board, number), laid)

            assert all_of(joined) == all_of(through(with_rotated(state.board, laid), laid))


@pytest.mark.parametrize("setup", MATCHES, ids=["small", "variants"])
def test_every_open_section_arrives_at_its_cells(setup: Setup) -> None:
    for state in moments(setup):
        board = state.board
        opened = sections(board)
        for number in board.constraints:
            cell = numbered(number)
            there = [each for each in opened if cell in {end.cell for end in each.ends}]

            assert all_of(arriving(cell, branches(board, number))) == all_of(there)


def joined(board: Board, text: str) -> list[Prospect]:
    wanted = place(text)
    number = board.ground.numbers[wanted.cell]
    return list(prospects(branches(board, number), Laid(wanted.cell, wanted.tile, wanted.turn)))


def test_a_section_that_comes_back_to_the_tile_is_one_section() -> None:
    board = standing("0,-2 01/2; 1,-2 01/4; -1,0 01/1").board

    (section,) = joined(board, "0,-1 03-14/0")

    assert (set(section.own), section.length, len(section.cells)) == ({0, 1}, 5, 5)
    assert [end.kind for end in section.ends] == ["tile", "tile"]


BEND = "0,-2 01/2; 1,-2 01/4"


def test_a_loop_has_no_ends() -> None:
    loop, out = joined(standing(BEND, "0,-2:2 b").board, "0,-1 01-34/0")

    assert (loop.own, loop.length, loop.seats, loop.ends) == ((0,), 3, (1,), ())
    assert [end.kind for end in out.ends] == ["tile", "open"]


def test_a_section_from_a_tile_to_itself_has_it_at_both_ends() -> None:
    section, *_ = joined(standing(BEND).board, "0,-1 +4:0134/0")

    assert (section.own, section.length) == ((0, 1), 2)
    assert [(end.kind, end.edge, end.value) for end in section.ends] == [
        ("tile", 0, 4),
        ("tile", 1, 4),
    ]
