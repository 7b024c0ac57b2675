"""Tables of Aftershock that are played move by move, for tests of what people see."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from bot.table.match.match import Status
from engine.draws import SealedDraws
from engine.game import Event, Seat, Setup
from engine.games.aftershock.actions import Reopen, Withdraw
from engine.games.aftershock.rules import GAME
from engine.referee import Referee
from tests.games.views import DAY, NAMES, Sight, header, match_of

REFEREE = Referee(GAME)
PHASES = ("keep", "buy", "take", "plan", "build", "resolve", "shock", "move", "mark")


class Table(Sight):
    """A match that is played move by move."""

    def __init__(self, seats: int = 3, seed: int = 1) -> None:
        setup = Setup(seats)
        self._draws = SealedDraws(bytes([seed] * 32))
        self.chance = Random(seed)
        begun = REFEREE.begin(header(GAME, setup), self._draws)
        super().__init__(GAME, match_of(GAME, setup, NAMES), begun)

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
    def acting(self) -> Seat:
        return self.awaited[0]

    @property
    def events(self) -> tuple[Event, ...]:
        return self.progress.events

    def submit(self, seat: Seat, *actions: Any) -> None:
        self.progress = REFEREE.submit_all(self.progress, seat, actions, self._draws)

    def play(self) -> None:
        """Let somebody who is awaited do something, cheap or dear, but nothing idle."""
        seat = self.chance.choice(self.awaited)
        legal = [a for a in self.legal(seat) if not isinstance(a, Reopen | Withdraw)]
        self.submit(seat, self.chance.choice(legal))


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
