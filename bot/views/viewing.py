"""What a viewer may know of a match: views of now and of every moment before."""

from dataclasses import dataclass, field
from typing import Any

from babel.dates import format_timedelta

from bot.games.panel import Moment, View
from bot.hosting.match import Match, PlayerId
from bot.hosting.ports import Clock, Preferences
from bot.locale.localisation import Words
from bot.views.names import shown
from engine.event import visible
from engine.game import AnyGame
from engine.referee import Progress
from engine.registry import game
from engine.replay import Replay
from engine.seat import PUBLIC, Seat, Viewer


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks: the seat or the public, in which words, with which preferences."""

    viewer: Viewer
    words: Words
    preferences: Preferences = field(default_factory=Preferences)


def reader_of(
    match: Match, player: PlayerId, words: Words, preferences: Preferences | None = None
) -> Reader:
    """Return how this person sees the match; somebody without a seat sees what is public."""
    seat = match.seat_of(player)
    return Reader(PUBLIC if seat is None else seat, words, preferences or Preferences())


def view(match: Match, progress: Progress[Any, Any], reader: Reader) -> View:
    """Return the table as it is now."""
    return _seen(game(match.game), match, progress.state, match.line, reader)


def moments(match: Match, reader: Reader, since: int = 0) -> tuple[Moment, ...]:
    """Return every step after line `since`, as this reader may know it."""
    if match.record is None:
        return ()
    rules = game(match.game)
    lines = tuple(Replay(rules, match.record))[since:]
    return tuple(
        Moment(
            _seen(rules, match, line.state, line.entry.seq + 1, reader),
            tuple(event for event in line.events if visible(event, reader.viewer)),
        )
        for line in lines
    )


def last_acted(match: Match, seat: Seat | None) -> int:
    """Return the number of lines up to the seat's last move; a watcher's is the last round."""
    if match.record is None:
        return 0
    acted = [
        each
        for each in match.record.entries
        if each.move is not None and each.move.actor != "chance"
    ]
    if seat is None:
        return acted[-len(match.chairs) - 1].seq + 1 if len(acted) > len(match.chairs) else 0
    own = [each.seq for each in acted if each.move is not None and each.move.actor == seat]
    return own[-1] + 1 if own else 0


def names_of(match: Match, seats: tuple[Seat, ...]) -> str:
    """Return the names of some seats, ready for a message."""
    return ", ".join(shown(match.chairs[seat].name) for seat in seats)


def ago(match: Match, clock: Clock, words: Words) -> str:
    """Return for how long the table has waited, such as "3 hours"."""
    return format_timedelta(clock.now() - match.changed_at, locale=words.language)


def _seen(rules: AnyGame, match: Match, state: Any, line: int, reader: Reader) -> View:
    seat = reader.viewer
    legal = () if seat == PUBLIC else tuple(rules.legal_actions(state, seat))
    return View(
        match,
        seat,
        rules.observe(state, seat),
        legal,
        line,
        reader.words,
        reader.preferences,
    )
