"""The course of a match: what comes next when something is over (rules 4, 6, 7 and 9)."""

from dataclasses import replace
from typing import Any

from engine.event import Event
from engine.game import Step
from engine.games.seismic.events import MatchEnded, QuakeFlipped, QuakeRose, QuakeStruck
from engine.games.seismic.quakes import risen, struck
from engine.games.seismic.rotations import any_turns, turned
from engine.games.seismic.scoring import outcome, points
from engine.games.seismic.sections import scoring_sections
from engine.games.seismic.state import Laid, Rising, State
from engine.seat import Seat


def go_on(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Turn up what is missing, let the seat on turn place, or go on without."""
    return state.variant.supply.go_on(state, events)


def after_placement(
    before: State, placed: dict[str, Any], events: tuple[Event, ...]
) -> Step[State]:
    """End the match if nothing is open (rules 7), else begin the next seat's turn.

    `placed` are the fields that the placement changes: a state is copied once.
    """
    if not placed["board"].strands:
        return end(before.but(**placed), events, "seismic-nothing-open")
    return before.variant.supply.hand_over(before, placed, events)


def quake_rises(state: State, tile: str, events: tuple[Event, ...]) -> Step[State]:
    """Let a quake that was turned up strike every town (rules 6 and 9)."""
    towns = tuple(range(len(state.variant.towns)))
    if len(towns) == 1:
        return reach(state, tile, 0, events)
    rising = state.but(rising=Rising(tile, towns), phase="choosing_town")
    return Step(rising, (*events, QuakeRose(tile)))


def reach(state: State, tile: str, town: int, events: tuple[Event, ...]) -> Step[State]:
    """Count the lines out of a town; the longest is struck, or a seat chooses among them."""
    quake = risen(state.board, tile, town)
    shaken = state.but(
        quakes=(*state.quakes, quake), rising=_without(state.rising, town), phase="striking"
    )
    events = (*events, QuakeFlipped(tile, quake.tied, town))
    match quake.tied:
        case ():
            return _roll_on(shaken, events)
        case (line,):
            return quake_strikes(shaken, line, None, events)
        case _:
            return Step(shaken, events)


def _without(rising: Rising | None, town: int) -> Rising | None:
    towns = tuple(each for each in rising.towns if each != town) if rising else ()
    return replace(rising, towns=towns) if rising and towns else None


def quake_strikes(
    state: State, line: int, by: Seat | None, events: tuple[Event, ...]
) -> Step[State]:
    """Let the quake that rose last take its tiles, and give the crews back (rules 6)."""
    quake = state.quakes[-1]
    board, fallen = struck(state.board, quake, line)
    shaken = state.but(
        board=board,
        crews=with_crews_home(state.crews, fallen),
        discarded=(*state.discarded, *(laid.tile for laid in fallen)),
        quakes=(*state.quakes[:-1], replace(quake, line=line, fallen=fallen)),
    )
    event = QuakeStruck(quake.tile, line, fallen, quake.lengths, by, quake.town)
    return _roll_on(shaken, (*events, event))


def _roll_on(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Go on to the town that is left, or to what follows a quake."""
    if state.rising:
        return reach(state, state.rising.tile, state.rising.towns[0], events)
    return state.variant.after_quake(state, events)


def ask_everybody(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Let every seat, from the one on turn, turn a tile (rules 9, Aftershocks)."""
    seats = (Seat((state.seat + step) % state.seats) for step in range(state.seats))
    return ask(state, tuple(seats), events)


def ask(state: State, seats: tuple[Seat, ...], events: tuple[Event, ...]) -> Step[State]:
    """Let these seats turn a tile, one after the other; if nothing turns, the turn goes on."""
    if seats and any_turns(state.board, turned(state)):
        return Step(state.but(asked=seats, phase="rotating"), events)
    return go_on(state.but(asked=()), events)


def with_crews_home(crews: tuple[int, ...], fallen: tuple[Laid, ...]) -> tuple[int, ...]:
    """Return the crews at home after those on the fallen tiles went back to their owners."""
    home = list(crews)
    for laid in fallen:
        for crew in laid.crews:
            home[crew.seat] += 1
    return tuple(home)


def end(state: State, events: tuple[Event, ...], reason: str) -> Step[State]:
    """Count the points: the match is over (rules 7 and 8)."""
    result = outcome(points(scoring_sections(state.board), state.seats), reason)
    over = state.but(phase="over", outcome=result)
    return Step(over, (*events, MatchEnded(result, state.boxed)))
