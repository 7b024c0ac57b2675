"""What a tile joins on a cell is found without building it."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from engine.game import Setup
from engine.games.seismic import GAME
from engine.games.seismic.board import Board, with_rotated, with_tile
from engine.games.seismic.legal import after_rotation, placements, rotations
from engine.games.seismic.pieces import Laid
from engine.games.seismic.sections import Chain, arms, arriving, chains, section_at, sections, whole
from engine.games.seismic.state import State
from engine.games.seismic.tiles import fragments
from tests.engine.playing import states
from tests.games.seismic.worked import place, standing

MATCHES = [Setup(2, options={"table_radius": 5}), Setup(4, ("aftershocks", "twin_cities"))]


def moments(setup: Setup) -> list[State]:
    """Return some positions of a random match, in which crews stand anywhere."""
    found = [state for state, _ in states(GAME, setup, 5) if state.phase == "placing"]
    return found[::6]


def told(chain: Chain) -> Any:
    """Return what a section is, from whichever side one looks at it."""
    return chain.length, sorted(chain.crews), sorted(chain.cells), sorted(chain.tips)


def all_of(found: Iterable[Chain]) -> list[Any]:
    return sorted(told(chain) for chain in found)


def through(board: Board, laid: Laid) -> list[Chain]:
    """Return the sections of a tile on the table, by following each of its fragments."""
    found = {section_at(board, laid, a) for a, _ in fragments(laid.tile, laid.turn)}
    unique = {frozenset((*each.fragments, *each.stubs)): each for each in found}
    return [whole(board, each) for each in unique.values()]


@pytest.mark.parametrize("setup", MATCHES, ids=["small", "variants"])
def test_a_placement_joins_what_it_would_join_if_it_were_built(setup: Setup) -> None:
    rng = Random(1)
    for state in moments(setup):
        for each in rng.sample(placements(state.board, state.display, 0), 3):
            laid = Laid(each.cell, each.tile, each.turn)
            number = state.board.ground.numbers[each.cell]

            joined = chains(number, arms(state.board, number), laid)

            assert all_of(joined) == all_of(through(with_tile(state.board, laid), laid))


@pytest.mark.parametrize("setup", MATCHES, ids=["small", "variants"])
def test_a_rotation_joins_what_it_would_join_if_the_tile_were_turned(setup: Setup) -> None:
    rng = Random(1)
    for state in moments(setup)[1:]:
        for each in rng.sample(rotations(state.board, ()), 2):
            number = state.board.ground.numbers[each.cell]
            laid = after_rotation(state.board.built[number][0], each.turn)

            joined = chains(number, arms(state.board, number), laid)

            assert all_of(joined) == all_of(through(with_rotated(state.board, laid), laid))


@pytest.mark.parametrize("setup", MATCHES, ids=["small", "variants"])
def test_every_open_section_arrives_at_its_cells(setup: Setup) -> None:
    for state in moments(setup):
        board = state.board
        opened = [whole(board, each) for each in sections(board)]
        for number in board.constraints:
            there = [each for each in opened if number in {tip.number for tip in each.tips}]

            assert all_of(arriving(number, arms(board, number))) == all_of(there)


def joined(board: Board, text: str) -> list[Chain]:
    wanted = place(text)
    number = board.ground.numbers[wanted.cell]
    return list(chains(number, arms(board, number), Laid(wanted.cell, wanted.tile, wanted.turn)))


def test_a_section_that_comes_back_to_the_tile_is_one_section() -> None:
    board = standing("0,-2 01/2; 1,-2 01/4; -1,0 01/1").board

    (chain,) = joined(board, "0,-1 03-14/0")

    assert (set(chain.own), chain.length, len(chain.cells)) == ({0, 1}, 5, 5)
    assert [tip.kind for tip in chain.tips] == ["tile", "tile"]


BEND = "0,-2 01/2; 1,-2 01/4"


def test_a_loop_has_no_tips() -> None:
    loop, out = joined(standing(BEND, "0,-2:2 b").board, "0,-1 01-34/0")

    assert (loop.own, loop.length, loop.crews, loop.tips) == ((0,), 3, (1,), ())
    assert [tip.kind for tip in out.tips] == ["tile", "open"]


def test_a_section_from_a_tile_to_itself_has_it_at_both_ends() -> None:
    chain, *_ = joined(standing(BEND).board, "0,-1 +4:0134/0")

    assert (chain.own, chain.length) == ((0, 1), 2)
    assert [(tip.kind, tip.edge, tip.value) for tip in chain.tips] == [
        ("tile", 0, 4),
        ("tile", 1, 4),
    ]
