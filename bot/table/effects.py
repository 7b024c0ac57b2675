"""What is stored with a change of a match, in its transaction."""

from dataclasses import dataclass, fields
from typing import Any, Final

from bot.table.ids import PlayerId
from bot.table.match.match import StandIn
from bot.table.match.plans import UsedPlan
from bot.table.match.sitters import Sitter
from bot.table.notices.notice import Notice, NoticeKind
from bot.table.people.ended import EndedMatch
from bot.table.people.moderation import LogEntry
from bot.table.time.holidays import TakenHoliday
from bot.table.time.timers import Timer, TimerKey
from bot.table.time.waits import MoreTime
from engine.game import Seat


@dataclass(frozen=True, slots=True)
class Effects:
    """What is stored with a change of a match, in its transaction.

    `fired` is the timer that the change is made for: if it is gone, so is the reason, and storing
    raises `Stale`. `timers` are set, `dropped` deleted. `may_return`: seats that are not awaited
    any more, but may still change what they chose: their clocks stop, and run again if they do.
    `tells_table`: the table's message has something new, though nobody moved.
    `asks`: those who must act, and were not asked yet, are asked now.
    `asked_anew` are seats that are awaited as before, but for something else.
    `following` are the seats that come after the one that is asked, in their order.
    `handed_on` is the seat that its own player offers to others.
    `back` are seats of which time was up, and whose player is there now: they have a day at least.
    `new_owners` are seats that another person has taken over: their plans and proposals lapse, and
    their clocks begin anew. Messages about the match of the `outdated` kinds are edited;
    those `retracted`, by kind and key, are deleted.
    `late` are the waits whose time is up now: that is counted once. `more_time` is given to those
    who are awaited, also after their time was up; storing raises `VoteRefused` if the same person
    gave some to the same wait before.
    `used` is the plan by which lines are played; if it has changed, storing raises `Stale`.
    `ended` is what became of a match that is over by its rules, or whose points count as they are.
    `holidays` begin at once for people whose time is up, if that is still so; else storing raises
    `Stale`. `there` are people who act themselves: an automatic holiday of theirs is over.
    `is_to_be_reviewed`: it is over, and is reviewed when there is time.
    `is_by_computer`: a computer player played the lines, in its own seat or in a person's place;
    then `stand_in` says why.
    `moderated` is what a moderator did, for the log of the server.
    `has_new_pace`: what clocks stood at is forgotten. `has_new_invitations`: so are the
    invitations of before. All messages about the match of the `withdrawn` kinds are deleted.
    """

    fired: Timer | None = None
    timers: tuple[Timer, ...] = ()
    dropped: tuple[TimerKey, ...] = ()
    notices: tuple[Notice, ...] = ()
    sitters: tuple[Sitter, ...] = ()
    may_return: frozenset[Seat] = frozenset()
    tells_table: bool = False
    asks: bool = False
    asked_anew: frozenset[Seat] = frozenset()
    late: tuple[int, ...] = ()
    holidays: tuple[TakenHoliday, ...] = ()
    there: tuple[PlayerId, ...] = ()
    following: tuple[Seat, ...] = ()
    more_time: tuple[MoreTime, ...] = ()
    used: UsedPlan | None = None
    new_owners: tuple[Seat, ...] = ()
    handed_on: tuple[Seat, ...] = ()
    back: tuple[Seat, ...] = ()
    outdated: frozenset[NoticeKind] = frozenset()
    retracted: tuple[tuple[NoticeKind, str], ...] = ()
    ended: EndedMatch | None = None
    is_to_be_reviewed: bool = False
    is_by_computer: bool = False
    stand_in: StandIn | None = None
    has_new_pace: bool = False
    moderated: LogEntry | None = None
    has_new_invitations: bool = False
    withdrawn: frozenset[NoticeKind] = frozenset()

    def joined(self, other: "Effects") -> "Effects":
        """Return what is stored if both are: all of what is many, the first of what is one."""
        both: dict[str, Any] = {}
        for each in fields(Effects):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            match each.default:
                case ():
                    both[each.name] = mine + theirs
                case frozenset():
                    both[each.name] = mine | theirs
                case _:
                    both[each.name] = mine or theirs
        return Effects(**both)


NO_EFFECTS: Final = Effects()
