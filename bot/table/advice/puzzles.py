"""The puzzle of a day, and what people answered."""

from datetime import date
from typing import NamedTuple

from bot.table.ids import PlayerId


class KeptPuzzle(NamedTuple):
    """The puzzle of a day, in UTC: a title's key, and the puzzle's text."""

    day: date
    game: str
    body: str


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
