"""How the channel is told of moves: in a message of their own, or within the newest one."""

from enum import Enum, auto
from typing import Any

from engine.game import AnyGame
from engine.node import Decision
from engine.record import Record
from engine.replay import Replay
from engine.seat import CHANCE, PUBLIC, Seat


class Manner(Enum):
    """What becomes of the newest table message.

    ANEW: somebody else is waited for, or much happened: a new message, which may ping.
    EDITED: the newest message tells it as well: the same seats choose on at the same time.
    HELD: nothing yet: nobody can see a difference, or the turn goes on and is told as a whole.
    """

    ANEW = auto()
    EDITED = auto()
    HELD = auto()


def manner(game: AnyGame, record: Record[Any], since: int) -> Manner:
    """Return how to tell of the lines after `since`, up to which the channel knows the table.

    Only for lines that `may_be_quiet`.
    """
    replay = Replay(game, record)
    before, after = replay.before(since), replay.state
    was, now = game.node(before), game.node(after)
    if not isinstance(was, Decision) or not isinstance(now, Decision):
        return Manner.ANEW
    movers = _movers(record, since)
    if was.all != now.all or not now.seats <= was.seats | movers:
        return Manner.ANEW
    if len(now.all) == 1 or game.observe(before, PUBLIC) == game.observe(after, PUBLIC):
        return Manner.HELD
    # Whoever chose and is asked again is asked something else: the last one sealed, and begins.
    return Manner.ANEW if movers & was.seats & now.seats else Manner.EDITED


def may_be_quiet(record: Record[Any], since: int) -> bool:
    """Say whether only seats moved after `since`: chance, or lines taken back, are always news."""
    moves = [entry.move for entry in record.entries[since:]]
    return since > 0 and all(move is not None and move.actor != CHANCE for move in moves)


def _movers(record: Record[Any], since: int) -> frozenset[Seat]:
    moves = (entry.move for entry in record.entries[since:])
    return frozenset(Seat(int(move.actor)) for move in moves if move is not None)
