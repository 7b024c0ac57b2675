"""What should have happened, worked out anew from what the driver saw: no code of the product.

Only the rules of the games are taken as given (who must act after a line). Everything about time is
walked minute by minute.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from engine.game import CHANCE, AnyGame, Decision
from engine.record import Record
from engine.replay import Replay

MINUTE: Final = timedelta(minutes=1)
ZERO: Final = timedelta()


@dataclass(frozen=True)
class Batch:
    """What was stored as one: a seat's line, and those of chance after it."""

    at: datetime
    first: int
    upto: int
    seat: int | None
    acting: frozenset[int]
    may_return: frozenset[int]
    """Seats that chose already, and may still change what they chose."""
    is_over: bool


@dataclass
class Wait:
    """One stretch in which a seat is waited for, as everybody at the table would reckon it."""

    match: int
    seat: int
    number: int
    opened_at: datetime
    opened_line: int
    ended_at: datetime | None = None
    ended_line: int | None = None
    shown_at: datetime | None = None
    away: list[tuple[datetime, datetime]] = field(default_factory=list)
    """When its choice lay sealed, and could still be changed."""


def batches(game: AnyGame, record: Record[Any], times: Sequence[datetime]) -> list[Batch]:
    """Return the lines of a match as they were stored, with who must act after each."""
    replay: Replay[Any, Any] = Replay(game, record)
    found: list[Batch] = []
    starts = [
        number
        for number, entry in enumerate(record.entries)
        if number == 0 or entry.move is None or entry.move.actor != CHANCE
    ]
    for first, after in zip(starts, [*starts[1:], len(record.entries)], strict=True):
        node, move = game.node(replay.before(after)), record.entries[first].move
        is_choice = isinstance(node, Decision)
        acting = frozenset(map(int, node.seats)) if isinstance(node, Decision) else frozenset()
        every = frozenset(map(int, node.all)) if isinstance(node, Decision) else frozenset()
        seat = None if move is None or move.actor == CHANCE else int(move.actor)
        at = times[first]
        found.append(Batch(at, first, after, seat, acting, every - acting, not is_choice))
    return found


def waits_of(
    match: int, lines: Sequence[Batch], told: Sequence[tuple[datetime, int]]
) -> list[Wait]:
    """Return all waits of a match; `told` says when which line could be seen."""
    every: list[Wait] = []
    open_: dict[int, Wait] = {}
    sealed: dict[int, datetime] = {}
    numbers: dict[int, int] = defaultdict(int)
    for batch in lines:
        for seat in [each for each in open_ if each not in batch.acting]:
            if seat in batch.may_return:
                sealed.setdefault(seat, batch.at)
                continue
            wait = open_.pop(seat)
            if seat in sealed:
                wait.away.append((sealed.pop(seat), batch.at))
            wait.ended_at, wait.ended_line = batch.at, batch.upto
        for seat in sorted(batch.acting):
            if seat in sealed:
                open_[seat].away.append((sealed.pop(seat), batch.at))
            elif seat not in open_:
                numbers[seat] += 1
                open_[seat] = Wait(match, seat, numbers[seat], batch.at, batch.upto)
                every.append(open_[seat])
    for wait in every:
        shown = [at for at, line in told if line >= wait.opened_line]
        wait.shown_at = max(min(shown), wait.opened_at) if shown else None
    return every


def in_order(told: Mapping[int, Sequence[tuple[int, int]]]) -> list[str]:
    """Return where a channel was told of a line after a later one."""
    wrong = []
    for match, shown in told.items():
        by_message = sorted(shown)
        lines = [line for _, line in by_message]
        if lines != sorted(lines):
            wrong.append(f"match {match}: told in the order {lines}")
    return wrong


def first_at_or_after(moments: Sequence[datetime], moment: datetime) -> datetime | None:
    """Return the first of some sorted moments that isn't before another."""
    index = bisect_left(moments, moment)
    return moments[index] if index < len(moments) else None
