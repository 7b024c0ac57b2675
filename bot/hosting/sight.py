"""How much of a match each viewer has seen happen.

Buttons carry it instead of the number of lines: that would betray choices that lie sealed, since
whoever looks twice could count what was stored in between.
"""

from collections.abc import Iterable
from typing import Any

from engine.game import PUBLIC, Event, Seat, Viewer, visible
from engine.record import Entry
from engine.replay import Replay


def grown(
    seen: tuple[int, ...], seats: int, entries: Iterable[Entry[Any]], events: Iterable[Event]
) -> tuple[int, ...]:
    """Return how much each seat has seen, the public last, with more lines and their events.

    `seen` is what they had seen before, () for nothing.
    """
    lines, told = tuple(entries), tuple(events)
    viewers: tuple[Viewer, ...] = (*map(Seat, range(seats)), PUBLIC)
    before = seen or (0,) * len(viewers)
    return tuple(
        count + _seen_in(lines, told, viewer) for count, viewer in zip(before, viewers, strict=True)
    )


def last_line(replay: Replay[Any, Any], viewer: Viewer, seen: int) -> int | None:
    """Return the newest line at which `viewer` had seen so much; None: so much never happened."""
    so_far = 0
    for entry, events in zip(replay.record.entries, replay.events, strict=True):
        so_far += _seen_in((entry,), events, viewer)
        if so_far > seen:
            return entry.seq
    return len(replay) if so_far == seen else None


def _seen_in(entries: Iterable[Entry[Any]], events: Iterable[Event], viewer: Viewer) -> int:
    """Count the events that a viewer sees, own lines (whatever came of them), and undoing ones."""
    own = sum(entry.move is None or entry.move.actor == viewer for entry in entries)
    return own + sum(visible(event, viewer) for event in events)
