"""What computer players choose follows from the match: nobody gets another answer by going back."""

from random import Random

from bot.hosting.match import LoadedMatch
from bot.hosting.turns import Agent, choice
from engine.game import Seat, Setup
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
        agent = Agent(Seat(1 - seat), "uniform")
        legal = list(SEISMIC.legal_actions(progress.state, seat))
        move = rng.choice(legal)
        played = referee.submit(progress, seat, move, CHANCE)
        again = referee.submit(referee.undo(played, line), seat, move, CHANCE)
        if played.state.seat != agent.seat:
            break
        answers = [
            await choice(
                SEISMIC, LoadedMatch(match_of(SEISMIC, SETUP, NAMES), replay, CHANCE), agent
            )
            for replay in (Replay(SEISMIC, each.record) for each in (played, again))
        ]
        assert answers[0] == answers[1]
        chosen.add(answers[0])
        progress = referee.submit(again, agent.seat, answers[0], CHANCE)
        if progress.state.seat != seat:
            break
    assert len(chosen) > 2
