"""How the opponents of a lesson set pawns, so that the learner sees two quakes: one kind, one not.

Beginners alone found cities until a hand is empty, and the first quake ends the match.
"""

from collections.abc import Sequence
from typing import Final

from engine.agents.heuristics import Teaching
from engine.game import Event, Seat
from engine.games.san_andreas.actions import Action, Epicenter, Found
from engine.games.san_andreas.events import (
    CitiesScored,
    CityFounded,
    EpicenterSet,
    TurnPassed,
)
from engine.games.san_andreas.preview import what_if
from engine.games.san_andreas.state import Observation
from engine.games.san_andreas.tiles import Tile

ENOUGH: Final = 2
"""After how many quakes the opponents play as they like."""
WAITING: Final = 2
"""For how many of the learner's turns they leave the last pawn to the learner."""
FACES: Final = range(1, 6)


def manners(
    observation: Observation, legal: Sequence[Action], teaching: Teaching
) -> Sequence[Action]:
    """Return the actions by which an opponent shows the learner what quakes do.

    It founds in its first turn; then it sets a pawn while two or more are free, and leaves the last
    one to the learner for `WAITING` turns. The last seat founds once more in its third turn, before
    the first quake. Until then pawns go where they ruin the fewest of the learner's cities, later
    where they ruin the most.
    """
    quakes = 0 if observation.quake is None else observation.quake.number
    if observation.phase != "playing" or quakes >= ENOUGH:
        return legal
    me = Seat(int(observation.viewer))
    turns = _turns(teaching.events, me)
    founds = [each for each in legal if isinstance(each, Found)]
    pawns = [each for each in legal if isinstance(each, Epicenter)]
    is_late_founder = turns == 2 and me == observation.seats - 1 and not quakes
    if len(observation.pool) == 1:
        sets = _turns(_since_pawns(teaching.events), teaching.learner) >= WAITING
    else:
        sets = turns > 0 and not is_late_founder
    if not pawns or (founds and not sets):
        return founds or legal

    harms = {each.space: _harm(observation, _tile(observation, each), teaching) for each in pawns}
    wanted = (max if quakes else min)(harms.values())
    return [each for each in pawns if harms[each.space] == wanted]


def _turns(events: Sequence[Event], seat: Seat) -> int:
    """Return how many turns a seat has had in these events."""
    turns = (each for each in events if isinstance(each, CityFounded | EpicenterSet | TurnPassed))
    return sum(each.seat == seat for each in turns)


def _since_pawns(events: Sequence[Event]) -> Sequence[Event]:
    """Return what has happened since the pawns stand, or are free, as they do now."""
    moved = [n for n, each in enumerate(events) if isinstance(each, EpicenterSet | CitiesScored)]
    return events[moved[-1] + 1 :] if moved else events


def _tile(observation: Observation, pawn: Epicenter) -> Tile:
    return observation.settable[pawn.space][0]


def _harm(observation: Observation, tile: Tile, teaching: Teaching) -> int:
    """Return how many cities of the learner a die under this tile would ruin, over its faces."""
    shifts = (what_if(observation, observation.pool[0], tile, face)[1] for face in FACES)
    ruins = (ruin for shift in shifts if shift is not None for ruin in shift.ruins)
    return sum(ruin.seat == teaching.learner for ruin in ruins)
