"""Who has left a server: found out by asking Discord for a member.

The list of members is a privileged intent, which the bot does without.
"""

from datetime import datetime, timedelta
from typing import Final

import aiohttp
import discord
import structlog

from bot.hosting.match import PlayerId
from bot.hosting.ports import Clock

UNKNOWN: Final = frozenset({10007, 10013})
"""Unknown member, unknown user."""
AGAIN: Final = timedelta(hours=6)
"""Nobody is looked for more often than that, unless somebody asks."""

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class Membership:
    """Says who has left a server."""

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._looked: dict[tuple[int, PlayerId], datetime] = {}

    async def has_left(self, guild: int | None, player: PlayerId) -> bool:
        """Say whether somebody is for certain no longer in a server."""
        found = None if guild is None else self._client.get_guild(guild)
        if found is None:
            return False
        try:
            await found.fetch_member(player)
        except discord.NotFound as error:
            return error.code in UNKNOWN
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("member-unknown", guild=guild, reason=repr(error))
        return False

    def is_due(self, guild: int | None, player: PlayerId) -> bool:
        """Say whether it is time to look for somebody again; if so, this is when it was done."""
        if guild is None:
            return False
        now = self._clock.now()
        looked = self._looked.get((guild, player))
        if looked is not None and now - AGAIN < looked <= now:
            return False
        self._looked = {key: at for key, at in self._looked.items() if now - AGAIN < at <= now}
        self._looked[guild, player] = now
        return True
