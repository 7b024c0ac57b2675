"""Tells channels what happened: after it was stored, in order, and again where it failed."""

from dataclasses import replace
from typing import Final

import structlog

from bot.hosting.edits import Edits
from bot.hosting.errors import CannotPost
from bot.hosting.locks import Locks
from bot.hosting.manners import Manner
from bot.hosting.match import Match, MatchId, Status
from bot.hosting.ports import Matches, Messenger
from bot.hosting.rests import Rests
from bot.hosting.standings import Standing, Standings
from engine.seat import CHANCE

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


class Telling:
    """Brings channels up to date with what is stored."""

    def __init__(
        self,
        matches: Matches,
        standings: Standings,
        messenger: Messenger,
        rests: Rests,
        edits: Edits,
    ) -> None:
        self._matches = matches
        self._standings = standings
        self._messenger = messenger
        self._rests = rests
        self._edits = edits
        self._locks: Locks[MatchId] = Locks()

    async def tell(self, match_id: MatchId) -> CannotPost | None:
        """Tell the channel what it has not been told; return what keeps it from being told."""
        async with self._locks.of(match_id):
            return await self._tell(await self._standings.of(match_id))

    async def tell_again(self, match_id: MatchId) -> None:
        """Post the newest message of the match anew; raises `CannotPost`."""
        async with self._locks.of(match_id):
            standing = await self._standings.of(match_id)
            if standing.match.record is None:
                lost = replace(standing.match, lobby_message=None)
                await self._lobby_shown(replace(standing, match=lost))
            else:
                lost = replace(standing.match, table_message=None)
                since = min(lost.told_from, _last_move(lost))
                await self._posted(await self._anew(replace(standing, match=lost), since))

    async def _tell(self, standing: Standing) -> CannotPost | None:
        match = standing.match
        if not match.is_behind:
            return None
        try:
            await self._shown(standing)
        except CannotPost as trouble:
            self._rests.rest(match.id)
            log.warning("cannot-post", match=match.id, reason=trouble.key, **trouble.data)
            return None if await self._is_told(match) else trouble
        self._rests.wake(match.id)
        return None

    async def _shown(self, standing: Standing) -> None:
        before = match = standing.match
        if _has_news(before):
            manner = await self._standings.manner(standing)
            if self._edits.must_wait(match, manner):
                return
            if before.told == 0:
                # The table's thread grows from the lobby message.
                match = await self._posted(await self._messenger.lobby(match, standing.progress))
            match = await self._table_shown(replace(standing, match=match), manner)
        if _has_news(before) and (before.told == 0 or not _has_cover(before) or _kept_quiet(match)):
            await self._posted(replace(match, shown=match.revision))
        else:
            await self._lobby_shown(replace(standing, match=match))

    async def _is_told(self, match: Match) -> bool:
        """Say whether the news is out: a lost cover is no reason to alarm whoever moved."""
        newest = (await self._standings.of(match.id)).match
        return match.record is not None and newest.told >= match.line

    async def _table_shown(self, standing: Standing, manner: Manner) -> Match:
        match manner:
            case Manner.ANEW:
                told = await self._anew(standing, standing.match.told_to)
            case Manner.EDITED | Manner.HELD:
                told = await self._extended(standing)
                self._edits.done(standing.match.id)
            case Manner.UNSEEN:
                told = replace(standing.match, told=standing.match.line)
        return await self._posted(told)

    async def _anew(self, standing: Standing, since: int) -> Match:
        match = standing.match
        progress = await self._standings.news(standing, since)
        told = await self._messenger.table(match, progress, since)
        return replace(told, told=match.line, told_from=since, told_to=match.line)

    async def _extended(self, standing: Standing) -> Match:
        match = standing.match
        progress = await self._standings.news(standing, match.told_from)
        told = await self._messenger.more(match, progress, match.told_from)
        return replace(told, told=match.line, told_to=match.line)

    async def _lobby_shown(self, standing: Standing) -> None:
        match = standing.match
        never_seen = match.status == Status.CLOSED and match.lobby_message is None
        shown = match if never_seen else await self._messenger.lobby(match, standing.progress)
        await self._posted(replace(shown, shown=match.revision))

    async def _posted(self, match: Match) -> Match:
        await self._matches.posted(match)
        self._standings.keep_posted(match)
        return match


def _has_news(match: Match) -> bool:
    """Say whether there are lines to tell, or a table that was never shown."""
    begun = match.record is not None
    return begun and (match.told < match.line or match.table_message is None)


def _has_cover(match: Match) -> bool:
    return match.venue.thread is not None or match.status != Status.PLAYING


def _kept_quiet(match: Match) -> bool:
    """Say whether the only change is one that nobody is told of: an edit would betray it."""
    return match.told_to < match.told and match.shown + 1 == match.revision


def _last_move(match: Match) -> int:
    """Return the line before the newest thing that a seat did, with all that came of it."""
    entries = match.record.entries if match.record else ()
    seqs = (entry.seq for entry in reversed(entries) if entry.move and entry.move.actor != CHANCE)
    return next(seqs, 0)
