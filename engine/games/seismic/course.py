"""The course of a match: what comes next when something is over (rules 4, 6 and 7)."""

from dataclasses import replace
from typing import Any

from engine.event import Event
from engine.game import Step
from engine.games.seismic.events import MatchEnded, NothingFitted, QuakeStruck
from engine.games.seismic.placements import any_fits
from engine.games.seismic.quakes import struck
from engine.games.seismic.scoring import outcome, points
from engine.games.seismic.sections import scoring_sections
from engine.games.seismic.state import Laid, State
from engine.seat import Seat


def go_on(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Flip while fewer than three lie face up, else let the seat on turn place, else end."""
    if len(state.display) < state.variant.display and state.pile:
        return Step(_in_phase(state, "flipping"), events)
    if not state.display:
        return _end(state, events, "seismic-pile-empty")
    if any_fits(state.board, state.display):
        return Step(_in_phase(state, "placing"), events)
    return _nothing_fits(state, events)


def _in_phase(state: State, phase: str) -> State:
    return state if state.phase == phase else state.but(phase=phase)


def _nothing_fits(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Take the face-up tiles out of the game and flip anew (rules 4.2), if there is a pile."""
    gone = state.display
    left = state.but(display=(), discarded=state.discarded + gone, phase="flipping")
    events = (*events, NothingFitted(gone))
    return Step(left, events) if state.pile else _end(left, events, "seismic-pile-empty")


def after_placement(
    before: State, placed: dict[str, Any], events: tuple[Event, ...]
) -> Step[State]:
    """End the match if nothing is open (rules 7), else begin the next seat's turn.

    `placed` are the fields that the placement changes: a state is copied once.
    """
    if not placed["board"].strands:
        return _end(before.but(**placed), events, "seismic-nothing-open")
    placed["seat"] = Seat((before.seat + 1) % before.seats)
    placed["turn"] = before.turn + 1
    placed["phase"] = "flipping"
    return go_on(before.but(**placed), events)


def quake_strikes(
    state: State, line: int, by: Seat | None, events: tuple[Event, ...]
) -> Step[State]:
    """Let the quake that rose last take its tiles, and give the crews back (rules 6)."""
    quake = state.quakes[-1]
    board, fallen = struck(state.board, quake, line, town=0)
    shaken = state.but(
        board=board,
        crews=with_crews_home(state.crews, fallen),
        discarded=(*state.discarded, *(laid.tile for laid in fallen)),
        quakes=(*state.quakes[:-1], replace(quake, line=line, fallen=fallen)),
    )
    event = QuakeStruck(quake.tile, line, fallen, quake.lengths, by)
    return go_on(shaken, (*events, event))


def with_crews_home(crews: tuple[int, ...], fallen: tuple[Laid, ...]) -> tuple[int, ...]:
    """Return the crews at home after those on the fallen tiles went back to their owners."""
    home = list(crews)
    for laid in fallen:
        for crew in laid.crews:
            home[crew.seat] += 1
    return tuple(home)


def _end(state: State, events: tuple[Event, ...], reason: str) -> Step[State]:
    result = outcome(points(scoring_sections(state.board), state.seats), reason)
    over = state.but(phase="over", outcome=result)
    return Step(over, (*events, MatchEnded(result, state.boxed)))
