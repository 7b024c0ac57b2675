"""Pings that waited: what a person reads, in one message, when their quiet hours or holiday end.

A message that is sent while a person has quiet hours, or is away, names them without a ping, and
leaves a timer (`later`). When that has come, all of theirs that are due in the same server are
taken together, or all there are if they read direct messages. Each is asked whether it is still so
(`Standing`, and `bot.storage.time.mentions` for what no table says): what they have answered, what
is over and what another took on is dropped. The rest is one message, the most urgent first
(`told`). The same is asked once more in the transaction that hands the message out.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Unpinged, WhenLate
from bot.table.notices.notice import Notice, NoticeKind, to_channel, to_player
from bot.table.time.decision import Scope
from bot.table.time.quiet_hours import QuietHours, night_of_any
from bot.table.time.reminders import BY_MESSAGE
from bot.table.time.timers import Timer, TimerKind
from bot.table.time.waits import Wait
from engine.game import Seat

TAKEN_IN: Final = timedelta(minutes=10)
"""A message takes in what would be said that soon after it."""
AFTER_HOLIDAY: Final = timedelta(minutes=1)
"""By then the clocks of a person who is back go on."""

LATELY: Final = timedelta(days=1)
"""Whose holiday ended since then is welcomed back."""

TURN: Final = "turn"
DEAL: Final = "deal"
"""What pings besides notices: a table's message, a proposal."""


class Says(StrEnum):
    """What a person is told that waited, the most urgent first."""

    TIME_UP = "time-up"
    OFFERED = "offered"
    STANDS_STILL = "stands-still"
    TURN = "turn"
    TAKE_BACK = "take-back"
    VOTE = "vote"
    DEAL = "deal"
    ASK_TIME = "ask-time"
    NUDGE = "nudge"
    INVITATION = "invitation"


_URGENCY: Final = tuple(Says)


@dataclass(frozen=True, slots=True)
class Standing:
    """How one person stands at one table now.

    `seat` is theirs, None: they have none, or a computer player has it for good. `lapses`,
    `has_stand_in` and `is_offered` are that seat's; `wait` is open for them. `place` and `message`
    are where the table stands. `has_turn`: a direct message asks for their move since that wait
    began or went on, or is about to.
    """

    match: MatchId
    game: str
    guild: int | None
    place: int
    message: int | None
    is_playing: bool
    when_late: WhenLate = WhenLate.COMPUTER
    deserted_until: datetime | None = None
    seat: Seat | None = None
    lapses: int = 0
    has_stand_in: bool = False
    is_offered: bool = False
    wait: Wait | None = None
    has_turn: bool = False

    @property
    def is_seated(self) -> bool:
        """Whether they play at a table that is in play."""
        return self.is_playing and self.seat is not None

    @property
    def is_awaited(self) -> bool:
        """Whether it is their move, and they want to hear of it."""
        is_own = self.is_seated and not self.has_stand_in and not self.is_offered
        return is_own and self.wait is not None and self.wait.runs and not self.wait.is_muted

    @property
    def is_late(self) -> bool:
        """Whether their time was up, and they haven't come back since."""
        return self.is_seated and self.lapses > 0

    @property
    def is_still_asked(self) -> bool:
        """Whether their time was up and they are asked the same still: nobody moved for them."""
        wait = self.wait
        has_more = wait is not None and (wait.late_at is not None or wait.given > wait.night)
        return self.is_awaited and has_more

    @property
    def stands_still(self) -> bool:
        """Whether the table waits for anybody at all to come back."""
        return self.is_seated and self.deserted_until is not None


class StillAsks(NamedTuple):
    """What is said of a message that a person wasn't pinged for, and while what is so."""

    says: Says
    holds: Callable[[Standing], bool]


def _is_offered(table: Standing) -> bool:
    return table.is_seated and table.is_offered


def _is_seated(table: Standing) -> bool:
    return table.is_seated


def _is_awaited(table: Standing) -> bool:
    return table.is_awaited


def _is_unasked(table: Standing) -> bool:
    return table.is_awaited and not table.has_turn


_MY_MOVE: Final = StillAsks(Says.TURN, _is_awaited)
_MY_TURN: Final = StillAsks(Says.TURN, _is_unasked)
STILL_ASKS: Final[Mapping[str, tuple[StillAsks, ...]]] = MappingProxyType(
    {
        # Also of a direct message that went to the channel instead: `NoticeKind.TURN` is this word.
        TURN: (_MY_TURN,),
        DEAL: (StillAsks(Says.DEAL, _is_seated),),
        NoticeKind.INVITATION: (StillAsks(Says.INVITATION, lambda table: table.seat is None),),
        NoticeKind.REMINDER: (_MY_MOVE,),
        NoticeKind.NUDGE: (StillAsks(Says.NUDGE, _is_awaited),),
        # It pings whenever it comes.
        NoticeKind.WISH: (),
        NoticeKind.TIME_UP: (StillAsks(Says.TIME_UP, lambda table: table.is_late),),
        NoticeKind.SEAT_OFFERED: (StillAsks(Says.OFFERED, _is_offered),),
        NoticeKind.STANDSTILL: (
            StillAsks(Says.STANDS_STILL, lambda table: table.stands_still),
            _MY_TURN,
        ),
        NoticeKind.VOTE: (StillAsks(Says.VOTE, _is_seated),),
        NoticeKind.TAKE_BACK: (StillAsks(Says.TAKE_BACK, _is_seated),),
        NoticeKind.ASK_TIME: (StillAsks(Says.ASK_TIME, _is_seated),),
        # These ask nothing of anybody: who wasn't pinged reads them when they look.
        NoticeKind.SAID: (),
        NoticeKind.MENTION: (),
        NoticeKind.PLAN_DROPPED: (),
        NoticeKind.DIRECT: (),
        NoticeKind.RESTORED: (),
        NoticeKind.NEXT_UP: (),
        # Time isn't up in quiet hours.
        NoticeKind.AUTO_HOLIDAY: (),
        NoticeKind.LEFT: (),
        NoticeKind.OPPONENTS: (),
        NoticeKind.MODERATED: (),
        NoticeKind.BANNED: (),
        NoticeKind.BLOCKED: (),
        NoticeKind.FOLLOW: (),
        NoticeKind.FOLLOWED: (),
        # Its people are pinged when they want it, or not at all.
        NoticeKind.SEATS: (),
    }
)
"""What is asked of each kind of message before a person is pinged for it later: the first that is
so is said."""


def still_asks(about: str, table: Standing) -> Says | None:
    """Return what a message still asks of a person, as far as their table says; None: nothing."""
    return next((each.says for each in STILL_ASKS.get(about, ()) if each.holds(table)), None)


class StillAsked(NamedTuple):
    """One thing that a person is told: `place` and `message` are where it stands, `by` is who asks.

    `key` is that of the timer by which it waited.
    """

    key: str
    says: Says
    table: Standing
    place: int
    message: int | None
    by: str = ""


def quiet_until(
    quiet: Collection[QuietHours], away_until: datetime | None, now: datetime
) -> datetime | None:
    """Return when a person may be pinged who may not be now; None: they may be pinged.

    `quiet` are their quiet hours and those of the channel. `away_until` is when their holiday ends,
    if they have one.
    """
    back = None
    if away_until is not None and away_until + AFTER_HOLIDAY > now:
        back = away_until + AFTER_HOLIDAY
    night = night_of_any(quiet, back or now)
    return back if night is None else night.ends


def later(match: MatchId | None, about: str, unpinged: Iterable[Unpinged]) -> tuple[Timer, ...]:
    """Return when people are asked whether to ping them for a message that left them alone.

    It is about a table's message ("turn:42"), a notice ("kind:key") or a proposal ("deal:7").
    """
    return tuple(
        Timer(TimerKind.MENTION, f"{about}:{each.player}", each.until, match, player=each.player)
        for each in unpinged
    )


def put_off(timers: Iterable[Timer], until: datetime) -> tuple[Timer, ...]:
    """Return the same pings, to be thought of again at a later moment."""
    return tuple(
        Timer(each.kind, each.key, until, each.match, player=each.player) for each in timers
    )


def told(asked: Collection[StillAsked]) -> list[dict[str, Any]]:
    """Return what the words are made of: a row for each table, the most urgent first."""
    by_table: dict[MatchId, list[StillAsked]] = {}
    for each in sorted(asked, key=_urgency):
        by_table.setdefault(each.table.match, []).append(each)
    return [_row(every) for every in by_table.values()]


def _urgency(each: StillAsked) -> tuple[int, float]:
    due = None if each.table.wait is None else each.table.wait.due_at
    return _URGENCY.index(each.says), float("inf") if due is None else due.timestamp()


def _row(every: list[StillAsked]) -> dict[str, Any]:
    first, table = every[0], every[0].table
    due = table.wait.due_at if table.is_awaited and table.wait else None
    closes = table.deserted_until if table.stands_still else None
    return {
        "match": table.match,
        "game": table.game,
        "guild": table.guild,
        "place": first.place,
        "message": first.message,
        "says": list(dict.fromkeys(each.says.value for each in every)),
        "by": {each.says.value: each.by for each in reversed(every) if each.by},
        "is_awaited": table.is_awaited,
        "is_still_asked": table.is_still_asked,
        "when_late": table.when_late.value,
        "due": None if due is None else int(due.timestamp()),
        "closes": None if closes is None else int(closes.timestamp()),
    }


def mention(
    scope: Scope, timers: Collection[Timer], asked: Collection[StillAsked], now: datetime
) -> Notice:
    """Return the message that says what a person was not pinged for.

    What it says is read as it is handed out: `asked` decides where it goes.
    """
    first = min(asked, key=_urgency)
    waits = {each.table.wait.id for each in asked if each.says is Says.TURN and each.table.wait}
    is_one = len({each.table.match for each in asked}) == len(waits) == 1
    return Notice(
        target=to_player(scope.player)
        if scope.guild == BY_MESSAGE
        else to_channel(first.table.place),
        kind=NoticeKind.MENTION,
        key=f"{scope.player}:{scope.guild}:{int(now.timestamp())}",
        match=first.table.match,
        # What names several tables stays when one of them has its move.
        wait=waits.pop() if is_one and len(asked) == 1 else None,
        facts={
            "player": scope.player,
            "channel": first.table.place,
            "asked": [[each.key, each.match] for each in timers],
        },
    )


def of_notice(notice: Notice, now: datetime) -> tuple[Timer, ...]:
    """Return the pings that a message stands for; also of an earlier version."""
    player = PlayerId(int(notice.facts["player"]))
    asked = notice.facts.get("asked")
    if asked is None and (tables := notice.facts.get("tables")):
        asked = [[f"{TURN}:{each['match']}:{player}", each["match"]] for each in tables]
    elif asked is None:
        asked = [[notice.key, notice.match]]
    return tuple(
        Timer(TimerKind.MENTION, key, now, None if match is None else MatchId(match), player=player)
        for key, match in asked
    )
