"""Views of random matches, for tests of what people see."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import Any

from bot.games.panel import Moment, View
from bot.hosting.match import Chair, Match, MatchId, PlayerId, Status, Venue
from engine.draws import SealedDraws
from engine.event import Event, visible
from engine.games.san_andreas import GAME
from engine.node import Decision
from engine.record import Header, Setup
from engine.referee import Progress, Referee
from engine.replay import Replay
from engine.seat import PUBLIC, Seat, Viewer
from tests.games.strict import StrictWords

NAMES = ("Ann", "Bob", "Cleo", "Maximiliane-Charlotte d'Ormesson")
DAY = datetime(2026, 1, 1, tzinfo=UTC)
REFEREE = Referee(GAME)


def match_of(seats: int) -> Match:
    chairs = tuple(
        Chair(name, f"join-{number}", PlayerId(100 + number), letter="ABCD"[number])
        for number, name in enumerate(NAMES[:seats])
    )
    return Match(
        id=MatchId(42),
        game="san_andreas",
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


@dataclass(frozen=True)
class Table:
    """A match at a moment."""

    match: Match
    progress: Progress[Any, Any]

    @property
    def acting(self) -> list[Seat]:
        node = GAME.node(self.progress.state)
        return sorted(node.seats) if isinstance(node, Decision) else []

    @property
    def viewers(self) -> list[Viewer]:
        return [PUBLIC, *(Seat(seat) for seat in range(self.match.places))]

    def view(self, viewer: Viewer = PUBLIC, language: str = "en", state: Any = None) -> View:
        state = self.progress.state if state is None else state
        legal = () if viewer == PUBLIC else tuple(GAME.legal_actions(state, viewer))
        line = len(self.progress.record.entries)
        seen = GAME.observe(state, viewer)
        return View(self.match, viewer, seen, legal, line, StrictWords(language))

    def news(self, viewer: Viewer = PUBLIC) -> tuple[Event, ...]:
        return tuple(each for each in self.progress.events if visible(each, viewer))

    def moments(self, viewer: Viewer = PUBLIC, language: str = "en") -> tuple[Moment, ...]:
        said = StrictWords(language)
        return tuple(
            Moment(
                View(self.match, viewer, GAME.observe(line.state, viewer), (), number, said),
                tuple(each for each in line.events if visible(each, viewer)),
            )
            for number, line in enumerate(Replay(GAME, self.progress.record), 1)
        )


def tables(seats: int, seed: int) -> Iterator[Table]:
    """Yield a random match after each decision, to its end."""
    match, chance = match_of(seats), Random(seed)
    draws = SealedDraws(bytes([seed] * 32))
    header = Header("san_andreas", 1, Setup(seats), "", tuple("abcd")[:seats])
    table = Table(match, REFEREE.begin(header, draws))
    yield table
    while table.acting:
        seat = chance.choice(table.acting)
        legal = tuple(GAME.legal_actions(table.progress.state, seat))
        played = REFEREE.submit(table.progress, seat, chance.choice(legal), draws)
        table = Table(match, played)
        yield table
