"""Views of random matches, for tests of what people see."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from engine.draws import SealedDraws
from engine.game import PUBLIC, Seat, Setup, Viewer
from engine.games.san_andreas import GAME
from engine.referee import Progress, Referee
from tests.games.views import LONGEST, Sight, header, match_of

NAMES = ("Ann", "Bob", "Cleo", LONGEST)
REFEREE = Referee(GAME)


class Table(Sight):
    """A match at a moment."""

    @property
    def viewers(self) -> list[Viewer]:
        return [PUBLIC, *(Seat(seat) for seat in range(self.match.places))]

    def at(self, state: Any) -> "Table":
        """Return the same moment of another world."""
        return table_of(replace(self.progress, state=state))


def table_of(progress: Progress[Any, Any]) -> Table:
    return Table(GAME, match_of(GAME, progress.record.header.setup, NAMES), progress)


def tables(seats: int, seed: int) -> Iterator[Table]:
    """Yield a random match after each decision, to its end."""
    chance, draws = Random(seed), SealedDraws(bytes([seed] * 32))
    table = table_of(REFEREE.begin(header(GAME, Setup(seats)), draws))
    yield table
    while table.awaited:
        seat = chance.choice(table.awaited)
        action = chance.choice(table.legal(seat))
        table = table_of(REFEREE.submit(table.progress, seat, action, draws))
        yield table
