"""What a viewer may know of a match: views of now and of every moment before."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from babel.dates import format_timedelta

from bot.games.names import escaped_name
from bot.games.panel import AnyMoment, AnyPanel, AnyView, Moment, View
from bot.hosting.match.history import HistoryStep
from bot.locale.localisation import Words
from bot.table.match.match import Ending, Match, Status
from bot.table.preferences import Preferences
from bot.table.world import Clock
from engine.game import PUBLIC, Seat, Viewer
from engine.referee import Progress
from engine.registry import game
from engine.replay import Replay
from engine.takebacks import known_draws


@dataclass(frozen=True, slots=True)
class Reader:
    """For whom a view is made: a seat or the public, their language and preferences."""

    viewer: Viewer
    words: Words
    preferences: Preferences = field(default_factory=Preferences)


def with_names(match: Match, words: Words) -> Match:
    """Return a match as a reader is told of it: who was erased is a *former player* there."""
    if not any(each.is_former for each in match.chairs):
        return match
    former = words.say("former player")
    chairs = (replace(each, name=former) if each.is_former else each for each in match.chairs)
    return replace(match, chairs=tuple(chairs))


def view(match: Match, progress: Progress[Any, Any], reader: Reader) -> AnyView:
    """Return the table as it is now, with the legal actions of the viewer."""
    seen, viewer = view_without_choices(match, progress, reader), reader.viewer
    if viewer == PUBLIC or match.status is not Status.PLAYING:
        return seen
    return replace(seen, legal=tuple(game(match.game).legal_actions(progress.state, viewer)))


def view_without_choices(match: Match, progress: Progress[Any, Any], reader: Reader) -> AnyView:
    """Return the table as it is now, without the legal actions, which take time to list."""
    observation = _observed(match, progress.state, reader.viewer)
    return View(
        with_names(match, reader.words),
        reader.viewer,
        observation,
        (),
        match.line,
        reader.words,
        reader.preferences,
        known=known_draws(progress.record),
    )


def _observed(match: Match, state: Any, viewer: Viewer) -> Any:
    """Return what a viewer may know; of a match whose points count as they are, who won it."""
    rules = game(match.game)
    observation = rules.observe(state, viewer)
    if match.ending is not Ending.AS_IT_STANDS or rules.meta.standing is None:
        return observation
    return replace(observation, outcome=rules.meta.standing(rules.observe(state, PUBLIC)))


def view_before(now: AnyView, replay: Replay[Any, Any], line: int) -> AnyView:
    """Return the table of a view as it was before a line was played; nothing is to decide."""
    observation = game(now.match.game).observe(replay.before(line), now.viewer)
    return replace(now, observation=observation, legal=(), line=line, known=())


def moments(match: Match, past: Sequence[HistoryStep], reader: Reader) -> tuple[AnyMoment, ...]:
    """Return steps of the past for a panel; nothing is to decide in them any more."""
    said, wish = reader.words, reader.preferences
    match = with_names(match, said)

    def moment(then: HistoryStep) -> AnyMoment:
        now = then.observation()
        line, absent = then.line, then.absent
        return Moment(View(match, then.viewer, now, (), line, said, wish, absent), then.events)

    return tuple(map(moment, past))


def names_of(match: Match, seats: tuple[Seat, ...]) -> str:
    """Return the names of some seats, ready for a message."""
    return ", ".join(escaped_name(match.chairs[seat].name) for seat in seats)


def ago(match: Match, clock: Clock, words: Words) -> str:
    """Return for how long the table has waited, such as "3 hours"."""
    return format_timedelta(clock.now() - match.changed_at, locale=words.language)


def table_name(match: Match, panel: AnyPanel, words: Words) -> str:
    """Return what a table is called, such as "Seismic 42"."""
    return f"{panel.title(words)} {match.id}"
