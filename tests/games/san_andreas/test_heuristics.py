"""The greedy player of San Andreas knows what is good for it."""

from random import Random

from engine.agents import agent
from engine.boards.squares import Space
from engine.game import CHANCE, Chance, Decision, Move, Seat, Setup
from engine.games.san_andreas import GAME
from engine.games.san_andreas.actions import Action, Epicenter, Found, Resolve, Swap
from engine.games.san_andreas.state import State, but
from tests.games.san_andreas.worked import after, shaking, table


def chosen(state: State, *among: Action) -> Action:
    seat = state.seat if state.phase != "swapping" else state.asked[0]
    legal = among or tuple(GAME.legal_actions(state, seat))
    return agent("greedy").choose(GAME.observe(state, seat), legal, Random(1))


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


def test_it_orders_the_dice_so_that_its_city_lives() -> None:
    # After A1 has gone south, B1 would bury what stands on it at 1,15; the other way round not.
    state = shaking(table("5 at 1,15"), "4 on A1; 1 on B1")

    assert chosen(state) == Resolve("moon")


def test_it_swaps_its_null_for_the_best_coin() -> None:
    assert chosen(after("5 on H1", "0 at 1,15; 3 at 7,1; 4 at 8,2")) == Swap(4)


def test_it_mostly_beats_those_who_do_anything() -> None:
    wins = sum(greedy_wins(number) for number in range(6))

    assert wins >= 4


def greedy_wins(number: int) -> bool:
    rng, state = Random(number), GAME.initial(Setup(3))
    while True:
        node = GAME.node(state)
        if isinstance(node, Chance):
            move: Move[Action] = Move(CHANCE, rng.choice(list(node.outcomes)))
        elif isinstance(node, Decision):
            seat = min(node.seats)
            legal = tuple(GAME.legal_actions(state, seat))
            who = agent("greedy" if seat == 1 else "uniform")
            move = Move(seat, who.choose(GAME.observe(state, seat), legal, rng))
        else:
            return node.outcome.ranks[1] == 1
        state = GAME.apply(state, move).state
