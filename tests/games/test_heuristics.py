"""The greedy player of every title beats those who do anything."""

from random import Random

import pytest

from engine.agents import agent
from engine.game import Decision, Finished, Move, Outcome, Seat, Setup
from tests.engine.playing import random_move
from tests.games.titles import GAMES

PLAYED = [
    *(("aftershock", Setup(seats), 12, 9) for seats in (3, 4, 5)),
    ("san_andreas", Setup(3), 6, 4),
    *(
        ("seismic", setup, 1, 1)
        for setup in (
            Setup(2),
            Setup(3),
            Setup(4, ("aftershocks", "big_one")),
            Setup(4, ("balance",)),
            Setup(2, ("aftershocks", "road_crews_dilemma", "twin_cities")),
        )
    ),
]
"""A table, how many matches are played there, and how many of them the greedy seat wins."""


def outcome(title: str, setup: Setup, greedy: int, rng: Random) -> Outcome:
    """Return the outcome of a match of one greedy seat against uniform ones."""
    game = GAMES[title]
    state = game.initial(setup)
    while not isinstance(node := game.node(state), Finished):
        seat = min(node.seats) if isinstance(node, Decision) else None
        if seat == greedy:
            legal = list(game.legal_actions(state, Seat(greedy)))
            action = agent("greedy").choose(game.observe(state, Seat(greedy)), legal, rng)
            state = game.apply(state, Move(Seat(greedy), action)).state
        else:
            move = random_move(game, state, rng)
            assert move is not None
            state = game.apply(state, move).state
    return node.outcome


@pytest.mark.parametrize(("title", "setup", "matches", "wins"), PLAYED)
def test_it_clearly_beats_those_who_do_anything(
    title: str, setup: Setup, matches: int, wins: int
) -> None:
    rng, ranks = Random(setup.seats), list[int]()
    for number in range(1, matches + 1):
        seat = number % setup.seats
        ended = outcome(title, setup, seat, rng)
        ranks.append(ended.ranks[seat])
        own, others = ended.scores[seat], sum(ended.scores) - ended.scores[seat]
        assert title != "seismic" or own > 2 * others / (setup.seats - 1)

    assert ranks.count(1) >= wins
