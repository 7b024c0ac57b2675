"""What hosting needs of the world. Storage and the Discord shell implement it, tests fake it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from bot.hosting.match import Match, MatchId, PlayerId
from engine.record import Entry
from engine.referee import Progress


class Clock(Protocol):
    """Says what time it is, with a time zone (UTC)."""

    def now(self) -> datetime: ...


class Entropy(Protocol):
    """Gives secret seeds."""

    def seed(self) -> bytes:
        """Return 32 fresh secret bytes."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a person set; None: as the chat says."""

    language: str | None = None
    lists: bool = False
    confirm_twice: bool = False


@dataclass(frozen=True, slots=True)
class GuildPreferences:
    """What a server's admins set; None: as the chat says, anywhere."""

    language: str | None = None
    channels: tuple[int, ...] = ()
    threads: bool = True


class Matches(Protocol):
    """The shelf of matches. Every method is one transaction."""

    async def add(self, match: Match, seed: bytes) -> Match:
        """Store a new match in its lobby and return it with its id."""

    async def get(self, match_id: MatchId) -> Match:
        """Return a match with its whole record; raise `UnknownMatch`."""

    async def seed(self, match_id: MatchId) -> bytes:
        """Return the secret seed; never logged, never shown before the end."""

    async def save(self, match: Match) -> None:
        """Store everything but the lines: status, chairs, messages, told."""

    async def append(
        self, match: Match, entries: Sequence[Entry[Any]], request: str | None
    ) -> None:
        """Store new lines and the match itself; raise `Stale` if a line of that number exists.

        `request` is the interaction id that caused the lines: a second append with the same id
        raises `Stale` too, and `answered` finds it.
        """

    async def answered(self, request: str) -> MatchId | None:
        """Return the match in which this interaction was already carried out."""

    async def in_channel(self, channel: int) -> Sequence[Match]:
        """Return matches of a channel or thread that are in the lobby or playing, newest first."""

    async def of_player(self, player: PlayerId) -> Sequence[Match]:
        """Return matches of a person that are in the lobby or playing."""

    async def untold(self) -> Sequence[MatchId]:
        """Return running or finished matches whose channel has not been told every line."""

    async def due(self, now: datetime) -> Sequence[MatchId]:
        """Return lobbies whose `expires_at` has come."""


class Players(Protocol):
    """What people and servers prefer."""

    async def preferences(self, player: PlayerId) -> Preferences: ...

    async def prefer(self, player: PlayerId, preferences: Preferences) -> None: ...

    async def guild(self, guild: int) -> GuildPreferences: ...

    async def set_guild(self, guild: int, preferences: GuildPreferences) -> None: ...


class Messenger(Protocol):
    """Brings the channel up to date. Both methods may be repeated without harm."""

    async def lobby(self, match: Match) -> Match:
        """Post or edit the lobby message (or the cover of a running table).

        Returns the match with `lobby_message` and `venue.thread` filled in; raises `CannotPost`.
        """

    async def table(self, match: Match, progress: Progress[Any, Any], since: int) -> Match:
        """Post one new table message for all that happened after line `since`.

        Returns the match with `table_message` filled in; raises `CannotPost`. A repeat for the
        same line shows nothing twice (the message's nonce is made of match and line).
        """
