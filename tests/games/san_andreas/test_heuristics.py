"""Computer players of San Andreas know what is good for them."""

from random import Random

import pytest

from engine.agents import agent
from engine.agents.heuristics import EVEN
from engine.agents.hints import hinted
from engine.boards.squares import Space
from engine.game import Move, Seat, Setup
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Action, Epicenter, Found, Resolve, Swap
from engine.games.san_andreas.heuristics import HEURISTICS, ahead, reply
from engine.games.san_andreas.pieces import Coin
from engine.games.san_andreas.state import State, but
from engine.games.san_andreas.tiles import COINS, PawnSpot
from tests.engine.playing import deciding, states
from tests.games.san_andreas.worked import after, shaking, table


def chosen(state: State, *among: Action, name: str = "greedy") -> Action:
    seat = state.seat if state.phase != "swapping" else state.asked[0]
    legal = among or tuple(GAME.legal_actions(state, seat))
    return agent(name).choose(GAME.observe(state, seat), legal, Random(1))


def test_it_founds_its_best_coin_on_the_shore() -> None:
    found = chosen(table())

    assert isinstance(found, Found)
    assert found.coin == 5
    assert found.space in {Space(5, 3), Space(4, 5), Space(5, 4), Space(1, 15), Space(6, 1)} | {
        space for space in GAME.observe(table(), Seat(0)).foundable if space.x < 8
    }


def test_it_keeps_away_from_a_tile_that_will_shift() -> None:
    state = but(table(), pawns=(("B1", "a"), ("B1", "b"), None, None))

    shaky, firm = Found(5, Space(1, 13)), Found(5, Space(5, 3))

    assert chosen(state, shaky, firm) == firm


def test_it_sets_pawns_under_the_cities_of_others() -> None:
    state = but(table("5 at 1,15; b5 at 4,5"), hands=((), (0,), (0,)))

    pawn = chosen(state)

    assert isinstance(pawn, Epicenter)
    assert state.ground.visible[pawn.space][0] in {"E1", "F1", "G1"}


@pytest.mark.parametrize("name", ["greedy", "expert"])
def test_it_orders_the_dice_so_that_its_city_lives(name: str) -> None:
    # After A1 has gone south, B1 would bury what stands on it at 1,15; the other way round not.
    state = shaking(table("5 at 1,15"), "4 on A1; 1 on B1")

    assert chosen(state, name=name) == Resolve("moon")


def test_it_swaps_its_null_for_the_best_coin() -> None:
    assert chosen(after("5 on H1", "0 at 1,15; 3 at 7,1; 4 at 8,2")) == Swap(4)


def test_how_far_a_swap_is_behind_is_told_by_the_chance_to_win_not_by_its_coin() -> None:
    state = after("5 on H1", "0 at 1,15; 3 at 7,1; 4 at 8,2")
    seat = state.asked[0]
    seen, legal = GAME.observe(state, seat), tuple(GAME.legal_actions(state, seat))

    first, *others = hinted(seen, legal, Random(1))

    assert first.action == Swap(4)
    for hint in others:
        worth = [
            ahead(GAME.apply(state, Move(seat, each)).state, seat)
            for each in (first.action, hint.action)
        ]
        assert hint.behind == pytest.approx(worth[0] - worth[1])


def test_it_founds_where_nothing_but_open_water_lies_ahead_of_a_dip() -> None:
    # A die that shows 4 or 5 takes G1 out to sea, and all that stands on it comes along.
    found = chosen(table(), Found(5, Space(5, 3)), Found(5, Space(2, 9)), Found(5, Space(4, 5)))

    assert found == Found(5, Space(5, 3))


def test_it_founds_the_null_early_if_that_may_bring_a_great_coin_back() -> None:
    lost = (Coin(5), Coin(4)), (), ()
    state = but(table("b4 at 4,5"), hands=((0, 1, 3), (0, 1, 2, 3, 5), COINS))

    assert isinstance(without := chosen(state), Found)
    assert without.coin == 3
    assert isinstance(found := chosen(but(state, lost=lost)), Found)
    assert found.coin == 0


@pytest.mark.parametrize("name", ["greedy", "expert"])
def test_whoever_is_ahead_plays_the_last_coin_and_whoever_is_behind_keeps_it(name: str) -> None:
    state = but(table("b5 at 4,5; c4 at 1,11"), hands=((1,), (0, 1), (0, 1)))

    assert isinstance(chosen(but(state, points=(30, 3, 3)), name=name), Found)
    assert isinstance(chosen(but(state, points=(3, 30, 3)), name=name), Epicenter)


def test_it_sets_off_the_last_quake_only_if_it_leads() -> None:
    pawns: tuple[PawnSpot, ...] = (("A1", "a"), ("A1", "b"), ("A1", "d"), None)
    state = but(table("5 at 6,3; b5 at 1,13"), pawns=pawns, hands=((1, 2), (), (1,)))
    quake, waits = Epicenter("arms", Space(2, 9)), Found(1, Space(6, 11))

    assert chosen(but(state, points=(9, 0, 0)), quake, waits) == quake
    assert chosen(but(state, points=(0, 30, 0)), quake, waits) == waits


@pytest.mark.parametrize("name", ["greedy", "expert"])
def test_whoever_is_far_behind_does_not_end_the_match(name: str) -> None:
    state = but(
        table("3 at 5,3; b5 at 4,5; b2 at 1,12; c4 at 3,7; c3 at 1,15"),
        pawns=(("F1", "a"), None, None, None),
        hands=((1,), (0, 1, 3), (0, 1, 2)),
        points=(4, 8, 21),
    )

    assert isinstance(chosen(state, name=name), Epicenter)


def test_characters_play_in_their_own_way() -> None:
    inland, exposed = Found(5, Space(4, 16)), Found(5, Space(6, 4))
    assert chosen(table(), inland, exposed) == inland
    assert chosen(table(), inland, exposed, name="greedy:gambler") == exposed

    pawn, city = Epicenter("sun", Space(4, 6)), Found(1, Space(5, 3))
    state = table("b5 at 4,5; c4 at 5,6")
    assert chosen(state, pawn, city, name="greedy:rival") == pawn
    assert chosen(state, pawn, city, name="greedy:builder") == city


def test_a_reply_is_what_the_greedy_player_does() -> None:
    alike = different = 0
    for number in range(3):
        for state, _ in states(GAME, Setup(3), number):
            for seat in deciding(GAME, state)[:1] if state.phase == "playing" else []:
                seen, legal = GAME.observe(state, seat), tuple(GAME.legal_actions(state, seat))
                values = HEURISTICS.values(seen, legal, EVEN)
                replied = reply(state, seat, Random(number))
                same = values[legal.index(replied)] > max(values) - 1e-9
                alike, different = alike + same, different + (not same)
    assert alike > 20 * different
