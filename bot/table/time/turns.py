"""Turns by direct message, and the message that a player is next: who gets them, and when.

Both follow from the waits of a match as they are stored: they are put in the same transaction. A
turn is asked for once in each wait, and edited if its player has moved and is still asked. In
quiet hours it waits for their end (`TimerKind.TURN`), while the message that a player is next is
left out: it is no news in the morning.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

from bot.table.ids import PlayerId
from bot.table.match.match import Match
from bot.table.match.plans import GRACE
from bot.table.notices.notice import Notice, NoticeKind, to_player
from bot.table.time.decision import NOTHING, TimeDecision
from bot.table.time.quiet_hours import QuietHours
from bot.table.time.timers import Timer, TimerKind
from bot.table.time.waits import Stop, Wait
from engine.game import Seat


class NextUp(StrEnum):
    """How a player hears that the seat before theirs is asked.

    LINE: the table's message names them, silently; DIRECT: in a silent direct message.
    """

    OFF = "off"
    LINE = "line"
    DIRECT = "direct"


class TurnWishes(NamedTuple):
    """How a player wants to hear of turns; `is_direct`: they are asked by direct message."""

    is_direct: bool = False
    next_up: NextUp = NextUp.OFF
    quiet: QuietHours | None = None


_LEFT_ALONE: Final = frozenset({Stop.HOLD, Stop.HOLIDAY, Stop.SEALED})
PLAYED_BY_THEN: Final = GRACE + timedelta(seconds=10)
"""How long after the move before it a plan that is to be played has certainly been."""


def turns(
    before: Collection[Wait],
    now_open: Sequence[Wait],
    movers: Collection[Seat],
    wishes: Mapping[PlayerId, TurnWishes],
    now: datetime,
) -> TimeDecision:
    """Return who is asked by direct message, of the waits of a match before and after a change.

    Those who moved themselves hear it silently: they are there. A message that is there is edited,
    also if its player isn't asked any more for now; who was asked elsewhere isn't asked again.
    """
    known = {wait.id: wait for wait in before}
    own, asks = list[Notice](), list[Notice]()
    timers, outdated = list[Timer](), list[int]()
    for wait in now_open:
        was, wish = known.get(wait.id), wishes.get(wait.player)
        if wish is None or not wish.is_direct or (was is None and not is_asked(wait)):
            continue
        is_own = wait.seat in movers
        if was is not None and not is_own:
            if _reads_alike(was, wait):
                continue
            outdated.append(wait.id)
            if is_asked(was) or not is_asked(wait):
                continue
        # An edit disturbs nobody; one that wasn't sent yet is put off as it is handed out.
        quiet = wish.quiet if was is None else None
        match turn(wait, quiet, now, is_own=is_own):
            case Timer() as later:
                timers.append(later)
            case notice:
                (own if is_own else asks).append(notice)
    return TimeDecision(
        timers=tuple(timers), notices=tuple(own), asks=tuple(asks), outdated=tuple(outdated)
    )


def _reads_alike(was: Wait, wait: Wait) -> bool:
    """Say whether a message about a wait needs no edit: it is asked as before, for as long."""
    then, now = ((is_asked(each), each.given, each.length) for each in (was, wait))
    return then == now


def is_asked(wait: Wait) -> bool:
    """Say whether the player of a wait is asked: not on hold, on holiday or once they have sealed.

    Nor if they want to hear no more of this move. Where the table can't be told, its message comes
    first: the direct message waits for that.
    """
    return not wait.is_muted and not wait.stops & _LEFT_ALONE


def turn(
    wait: Wait, quiet: QuietHours | None, now: datetime, *, is_own: bool = False
) -> Notice | Timer:
    """Return how the player of a wait is asked by direct message: now, or after quiet hours."""
    night = None if quiet is None else quiet.night_of(now)
    if night is not None:
        return later(wait, night.ends)
    asked = int(now.timestamp())
    facts = {"player": wait.player, "seat": wait.seat, "is_own": is_own, "asked": asked}
    target, key = to_player(wait.player), str(wait.id)
    return Notice(target, NoticeKind.TURN, key, wait.match, wait.id, facts)


def later(wait: Wait, at: datetime) -> Timer:
    """Return what asks the player of a wait at a later moment, if it is still their turn."""
    return Timer(TimerKind.TURN, str(wait.id), at, wait.match, wait.seat)


def next_up(
    match: Match,
    opened: Collection[Wait],
    following: Sequence[Seat],
    away: Collection[PlayerId],
    wishes: Mapping[PlayerId, TurnWishes],
    now: datetime,
) -> TimeDecision:
    """Return the message for the player who is next, now that the seat before theirs is asked."""
    first = next_person(match, following)
    if first is None or len(opened) != 1 or match.held_until is not None:
        return NOTHING
    (asked,) = opened
    player = match.chairs[first].player
    wish = None if player is None else wishes.get(player)
    if player is None or wish is None or player in away or wish.next_up is not NextUp.DIRECT:
        return NOTHING
    if wish.quiet is not None and wish.quiet.night_of(now) is not None:
        return NOTHING
    ends = None if wish.quiet is None else wish.quiet.next_night(now)
    facts = {
        "player": player,
        "name": match.chairs[first].name,
        "seat": asked.seat,
        "asked": int(asked.asked_at.timestamp()),
    }
    target, key = to_player(player), f"{asked.id}:{player}"
    notice = Notice(target, NoticeKind.NEXT_UP, key, match.id, asked.id, facts, ends)
    return TimeDecision(notices=(notice,))


def next_person(match: Match, following: Sequence[Seat]) -> Seat | None:
    """Return whose turn comes next of the people at a table; None: nobody's, or nobody knows.

    `following` are the seats after the one that is asked, in their order: computers are skipped.
    """
    people = (seat for seat in following if match.chairs[seat].mover is None)
    first = next(people, None)
    return None if first is None or first in match.acting else first
