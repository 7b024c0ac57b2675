"""Golden records of format 2 that the titles share: planned, taken back, ended by vote."""

from typing import Any, NamedTuple

from engine.game import Setup
from engine.record import Record
from engine.registry import game
from tests.engine.playing import eventful


class Eventful(NamedTuple):
    """A record with planned moves and moves taken back.

    Its table ended it by vote at the first decision after `last` lines, if that isn't None.
    """

    title: str
    setup: Setup
    number: int
    last: int | None = None

    def record(self) -> Record[Any]:
        return eventful(game(self.title), self.setup, self.number, self.last)
