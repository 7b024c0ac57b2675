"""Why a person was, or was not, reminded of a move: all that decides it.

Storage reads the tables that wait for a person (`Awaited`), asks here, and stores what is decided.
A timer looks at a wait when the first wishes could want a reminder (`first_look`). Then:

1. Is the seat still theirs and awaited? Tables where it is not are never read. Does the wait run,
   and has nobody pressed "Quiet for this move"? (`reminders`)
2. Which steps do their wishes ask for, and which are behind? Steps go by the part of the time that
   is left, or by days without a limit; one that would come right after the question, or right
   before time is up, is left out. (`reminders`)
3. Quiet hours move a soft one to their end, and the last one before they begin if their end would
   be too late. (`_awake`)
4. Of several that are overdue only the latest comes. (`next_reminder`)
5. A soft one comes once in 20 hours and server, and lists all tables there that wait; the last one
   comes whatever went before, and takes in those of the next 12 hours. (`remind`)
6. What other players do (`nudge`) is the soft one, too.
7. As it is handed out it is asked once more whether it is still so. (`instead_of_ping`)

Mentions are pings that a message left out since a person had quiet hours: they come at their end,
if the message still asks something of them (`mention_turn`, `mention_message`).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum, StrEnum, auto
from typing import Any, Final, NamedTuple

from bot.table.errors import NudgeRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Unpinged
from bot.table.notices.notice import Notice, NoticeKind, to_channel, to_player, to_table
from bot.table.time.decision import NOTHING, NudgedSeat, Scope, TimeDecision
from bot.table.time.quiet_hours import MOST_QUIET, Night, QuietHours
from bot.table.time.timers import Timer, TimerKey, TimerKind
from bot.table.time.waits import Wait


class Nudged(Enum):
    """What came of a nudge. SENT; LATER: quiet hours put it off; KNOWN: they want no reminders."""

    SENT = auto()
    LATER = auto()
    KNOWN = auto()


AFTER_ASKING: Final = timedelta(hours=2)
"""Nobody is reminded sooner than that after they were asked."""
BEFORE_DUE: Final = timedelta(minutes=30)
"""Nor later than that before time is up."""
LAST_CALL: Final = timedelta(hours=1)
"""The last reminder comes no later than that before time is up, or before quiet hours begin."""
BEFORE_QUIET: Final = timedelta(minutes=1)

SOFT_PAUSE: Final = timedelta(hours=20)
"""One soft reminder a person and server in that time: it lists all tables there that wait."""
LAST_PAUSE: Final = timedelta(hours=12)
"""A last reminder takes in those that would come within that time."""

NUDGE_AFTER: Final = timedelta(hours=12)
"""A seat may be nudged by others when it has been waited for so long, …"""
NUDGE_PAUSE: Final = timedelta(hours=24)
"""… and again this long after any nudge."""

BY_MESSAGE: Final = 0
"""Stands for the server of those who are reminded in direct messages."""

_DAY: Final = timedelta(days=1)


class Reminding(StrEnum):
    """How often a player wants to be reminded."""

    DEFAULT = "default"
    SOONER = "sooner"
    LATER = "later"
    OFF = "off"


class ReminderKind(StrEnum):
    """SOFT: the table waits; LAST: time is nearly up, so this one goes whatever went before."""

    SOFT = "soft"
    LAST = "last"


class Reminder(NamedTuple):
    """When a reminder is due; `step` is how many steps of the wait are behind with it."""

    at: datetime
    kind: ReminderKind
    step: int


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a person wants to be reminded at one table."""

    reminding: Reminding = Reminding.DEFAULT
    quiet: QuietHours | None = None

    def night_of(self, moment: datetime) -> Night | None:
        """Return the quiet hours in which a moment lies."""
        return None if self.quiet is None else self.quiet.night_of(moment)


class _Step(NamedTuple):
    """`size`: what is left of the wait's length, or how long it has lasted."""

    size: float
    kind: ReminderKind
    wanted: frozenset[Reminding]


_DEFAULT: Final = frozenset({Reminding.DEFAULT, Reminding.SOONER})
_ALL: Final = _DEFAULT | {Reminding.LATER}
_SOONER: Final = frozenset({Reminding.SOONER})

_BY_LEFT: Final = (
    _Step(3 / 4, ReminderKind.SOFT, _SOONER),
    _Step(1 / 2, ReminderKind.SOFT, _DEFAULT),
    _Step(1 / 5, ReminderKind.LAST, _ALL),
)
"""With a due date, by the part of the length that is left."""
_BY_AGE: Final = (
    _Step(0.5, ReminderKind.SOFT, _SOONER),
    _Step(1, ReminderKind.SOFT, _DEFAULT),
    _Step(3, ReminderKind.SOFT, _ALL),
    _Step(7, ReminderKind.SOFT, _ALL),
)
"""Without one, by days since the seat was asked."""
LAST_STEP: Final = len(_BY_AGE)
"""After this one nobody is reminded of a move without a due date."""


def next_reminder(wait: Wait, wishes: Wishes, sent: int, now: datetime) -> Reminder | None:
    """Return what comes next, at `now` or later; None: nothing.

    `sent` steps are behind. Of several that are overdue, or come at the same moment, only the
    latest is sent.
    """
    coming = reminders(wait, wishes, sent, now)
    if not coming:
        return None
    first = min(each.at for each in coming)
    return [each for each in coming if each.at == first][-1]


def reminders(wait: Wait, wishes: Wishes, sent: int, now: datetime) -> Sequence[Reminder]:
    """Return all steps that are to come, in their order; overdue ones are due now."""
    if not wait.runs or wait.is_muted:
        return ()
    steps, due = (_BY_AGE if wait.length is None else _BY_LEFT), wait.due_at
    coming = []
    for number, step in enumerate(steps, 1):
        if number <= sent or wishes.reminding not in step.wanted:
            continue
        if wait.length is None or due is None:
            at = wait.asked_at + step.size * _DAY
        else:
            at = due - step.size * wait.length
        if at < wait.asked_at + AFTER_ASKING:
            continue
        moved = _awake(max(at, now), step.kind, wishes.quiet, due, now)
        if moved is None or moved < wait.asked_at + AFTER_ASKING:
            continue
        if due is None or moved <= due - BEFORE_DUE:
            coming.append(Reminder(moved, step.kind, number))
    return coming


def _awake(
    at: datetime, kind: ReminderKind, quiet: QuietHours | None, due: datetime | None, now: datetime
) -> datetime | None:
    """Return when a person can be reminded who should be at `at`; None: not in time."""
    night = None if quiet is None else quiet.night_of(at)
    if night is None:
        return at
    if kind is ReminderKind.SOFT or due is None or night.ends <= due - LAST_CALL:
        return night.ends
    before = max(night.begins - BEFORE_QUIET, now)
    return before if before < night.begins else None


def first_look(wait: Wait) -> datetime | None:
    """Return the earliest moment at which any wishes could want a reminder; None: not as it is.

    The functions that open a wait, let it run again or move its due date set the REMINDER timer to
    that moment.
    """
    if not wait.runs:
        return None
    if wait.length is None or wait.due_at is None:
        return wait.asked_at + _BY_AGE[0].size * _DAY
    # Quiet hours bring the last one forward, once a year by an hour more.
    last = wait.due_at - _BY_LEFT[-1].size * wait.length - MOST_QUIET - LAST_CALL - BEFORE_QUIET
    first = wait.due_at - _BY_LEFT[0].size * wait.length
    return max(wait.asked_at + AFTER_ASKING, min(first, last))


@dataclass(frozen=True, slots=True)
class Awaited:
    """A running match that waits for a person in their own seat, and how they are reminded of it.

    `place` and `message` are where its table stands. `reminded_at` is when they were last reminded
    softly in their scope, `nudged_at` when the seat was last nudged.
    """

    wait: Wait
    game: str
    guild: int | None
    place: int
    message: int | None
    wishes: Wishes
    is_direct: bool
    reminded_at: datetime | None = None
    nudged_at: datetime | None = None

    @property
    def facts(self) -> dict[str, Any]:
        """What the words say of the table."""
        due = self.wait.due_at
        return {
            "match": self.wait.match,
            "game": self.game,
            "guild": self.guild,
            "place": self.place,
            "message": self.message,
            "asked": int(self.wait.asked_at.timestamp()),
            "due": None if due is None else int(due.timestamp()),
        }

    @property
    def scope(self) -> Scope:
        """Where they are reminded softly once in a while."""
        return Scope(self.wait.player, BY_MESSAGE if self.is_direct else self.guild or BY_MESSAGE)

    @property
    def target(self) -> str:
        """Where they read it."""
        return to_player(self.wait.player) if self.is_direct else to_channel(self.place)

    @property
    def asks(self) -> bool:
        """Whether it waits for a player who wants to hear of it; sealed choices end that."""
        return self.wait.runs and not self.wait.is_muted

    def coming(self, now: datetime) -> Sequence[Reminder]:
        """Return what is to come."""
        return reminders(self.wait, self.wishes, self.wait.reminded, now)

    def behind(self, kind: ReminderKind, now: datetime, pause: timedelta) -> int:
        """Return how many steps are behind if a reminder of this kind takes in the next ones."""
        taken = (each for each in self.coming(now) if each.at <= now + pause and each.kind is kind)
        return max((each.step for each in taken), default=self.wait.reminded)


def reminder_timer(wait: Wait, at: datetime) -> Timer:
    """Return the timer that looks at a wait."""
    return Timer(TimerKind.REMINDER, str(wait.id), at, wait.match, wait.seat)


def remind(wait: int, every: Sequence[Awaited], now: datetime) -> TimeDecision:
    """Return the reminder of a wait, if it is still so; else when to look again.

    `every` are all tables that wait for its person, the ones that are due first. A soft reminder
    lists all those of the server, and those of all servers in a direct message; what would be due
    there within 20 hours is done with it. It waits if there was one so lately. A last one always
    goes, and takes in those of the next 12 hours.
    """
    mine = _of(wait, every)
    if mine is None:
        return NOTHING
    coming = next_reminder(mine.wait, mine.wishes, mine.wait.reminded, now)
    if coming is None:
        return NOTHING
    is_soft = coming.kind is ReminderKind.SOFT
    soft_from = now if mine.reminded_at is None else mine.reminded_at + SOFT_PAUSE
    if coming.at > now or (is_soft and now < soft_from):
        moments = (
            max(each.at, soft_from) if each.kind is ReminderKind.SOFT else each.at
            for each in mine.coming(now)
        )
        return TimeDecision(timers=(reminder_timer(mine.wait, min(moments)),))
    near = [each for each in every if mine.is_direct or each.guild == mine.guild]
    if is_soft:
        listed = [each for each in near if _is_listed(each, now)]
        steps = {each.wait.id: each.behind(coming.kind, now, SOFT_PAUSE) for each in listed}
    else:
        steps = {each.wait.id: each.behind(coming.kind, now, LAST_PAUSE) for each in near}
        listed = [each for each in near if steps[each.wait.id] > each.wait.reminded]
    # The one that it is for comes first.
    listed = [mine, *(each for each in listed if each is not mine)]
    steps[wait] = max(coming.step, steps.get(wait, 0))
    after = reminders(mine.wait, mine.wishes, steps[wait], now)
    return TimeDecision(
        steps={each.wait.id: max(steps[each.wait.id], each.wait.reminded) for each in listed},
        reminded=mine.scope if is_soft else None,
        notices=(_reminder(mine, coming, listed, now),),
        timers=(reminder_timer(mine.wait, min(each.at for each in after)),) if after else (),
    )


def _of(wait: int, every: Sequence[Awaited]) -> Awaited | None:
    return next((each for each in every if each.wait.id == wait), None)


def _is_listed(table: Awaited, now: datetime) -> bool:
    is_wanted = table.wishes.reminding is not Reminding.OFF and not table.wait.is_muted
    return is_wanted and table.wait.runs and now >= table.wait.asked_at + AFTER_ASKING


def _reminder(mine: Awaited, coming: Reminder, listed: Sequence[Awaited], now: datetime) -> Notice:
    due, quiet = mine.wait.due_at, mine.wishes.quiet
    ends = [] if due is None else [due]
    if quiet is not None:
        ends.append(quiet.next_night(now))
    return Notice(
        target=mine.target,
        kind=NoticeKind.REMINDER,
        key=f"{mine.wait.id}:{coming.step}",
        match=mine.wait.match,
        # A list stays when one of its tables has its move.
        wait=mine.wait.id if len(listed) == 1 else None,
        facts={
            "player": mine.wait.player,
            "kind": coming.kind.value,
            "step": coming.step,
            "is_final": mine.wait.length is None and coming.step == LAST_STEP,
            "channel": mine.place,
            "tables": [each.facts for each in listed],
        },
        best_before=min(ends, default=None),
    )


def nudge(table: Awaited | None, by: str, now: datetime) -> tuple[Nudged, TimeDecision]:
    """Return the reminder that another player asks for; it is the soft one then.

    None: nobody is awaited in that seat. Raises `NudgeRefused`.
    """
    if table is None:
        raise NudgeRefused("nudge-not-awaited")
    wait = table.wait
    if not wait.runs:
        raise NudgeRefused("nudge-stands-still")
    if wait.is_muted or table.wishes.reminding is Reminding.OFF:
        return Nudged.KNOWN, NOTHING
    if now < wait.asked_at + NUDGE_AFTER:
        raise NudgeRefused("nudge-soon", until=wait.asked_at + NUDGE_AFTER)
    pauses = ((table.nudged_at, NUDGE_PAUSE), (table.reminded_at, SOFT_PAUSE))
    until = max((last + pause for last, pause in pauses if last is not None), default=now)
    if now < until:
        raise NudgeRefused("nudge-again", until=until)
    notice = Notice(
        target=table.target,
        kind=NoticeKind.NUDGE,
        key=f"{wait.id}:{int(now.timestamp())}",
        match=wait.match,
        wait=wait.id,
        facts={"player": wait.player, "by": by, "channel": table.place, "tables": [table.facts]},
        best_before=wait.due_at,
    )
    step = max(table.behind(ReminderKind.SOFT, now, SOFT_PAUSE), wait.reminded)
    decision = TimeDecision(
        nudged=NudgedSeat(wait.match, wait.seat),
        reminded=table.scope,
        steps={wait.id: step},
        notices=(notice,),
    )
    return Nudged.SENT if table.wishes.night_of(now) is None else Nudged.LATER, decision


def ask_time(table: Awaited | None, name: str) -> Notice:
    """Return how a person asks the others for more time; asked again it is the same message.

    None: nobody waits for them. Raises `NudgeRefused` (not-awaited, no-limit).
    """
    if table is None:
        raise NudgeRefused("not-awaited")
    wait = table.wait
    if wait.due_at is None:
        raise NudgeRefused("no-limit")
    return Notice(
        target=to_channel(table.place),
        kind=NoticeKind.ASK_TIME,
        key=str(wait.id),
        match=wait.match,
        wait=wait.id,
        facts={"player": wait.player, "by": name, "seat": wait.seat, "tables": [table.facts]},
    )


class Asking(NamedTuple):
    """A message that still asks something of a person, such as a vote in which they have not voted.

    `about` is what it is: a kind of notice, a proposal ("deal") or an open table ("invitation").
    """

    about: str
    target: str
    place: int | None
    message: int | None
    wait: int | None = None


def ping_lines(match: MatchId, waits: Collection[Wait]) -> list[Notice]:
    """Return the lines that ping those who have not been asked yet.

    The table's message was edited: nobody is pinged by that.
    """
    return [
        Notice(
            to_table(match), NoticeKind.PING_LINE, str(each.id), match, each.id, {"seat": each.seat}
        )
        for each in waits
        if each.since is None
    ]


def unpinged_turns(waits: Collection[Wait], unpinged: Collection[Unpinged]) -> tuple[Timer, ...]:
    """Return when those are pinged whom a table's message left alone, of whom it waits for."""
    until = {each.player: each.until for each in unpinged}
    return tuple(
        Timer(TimerKind.MENTION, str(each.id), until[each.player], each.match, each.seat)
        for each in waits
        if each.player in until
    )


def mention_turn(
    timer: Timer, every: Sequence[Awaited], came: Collection[int], now: datetime
) -> TimeDecision:
    """Return the ping that waited for a player's quiet hours to end, if it is still their turn.

    `every` are the tables that wait for them, `came` the waits whose pings are due, too. One ping
    covers several tables of a server.
    """
    mine = _of(int(timer.key), every)
    if mine is None or not mine.asks:
        return NOTHING
    if (night := mine.wishes.night_of(now)) is not None:
        return _later(timer, night)
    also = [
        each
        for each in every
        if each is not mine and each.guild == mine.guild and each.wait.id in came
    ]
    listed = [mine, *(each for each in also if each.asks)]
    notice = Notice(
        target=to_channel(mine.place),
        kind=NoticeKind.MENTION,
        key=timer.key,
        match=timer.match,
        wait=mine.wait.id if len(listed) == 1 else None,
        facts={
            "about": "turn",
            "tables": [each.facts for each in listed],
            "player": mine.wait.player,
        },
    )
    dropped = tuple(TimerKey(timer.kind, str(each.wait.id)) for each in also)
    return TimeDecision(dropped=dropped, notices=(notice,))


def mention_message(
    timer: Timer, player: PlayerId, asking: Asking | None, wishes: Wishes, now: datetime
) -> TimeDecision:
    """Return the ping of a message that was sent in a person's quiet hours, if it still asks."""
    if asking is None or asking.message is None:
        return NOTHING
    if (night := wishes.night_of(now)) is not None:
        return _later(timer, night)
    facts = {
        "about": asking.about,
        "place": asking.place,
        "message": asking.message,
        "player": player,
    }
    kind = NoticeKind.MENTION
    notice = Notice(asking.target, kind, timer.key, timer.match, asking.wait, facts)
    return TimeDecision(notices=(notice,))


def _later(timer: Timer, night: Night) -> TimeDecision:
    return TimeDecision(timers=(Timer(timer.kind, timer.key, night.ends, timer.match),))


def instead_of_ping(
    notice: Notice, every: Sequence[Awaited], wishes: Wishes, now: datetime
) -> TimeDecision | None:
    """Return what is done instead of sending a reminder, nudge or mention now; None: it is sent.

    What comes into quiet hours is put off: a reminder is thought of anew, a mention waits. A nudge
    is silent by then, and its mention waits.
    """
    night = wishes.night_of(now)
    number = notice.key.partition(":")[0]
    if notice.kind is NoticeKind.MENTION:
        if night is not None:
            mention = Timer(TimerKind.MENTION, notice.key, night.ends, notice.match)
            return TimeDecision(timers=(mention,))
        if not notice.key.isdecimal():
            return None
    mine = _of(int(number), every)
    if mine is None or not mine.asks:
        return NOTHING
    if notice.kind is not NoticeKind.REMINDER or night is None:
        return None
    step = notice.facts["step"] - 1
    return TimeDecision(steps={mine.wait.id: step}, timers=(reminder_timer(mine.wait, now),))
