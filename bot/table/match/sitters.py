"""Who plays a seat from which line on, when it changes hands."""

from enum import StrEnum
from typing import NamedTuple

from bot.table.ids import PlayerId
from engine.game import Seat


class SitterKind(StrEnum):
    """Who plays a seat: its owner, a computer player in their place for a while, or for good.

    WITHDRAWN: its first owner left before a move of theirs, and counts as never having sat there.
    """

    PERSON = "person"
    STAND_IN = "stand-in"
    COMPUTER = "computer"
    WITHDRAWN = "withdrawn"


class Sitter(NamedTuple):
    """Who plays a seat from a line on; `player` is whose seat it is then."""

    seat: Seat
    from_line: int
    kind: SitterKind
    player: PlayerId | None = None
