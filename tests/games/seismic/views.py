"""Tables of Seismic that are played move by move, for tests of what people see."""

from collections.abc import Iterator
from typing import Any

from bot.table.match.match import Match
from engine.game import Seat, Setup
from engine.games.seismic.rules import GAME
from tests.games import views
from tests.games.views import LONGEST

NAMES = ("Ann", "Bob", "Cleo", LONGEST)


def match_of(seats: int, names: tuple[str, ...] = NAMES) -> Match:
    return views.match_of(GAME, Setup(seats), names)


class Table(views.Table):
    """A match that is played move by move."""

    def __init__(
        self, seats: int = 3, seed: int = 1, radius: int = 8, variants: tuple[str, ...] = ()
    ) -> None:
        options = {} if radius == 8 else {"table_radius": radius}
        super().__init__(GAME, Setup(seats, tuple(sorted(variants)), options), seed, NAMES)

    @property
    def acting(self) -> Seat:
        return Seat(self.state.seat)

    def play(self, action: Any = None) -> None:
        """Play `action`, or any legal one, crews preferred."""
        legal = self.legal(self.acting)
        crewed = [each for each in legal if getattr(each, "crew", None) is not None]
        self.submit(self.acting, action or self.chance.choice(crewed or legal))


def played(moves: int, seats: int = 3, seed: int = 1, radius: int = 8) -> Table:
    """Return a table after `moves` moves of random play, or at its end."""
    table = Table(seats, seed, radius)
    for _ in range(moves):
        if table.is_over:
            break
        table.play()
    return table


def finished(seats: int = 3, seed: int = 1) -> Table:
    """Return a table whose match is over."""
    return Table(seats, seed).finished()


def tied(seats: int = 3, seed: int = 1) -> Table:
    """Return a table where a quake waits for the choice of a line."""
    for at in range(seed, seed + 20):
        for table in _tables(seats, at):
            if table.phase == "striking":
                return table
    raise AssertionError("no quake tied")


def _tables(seats: int, seed: int) -> Iterator[Table]:
    table = Table(seats, seed)
    while not table.is_over:
        yield table
        table.play()
