"""The past of a match as a viewer may know it, and the count of what each viewer has seen.

A fold over the record, which itself stays secret.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, overload

from bot.table.match.absence import AbsentMove
from engine.game import CHANCE, PUBLIC, Actor, AnyGame, Event, Seat, Viewer, visible
from engine.record import Entry, standing
from engine.replay import Replay


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """The table after a line, and what happened in that line, as far as the viewer may know.

    `line` is the number of lines played by then; `actor` is who played this one. `stands`: it is a
    move, and nobody took it back later. `back_to`: it takes back all lines from this number on.
    `absent` is what was done in the match for players who weren't there.
    """

    line: int
    actor: Actor | None
    events: tuple[Event, ...]
    viewer: Viewer
    stands: bool
    back_to: int | None
    absent: tuple[AbsentMove, ...]
    _game: AnyGame = field(repr=False)
    _state: Any = field(repr=False)

    def observation(self) -> Any:
        """Return the table as the viewer may know it; made when asked for."""
        return self._game.observe(self._state, self.viewer)

    def legal(self) -> tuple[Any, ...]:
        """Return what the viewer could choose then; nothing for the public."""
        if self.viewer == "public":
            return ()
        return tuple(self._game.legal_actions(self._state, self.viewer))


class History(Sequence[HistoryStep]):
    """Every line of a match for one viewer."""

    def __init__(
        self,
        game: AnyGame,
        replay: Replay[Any, Any],
        viewer: Viewer,
        absent: tuple[AbsentMove, ...] = (),
    ) -> None:
        self._game = game
        self._absent = absent
        self._viewer = viewer
        self._replay = replay
        self._standing = frozenset(standing(replay.record.entries))

    def __len__(self) -> int:
        return len(self._replay)

    def __iter__(self) -> Iterator[HistoryStep]:
        return (self[place] for place in range(len(self)))

    @overload
    def __getitem__(self, index: int) -> HistoryStep: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[HistoryStep, ...]: ...
    def __getitem__(self, index: int | slice) -> HistoryStep | tuple[HistoryStep, ...]:
        if isinstance(index, slice):
            return tuple(self[place] for place in range(*index.indices(len(self))))
        entry, state, events = self._replay[index]
        seen = tuple(event for event in events if visible(event, self._viewer))
        actor = entry.move.actor if entry.move else None
        stands = entry.seq in self._standing
        line, back_to, viewer = entry.seq + 1, entry.undo_to, self._viewer
        absent, game = self._absent, self._game
        return HistoryStep(line, actor, seen, viewer, stands, back_to, absent, game, state)

    def at(self, line: int) -> HistoryStep:
        """Return the table after `line` lines, 0 for before the first."""
        if line:
            return self[line - 1]
        initial = self._replay.initial
        return HistoryStep(0, None, (), self._viewer, True, None, (), self._game, initial)  # noqa: FBT003

    def since_last_action(self, seat: Seat) -> tuple[HistoryStep, ...]:
        """Return what happened after the seat's own last action; all, if it had none.

        Lines that were taken back are left out.
        """
        entries = self._replay.record.entries
        own = (
            each.seq
            for each in reversed(entries)
            if each.move and each.move.actor == seat and each.seq in self._standing
        )
        return tuple(each for each in self[next(own, -1) + 1 :] if each.stands)

    def last_moves(self, count: int) -> tuple[HistoryStep, ...]:
        """Return the steps from the last `count` moves that the viewer knows of, or all of them."""
        steps = tuple(each for each in self if each.stands)
        moved = [
            place
            for place, each in enumerate(steps)
            if each.events and each.actor not in (CHANCE, None)
        ]
        return steps[moved[-count] if len(moved) > count else 0 :]

    def before(self, steps: Sequence[HistoryStep]) -> HistoryStep:
        """Return the table before the first of these steps, or as it is now; without events."""
        return replace(self.at(steps[0].line - 1 if steps else len(self)), events=())


# How many things each viewer has seen happen. Ids of buttons contain that instead of the number of
# lines, which would betray sealed choices: anybody could count what was stored between two looks.


def seen_after(
    seen: tuple[int, ...], seats: int, entries: Iterable[Entry[Any]], events: Iterable[Event]
) -> tuple[int, ...]:
    """Return what `seen` becomes when these lines and their events are added.

    `seen` counts what each seat has seen, the public last; () for nothing yet.
    """
    lines, told = tuple(entries), tuple(events)
    viewers: tuple[Viewer, ...] = (*map(Seat, range(seats)), PUBLIC)
    before = seen or (0,) * len(viewers)
    return tuple(
        count + _seen_in(lines, told, viewer) for count, viewer in zip(before, viewers, strict=True)
    )


def line_at(replay: Replay[Any, Any], viewer: Viewer, seen: int, now: int) -> int:
    """Return the newest line at which `viewer` had seen `seen` things; by `now` it is that many."""
    line = len(replay)
    while line and now > seen:
        line -= 1
        now -= _seen_in((replay.record.entries[line],), replay.happened(line), viewer)
    return line


def _seen_in(entries: Iterable[Entry[Any]], events: Iterable[Event], viewer: Viewer) -> int:
    """Count the events that a viewer sees, own lines (whatever came of them), and undoing ones."""
    own = sum(entry.move is None or entry.move.actor == viewer for entry in entries)
    return own + sum(visible(event, viewer) for event in events)
