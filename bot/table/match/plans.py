"""Moves that are planned ahead, as they are kept."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from bot.table.ids import PlayerId
from bot.table.match.match import Match, Status
from engine.game import CHANCE, Seat
from engine.record import Entry

REQUEST: Final = "plan."
"""Begins what stands for the interaction that caused lines, where a plan did."""


class KeptPlan(NamedTuple):
    """A plan as it is kept for its owner: `body` is its text (`engine.plans`).

    `line` is how many lines there were when it was made. It `stands` if the owner's own moves don't
    end it. One that `failed` was dropped; its owner is to hear of it.
    """

    seat: Seat
    player: PlayerId
    line: int
    body: str
    stands: bool = False
    failed: bool = False


class UsedPlan(NamedTuple):
    """A plan by which a turn is played: what it was, and what is left of it, if anything is."""

    seat: Seat
    body: str
    left: str | None = None


def followed(
    kept: Iterable[KeptPlan],
    match: Match,
    lines: Sequence[Entry[Any]] = (),
    used: UsedPlan | None = None,
) -> Mapping[Seat, bool | None]:
    """Return which plans are due after a match was changed; None: it is dropped.

    Dropped are those of seats that their owners don't play themselves any more, all while the match
    is on hold or over, those made after a line that is taken back, and, if they don't stand, those
    of seats that moved by hand.
    """
    moved = {each.move.actor for each in lines if each.move is not None} - {CHANCE}
    back = min((each.undo_to for each in lines if each.undo_to is not None), default=match.line)
    is_on = match.status is Status.PLAYING and match.held_until is None
    found: dict[Seat, bool | None] = {}
    for plan in kept:
        chair = match.chairs[plan.seat]
        is_theirs = chair.player == plan.player and chair.mover is None
        by_hand = plan.seat in moved and (used is None or used.seat != plan.seat)
        is_outdone = by_hand and not plan.stands and not plan.failed
        if not is_on or not is_theirs or plan.line > back or is_outdone:
            found[plan.seat] = None
        else:
            is_awaited = match.acting == (plan.seat,) and match.lost_at is None
            found[plan.seat] = is_awaited and not plan.failed
    return found
