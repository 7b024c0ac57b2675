"""Whether a move may be taken back, and what is known from moves that were.

A move goes back with all lines after it. It is free to its seat while nothing was turned up and
nobody else can have acted since; else all others have to agree; across what was sealed, and across
news that one seat alone got, it stays. The answer must betray nothing: it is the same for all
records that look the same to the seat.
"""

from collections.abc import Sequence
from enum import Enum, auto
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from engine.game import (
    CHANCE,
    EVERYBODY,
    Actor,
    Decision,
    Event,
    Finished,
    Game,
    Node,
    Opens,
    Reveals,
    Seat,
)
from engine.record import Header, Record, drawn_after, standing
from engine.replay import Replay
from engine.values import dataclass

S = TypeVar("S")
A = TypeVar("A")


class TakeBackKind(Enum):
    """How a move can be taken back: by its seat alone, if all others agree, not at all."""

    FREE = auto()
    CONSENT = auto()
    NEVER = auto()


@dataclass(frozen=True, slots=True)
class TakeBack:
    """How the lines from `line` on can be taken back; `reason`: why that isn't free, as a key.

    NEVER: "take-back-nothing" (no such move; `line` is None), "take-back-over", "take-back-sealed",
    "take-back-private", "take-back-draws-stand" (`Meta.draws_stand`), "take-back-old" (a draw in a
    record of format 1), "take-back-late" (a seat had more than a turn since).
    CONSENT: "take-back-drawn", "take-back-revealed", "take-back-others" (they acted, or may have
    unseen).
    """

    kind: TakeBackKind
    line: int | None = None
    reason: str | None = None


def class_of(
    game: Game[S, A, Any], replay: Replay[S, A], seat: Seat, line: int | None = None
) -> TakeBack:
    """Return how `seat` can take its lines from `line` on back, those of a stand-in included.

    A record doesn't know which lines one press brought, so a caller that has stored them names the
    first one, `line`. Without it, the seat's newest move that still stands is meant. The answer is
    for `seat` alone, as it takes into account what the seat did unseen.
    """
    entries, lines = replay.record.entries, standing(replay.record.entries)
    own = [seq for seq in lines if (move := entries[seq].move) is not None and move.actor == seat]
    first = own[-1] if own and line is None else line
    if first is None or first not in own:
        return TakeBack(TakeBackKind.NEVER, None, "take-back-nothing")
    since = [_Played.of(replay, seq) for seq in lines if seq >= first]
    nodes = [*(game.node(replay.before(each.line)) for each in since), game.node(replay.state)]
    if never := _never(game, replay.record.header, since, nodes, seat):
        return TakeBack(TakeBackKind.NEVER, first, never)
    if asks := _asks(since, nodes, seat):
        return TakeBack(TakeBackKind.CONSENT, first, asks)
    return TakeBack(TakeBackKind.FREE, first)


class _Played(NamedTuple):
    """A line that stands, with what happened in it."""

    line: int
    actor: Actor
    events: tuple[Event, ...]

    @classmethod
    def of(cls, replay: Replay[Any, Any], line: int) -> "_Played":
        move = replay.record.entries[line].move
        assert move is not None  # it stands
        return cls(line, move.actor, replay.happened(line))

    @property
    def is_seen(self) -> bool:
        """Whether everybody knows that it was played."""
        return any(event.seen_by == EVERYBODY for event in self.events)


def _never(
    game: Game[Any, Any, Any],
    header: Header,
    since: Sequence[_Played],
    nodes: Sequence[Node[Any]],
    seat: Seat,
) -> str | None:
    """Return why these lines stay, or None; `nodes` are those before each of them and now."""
    if isinstance(nodes[-1], Finished):
        return "take-back-over"
    is_sealed = any(isinstance(node, Decision) and node.is_sealed for node in nodes)
    opens = any(isinstance(event, Opens) for each in since for event in each.events)
    if is_sealed or opens or not since[0].is_seen:
        return "take-back-sealed"
    for each in since:
        if any(event.seen_by not in (EVERYBODY, {each.actor}) for event in each.events):
            return "take-back-private"
    # A draw counts even if it was certain: not everybody may know that.
    is_drawn = any(each.actor == CHANCE for each in since)
    if is_drawn and game.meta.draws_stand:
        return "take-back-draws-stand"
    if is_drawn and header.format == 1:
        return "take-back-old"
    # What others did unseen counts for nothing: nobody may learn of it.
    seen = (each.actor for each in since if each.is_seen and each.actor != CHANCE)
    turns = [actor for actor, _ in groupby(seen) if actor != seat]
    return "take-back-late" if len(turns) != len(set(turns)) else None


def _asks(since: Sequence[_Played], nodes: Sequence[Node[Any]], seat: Seat) -> str | None:
    """Return why the others are to be asked, or None."""
    if any(each.actor == CHANCE for each in since):
        return "take-back-drawn"
    if any(isinstance(event, Reveals) for each in since for event in each.events):
        return "take-back-revealed"
    may_have_acted = (isinstance(node, Decision) and node.optional - {seat} for node in nodes[1:])
    is_alone = all(each.actor == seat for each in since) and not any(may_have_acted)
    return None if is_alone else "take-back-others"


def known_draws(record: Record[A]) -> tuple[A, ...]:
    """Return what chance is known to bring next, from moves taken back, in its order.

    It comes if the same may come then; of several that were drawn under one number it is the
    newest. Everybody knows it: what one seat alone learned is never taken back. In format 1 nothing
    is known: another line draws something else.
    """
    if record.header.format == 1 or not any(entry.undo_to is not None for entry in record.entries):
        return ()
    drawn, brought = [0], dict[int, A]()
    for entry in record.entries:
        move = entry.move
        if move is not None and move.actor == CHANCE:
            brought[drawn[-1]] = move.action
        drawn.append(drawn_after(drawn, entry))
    known = (number for number in sorted(brought) if number >= drawn[-1])
    return tuple(brought[number] for number in known)
