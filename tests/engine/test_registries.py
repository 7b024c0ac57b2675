"""Games and agents are found, not listed."""

from importlib import import_module
from random import Random
from typing import get_args

import pytest

from engine.agents import agent, agents
from engine.errors import EngineError, UnknownAgent, UnknownGame
from engine.games.seismic import GAME
from engine.registry import game, games


def test_every_title_in_the_folder_is_found() -> None:
    assert game("seismic") is GAME
    assert games()["seismic"] is GAME


@pytest.mark.parametrize("key", games())
def test_every_event_of_a_title_is_in_its_union(key: str) -> None:
    module = import_module(f"engine.games.{key}.events")
    kinds = {each for each in vars(module).values() if isinstance(each, type)}

    assert get_args(module.Event)
    assert set(get_args(module.Event)) == {
        each for each in kinds if each.__module__ == module.__name__
    }


def test_an_unknown_game_names_those_that_are_known() -> None:
    with pytest.raises(UnknownGame) as caught:
        game("chess")

    assert caught.value.data == {"game": "chess", "known": tuple(games())}


def test_agents_are_known_by_the_name_of_their_module() -> None:
    assert "uniform" in agents()
    assert agent("uniform").level is agents()["uniform"]


def test_an_unknown_agent_names_those_that_are_known() -> None:
    with pytest.raises(UnknownAgent) as caught:
        agent("deep-blue")

    assert "uniform" in caught.value.data["known"]


def test_the_uniform_agent_picks_everything_sooner_or_later() -> None:
    rng = Random(1)

    assert {agent("uniform").choose(None, "abc", rng) for _ in range(50)} == set("abc")


def test_an_error_reads_as_its_key_and_its_facts() -> None:
    assert str(EngineError("not-now")) == "not-now"
    assert str(UnknownGame("unknown-game", game="chess")) == "unknown-game (game='chess')"
