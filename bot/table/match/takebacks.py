"""Whose move was taken back, and whether that was agreed."""

from collections.abc import Collection
from typing import Any

from bot.table.match.match import Match, VoteKind, VoteResult
from engine.game import Seat
from engine.record import Entry, Record


def agreed(match: Match, line: int) -> bool:
    """Say whether it was by a vote that the lines from `line` on were taken back."""
    return any(
        each.kind is VoteKind.TAKE_BACK
        and each.result is VoteResult.PASSED
        and each.arg == str(line)
        for each in match.votes
    )


def last_mover(match: Match, record: Record[Any], planned: Collection[int] = ()) -> Seat | None:
    """Return the seat whose click brought what is new; None: it was no click of a seat that moved.

    A move taken back without agreement counts as a click of the seat that had moved. None: a move
    was taken back by agreement, where another player clicked, or the turn was planned. `planned`
    are the first lines of such turns.
    """
    for entry in reversed(record.entries):
        if entry.undo_to is not None:
            by = _actor(record.entries[entry.undo_to])
            return Seat(by) if isinstance(by, int) and not agreed(match, entry.undo_to) else None
        if isinstance(by := _actor(entry), int):
            first = entry.seq
            while first and first not in planned and _actor(record.entries[first - 1]) == by:
                first -= 1
            return None if first in planned else Seat(by)
    return None


def _actor(entry: Entry[Any]) -> object:
    return None if entry.move is None else entry.move.actor
