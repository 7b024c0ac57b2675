"""What computer players choose follows from the match: nobody gets another answer by going back."""

from dataclasses import replace
from pickle import dumps
from random import Random
from typing import Any

import pytest

from bot.hosting.computer_players import choose
from bot.hosting.match.turns import AgentSeat
from bot.table.errors import ThinkingFailed
from bot.table.match.match import LoadedMatch
from bot.table.world import ThinksAtOnce, ThinkUrgency
from engine.agents import greedy
from engine.agents.heuristics import Bargaining, Promise, heuristics_of
from engine.agents.move_job import MoveJob
from engine.game import Decision, Seat, Setup
from engine.referee import Referee
from engine.registry import game
from engine.replay import Replay
from tests.engine.playing import draws, header
from tests.games.views import NAMES, match_of

SEISMIC, SETUP = game("seismic"), Setup(2)
CHANCE = draws(SETUP)


async def test_a_computer_player_answers_the_same_after_a_move_was_taken_back() -> None:
    referee, rng = Referee(SEISMIC), Random(1)
    progress = referee.begin(header(SEISMIC, SETUP), CHANCE)
    chosen = set()
    for _ in range(10):
        seat, line = progress.state.seat, len(progress.record.entries)
        agent = AgentSeat(Seat(1 - seat), "uniform")
        legal = list(SEISMIC.legal_actions(progress.state, seat))
        move = rng.choice(legal)
        played = referee.submit(progress, seat, move, CHANCE)
        again = referee.submit(referee.undo(played, line), seat, move, CHANCE)
        if played.state.seat != agent.seat:
            break
        answers = [
            await choose(
                SEISMIC,
                LoadedMatch(match_of(SEISMIC, SETUP, NAMES), replay, CHANCE),
                agent,
                ThinksAtOnce(),
            )
            for replay in (Replay(SEISMIC, each.record) for each in (played, again))
        ]
        assert answers[0] == answers[1]
        chosen.add(answers[0])
        progress = referee.submit(again, agent.seat, answers[0], CHANCE)
        if progress.state.seat != seat:
            break
    assert len(chosen) > 2


class Failing:
    """Thinkers that can't."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.asked: list[MoveJob] = []
        self.urgencies: list[ThinkUrgency] = []

    async def think(self, urgency: ThinkUrgency, job: Any) -> Any:
        self.asked.append(job)
        self.urgencies.append(urgency)
        raise self.error


def table() -> tuple[LoadedMatch, AgentSeat]:
    """Return a match of two that has just begun, and an expert who is to move."""
    progress = Referee(SEISMIC).begin(header(SEISMIC, SETUP), CHANCE)
    node = SEISMIC.node(progress.state)
    assert isinstance(node, Decision)
    replay = Replay(SEISMIC, progress.record)
    loaded = LoadedMatch(match_of(SEISMIC, SETUP, NAMES), replay, CHANCE)
    return loaded, AgentSeat(Seat(min(node.seats)), "expert:rival")


@pytest.mark.parametrize("error", [ThinkingFailed("ended"), LookupError("a fault of the title")])
async def test_what_can_not_be_thought_over_is_played_greedily(error: Exception) -> None:
    (loaded, expert), thinkers = table(), Failing(error)

    chosen = await choose(SEISMIC, loaded, expert, thinkers)

    (asked,) = thinkers.asked
    player = AgentSeat(expert.seat, "greedy:rival")
    assert asked.agent == "expert:rival"
    assert chosen == await choose(SEISMIC, loaded, player, thinkers)
    assert len(thinkers.asked) == 1


async def test_a_master_thinks_apart_from_others() -> None:
    (loaded, expert), thinkers = table(), Failing(ThinkingFailed("ended"))

    for name in ("expert", "master", "master:rival"):
        await choose(SEISMIC, loaded, AgentSeat(expert.seat, name), thinkers)

    move, long_move = ThinkUrgency.MOVE, ThinkUrgency.LONG_MOVE
    assert thinkers.urgencies == [move, long_move, long_move]


@pytest.mark.parametrize("name", ["grandmaster", "greedy:poet", "expert:poet"])
async def test_an_agent_of_another_version_is_played_greedily(name: str) -> None:
    loaded, expert = table()

    chosen = await choose(SEISMIC, loaded, AgentSeat(expert.seat, name), ThinksAtOnce())

    assert chosen == await choose(SEISMIC, loaded, AgentSeat(expert.seat, "greedy"), ThinksAtOnce())


async def test_what_can_not_be_played_greedily_is_played_at_random(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loaded, expert = table()

    def broken(*_: Any) -> None:
        raise LookupError("a fault of the title")

    monkeypatch.setattr(type(greedy.AGENT), "choose", broken)
    chosen = await choose(SEISMIC, loaded, expert, Failing(ThinkingFailed("too-long")))

    assert chosen in tuple(SEISMIC.legal_actions(loaded.begun.state, expert.seat))
    uniform = AgentSeat(expert.seat, "uniform")
    assert chosen == await choose(SEISMIC, loaded, uniform, ThinksAtOnce())


async def test_words_that_break_a_choice_keep_no_computer_player_from_moving(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loaded, expert = table()

    def broken(*_: Any) -> Any:
        raise LookupError("a fault of the title")

    bargaining: Bargaining[Any, Any] = Bargaining(*[broken] * 7)
    known = heuristics_of("seismic")
    assert known is not None
    dealing = replace(known, bargaining=bargaining)
    monkeypatch.setattr("engine.agents.move_job.heuristics_for", lambda _: dealing)
    words = (Promise(expert.seat, "oakland"),)
    chosen = await choose(SEISMIC, loaded, expert, ThinksAtOnce(), words)

    assert chosen in tuple(SEISMIC.legal_actions(loaded.begun.state, expert.seat))


async def test_what_is_sent_away_holds_no_state_and_no_draws() -> None:
    (loaded, expert), thinkers = table(), Failing(ThinkingFailed("busy"))
    await choose(SEISMIC, loaded, expert, thinkers)

    sent = dumps(thinkers.asked[0])

    assert CHANCE.key not in sent
    # A pickle names the classes of what it holds.
    assert type(thinkers.asked[0].observation).__name__.encode() in sent
    assert type(loaded.begun.state).__name__.encode() not in sent
