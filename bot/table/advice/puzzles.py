"""The puzzle of a day, and what people answered."""

from datetime import date, timedelta
from typing import Final, NamedTuple

from bot.table.ids import PlayerId


class KeptPuzzle(NamedTuple):
    """The puzzle of a day, in UTC: a title's key, and the puzzle's text."""

    day: date
    game: str
    body: str


NAMES_KEPT: Final = timedelta(days=30)
"""How long a server may ask who found a puzzle; later only streaks know, by day and person."""


class PuzzleAnswer(NamedTuple):
    """What a person answered, once, for good; `guild` is where, if it was in a server.

    Outside of servers nobody is told of it, so it has no `name`. After a month it has none either.
    """

    day: date
    player: PlayerId
    name: str
    guild: int | None
    option: int
    is_right: bool
