"""What became of a match that is over, as far as its record and its table say."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bot.table.match.match import LoadedMatch, StandIn
from engine.agents.heuristics import heuristics_of
from engine.counters import counters_of
from engine.game import CHANCE, PUBLIC, AnyGame, Outcome, Seat
from engine.record import standing


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """What is written of a match for good.

    `moves` are those that stand: whose seat, and why a computer player made it, if one did.
    `counts` are what its title counts for each seat, none if it counts nothing. `first` is the seat
    that went first, if the title says so. `is_voted`: its table ended it by vote. `is_kept` says of
    a chapter, a seat and a promise whether it was kept, in a title with deals.
    """

    outcome: Outcome
    moves: tuple[tuple[Seat, StandIn | None], ...]
    counts: tuple[tuple[int, ...], ...]
    first: Seat | None
    is_voted: bool = False
    is_kept: Callable[[str, Seat, str], bool | None] | None = None


def moves_of(loaded: LoadedMatch) -> tuple[tuple[Seat, StandIn | None], ...]:
    """Return the moves that stand: whose seat, and why a computer player made it, if one did."""
    entries = loaded.begun.record.entries
    moves = ((line, entries[line].move) for line in standing(entries))
    return tuple(
        (Seat(move.actor), loaded.stood_in.get(line))
        for line, move in moves
        if move is not None and move.actor != CHANCE
    )


def first_seat(loaded: LoadedMatch) -> Seat | None:
    """Return the seat that went first, if the title says so."""
    counters = counters_of(loaded.match.game)
    if counters is None:
        return None
    events = loaded.since(0).events
    return next((each.seat for each in events if isinstance(each, counters.begun)), None)


def ended(
    game: AnyGame, loaded: LoadedMatch, outcome: Outcome, *, is_voted: bool = False
) -> EndedMatch:
    """Return what became of a match of which all lines are loaded."""
    counters, moves = counters_of(loaded.match.game), moves_of(loaded)
    table, heuristics = game.observe(loaded.begun.state, PUBLIC), heuristics_of(loaded.match.game)
    deals = None if heuristics is None else heuristics.bargaining
    is_kept = None if deals is None else partial(deals.is_kept, table)
    if counters is None:
        seats = len(loaded.match.chairs)
        return EndedMatch(outcome, moves, ((),) * seats, None, is_voted, is_kept)
    counts = counters.count(loaded.since(0).events, table)
    return EndedMatch(outcome, moves, counts, first_seat(loaded), is_voted, is_kept)
