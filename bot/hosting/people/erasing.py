"""Erases people: they leave their tables as anybody does, then everything that names them goes."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import structlog

from bot.hosting.match.match_cache import MatchCache
from bot.hosting.match.tables import Tables
from bot.hosting.processes.breakers import PatientMessenger
from bot.storage.stores import Stores
from bot.table.effects import NO_EFFECTS, Effects
from bot.table.errors import NO_ANSWER, CannotPost
from bot.table.ids import PlayerId
from bot.table.match import lobby
from bot.table.match.match import Match, Status
from bot.table.notices.notice import Notice, NoticeKind, to_table
from bot.table.people.erasing import LeftTable, left_tables
from bot.table.time.timers import Timer
from bot.table.world import Clock

SOON: Final = timedelta(seconds=10)
"""When more messages of the same match are edited: Discord takes only a few at once."""
log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


class BeforeErasing(NamedTuple):
    """What becomes of a person's matches if they are erased, and which bans stay."""

    finished: int
    tables: Sequence[LeftTable]
    bans: Sequence[tuple[int, datetime | None]]


class Erasing:
    """Erases people, and shows matches anew in which they were."""

    def __init__(
        self,
        stores: Stores,
        cache: MatchCache,
        tables: Tables,
        messenger: PatientMessenger,
        clock: Clock,
    ) -> None:
        self._stores = stores
        self._cache = cache
        self._tables = tables
        self._messenger = messenger
        self._clock = clock

    async def foresee(self, player: PlayerId) -> BeforeErasing | None:
        """Return what would become of a person's matches; None: nothing is known of them."""
        store, now = self._stores.erasing, self._clock.now()
        if not await store.knows(player):
            return None
        return BeforeErasing(
            await store.finished(player),
            left_tables(await self._stores.matches.of_player(player), player),
            await store.bans(player, now),
        )

    async def erase(self, player: PlayerId) -> int:
        """Erase a person for good; return in how many channels messages are edited from now on.

        Once it has begun it is done, by another process if need be. Raises `OSError` if the
        fingerprint can't be written down: then nothing was done.
        """
        await self._stores.erasing.begin(player, self._clock.now())
        return await self._carry_out(player)

    async def resume(self, timer: Timer) -> None:
        """Erase a person where a process ended while it did, or after a restore."""
        assert timer.player is not None
        await self._carry_out(timer.player)

    async def _carry_out(self, player: PlayerId) -> int:
        for table in await self._stores.matches.of_player(player):
            await self._tables.change(
                table.id,
                lambda each, now: _without(each, player, now),
                effects=lambda before, after: _said(before, after, player),
            )
        for match in await self._stores.erasing.invited(player):
            await self._tables.change(
                match, lambda each, now: lobby.without_invitations(each, player, now=now)
            )
        gone = await self._stores.erasing.erase(player, self._clock.now())
        for each in gone.matches:
            self._cache.forget(each)
        self._stores.players.forget(player)
        return gone.channels

    async def redraw(self, timer: Timer) -> None:
        """Edit what a channel was told of a match, some messages at a time."""
        assert timer.match is not None
        loaded, now, has_more = await self._cache.of(timer.match), self._clock.now(), False
        if loaded.match.lost_at is None:
            try:
                has_more = await self._messenger.redraw(loaded)
            except CannotPost as trouble:
                if trouble.key == NO_ANSWER:
                    raise
                # The bot may not edit there any more, or the channel is gone.
                log.info("not-redrawn", match=timer.match, reason=trouble.key)
        if has_more:
            await self._stores.timers.put_off(timer, now + SOON)
        else:
            await self._stores.timers.done(timer, now)


def _without(match: Match, player: PlayerId, now: datetime) -> Match:
    """Return a table without a person; one that has ended since, or that they have left, as is."""
    if match.status not in (Status.LOBBY, Status.PLAYING) or match.seat_of(player) is None:
        return match
    return lobby.given_up(match, player, now=now)


def _said(before: Match, after: Match, player: PlayerId) -> Effects:
    """Return what a table hears: that a player left it for good, if others still play there."""
    seat = before.seat_of(player)
    if seat is None or after.status is not Status.PLAYING:
        return NO_EFFECTS
    key, facts = f"{after.id}:{seat}:left-for-good", {"says": "left-for-good"}
    notice = Notice(to_table(after.id), NoticeKind.SAID, key, after.id, facts=facts)
    return Effects(notices=(notice,))
