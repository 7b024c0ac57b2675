"""Moves that are planned ahead, as they are kept."""

from typing import Final, NamedTuple

from bot.table.ids import PlayerId
from engine.game import Seat

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
