"""What the lessons bring from their prepared starts, whatever the opponents' chance is."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from random import Random
from typing import Any, NamedTuple

import pytest

from bot.games.abilities import Teaches
from bot.games.aftershock.lessons import GOOD_HAND
from bot.games.panel import View
from bot.games.registry import panels
from bot.table.match.lobby import is_prepared, lesson_seed, opened_to_learn
from engine.agents.heuristics import Teaching, heuristics_for
from engine.agents.move_job import MoveJob
from engine.draws import SealedDraws, commitment, key, verify
from engine.game import PUBLIC, Event, Seat, visible
from engine.games.aftershock import events as shocks
from engine.games.san_andreas import events as quakes
from engine.games.san_andreas.actions import Epicenter, Found
from engine.games.seismic import events as roads
from engine.games.seismic.actions import Place
from engine.record import Record
from engine.referee import Progress, Referee, ended_by_vote, finished, new_header
from engine.registry import game
from tests.bot.tables import ANN, HERE
from tests.engine.playing import deciding
from tests.games.strict import StrictWords

LEARNER = Seat(0)
CHANCES = range(30)
SHOWN = 3
"""A good move is shown for this many turns of the learner, and while there are no points."""
SEISMIC_TURNS = 24
NOW = datetime(2026, 11, 28, tzinfo=UTC)

Choose = Callable[[Any, Sequence[Any], Random], Any]
"""What the learner chooses of the legal actions when no good move is shown."""
IsOver = Callable[[Sequence[Event]], bool]


class PlayedLesson(NamedTuple):
    """A lesson's record, everything that happened, and the points of each seat at its end."""

    record: Record[Any]
    events: Sequence[Event]
    points: Sequence[int]

    def happened(self, kind: Any) -> list[Any]:
        return [each for each in self.events if isinstance(each, kind)]


def best(seen: Any, legal: Sequence[Any]) -> Any:
    known = heuristics_for(seen)
    assert known is not None
    return known.ranked(seen, legal)[0].action


def played(title: str, number: int, choose: Choose, is_over: IsOver) -> PlayedLesson:
    """Play the lesson of a title until `is_over`; the opponents' chance follows from `number`."""
    rules, panel = game(title), panels()[title]
    assert isinstance(panel, Teaches)
    standing = rules.meta.standing
    assert standing is not None
    match = opened_to_learn(ANN, HERE, rules, ("Ava", "Ben"), "request", now=NOW)
    joins, seed = tuple(each.join for each in match.chairs), lesson_seed(title, panel.lesson_start)
    assert is_prepared(joins)
    draws, rng = SealedDraws(key(seed, joins)), Random(number)
    opponents, referee = SealedDraws(bytes([number])), Referee(rules)

    header = new_header(rules, match.setup, commitment(seed), joins)
    progress: Progress[Any, Any] = referee.begin(header, draws)
    events, turns, was_asked = list(progress.events), 0, False
    while not (outcome := referee.outcome(progress)) and not is_over(events):
        seat = deciding(rules, progress.state)[-1]
        legal = tuple(rules.legal_actions(progress.state, seat))
        seen = rules.observe(progress.state, seat)
        if seat == LEARNER:
            turns += not was_asked
            is_new = turns <= SHOWN or not standing(seen).scores[LEARNER]
            if is_new and seen.phase in panel.worked_phases:
                line = len(progress.record.entries)
                action = panel.good_move(View(match, LEARNER, seen, legal, line, StrictWords("en")))
            else:
                action = choose(seen, legal, rng)
        else:
            chance = opponents.of_agent(seat, len(progress.record.entries))
            teaching = Teaching(LEARNER, tuple(each for each in events if visible(each, PUBLIC)))
            agent = match.chairs[seat].agent
            assert agent is not None
            action = MoveJob(agent, seen, legal, chance, teaching=teaching).done()
        was_asked = seat == LEARNER
        progress = referee.submit(progress, seat, action, draws)
        events += progress.events
    record = progress.record
    record = finished(record, outcome, seed) if outcome else ended_by_vote(record, seed)
    assert verify(rules, record)
    outcome = outcome or standing(rules.observe(progress.state, PUBLIC))
    return PlayedLesson(record, events, outcome.scores)


def crews_anywhere(_seen: Any, legal: Sequence[Any], rng: Random) -> Any:
    """Place at random, with a crew where that is possible."""
    crews = [each for each in legal if isinstance(each, Place) and each.crew is not None]
    return rng.choice(crews or list(legal))


@pytest.mark.parametrize("number", CHANCES)
def test_seismic_shows_closed_roads_and_two_quakes_that_take_tiles(number: int) -> None:
    def is_over(events: Sequence[Event]) -> bool:
        return sum(isinstance(each, roads.TilePlaced) for each in events) >= SEISMIC_TURNS

    lesson = played("seismic", number, crews_anywhere, is_over)

    struck = lesson.happened(roads.QuakeStruck)
    flipped = [n for n, each in enumerate(lesson.events) if isinstance(each, roads.QuakeFlipped)]
    placed = [n for n, each in enumerate(lesson.events) if isinstance(each, roads.TilePlaced)]
    turns = [sum(n < when for n in placed) + 1 for when in flipped]
    assert turns == [9, 14]
    assert len(struck) == len(flipped)
    assert all(each.fallen for each in struck)
    assert not lesson.happened(roads.NothingFitted)
    assert lesson.points[LEARNER] > 0


def founds_only(seen: Any, legal: Sequence[Any], _rng: Random) -> Any:
    """Found a city where that is possible, else do what looks best."""
    founds = [each for each in legal if isinstance(each, Found)]
    return best(seen, founds or legal)


def sets_pawns(seen: Any, legal: Sequence[Any], _rng: Random) -> Any:
    """Set the last pawn as the note suggests, else found."""
    pawns = [each for each in legal if isinstance(each, Epicenter)]
    is_last = seen.phase == "playing" and len(seen.pool) == 1
    return best(seen, pawns) if is_last and pawns else founds_only(seen, legal, _rng)


def anything(_seen: Any, legal: Sequence[Any], rng: Random) -> Any:
    return rng.choice(list(legal))


@pytest.mark.parametrize("choose", [founds_only, sets_pawns, anything])
@pytest.mark.parametrize("number", CHANCES)
def test_san_andreas_shows_two_scored_quakes(number: int, choose: Choose) -> None:
    def is_over(events: Sequence[Event]) -> bool:
        return sum(isinstance(each, quakes.CitiesScored) for each in events) >= 3

    lesson = played("san_andreas", number, choose, is_over)

    scored, rolled = lesson.happened(quakes.CitiesScored), lesson.happened(quakes.DiceRolled)
    assert len(scored) >= 2
    assert [each.faces for each in rolled[:2]] == [(0, 4, 1, 3), (2, 3, 1, 3)]
    assert scored[0].gained[LEARNER] > 0
    turns = [
        each
        for each in lesson.events
        if isinstance(each, quakes.CityFounded | quakes.EpicenterSet | quakes.TurnPassed)
    ]
    assert len(turns) <= 40
    for opponent in (1, 2):
        first, second, *_ = (each for each in turns if each.seat == opponent)
        assert isinstance(first, quakes.CityFounded)
        assert isinstance(second, quakes.EpicenterSet)


@pytest.mark.parametrize("number", CHANCES)
@pytest.mark.parametrize("choose", [anything, lambda seen, legal, _: best(seen, legal)])
def test_aftershock_shows_a_bridge_a_roll_and_an_area_that_pays(
    number: int, choose: Choose
) -> None:
    def is_over(events: Sequence[Event]) -> bool:
        return any(isinstance(each, shocks.RoundScored) for each in events)

    lesson = played("aftershock", number, choose, is_over)

    dealt = {e.card for e in lesson.happened(shocks.CardDealt) if e.seat == LEARNER}
    assert dealt >= GOOD_HAND
    assert lesson.happened(shocks.BridgeBuilt)
    assert lesson.happened(shocks.AftershockRolled)
    paid = [
        each.score for each in lesson.happened(shocks.SpaceScored) if each.score.points[LEARNER] > 0
    ]
    # Both opponents mark the space that pays the learner most.
    assert any(all(each.markers[1:]) for each in paid)
    assert lesson.points[LEARNER] > 0
