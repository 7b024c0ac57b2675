"""What people and servers set."""

from dataclasses import dataclass

from bot.table.match.match import NewsMode
from bot.table.time.quiet_hours import QuietHours, zones
from bot.table.time.reminders import Reminding


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a person set; None: as the chat says.

    `quiet_from` and `quiet_to` are minutes of the day in `zone`, an IANA name. `direct`: they are
    reminded in direct messages.
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

    @property
    def quiet(self) -> QuietHours | None:
        """When this person isn't pinged; never, in a zone that is known no more."""
        if self.zone is None or self.quiet_from is None or self.quiet_to is None:
            return None
        if self.zone not in zones():
            return None
        return QuietHours(self.quiet_from, self.quiet_to, self.zone)


@dataclass(frozen=True, slots=True)
class GuildPreferences:
    """What a server's admins set; None: as the chat says, anywhere."""

    language: str | None = None
    channels: tuple[int, ...] = ()
    threads: bool = True
    news: NewsMode | None = None
