"""The chance to win: from what a seat knows, and as one would expect it."""

from typing import Any

import pytest

from engine.game import Seat, Setup
from engine.games.san_andreas import GAME
from engine.games.san_andreas.chances import INPUTS, chance, features, guessed, result
from engine.games.san_andreas.pieces import Coin
from engine.games.san_andreas.state import but
from engine.games.san_andreas.tiles import COINS, PawnSpot
from tests.engine.playing import states
from tests.games.san_andreas.worked import table

FIRST = Seat(0)


@pytest.mark.parametrize(
    ("number", "seats", "options"),
    [(1, 3, {}), (2, 4, {}), (3, 4, {"memory": "strict", "islands_sink": "after"})],
)
def test_a_seat_reads_from_a_state_what_it_reads_from_what_it_sees(
    number: int, seats: int, options: dict[str, Any]
) -> None:
    for state, _ in states(GAME, Setup(seats, options=options), number):
        for seat in map(Seat, range(seats)):
            read = features(state, seat)

            assert len(read) == INPUTS[seats]
            assert features(GAME.observe(state, seat), seat) == read
            assert 0.0 < chance(state, seat) < 1.0


def test_whoever_leads_before_the_last_quake_will_probably_win() -> None:
    pawns: tuple[PawnSpot, ...] = ("A3", "a"), ("A3", "b"), ("A3", "d"), None
    last = but(table("5 at 6,3; b5 at 4,5"), pawns=pawns, hands=((), (0, 1), (0, 1)))

    def chances(*points: int) -> list[float]:
        return [chance(but(last, points=points), Seat(seat)) for seat in range(3)]

    assert chances(20, 3, 3)[0] > 0.8
    assert chances(3, 20, 3)[0] < 0.2
    assert chances(3, 20, 3)[1] > 0.8


def test_coins_that_lie_face_down_were_probably_founded_the_best_first() -> None:
    state = but(
        table("b1 at 1,15; c2 at 1,12; b0 at 4,5"),
        hands=(COINS, (2, 3, 4, 5), (0, 1, 3, 4, 5)),
    )
    assert guessed(state, 1) == [5, 4]
    assert guessed(state, 2) == [5]

    shown = but(state, cities=(state.cities[0].turned_up(), *state.cities[1:]))
    assert guessed(shown, 1) == [1, 5]

    # One of the coins that came first may be the one that is gone.
    gone = but(state, hands=(COINS, (3, 4, 5), (0, 1, 3, 4, 5)), lost=((), (Coin(2),), ()))
    assert guessed(gone, 1) == pytest.approx([4 + 2 / 3, 3 + 1 / 3])


def test_a_match_that_is_over_counts_by_first_places_and_a_little_by_points() -> None:
    assert result((12, 5, 3), FIRST) > 0.9
    assert result((5, 12, 3), FIRST) < 0.1
    assert result((9, 9, 3), FIRST) == pytest.approx(0.35 + 0.15)
    assert result((5, 9, 3), FIRST) > result((2, 12, 3), FIRST)
