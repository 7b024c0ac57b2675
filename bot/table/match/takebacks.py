"""Whose move was taken back, and whether that was agreed."""

from typing import Any

from bot.table.match.match import LoadedMatch, Match, Vote, VoteKind, VoteResult
from engine.game import Seat
from engine.record import Entry


def agreement(match: Match, line: int) -> Vote | None:
    """Return the vote by which the lines from `line` on were taken back, if it was by one."""
    for each in reversed(match.votes):
        is_passed = each.kind is VoteKind.TAKE_BACK and each.result is VoteResult.PASSED
        if is_passed and each.arg == str(line):
            return each
    return None


def last_mover(loaded: LoadedMatch) -> Seat | None:
    """Return the seat whose click brought what is new; None: it was no click of a seat that moved.

    A move taken back without agreement counts as a click of the seat that had moved. None: a move
    was taken back by agreement, where another player clicked, the turn was planned, or a computer
    player moved in a person's place.
    """
    match, entries, planned = loaded.match, loaded.begun.record.entries, loaded.planned
    for entry in reversed(entries):
        if entry.undo_to is not None:
            by = _actor(entries[entry.undo_to])
            is_agreed = agreement(match, entry.undo_to) is not None
            return Seat(by) if isinstance(by, int) and not is_agreed else None
        if isinstance(by := _actor(entry), int):
            first = entry.seq
            while first and first not in planned and _actor(entries[first - 1]) == by:
                first -= 1
            return None if first in planned or entry.seq in loaded.stood_in else Seat(by)
    return None


def _actor(entry: Entry[Any]) -> object:
    return None if entry.move is None else entry.move.actor
