"""Tables of Aftershock that are played move by move, for tests of what people see."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

from bot.games.panel import Moment, View
from bot.hosting.match import Chair, Match, MatchId, PlayerId, Status, Venue
from bot.hosting.ports import Preferences
from engine.draws import SealedDraws
from engine.event import Event, visible
from engine.games.aftershock.actions import Reopen, Withdraw
from engine.games.aftershock.rules import GAME
from engine.node import Decision
from engine.record import Header, Setup
from engine.referee import Progress, Referee
from engine.replay import Replay
from engine.seat import PUBLIC, Seat, Viewer
from tests.games.strict import StrictWords

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Maximiliane-Charlotte d'Ormesson")
DAY = datetime(2026, 1, 1, tzinfo=UTC)
REFEREE = Referee(GAME)
PHASES = ("keep", "buy", "take", "plan", "build", "resolve", "shock", "move", "mark")


def match_of(seats: int) -> Match:
    chairs = tuple(
        Chair(name, f"join-{number}", PlayerId(100 + number), letter="ABCDM"[number])
        for number, name in enumerate(NAMES[:seats])
    )
    return Match(
        id=MatchId(42),
        game="aftershock",
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

    def __init__(self, seats: int = 3, seed: int = 1) -> None:
        self.match = match_of(seats)
        header = Header("aftershock", 1, Setup(seats), "", tuple("abcde")[:seats])
        self._draws = SealedDraws(bytes([seed] * 32))
        self.chance = Random(seed)
        self.progress: Progress[Any, Any] = REFEREE.begin(header, self._draws)

    @property
    def state(self) -> Any:
        return self.progress.state

    @property
    def phase(self) -> str:
        phase: str = self.state.phase
        return phase

    @property
    def is_over(self) -> bool:
        return self.state.outcome is not None

    @property
    def awaited(self) -> tuple[Seat, ...]:
        node = GAME.node(self.state)
        return tuple(sorted(node.seats)) if isinstance(node, Decision) else ()

    @property
    def acting(self) -> Seat:
        return self.awaited[0]

    @property
    def events(self) -> tuple[Event, ...]:
        return self.progress.events

    @property
    def news(self) -> tuple[Event, ...]:
        """What everybody may know of the last move."""
        return tuple(event for event in self.events if visible(event, PUBLIC))

    def legal(self, seat: Seat) -> tuple[Any, ...]:
        return tuple(GAME.legal_actions(self.state, seat))

    def submit(self, seat: Seat, *actions: Any) -> None:
        self.progress = REFEREE.submit_all(self.progress, seat, actions, self._draws)

    def play(self) -> None:
        """Let somebody who is awaited do something, cheap or dear, but nothing idle."""
        seat = self.chance.choice(self.awaited)
        legal = [a for a in self.legal(seat) if not isinstance(a, Reopen | Withdraw)]
        self.submit(seat, self.chance.choice(legal))

    def view(
        self,
        viewer: Viewer | None = None,
        language: str = "en",
        preferences: Preferences | None = None,
    ) -> View:
        seen = self.acting if viewer is None else viewer
        legal = () if seen == PUBLIC else self.legal(Seat(int(seen)))
        observation = GAME.observe(self.state, seen)
        line = len(self.progress.record.entries)
        wanted = preferences or Preferences()
        return View(self.match, seen, observation, legal, line, StrictWords(language), wanted)

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
                tuple(event for event in line.events if visible(event, viewer)),
            )
            for line in Replay(GAME, self.progress.record)
        )


def until(found: Callable[[Table], bool], seats: int = 3, seed: int = 1) -> Table:
    """Return the first table of random play for which something holds."""
    for at in range(seed, seed + 30):
        table = Table(seats, at)
        while not table.is_over:
            if found(table):
                return table
            table.play()
    raise AssertionError("never")


def in_phase(phase: str, seats: int = 3, seed: int = 1) -> Table:
    """Return a table in this phase."""
    return until(lambda table: table.phase == phase, seats, seed)


def finished(seats: int = 3, seed: int = 1) -> Table:
    """Return a table whose match is over."""
    table = Table(seats, seed)
    while not table.is_over:
        table.play()
    table.match = replace(table.match, status=Status.FINISHED, changed_at=DAY.replace(day=12))
    return table
