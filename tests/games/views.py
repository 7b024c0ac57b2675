"""Matches of any title, and what their viewers may know, without a host around them."""

from copy import copy
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from random import Random
from typing import Any, Self

from bot.games.panel import Moment, View
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Chair, Match, Status, Venue
from bot.table.preferences import Preferences
from engine.draws import SealedDraws
from engine.game import PUBLIC, AnyGame, Decision, Event, Seat, Setup, Viewer, visible
from engine.record import Header
from engine.referee import Progress, Referee
from engine.replay import Replay
from tests.games.strict import StrictWords

LONGEST = "Maximiliane-Charlotte d'Ormesson"
NAMES = ("Ann", "Bob", "Cleo", "Dan", LONGEST)
DAY = datetime(2026, 1, 1, tzinfo=UTC)


def header(game: AnyGame, setup: Setup) -> Header:
    """Return a header of format 1: in these draws the matches were found that tests show."""
    joins = tuple("abcde")[: setup.seats]
    return Header(game.meta.key, game.meta.rules_version, setup, "", joins, format=1)


def match_of(game: AnyGame, setup: Setup, names: tuple[str, ...]) -> Match:
    """Return a match that has begun, with these people at the table."""
    chairs = tuple(
        Chair(name, f"join-{number}", PlayerId(100 + number), letter=letter)
        for number, (name, letter) in enumerate(zip(names, "ABCDM", strict=False))
    )
    return Match(
        id=MatchId(42),
        game=game.meta.key,
        status=Status.PLAYING,
        host=PlayerId(100),
        venue=Venue(1, 2),
        places=setup.seats,
        setup=setup,
        commitment="",
        chairs=chairs[: setup.seats],
        opened_at=DAY,
        changed_at=DAY,
    )


@dataclass
class Sight:
    """A match at a moment, as its viewers see it."""

    game: AnyGame
    match: Match
    progress: Progress[Any, Any]

    @property
    def state(self) -> Any:
        return self.progress.state

    @property
    def viewers(self) -> list[Viewer]:
        return [PUBLIC, *map(Seat, range(self.match.places))]

    def at(self, state: Any) -> Self:
        """Return the same moment of another world."""
        other = copy(self)
        other.progress = replace(self.progress, state=state)
        return other

    @property
    def awaited(self) -> tuple[Seat, ...]:
        node = self.game.node(self.progress.state)
        return tuple(sorted(node.seats)) if isinstance(node, Decision) else ()

    def legal(self, seat: Viewer) -> tuple[Any, ...]:
        if seat == PUBLIC:
            return ()
        return tuple(self.game.legal_actions(self.progress.state, Seat(int(seat))))

    def news(self, viewer: Viewer = PUBLIC) -> tuple[Event, ...]:
        """Return what a viewer may know of the last move."""
        return tuple(each for each in self.progress.events if visible(each, viewer))

    def view(
        self,
        viewer: Viewer | None = None,
        language: str = "en",
        preferences: Preferences | None = None,
    ) -> View:
        """Return the table as a player sees it; without a viewer, the seat that must act."""
        seen = self.awaited[0] if viewer is None else viewer
        return View(
            self.match,
            seen,
            self.game.observe(self.progress.state, seen),
            self.legal(seen),
            len(self.progress.record.entries),
            StrictWords(language),
            preferences or Preferences(),
        )

    def moments(self, viewer: Viewer = PUBLIC, language: str = "en") -> tuple[Moment, ...]:
        """Return the whole match, line by line."""
        words = StrictWords(language)

        def seen(state: Any, number: int) -> View:
            return View(self.match, viewer, self.game.observe(state, viewer), (), number, words)

        return tuple(
            Moment(
                seen(line.state, number),
                tuple(each for each in line.events if visible(each, viewer)),
            )
            for number, line in enumerate(Replay(self.game, self.progress.record), 1)
        )


class Table(Sight):
    """A match that is played move by move."""

    def __init__(
        self, game: AnyGame, setup: Setup, seed: int, names: tuple[str, ...] = NAMES
    ) -> None:
        self._draws = SealedDraws(bytes([seed] * 32))
        self._referee = Referee(game)
        self.chance = Random(seed)
        begun = self._referee.begin(header(game, setup), self._draws)
        super().__init__(game, match_of(game, setup, names), begun)

    @property
    def phase(self) -> str:
        phase: str = self.state.phase
        return phase

    @property
    def is_over(self) -> bool:
        return self.state.outcome is not None

    @property
    def acting(self) -> Seat:
        return self.awaited[0]

    @property
    def events(self) -> tuple[Event, ...]:
        return self.progress.events

    def submit(self, seat: Seat, *actions: Any) -> None:
        """Play what a panel submits."""
        self.progress = self._referee.submit_all(self.progress, seat, actions, self._draws)

    def play(self) -> None:
        """Let a seat that is awaited play any legal action."""
        seat = self.chance.choice(self.awaited)
        self.submit(seat, self.chance.choice(self.legal(seat)))

    def finished(self) -> Self:
        """Play to the end."""
        while not self.is_over:
            self.play()
        self.match = replace(self.match, status=Status.FINISHED, changed_at=DAY.replace(day=12))
        return self
