"""Tables of Aftershock that are played move by move, for tests of what people see."""

from collections.abc import Callable

from engine.game import Setup
from engine.games.aftershock.actions import Reopen, Withdraw
from engine.games.aftershock.rules import GAME
from tests.games import views

PHASES = ("keep", "buy", "take", "plan", "build", "resolve", "shock", "move", "mark")


class Table(views.Table):
    """A match that is played move by move."""

    def __init__(self, seats: int = 3, seed: int = 1) -> None:
        super().__init__(GAME, Setup(seats), seed)

    def play(self) -> None:
        """Let a player who is awaited do something, cheap or dear, but nothing idle."""
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
    return Table(seats, seed).finished()
