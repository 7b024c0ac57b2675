"""The fast tables agree with the slow oracle on the positions of random matches."""

from random import Random
from typing import Any

import pytest

from engine.game import Finished, Move, Setup
from engine.games.seismic import GAME
from engine.games.seismic.actions import EndTurn, Place
from engine.games.seismic.pieces import Laid, Section
from engine.setups import sets_of_variants
from tests.engine.playing import deciding, random_move
from tests.games.seismic import oracle

MATCHES = 36
SETS = sets_of_variants(GAME)


def slow(tiles: tuple[Laid, ...]) -> oracle.Table:
    return {
        (laid.cell.q, laid.cell.r): oracle.Tile(
            laid.tile, laid.turn, tuple((crew.seat, crew.edge) for crew in laid.crews)
        )
        for laid in tiles
    }


def as_pieces(section: Section) -> frozenset[oracle.Piece]:
    return frozenset(
        ((each.cell.q, each.cell.r), frozenset({each.a, each.b}))
        for each in (*section.fragments, *section.stubs)
    )


def crowded_move(state: Any, rng: Random) -> Move[Any] | None:
    """Build as near to the town as it goes: many highways meet, many loops come about."""
    move = random_move(GAME, state, rng)
    seats = deciding(GAME, state)
    if move is None or not seats or rng.random() < 0.3:
        return move
    legal = [each for each in GAME.legal_actions(state, seats[0]) if isinstance(each, Place)]
    if not legal:
        return move
    sample = rng.sample(legal, min(12, len(legal)))
    near = min(sample, key=distance, default=move.action)
    return Move(seats[0], near)


def distance(place: Place) -> int:
    return max(abs(place.cell.q), abs(place.cell.r), abs(place.cell.q + place.cell.r))


@pytest.mark.parametrize("number", range(MATCHES))
def test_every_position_of_a_random_match_is_as_the_oracle_says(number: int) -> None:
    radius = (5, 6, 8)[number % 3]
    follow(Setup(2 + number % 3, options={"table_radius": radius}), number)


@pytest.mark.parametrize("variants", SETS, ids="-".join)
def test_with_variants_every_position_is_as_the_oracle_says(variants: tuple[str, ...]) -> None:
    number = SETS.index(variants)
    radius = 8 - number % 3
    follow(Setup(2 + number % 3, variants, {"table_radius": radius}), number, every=3)


def follow(setup: Setup, number: int, every: int = 1) -> None:
    """Play a random match; compare positions, those of one turn in `every`, and all rotations."""
    rng, radius = Random(number), int(setup.options["table_radius"])
    state = GAME.initial(setup)
    while not isinstance(GAME.node(state), Finished):
        if state.phase in ("placing", "extending") and state.turn % every == 0:
            agree(state, radius)
        if state.phase == "rotating":
            agree_on_rotations(state)
        play = crowded_move if number % 2 else lambda state, rng: random_move(GAME, state, rng)
        move = play(state, rng)
        assert move is not None
        state = GAME.apply(state, move).state
    agree_on_sections(state, radius)


def agree(state: Any, radius: int) -> None:
    seat = state.on_turn
    crews = state.crews[seat] if state.phase == "placing" else 0
    legal: list[Any] = [each for each in GAME.legal_actions(state, seat) if each != EndTurn()]
    fast = {(each.tile, tuple(each.cell), each.turn, each.crew) for each in legal}
    table = slow(state.board.tiles)
    assert fast == oracle.placements(table, radius, state.display, crews)
    assert len(fast) == len(legal)
    if state.turn % 8 == 0:
        agree_on_sections(state, radius)


def agree_on_rotations(state: Any) -> None:
    last = len(state.quakes) - 1
    barred = [tuple(each.after.cell) for each in state.rotated if each.quake == last]
    legal: list[Any] = list(GAME.legal_actions(state, state.seat))[:-1]
    assert {(tuple(each.cell), each.turn) for each in legal} == oracle.ways_to_turn(
        slow(state.board.tiles), barred
    )
    assert len(legal) == len(set(legal))


def agree_on_sections(state: Any, radius: int) -> None:
    table, seen = slow(state.board.tiles), GAME.observe(state, "public")
    expected = oracle.sections(table)
    assert {as_pieces(each) for each in seen.sections} == {frozenset(each) for each in expected}
    assert len(seen.sections) == len(expected)
    for section in seen.sections:
        pieces = set(as_pieces(section))
        assert section.complete == oracle.is_complete(table, pieces)
        assert section.points == oracle.worth(table, pieces)
        assert sorted(crew.seat for _, crew in section.crews) == sorted(
            oracle.crews_on(table, pieces)
        )
    assert seen.points == oracle.scores(table, state.seats)
    assert seen.lines == oracle.lines(table, radius)
    assert bool(state.board.strands) == oracle.is_open(table, radius)
    if state.outcome:
        assert state.outcome.scores == seen.points
