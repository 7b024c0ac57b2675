"""How channels are told of moves: in a message of their own or within the newest, and when."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Any, Final

from bot.table.ids import MatchId
from bot.table.match.match import Match
from bot.table.world import Clock
from engine.game import CHANCE, PUBLIC, AnyGame, Decision, Seat
from engine.record import Record
from engine.replay import Replay

PAUSE: Final = timedelta(seconds=10)
"""How far apart edits are, unless the caller says otherwise: Discord limits many in a row."""
REST: Final = timedelta(minutes=5)
"""How long a turn of many small choices must rest until it is told as far as it got."""
PATIENCE: Final = timedelta(seconds=10)
"""How long computer players may move until the newest message tells what they did so far."""
NOTICED: Final = timedelta(seconds=1.5)
"""How long computer players may move until the bot is seen typing, so that nobody wonders."""


@dataclass(frozen=True, slots=True)
class Rhythm:
    """When channels are told: `edits` is the least time between two edits.

    A run of computer players is told as one at its end. If it takes longer than `noticed`, the bot
    is seen typing. Each time after `patience` the newest message tells what there is so far.
    """

    edits: timedelta = PAUSE
    patience: timedelta = PATIENCE
    noticed: timedelta = NOTICED


USUAL: Final = Rhythm()


class UpdateKind(Enum):
    """What becomes of the newest table message.

    NEW_MESSAGE: another seat is waited for, or much happened: post a message, which may ping.
    EXTENDED: the seat that was asked has more to choose, as in a quake with several choices. Edit
    the newest message to tell it so far; nobody is pinged, and the next new message tells all of
    it.
    EDITED: the same seats are still choosing at the same time. Edit the newest message.
    HELD: a turn that is told as a whole (`Meta.whole_turns`) isn't over. Wait; if it stops for a
    while, edit the newest message to tell it so far.
    UNSEEN: nobody can see a difference. Do nothing.
    """

    NEW_MESSAGE = auto()
    EXTENDED = auto()
    EDITED = auto()
    HELD = auto()
    UNSEEN = auto()


def update_kind(game: AnyGame, replay: Replay[Any, Any], since: int) -> UpdateKind:
    """Return how to tell of the lines after `since`, the last one that the channel knows."""
    if not game.meta.whole_turns and _goes_on(game, replay, since):
        return UpdateKind.EXTENDED
    if not may_be_quiet(replay.record, since):
        return UpdateKind.NEW_MESSAGE
    lines = range(since, len(replay))
    if any(_is_news(game, replay, line) for line in lines):
        return UpdateKind.NEW_MESSAGE
    before, after = replay.before(since), replay.state
    if _look_alike(game, before, after):
        return UpdateKind.UNSEEN
    node = game.node(after)
    is_turn = isinstance(node, Decision) and len(node.all) == 1
    return UpdateKind.HELD if is_turn else UpdateKind.EDITED


def may_be_quiet(record: Record[Any], since: int) -> bool:
    """Say whether only seats moved after `since`: chance, or lines taken back, are always news."""
    moves = [entry.move for entry in record.entries[since:]]
    return since > 0 and all(move is not None and move.actor != CHANCE for move in moves)


def _goes_on(game: AnyGame, replay: Replay[Any, Any], since: int) -> bool:
    """Say whether the only seat that was asked is still asked, with only chance in between."""
    before, after = game.node(replay.before(since)), game.node(replay.state)
    if not isinstance(before, Decision) or not isinstance(after, Decision):
        return False
    moves = [entry.move for entry in replay.record.entries[since:]]
    movers = {None if move is None else move.actor for move in moves} - {CHANCE}
    return len(before.all) == 1 and before.all == after.all == movers


def _is_news(game: AnyGame, replay: Replay[Any, Any], line: int) -> bool:
    """Say whether another seat is asked after this line, or one is asked for something else."""
    before, after = replay.before(line), replay.before(line + 1)
    was, now, mover = game.node(before), game.node(after), _mover(replay, line)
    if not isinstance(was, Decision) or not isinstance(now, Decision) or was.all != now.all:
        return True
    if not now.seats <= was.seats | {mover}:
        return True
    if len(now.all) == 1:
        return not game.meta.whole_turns
    # If a seat that just chose must choose again and the public view changed, it is a new question:
    # for example, the last player sealed and now begins.
    return mover in was.seats & now.seats and not _look_alike(game, before, after)


def _look_alike(game: AnyGame, before: Any, after: Any) -> bool:
    seen: bool = game.observe(before, PUBLIC) == game.observe(after, PUBLIC)
    return seen


def _mover(replay: Replay[Any, Any], line: int) -> Seat:
    move = replay.record.entries[line].move
    if move is None or move.actor == CHANCE:
        raise ValueError(line)
    return Seat(int(move.actor))


class EditPauses:
    """When the newest messages were edited last.

    Only this process remembers it. An edit that has to wait stays untold in the database, so that a
    crash loses nothing: the next tick after the pause makes it, from the match as it is by then.
    """

    def __init__(self, clock: Clock, pause: timedelta = PAUSE) -> None:
        self._clock = clock
        self._pause = pause
        self._last: dict[MatchId, datetime] = {}

    def must_wait(self, match: Match, kind: UpdateKind) -> bool:
        """Say whether it is too soon to edit this match's message."""
        match kind:
            case UpdateKind.EDITED if match.id in self._last:
                return self._is_recent(self._last[match.id], self._pause)
            case UpdateKind.HELD:
                return self._is_recent(match.changed_at, REST)
            case _:
                return False

    def edited(self, match_id: MatchId) -> None:
        """Remember that a message was edited."""
        ends = self._last.items()
        recent = {each: at for each, at in ends if self._is_recent(at, self._pause)}
        self._last = {**recent, match_id: self._clock.now()}

    def _is_recent(self, moment: datetime, length: timedelta) -> bool:
        # A clock that was set back must not make the pause any longer.
        return timedelta() <= self._clock.now() - moment < length
