"""What people and servers set."""

from dataclasses import dataclass
from typing import Final

from bot.table.match.match import Aids, Hints, NewsMode
from bot.table.match.pace import Pace
from bot.table.time.quiet_hours import QuietHours, zones
from bot.table.time.reminders import Reminding
from bot.table.time.turns import NextUp, TurnWishes


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a person set; None: as the chat says.

    `quiet_from` and `quiet_to` are minutes of the day in `zone`, an IANA name. `direct`: they are
    reminded in direct messages; `turns_direct`: they are asked there, with the board. `next_up`:
    how they hear that they are next. `auto_holiday`: when their time is up, days of their holidays
    are taken. `hours_asked`: whether they were asked for zone and quiet hours. `unlisted`: they are
    neither rated nor listed from now on; `unseen`: others see no statistics of them.
    """

    language: str | None = None
    lists: bool = False
    confirm_twice: bool = False
    height_cm: int | None = None
    zone: str | None = None
    quiet_from: int | None = None
    quiet_to: int | None = None
    reminding: Reminding = Reminding.DEFAULT
    direct: bool = False
    turns_direct: bool = False
    next_up: NextUp = NextUp.OFF
    auto_holiday: bool = False
    hours_asked: bool = False
    unlisted: bool = False
    unseen: bool = False

    @property
    def quiet(self) -> QuietHours | None:
        """When this person isn't pinged; never, in a zone that is known no more."""
        return quiet_hours(self.zone, self.quiet_from, self.quiet_to)

    @property
    def reads_direct(self) -> bool:
        """Whether what is said to this person alone goes to their direct messages."""
        return self.direct or self.turns_direct

    @property
    def turns(self) -> TurnWishes:
        """How this person wants to hear of turns."""
        return TurnWishes(self.turns_direct, self.next_up, self.quiet)


@dataclass(frozen=True, slots=True)
class GuildPreferences:
    """What a server's admins set; None: as the chat says, as everywhere, no limit.

    Tables open in `channels`, for people with one of the roles `openers`; none: anywhere, for
    everybody. At most `most_tables` are open or running. `news`, `pace`, `aids` and `hints` are
    what new tables begin with. From `quiet_from` to `quiet_to`, minutes of the day in `zone`,
    nobody is pinged in its channels. `seeking`: the channel in which tables look for players.
    `unranked`: nothing that is played here is rated. `counts_computers`: its statistics have
    matches with computer players, too. `pageless`: its tables have no pages at an address.
    """

    language: str | None = None
    channels: tuple[int, ...] = ()
    threads: bool = True
    news: NewsMode | None = None
    openers: tuple[int, ...] = ()
    most_tables: int | None = None
    pace: Pace | None = None
    aids: Aids | None = None
    hints: Hints | None = None
    zone: str | None = None
    quiet_from: int | None = None
    quiet_to: int | None = None
    seeking: int | None = None
    unranked: bool = False
    counts_computers: bool = False
    pageless: bool = False

    @property
    def quiet(self) -> QuietHours | None:
        """When nobody is pinged in its channels."""
        return quiet_hours(self.zone, self.quiet_from, self.quiet_to)


AS_EVERYWHERE: Final = GuildPreferences()


def quiet_hours(zone: str | None, begin: int | None, end: int | None) -> QuietHours | None:
    """Return quiet hours as they are stored; None: not set, or in a zone that is known no more."""
    if zone is None or begin is None or end is None or zone not in zones():
        return None
    return QuietHours(begin, end, zone)
