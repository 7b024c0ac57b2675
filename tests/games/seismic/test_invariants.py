"""What holds at every step of every match."""

from statistics import median

import pytest

from engine.boards.hexes import Cell, neighbour
from engine.game import Decision, Move, Seat, Setup
from engine.games.seismic import GAME
from engine.games.seismic.actions import Place, Rotate
from engine.games.seismic.events import NothingFitted
from engine.games.seismic.state import State
from engine.games.seismic.tiles import edges, fragments
from engine.replay import Replay
from engine.setups import sets_of_variants
from tests.engine.playing import played, states
from tests.games.seismic.laws import nothing_is_lost

MATCHES = [(number, 2 + number % 3, (5, 6, 8)[number % 3]) for number in range(9)]
PLAIN = [Setup(seats, options={"table_radius": radius}) for _, seats, radius in MATCHES]
VARIED = [Setup(2 + n % 3, names) for n, names in enumerate(sets_of_variants(GAME))]


@pytest.mark.parametrize("setup", PLAIN + VARIED, ids=lambda setup: "-".join(setup.variants))
def test_nothing_is_lost_and_everything_fits(setup: Setup) -> None:
    number = (PLAIN + VARIED).index(setup)
    for n, (state, move) in enumerate(states(GAME, setup, number)):
        nothing_is_lost(state)
        if move is not None and isinstance(move.action, Place | Rotate):
            facing_edges_agree(state, move.action.cell)
            if n % state.variant.boxes == 0:
                every_fragment_is_in_one_section(state)
        if isinstance(GAME.node(state), Decision):
            assert list(GAME.legal_actions(state, state.seat))


def facing_edges_agree(state: State, cell: Cell) -> None:
    laid = state.board.at(cell)
    assert laid is not None
    for edge in range(6):
        beside = state.board.at(neighbour(cell, edge))
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


@pytest.mark.parametrize("setup", PLAIN + VARIED, ids=lambda setup: "-".join(setup.variants))
def test_a_crew_never_enters_a_claimed_section(setup: Setup) -> None:
    for state, move in states(GAME, setup, (PLAIN + VARIED).index(setup)):
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


@pytest.mark.parametrize(
    ("names", "least", "most"),
    [
        (("big_one",), 68, 74),
        (("aftershocks",), 68, 73),
        (("road_crews_dilemma",), 45, 62),
        (("twin_cities",), 136, 144),
        (("aftershocks", "big_one", "road_crews_dilemma", "twin_cities"), 94, 118),
        (("balance",), 72, 72),
    ],
)
def test_variants_make_matches_longer_or_shorter(
    names: tuple[str, ...], least: int, most: int
) -> None:
    turns = [list(states(GAME, Setup(2 + n % 3, names), n))[-1][0].turn for n in range(6)]

    assert least <= min(turns) <= max(turns) <= most


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
    move = Move(first.on_turn, next(iter(GAME.legal_actions(first, Seat(first.on_turn)))))
    assert GAME.apply(first, move).state != first
