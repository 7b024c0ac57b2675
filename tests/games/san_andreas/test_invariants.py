"""What holds at every step of every match (rules 10), and how long matches are (rules 9)."""

from itertools import combinations
from statistics import median

import pytest

from engine.game import Finished, Setup
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Resolve
from engine.games.san_andreas.ground import Ground
from tests.engine.playing import states
from tests.games.san_andreas.laws import nothing_is_lost

MATCHES: list[tuple[int, int, dict[str, str | int]]] = [
    (number, 3 + number % 2, {}) for number in range(8)
]
MATCHES += [
    (8, 3, {"lakes_are_ocean": "yes", "too_steep": 1}),
    (9, 4, {"islands_sink": "after", "too_steep": 3}),
    (10, 4, {"memory": "strict"}),
]


@pytest.mark.parametrize(("number", "seats", "options"), MATCHES)
def test_nothing_is_lost_and_everything_lies_where_it_should(
    number: int, seats: int, options: dict[str, str | int]
) -> None:
    before: Ground | None = None
    for state, _ in states(GAME, Setup(seats, options=options), number):
        nothing_is_lost(state)
        if before is not None:
            plates_keep_their_order(before, state.ground)
        before = state.ground
        assert state.ground.lakes_are_ocean == (options.get("lakes_are_ocean") == "yes")


def plates_keep_their_order(before: Ground, after: Ground) -> None:
    for space, plates in after.stacks.items():
        earlier = before.stacks.get(space, ())
        for lower, upper in combinations(plates, 2):
            if lower in earlier and upper in earlier:
                assert earlier.index(lower) < earlier.index(upper)


@pytest.mark.parametrize(("number", "seats", "options"), MATCHES)
def test_pawns_stand_on_tiles_or_wait_in_the_pool(
    number: int, seats: int, options: dict[str, str | int]
) -> None:
    for state, move in states(GAME, Setup(seats, options=options), number):
        seen = GAME.observe(state, "public")
        assert len(seen.pool) + len(seen.layout.pawns) == 4
        if move is not None and isinstance(move.action, Resolve):
            assert move.action.die in seen.pool
        if state.phase == "playing":
            assert seen.pool
        for marker in seen.layout.pawns:
            top = state.ground.plates(marker.space)[-1]
            assert marker.is_covered == (top != marker.tile)


@pytest.mark.parametrize(("number", "seats", "options"), MATCHES)
def test_a_match_ends_after_a_quake_that_left_somebody_without_coins(
    number: int, seats: int, options: dict[str, str | int]
) -> None:
    last = list(states(GAME, Setup(seats, options=options), number))[-1][0]

    node = GAME.node(last)
    assert isinstance(node, Finished)
    assert node.outcome.scores == last.points
    assert not all(last.hands)
    assert last.quake is not None
    assert last.quake.is_over


def test_matches_are_as_long_as_matches_should_be() -> None:
    turns, quakes, points, winners = [], [], [], []
    for number in range(60):
        last = list(states(GAME, Setup(3 + number % 2), number))[-1][0]
        assert last.quake is not None
        turns.append(last.turn)
        quakes.append(last.quake.number)
        points += last.points
        winners.append(max(last.points))

    assert 17 <= min(turns) <= max(turns) <= 61
    assert 24 <= median(turns) <= 34
    assert (min(quakes), 1 <= median(quakes) <= 4, max(quakes) <= 13) == (1, True, True)
    assert (min(points), 4 <= median(points) <= 14) == (0, True)
    assert max(winners) <= 82
