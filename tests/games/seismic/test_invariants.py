"""What holds at every step of every match."""

from collections import Counter
from statistics import median

import pytest

from engine.boards.hexes import neighbour
from engine.games.seismic import GAME
from engine.games.seismic.actions import Place
from engine.games.seismic.events import NothingFitted
from engine.games.seismic.state import State
from engine.games.seismic.tiles import BOX, edges, fragments
from engine.node import Finished
from engine.record import Move, Setup
from engine.replay import Replay
from engine.seat import Seat
from tests.engine.playing import played, states

WHOLE_BOX = Counter({tile.code: tile.count for tile in BOX})
MATCHES = [(number, 2 + number % 3, (5, 6, 8)[number % 3]) for number in range(9)]


@pytest.mark.parametrize(("number", "seats", "radius"), MATCHES)
def test_nothing_is_lost_and_everything_fits(number: int, seats: int, radius: int) -> None:
    for state, move in states(GAME, Setup(seats, options={"table_radius": radius}), number):
        assert pieces(state) == WHOLE_BOX
        assert crews_in_play(state) == (20,) * seats
        if move is not None and isinstance(move.action, Place):
            facing_edges_agree(state)
            every_fragment_is_in_one_section(state)
        if not isinstance(GAME.node(state), Finished) and state.phase in ("placing", "striking"):
            assert list(GAME.legal_actions(state, state.seat))


def pieces(state: State) -> Counter[str]:
    counted = Counter({flip.tile: count for flip, count in state.pile.items()})
    for aside, count in state.first_stage.items():
        counted[aside.tile] += count
    counted.update(laid.tile for laid in state.board.tiles)
    counted.update(state.display + state.discarded + state.boxed)
    return counted


def crews_in_play(state: State) -> tuple[int, ...]:
    home = list(state.crews)
    for laid in state.board.tiles:
        assert len(laid.crews) <= 1
        for crew in laid.crews:
            home[crew.seat] += 1
    return tuple(home)


def facing_edges_agree(state: State) -> None:
    for laid in state.board.tiles:
        for edge in range(6):
            beside = state.board.at(neighbour(laid.cell, edge))
            if beside is not None:
                own = edges(laid.tile, laid.turn) >> edge & 1
                assert own == edges(beside.tile, beside.turn) >> (edge + 3) % 6 & 1


def every_fragment_is_in_one_section(state: State) -> None:
    sections = GAME.observe(state, "public").sections
    listed = [each for section in sections for each in (*section.fragments, *section.stubs)]
    laid = {
        (tile.cell, *piece)
        for tile in state.board.tiles
        for piece in fragments(tile.tile, tile.turn)
    }
    assert len(listed) == len(laid)
    assert {(each.cell, each.a, each.b) for each in listed} == laid


@pytest.mark.parametrize(("number", "seats", "radius"), MATCHES)
def test_a_crew_never_enters_a_claimed_section(number: int, seats: int, radius: int) -> None:
    setup = Setup(seats, options={"table_radius": radius})
    for state, move in states(GAME, setup, number):
        if move is not None and isinstance(move.action, Place) and move.action.crew is not None:
            seen = GAME.observe(state, "public")
            mine = [
                section
                for section in seen.sections
                if any(cell == move.action.cell for cell, _ in section.crews)
            ]
            assert [len(section.crews) for section in mine] == [1]


def test_matches_are_as_long_as_matches_should_be() -> None:
    turns, fitless = [], 0
    for number in range(24):
        last = list(states(GAME, Setup(2 + number % 3), number))[-1][0]
        turns.append(last.turn)
        fitless += last.outcome.reason != "seismic-pile-empty"

    assert min(turns) >= 67
    assert max(turns) <= 74
    assert 69 <= median(turns) <= 71
    assert fitless == 0


def test_on_the_smallest_table_tiles_sometimes_fit_nowhere() -> None:
    setup = Setup(2, options={"table_radius": 5})

    events = [
        event
        for number in range(12)
        for line in Replay(GAME, played(GAME, setup, number))
        for event in line.events
    ]

    assert any(isinstance(event, NothingFitted) for event in events)


def test_equal_boards_compare_equal_however_they_were_reached() -> None:
    first, second = (
        [state for state, _ in states(GAME, Setup(2), 3) if state.phase == "placing"][40]
        for _ in range(2)
    )

    assert first == second
    assert first is not second
    move = Move(first.seat, next(iter(GAME.legal_actions(first, Seat(first.seat)))))
    assert GAME.apply(first, move).state != first
