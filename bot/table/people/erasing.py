"""What becomes of a person's tables when they are erased."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.table.ids import PlayerId
from bot.table.match.match import Match, Status


class LeftTable(NamedTuple):
    """A table that a person leaves.

    `awaits`: it waits for their move, sealed ones too. `next_host`: who becomes host of an open
    table that is theirs. `ends`: nobody else plays there.
    """

    match: Match
    awaits: bool
    next_host: str | None
    ends: bool


def left_tables(tables: Iterable[Match], player: PlayerId) -> Sequence[LeftTable]:
    """Return what becomes of the open and running tables at which a person sits."""
    return [_left(each, player) for each in tables]


def _left(match: Match, player: PlayerId) -> LeftTable:
    others = [each for each in match.people if each.id != player]
    is_running = match.status is Status.PLAYING
    is_host = not is_running and match.host == player and bool(others)
    return LeftTable(
        match,
        awaits=is_running and match.seat_of(player) in match.acting,
        next_host=others[0].name if is_host else None,
        ends=not others,
    )
