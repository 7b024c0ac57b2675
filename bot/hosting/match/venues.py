"""Puts matches to rest whose server or channel is gone, and wakes those that are back."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final

import structlog

from bot.hosting.match.tables import Tables
from bot.hosting.match.telling import Telling
from bot.storage.match.matches import MatchStore
from bot.table.errors import CannotPost, NewerRules
from bot.table.ids import MatchId
from bot.table.match import lobby
from bot.table.match.match import Match, Status, Venue

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


class Venues:
    """Takes what Discord says of servers, channels and threads to the tables in them."""

    def __init__(self, matches: MatchStore, tables: Tables, telling: Telling) -> None:
        self._matches = matches
        self._tables = tables
        self._telling = telling

    async def find_gone(
        self, is_gone: Callable[[int], bool], shard: int = 0, shards: int = 1
    ) -> Sequence[int]:
        """Return the servers of a shard that are gone though they have open tables."""
        return [each for each in await self._matches.guilds(shard, shards) if is_gone(each)]

    async def check(self, is_there: Callable[[Venue], bool | None], guilds: Sequence[int]) -> None:
        """Put matches of servers that are gone to rest, and wake those of servers that are back.

        `is_there` says so of a venue; None: it isn't known, and the match stays as it is.
        """
        for each in await self._matches.locations(guilds):
            with suppress(NewerRules):
                match is_there(each.venue):
                    case False if not each.is_lost:
                        await self._tables.put_to_rest(each.match)
                    case True if each.is_lost:
                        await self._wake(each.match)

    async def channel_gone(self, channel: int) -> None:
        """Put the tables of a deleted channel to rest, bring those of a thread to its channel."""
        for each in await self._matches.in_channel(channel):
            with suppress(NewerRules):
                if each.venue.channel == channel and each.lost_at is None:
                    await self._tables.put_to_rest(each.id)
                elif each.status is Status.PLAYING and each.lost_at is None:
                    try:
                        await self._telling.tell_again(each.id)
                    except CannotPost as trouble:
                        log.warning("not-brought-back", match=each.id, reason=trouble.key)

    async def _wake(self, match_id: MatchId) -> None:
        were_lost: list[bool] = []

        def found(match: Match, _: datetime) -> Match:
            were_lost.append(match.lost_at is not None)
            return lobby.found(match)

        await self._tables.change(match_id, found)
        if not were_lost[-1]:
            return  # another process was faster, and tells the channel
        log.info("match-found", match=match_id)
        try:
            if (await self._telling.tell_or_raise(match_id)).status is Status.PLAYING:
                # The newest message may be far up in the channel by now.
                await self._telling.tell_again(match_id)
        except CannotPost as trouble:
            log.info("match-found-untold", match=match_id, reason=trouble.key)
