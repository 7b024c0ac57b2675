"""Why a person was, or was not, reminded of a move: all that decides it.

Storage reads the tables that wait for a person (`Awaited`), asks here, and stores what is decided.
A wait is looked at when the first wishes could want a reminder (`first_look`), and whenever one may
come after that. Then:

1. Is the seat still theirs and awaited? Tables where it is not are never read. Does the wait run,
   and has nobody pressed "Quiet for this move"? (`reminders`)
2. Which steps do their wishes ask for, and which are behind? Steps go by the part of the time that
   is left, or by days without a limit; one that would come right after the question, or right
   before time is up, is left out. (`reminders`)
3. Quiet hours move a soft one to their end, and the last one before they begin if their end would
   be too late. (`_awake`)
4. Of several that are overdue only the latest comes. (`next_reminder`)
5. A soft one comes once in 20 hours and server, and lists all tables there that wait and had no
   last one; that comes whatever went before, and takes in those of the next 12 hours. (`remind`)
6. What other players do (`nudge`) is the soft one, too.
7. At a moment that a player chose themselves (`wish`) they are reminded whatever they have set,
   also in quiet hours; no soft one, and no nudge, comes before that.
8. As it is handed out it is asked once more whether it is still so. (`instead_of_sending`)
9. One that could not be sent doesn't count. (`unsent`)

Pings that messages left out since a person had quiet hours are in `bot.table.time.mentions`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum, StrEnum, auto
from typing import Any, Final, NamedTuple

from bot.table.errors import NudgeRefused
from bot.table.ids import PlayerId
from bot.table.notices.notice import Notice, NoticeKind, to_channel, to_player
from bot.table.time import chosen_moments
from bot.table.time.decision import NOTHING, NudgedSeat, Scope, TimeDecision
from bot.table.time.quiet_hours import MOST_QUIET, Night, QuietHours, night_of_any
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
    """How a person wants to be reminded at one table.

    `channel`: when it is quiet where they are reminded, whatever they want.
    """

    reminding: Reminding = Reminding.DEFAULT
    quiet: QuietHours | None = None
    channel: QuietHours | None = None

    @property
    def hours(self) -> tuple[QuietHours, ...]:
        """All quiet hours that are heeded."""
        return tuple(each for each in (self.quiet, self.channel) if each is not None)

    def night_of(self, moment: datetime) -> Night | None:
        """Return the quiet hours in which a moment lies."""
        return night_of_any(self.hours, moment)


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
    due, since = _due_at(wait), wait.late_at or wait.asked_at
    steps, behind = (_BY_AGE, _before_late(wait)) if due is None else (_BY_LEFT, 0)
    coming = []
    for number, step in enumerate(steps, behind + 1):
        if number <= sent or wishes.reminding not in step.wanted:
            continue
        if wait.length is None or due is None:
            at = since + step.size * _DAY
        else:
            at = due - step.size * wait.length
        if at < wait.asked_at + AFTER_ASKING:
            continue
        moved = _awake(max(at, now), step.kind, wishes, due, now)
        if moved is None or moved < wait.asked_at + AFTER_ASKING:
            continue
        if step.kind is ReminderKind.SOFT and wait.wish_at is not None and moved < wait.wish_at:
            continue
        if due is None or moved <= due - BEFORE_DUE:
            coming.append(Reminder(moved, step.kind, number))
    return coming


def _due_at(wait: Wait) -> datetime | None:
    """Return when time will be up; None: there is no limit, or it was up and the table waits on."""
    return None if wait.late_at is not None else wait.due_at


def _before_late(wait: Wait) -> int:
    """Return how many steps come before those that a table takes that waits on after time is up."""
    return 0 if wait.length is None else len(_BY_LEFT)


def steps_behind(wait: Wait, now: datetime) -> int:
    """Return how many steps lie behind, going by the time that is left, or has passed, alone."""
    left = wait.left_at(now)
    if left is None or wait.length is None:
        return sum(wait.asked_at + step.size * _DAY <= now for step in _BY_AGE)
    return sum(left <= step.size * wait.length for step in _BY_LEFT)


def _awake(
    at: datetime, kind: ReminderKind, wishes: Wishes, due: datetime | None, now: datetime
) -> datetime | None:
    """Return when a person can be reminded who should be at `at`; None: not in time."""
    night = wishes.night_of(at)
    if night is None:
        return at
    if kind is ReminderKind.SOFT or due is None or night.ends <= due - LAST_CALL:
        return night.ends
    before = max(night.begins - BEFORE_QUIET, now)
    return before if before < night.begins else None


def first_look(wait: Wait) -> datetime | None:
    """Return the earliest moment at which any wishes could want a reminder; None: not as it is.

    Or when time is up, if that is sooner, and nobody has noticed yet. The functions that open a
    wait, let it run again or move its due date let it be looked at then.
    """
    if not wait.runs:
        return None
    moments = (_first_step(wait), wait.wish_at, _due_at(wait))
    return min(each for each in moments if each is not None)


def _first_step(wait: Wait) -> datetime:
    if wait.length is None or wait.due_at is None or wait.late_at is not None:
        return (wait.late_at or wait.asked_at) + _BY_AGE[0].size * _DAY
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
        due = _due_at(self.wait)
        return {
            "match": self.wait.match,
            "wait": self.wait.id,
            "game": self.game,
            "guild": self.guild,
            "place": self.place,
            "message": self.message,
            "asked": int(self.wait.asked_at.timestamp()),
            "due": None if due is None else int(due.timestamp()),
            "is_moved": bool(self.wait.night),
            "behind": self.wait.reminded,
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


def remind(wait: int, every: Sequence[Awaited], now: datetime) -> TimeDecision:
    """Return the reminder of a wait, if it is still so; else when to look again.

    `every` are all tables that wait for its person, the ones that are due first. A soft reminder
    lists all those of the server, and those of all servers in a direct message, but for those whose
    last one stands; what would be due there within 20 hours is done with it. It waits if there was
    one so lately. A last one always goes, before a soft one of the same moment, and takes in those
    of the next 12 hours.
    """
    mine = _of(wait, every)
    if mine is None:
        return NOTHING
    if mine.wait.runs and mine.wait.wish_at is not None and mine.wait.wish_at <= now:
        return _as_wished(mine, now)
    coming = next_reminder(mine.wait, mine.wishes, mine.wait.reminded, now)
    if coming is None:
        return TimeDecision(looks=_looks(mine.wait, ()))
    is_soft = coming.kind is ReminderKind.SOFT
    soft_from = now if mine.reminded_at is None else mine.reminded_at + SOFT_PAUSE
    if coming.at > now or (is_soft and now < soft_from):
        moments = (
            max(each.at, soft_from) if each.kind is ReminderKind.SOFT else each.at
            for each in mine.coming(now)
        )
        return TimeDecision(looks=_looks(mine.wait, moments))
    near = [each for each in every if mine.is_direct or each.guild == mine.guild]
    if is_soft and (urgent := next((each for each in near if _is_last_now(each, now)), None)):
        # That one may take this in: else a night's end brings two messages where one says it all.
        first = remind(urgent.wait.id, every, now)
        return replace(first, looks={**first.looks, wait: now})
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
        looks=_looks(mine.wait, (each.at for each in after)),
    )


def _looks(wait: Wait, moments: Iterable[datetime]) -> Mapping[int, datetime | None]:
    """Let a wait be looked at at the first of these moments, or at the one that its owner chose."""
    wished = [wait.wish_at] if wait.wish_at and wait.runs else []
    return {wait.id: min([*moments, *wished], default=None)}


def wish(table: Awaited | None, at: datetime | None, now: datetime) -> TimeDecision:
    """Return what lets a person be reminded of a move at a moment they chose; None: not any more.

    It takes the place of one they chose before. Raises `NudgeRefused` (not-awaited, wish-past,
    wish-far, wish-late).
    """
    if table is None or not table.wait.runs:
        raise NudgeRefused("not-awaited")
    if at is not None:
        chosen_moments.check(table.wait, at, now)
    wait = replace(table.wait, wish_at=at)
    coming = reminders(wait, table.wishes, wait.reminded, now)
    return TimeDecision(wished={wait.id: at}, looks=_looks(wait, (each.at for each in coming)))


def _as_wished(mine: Awaited, now: datetime) -> TimeDecision:
    """Return the reminder that a player asked for; it stands for what would come soon after it."""
    mine = replace(mine, wait=replace(mine.wait, wish_at=None))
    wait = mine.wait
    pauses = ((ReminderKind.SOFT, SOFT_PAUSE), (ReminderKind.LAST, LAST_CALL))
    step = max(mine.behind(kind, now, pause) for kind, pause in pauses)
    notice = Notice(
        target=mine.target,
        kind=NoticeKind.WISH,
        key=f"{wait.id}:{int(now.timestamp())}",
        match=wait.match,
        wait=wait.id,
        facts={"player": wait.player, "channel": mine.place, "tables": [mine.facts]},
        best_before=_due_at(wait),
    )
    after = reminders(wait, mine.wishes, step, now)
    return TimeDecision(
        steps={wait.id: step},
        wished={wait.id: None},
        notices=(notice,),
        looks=_looks(wait, (each.at for each in after)),
    )


def _of(wait: int, every: Sequence[Awaited]) -> Awaited | None:
    return next((each for each in every if each.wait.id == wait), None)


def _is_last_now(table: Awaited, now: datetime) -> bool:
    coming = next_reminder(table.wait, table.wishes, table.wait.reminded, now)
    return coming is not None and coming.kind is ReminderKind.LAST and coming.at <= now


def _is_listed(table: Awaited, now: datetime) -> bool:
    if _due_at(table.wait) is not None and table.wait.reminded >= len(_BY_LEFT):
        # Their last reminder stands, which a list would take the place of, and say less urgently.
        return False
    is_wanted = table.wishes.reminding is not Reminding.OFF and not table.wait.is_muted
    is_wanted = is_wanted and table.wait.wish_at is None
    return is_wanted and table.wait.runs and now >= table.wait.asked_at + AFTER_ASKING


def _reminder(mine: Awaited, coming: Reminder, listed: Sequence[Awaited], now: datetime) -> Notice:
    due = _due_at(mine.wait)
    ends = [] if due is None else [due]
    ends += [each.next_night(now) for each in mine.wishes.hours]
    return Notice(
        target=mine.target,
        kind=NoticeKind.REMINDER,
        # More time brings the same step again.
        key=f"{mine.wait.id}:{coming.step}:{int(now.timestamp())}",
        match=mine.wait.match,
        wait=mine.wait.id,
        facts={
            "player": mine.wait.player,
            "kind": coming.kind.value,
            "step": coming.step,
            "is_final": _due_at(mine.wait) is None
            and coming.step == _before_late(mine.wait) + LAST_STEP,
            "scope": mine.scope.guild,
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
    if wait.is_muted or wait.wish_at is not None or table.wishes.reminding is Reminding.OFF:
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
        best_before=_due_at(wait),
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


def left_of(notice: Notice, waiting: Collection[Awaited]) -> Notice | None:
    """Return what a reminder says from now on, of which a move was made; None: nothing.

    A list gets shorter: of its tables those stay that wait for its person now. What a newer
    reminder says has been taken out before.
    """
    still = {each.wait.id for each in waiting}
    tables = [each for each in notice.facts["tables"] if each.get("wait") in still]
    if not tables:
        return None
    return replace(notice, wait=tables[0]["wait"], facts={**notice.facts, "tables": tables})


def unsent(notice: Notice, waits: Collection[Wait], now: datetime) -> TimeDecision:
    """Return what is done once it is clear that nobody will get a reminder: it doesn't count.

    Its channel was out of reach until it was too late, or another of its tables was moved at before
    it could be sent. `waits` are those of its tables that are open still; they are looked at anew.
    One of the version before doesn't say what it counts for.
    """
    if "scope" not in notice.facts:
        return NOTHING
    behind = {each["wait"]: each["behind"] for each in notice.facts["tables"]}
    back = [each for each in waits if behind[each.id] < each.reminded]
    is_soft = notice.facts["kind"] == ReminderKind.SOFT
    scope = Scope(PlayerId(notice.facts["player"]), notice.facts["scope"])
    return TimeDecision(
        steps={each.id: behind[each.id] for each in back},
        unreminded=scope if is_soft else None,
        looks={each.id: now for each in back},
    )


def instead_of_sending(
    notice: Notice, every: Sequence[Awaited], now: datetime
) -> TimeDecision | None:
    """Return what is done instead of sending a reminder or nudge now; None: it is sent.

    A reminder that comes into quiet hours is thought of anew. A nudge is silent by then, and its
    mention waits. What a player asked for themselves is sent as long as it is their move; only
    the quiet hours of a channel put it off.
    """
    mine = _of(int(notice.key.partition(":")[0]), every)
    if mine is not None and notice.kind is NoticeKind.WISH and mine.wait.runs:
        channel = mine.wishes.channel
        if channel is None or (night := channel.night_of(now)) is None:
            return None
        wait = mine.wait.id
        return TimeDecision(wished={wait: night.ends}, looks={wait: night.ends})
    if mine is None or not mine.asks:
        return NOTHING
    if notice.kind is not NoticeKind.REMINDER or mine.wishes.night_of(now) is None:
        return None
    step = notice.facts["step"] - 1
    return TimeDecision(steps={mine.wait.id: step}, looks={mine.wait.id: now})
