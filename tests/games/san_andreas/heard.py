"""The table whose words were read aloud and found good."""

from collections.abc import Iterator

from bot.games.panel import AnyView
from engine.game import Seat
from tests.games.san_andreas.views import Table, moments

PAGES = ("now", "cities", "ground", "pawns")


def shaken() -> Table:
    """Return the first turn of a match after its second quake."""
    return next(
        table
        for table in moments(4, 7)
        if table.state.quake and table.state.quake.number == 2 and table.phase == "playing"
    )


def tables(language: str) -> Iterator[AnyView]:
    yield shaken().view(Seat(0), language)
