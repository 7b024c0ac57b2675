"""How the channel is told of moves: in a message of their own, or within the newest one."""

from enum import Enum, auto
from typing import Any

from engine.game import CHANCE, PUBLIC, AnyGame, Decision, Seat
from engine.record import Record
from engine.replay import Replay


class Manner(Enum):
    """What becomes of the newest table message.

    ANEW: somebody else is waited for, or much happened: a new message, which may ping.
    EXTENDED: the newest message tells it so far: who was asked by it goes on, as in a quake with
    several choices. Nobody else need be called; the next message of its own tells all of it.
    EDITED: the newest message tells it as well: the same seats choose on at the same time.
    HELD: nothing yet: a turn goes on that is told as a whole (`Meta.whole_turns`). If it rests,
    the newest message tells it so far.
    UNSEEN: nothing: nobody can see a difference.
    """

    ANEW = auto()
    EXTENDED = auto()
    EDITED = auto()
    HELD = auto()
    UNSEEN = auto()


def manner(game: AnyGame, replay: Replay[Any, Any], since: int) -> Manner:
    """Return how to tell of the lines after `since`, up to which the channel knows the table."""
    if not game.meta.whole_turns and _goes_on(game, replay, since):
        return Manner.EXTENDED
    if not may_be_quiet(replay.record, since):
        return Manner.ANEW
    lines = range(since, len(replay))
    if any(_is_news(game, replay, line) for line in lines):
        return Manner.ANEW
    before, after = replay.before(since), replay.state
    if _look_alike(game, before, after):
        return Manner.UNSEEN
    return Manner.HELD if len(_decision(game, after).all) == 1 else Manner.EDITED


def may_be_quiet(record: Record[Any], since: int) -> bool:
    """Say whether only seats moved after `since`: chance, or lines taken back, are always news."""
    moves = [entry.move for entry in record.entries[since:]]
    return since > 0 and all(move is not None and move.actor != CHANCE for move in moves)


def _goes_on(game: AnyGame, replay: Replay[Any, Any], since: int) -> bool:
    """Say whether one seat alone was asked, and is asked on; only chance came in between."""
    before, after = game.node(replay.before(since)), game.node(replay.state)
    if not isinstance(before, Decision) or not isinstance(after, Decision):
        return False
    moves = [entry.move for entry in replay.record.entries[since:]]
    movers = {None if move is None else move.actor for move in moves} - {CHANCE}
    return len(before.all) == 1 and before.all == after.all == movers


def _is_news(game: AnyGame, replay: Replay[Any, Any], line: int) -> bool:
    """Say whether somebody is asked for something else after this line."""
    before, after = replay.before(line), replay.before(line + 1)
    was, now, mover = game.node(before), game.node(after), _mover(replay, line)
    if not isinstance(was, Decision) or not isinstance(now, Decision) or was.all != now.all:
        return True
    if not now.seats <= was.seats | {mover}:
        return True
    if len(now.all) == 1:
        return not game.meta.whole_turns
    # Whoever chose and is asked again is asked something else, if anybody can see a difference:
    # the last one sealed, and begins.
    return mover in was.seats & now.seats and not _look_alike(game, before, after)


def _look_alike(game: AnyGame, before: Any, after: Any) -> bool:
    seen: bool = game.observe(before, PUBLIC) == game.observe(after, PUBLIC)
    return seen


def _decision(game: AnyGame, state: Any) -> Decision:
    node = game.node(state)
    if not isinstance(node, Decision):
        raise TypeError(type(node))
    return node


def _mover(replay: Replay[Any, Any], line: int) -> Seat:
    move = replay.record.entries[line].move
    if move is None or move.actor == CHANCE:
        raise ValueError(line)
    return Seat(int(move.actor))
