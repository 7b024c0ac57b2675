"""Views of random matches, for tests of what people see."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

from bot.games.panel import Moment, View
from bot.hosting.match import Chair, Match, MatchId, PlayerId, Status, Venue
from bot.hosting.ports import Preferences
from engine.draws import SealedDraws
from engine.event import Event
from engine.games.seismic.rules import GAME
from engine.record import Header, Setup
from engine.referee import Progress, Referee
from engine.replay import Replay
from engine.seat import PUBLIC, Seat, Viewer
from tests.games.strict import StrictWords

NAMES = ("Ann", "Bob", "Cleo", "Maximiliane-Charlotte d'Ormesson")
DAY = datetime(2026, 1, 1, tzinfo=UTC)
REFEREE = Referee(GAME)


def match_of(seats: int, names: tuple[str, ...] = NAMES) -> Match:
    chairs = tuple(
        Chair(name, f"join-{number}", PlayerId(100 + number), letter="ABCD"[number])
        for number, name in enumerate(names[:seats])
    )
    return Match(
        id=MatchId(42),
        game="seismic",
        status=Status.PLAYING,
        host=PlayerId(100),
        venue=Venue(1, 2),
        places=seats,
        setup=Setup(seats),
        commitment="",
        chairs=chairs,
        opened_at=DAY,
        changed_at=DAY,
    )


class Table:
    """A match that is played move by move."""

    def __init__(
        self, seats: int = 3, seed: int = 1, radius: int = 8, variants: tuple[str, ...] = ()
    ) -> None:
        options = {} if radius == 8 else {"table_radius": radius}
        setup = Setup(seats, tuple(sorted(variants)), options)
        self.match = replace(match_of(seats), setup=setup)
        header = Header("seismic", 1, setup, "", tuple("abcd")[:seats])
        self._draws = SealedDraws(bytes([seed] * 32))
        self._chance = Random(seed)
        self.progress: Progress[Any, Any] = REFEREE.begin(header, self._draws)

    @property
    def is_over(self) -> bool:
        return self.progress.state.outcome is not None

    @property
    def acting(self) -> Seat:
        return Seat(self.progress.state.to_act)

    @property
    def events(self) -> tuple[Event, ...]:
        return self.progress.events

    def play(self, action: Any = None) -> None:
        """Play `action`, or any legal one, crews preferred."""
        legal = tuple(GAME.legal_actions(self.progress.state, self.acting))
        crewed = [each for each in legal if getattr(each, "crew", None) is not None]
        chosen = action or self._chance.choice(crewed or legal)
        self.progress = REFEREE.submit(self.progress, self.acting, chosen, self._draws)

    def view(
        self,
        viewer: Viewer | None = None,
        language: str = "en",
        preferences: Preferences | None = None,
    ) -> View:
        seen = self.acting if viewer is None else viewer
        return _view(self.match, self.progress, seen, language, preferences or Preferences())

    def moments(self, viewer: Viewer = PUBLIC, language: str = "en") -> tuple[Moment, ...]:
        said = StrictWords(language)
        return tuple(
            Moment(
                View(
                    self.match,
                    viewer,
                    GAME.observe(line.state, viewer),
                    (),
                    line.entry.seq + 1,
                    said,
                ),
                tuple(event for event in line.events if event.seen_by == "everybody"),
            )
            for line in Replay(GAME, self.progress.record)
        )

    def submit(self, actions: tuple[Any, ...]) -> None:
        """Play what a panel submits."""
        events: tuple[Event, ...] = ()
        for action in actions:
            self.progress = REFEREE.submit(self.progress, self.acting, action, self._draws)
            events += self.progress.events
        self.progress = replace(self.progress, events=events)


def _view(
    match: Match,
    progress: Progress[Any, Any],
    viewer: Viewer,
    language: str,
    preferences: Preferences,
) -> View:
    legal = () if viewer == PUBLIC else tuple(GAME.legal_actions(progress.state, Seat(viewer)))
    observation = GAME.observe(progress.state, viewer)
    line = len(progress.record.entries)
    return View(match, viewer, observation, legal, line, StrictWords(language), preferences)


def played(moves: int, seats: int = 3, seed: int = 1, radius: int = 8) -> Table:
    """Return a table after so many moves of random play, or at its end."""
    table = Table(seats, seed, radius)
    for _ in range(moves):
        if table.is_over:
            break
        table.play()
    return table


def finished(seats: int = 3, seed: int = 1) -> Table:
    """Return a table whose match is over."""
    table = played(300, seats, seed)
    later = replace(table.match, status=Status.FINISHED, changed_at=DAY.replace(day=12))
    table.match = later
    return table


def tied(seats: int = 3, seed: int = 1) -> Table:
    """Return a table where a quake waits for the choice of a line."""
    for at in range(seed, seed + 20):
        for table in _tables(seats, at):
            if table.progress.state.phase == "striking":
                return table
    raise AssertionError("no quake tied")


def _tables(seats: int, seed: int) -> Iterator[Table]:
    table = Table(seats, seed)
    while not table.is_over:
        yield table
        table.play()
