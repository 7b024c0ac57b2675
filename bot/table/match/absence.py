"""What was done for players who weren't there: by their plan, or by a computer player."""

from collections.abc import Iterator
from typing import NamedTuple

from bot.table.match.match import LoadedMatch, StandIn
from engine.game import CHANCE, PUBLIC, Event, Seat, visible


class AbsentMove(NamedTuple):
    """What everybody could see of something that was done for a seat.

    `stand_in` is why a computer player did it; None: its player had planned it ahead, and `events`
    are the first of what came of it.
    """

    seat: Seat
    events: tuple[Event, ...]
    stand_in: StandIn | None = None


def absent_moves(
    loaded: LoadedMatch, since: int = 0, upto: int | None = None
) -> tuple[AbsentMove, ...]:
    """Return what was done for absent players, and shown by the lines after `since`."""
    last = len(loaded.begun) if upto is None else upto
    marked: dict[int, StandIn | None] = {**dict.fromkeys(loaded.planned), **loaded.stood_in}
    found: list[AbsentMove] = []
    for line, why in sorted(marked.items()):
        seat = _mover(loaded, line)
        if line >= last or seat is None:
            continue
        shown = _shown(loaded, seat, line, last, why)
        events = tuple(event for at, event in shown if at >= since)
        if events:
            found.append(AbsentMove(seat, events, why))
    return tuple(found)


def _shown(
    loaded: LoadedMatch, seat: Seat, line: int, last: int, why: StandIn | None
) -> Iterator[tuple[int, Event]]:
    """Yield what a move in this line led to for all to see, each with the line that showed it."""
    replay = loaded.begun
    at_once = [event for event in replay.happened(line) if visible(event, PUBLIC)]
    if why is None:
        yield from ((line, event) for event in at_once[:1])
        return
    own = [event for event in at_once if _seat(event) == seat]
    yield from ((line, event) for event in own)
    # What is sealed is opened by a later line, unless its seat seals something else before.
    later = line + 1
    while not own and later < last and _mover(loaded, later) != seat:
        shown = (event for event in replay.happened(later) if visible(event, PUBLIC))
        yield from ((later, event) for event in shown if _seat(event) == seat)
        later += 1


def _mover(loaded: LoadedMatch, line: int) -> Seat | None:
    move = loaded.begun.record.entries[line].move
    return None if move is None or move.actor == CHANCE else Seat(move.actor)


def _seat(event: Event) -> object:
    return getattr(event, "seat", None)
