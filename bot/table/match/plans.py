"""Moves that are planned ahead, as they are kept."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from enum import StrEnum
from typing import Any, Final, NamedTuple

from bot.table.ids import PlayerId
from bot.table.match.match import Match, Status
from engine.game import CHANCE, Seat
from engine.record import Entry

REQUEST: Final = "plan."
"""Begins what stands for the interaction that caused lines, where a plan did."""

GRACE: Final = timedelta(minutes=1)
"""How long a plan waits for the player who moved before, while they may take that back freely."""


class WhyDropped(StrEnum):
    """Why a plan was dropped that its owner didn't drop: they are to hear of it.

    IMPOSSIBLE: its turn came, and none of it could be played; TAKEN_BACK: another player took back
    moves that it was made after; COMPUTER: a computer player plays the seat meanwhile.
    """

    IMPOSSIBLE = "impossible"
    TAKEN_BACK = "taken-back"
    COMPUTER = "computer"


class KeptPlan(NamedTuple):
    """A plan as it is kept for its owner: `body` is its text (`engine.plans`).

    `line` is how many lines there were when it was made. It `stands` if the owner's own moves don't
    end it. It is `due` if its owner alone is awaited and it was not judged yet. One with `why` was
    dropped; its owner is to hear of it.
    """

    seat: Seat
    player: PlayerId
    line: int
    body: str
    stands: bool = False
    due: bool = False
    why: WhyDropped | None = None


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
    by: Seat | None = None,
) -> Mapping[Seat, bool | WhyDropped | None]:
    """Return which plans are due after a match was changed, and why others are dropped.

    None: dropped by its owner's own act, or with the match; nobody has to hear of that. `by` is the
    seat whose owner took lines back, or offered it to others. A move by hand ends the plan that was
    due in its place; one that waits for another decision of its owner goes on waiting. A hold only
    makes plans wait.
    """
    moved = {each.move.actor for each in lines if each.move is not None} - {CHANCE}
    back = min((each.undo_to for each in lines if each.undo_to is not None), default=match.line)
    is_on = match.held_until is None and match.lost_at is None
    found: dict[Seat, bool | WhyDropped | None] = {}
    for plan in kept:
        chair = match.chairs[plan.seat]
        is_theirs = chair.player == plan.player and chair.agent is None
        by_hand = plan.seat in moved and (used is None or used.seat != plan.seat)
        is_given_away = plan.seat == by and chair.is_offered
        if match.status is not Status.PLAYING or not is_theirs or is_given_away:
            found[plan.seat] = None
        elif plan.why is not None:
            found[plan.seat] = plan.why
        elif by_hand and plan.due and not plan.stands:
            found[plan.seat] = None
        elif chair.has_stand_in:
            found[plan.seat] = WhyDropped.COMPUTER
        elif plan.line > back:
            found[plan.seat] = None if plan.seat == by else WhyDropped.TAKEN_BACK
        else:
            found[plan.seat] = is_on and match.acting == (plan.seat,)
    return found
