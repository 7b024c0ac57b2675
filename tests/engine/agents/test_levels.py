"""How the levels and characters play, whatever the game."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.agents import agent, agents
from engine.agents.heuristics import CHARACTERS, Heuristics
from engine.agents.master import STAGES
from engine.errors import UnknownAgent
from engine.game import AnyGame, Setup
from engine.registry import games
from tests.engine.playing import deciding, states
from tests.engine.test_contract import twin_of

EVERY_GAME = [pytest.param(each, id=key) for key, each in games().items()]


def positions(game: AnyGame, every: int, number: int = 1) -> list[Any]:
    setup = Setup(max(game.meta.seats))
    found = [state for state, _ in states(game, setup, number)]
    return [each for each in found if deciding(game, each)][::every]


@pytest.mark.parametrize("name", ["beginner", "greedy", *(f"greedy:{each}" for each in CHARACTERS)])
@pytest.mark.parametrize("game", EVERY_GAME)
def test_what_they_play_is_legal(game: AnyGame, name: str) -> None:
    for state in positions(game, 4):
        for seat in deciding(game, state):
            legal = list(game.legal_actions(state, seat))
            assert agent(name).choose(game.observe(state, seat), legal, Random(1)) in legal


@pytest.mark.parametrize("name", sorted(agents()))
@pytest.mark.parametrize("game", EVERY_GAME)
def test_worlds_that_a_seat_cannot_tell_apart_are_played_alike(
    game: AnyGame, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Who looks ahead thinks long: a few positions, spread over the match, and fewer lines.
    every, different = 25 if name in ("expert", "master") else 5, 0
    if name == "master":
        monkeypatch.setattr(agent(name).level, "work", STAGES)
    for number, state in enumerate(positions(game, every)):
        for seat in deciding(game, state)[:1]:
            twin = twin_of(game)(state, seat, Random(number))
            different += twin != state
            one, other = (
                agent(name).choose(
                    game.observe(each, seat), list(game.legal_actions(each, seat)), Random(number)
                )
                for each in (state, twin)
            )
            assert one == other
    assert different


@pytest.mark.parametrize("name", sorted(agents()))
def test_one_action_is_played_at_once(name: str) -> None:
    assert agent(name).choose(None, ("only",), Random(1)) == "only"


@pytest.mark.parametrize(
    ("values", "chosen"), [("0123456789", "456789"), ("4455", "5"), ("27", "7")]
)
def test_a_beginner_takes_each_of_the_better_part_as_often(
    monkeypatch: pytest.MonkeyPatch, values: str, chosen: str
) -> None:
    known: Heuristics[Any, Any, Any] = Heuristics(
        lambda _, legal, __: [float(each) for each in legal]
    )
    monkeypatch.setattr("engine.agents.beginner.heuristics_for", lambda _: known)
    rng = Random(1)

    found = Counter(agent("beginner").choose(None, values, rng) for _ in range(6000))

    assert set(found) == set(chosen)
    for count in found.values():
        assert count / 6000 == pytest.approx(1 / len(chosen), abs=0.03)


@pytest.mark.parametrize("name", ["deep-blue", "greedy:rude", ":rival", ""])
def test_an_unknown_level_or_character_names_those_that_are_known(name: str) -> None:
    with pytest.raises(UnknownAgent) as caught:
        agent(name)

    assert "greedy" in caught.value.data["known"]
