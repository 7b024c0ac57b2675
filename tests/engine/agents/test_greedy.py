"""The greedy agent asks the heuristics of the game, where there are some."""

from random import Random

import pytest

from engine.agents import agent
from engine.game import AnyGame, Setup
from engine.registry import games
from tests.engine.playing import deciding, random_move
from tests.engine.toy import TOY

EVERY_GAME = [pytest.param(game, id=key) for key, game in {**games(), "toy": TOY}.items()]


@pytest.mark.parametrize("game", EVERY_GAME)
def test_what_it_plays_is_legal_in_every_game(game: AnyGame) -> None:
    rng, asked = Random(1), 0
    state = game.initial(Setup(max(game.meta.seats)))
    while asked < 30 and (move := random_move(game, state, rng)):
        for seat in deciding(game, state):
            legal = list(game.legal_actions(state, seat))
            assert agent("greedy").choose(game.observe(state, seat), legal, rng) in legal
            asked += 1
        state = game.apply(state, move).state
    assert asked > 3


def test_a_game_without_heuristics_is_played_at_random() -> None:
    state, rng = TOY.initial(Setup(2)), Random(1)
    seen = TOY.observe(state, "public")

    assert {agent("greedy").choose(seen, "abc", rng) for _ in range(50)} == set("abc")


def test_the_only_action_is_played_without_a_look() -> None:
    assert agent("greedy").choose(None, ("only",), Random(1)) == "only"
