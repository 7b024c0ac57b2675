"""Where matches stand: loaded from the shelf, replayed, and kept for a while.

What is kept only saves time: it is compared with the shelf's revision before it is believed.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import structlog

from bot.hosting.errors import NotPlaying
from bot.hosting.manners import Manner, manner, may_be_quiet
from bot.hosting.match import Match, MatchId, Status
from bot.hosting.ports import Freshness, Matches
from bot.hosting.sight import grown
from engine.draws import SealedDraws, key
from engine.errors import CorruptRecord
from engine.event import Event
from engine.game import AnyGame
from engine.record import Record
from engine.referee import Progress
from engine.replay import Replay

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Standing:
    """A match and, once it has begun, where it stands.

    `progress.events` are what happened after line `since`. `draws` are there while it is played.
    """

    match: Match
    progress: Progress[Any, Any] | None = None
    since: int = 0
    draws: SealedDraws | None = None

    @property
    def begun(self) -> Progress[Any, Any]:
        """The progress of a match that has begun and can be read; else raises `NotPlaying`."""
        if self.progress is None:
            raise not_playing(self.match)
        return self.progress

    @property
    def playing(self) -> tuple[Progress[Any, Any], SealedDraws]:
        """What a match that is being played goes on with; else raises `NotPlaying`."""
        if self.match.status != Status.PLAYING or self.draws is None:
            raise not_playing(self.match)
        return self.begun, self.draws


def not_playing(match: Match) -> NotPlaying:
    """Return why nothing can be played: `status`, and `line` of a paused match."""
    return NotPlaying("not-playing", match=match.id, status=match.status, line=match.paused_at)


class Standings:
    """The matches as they stand now, the last used `limit` of them ready."""

    def __init__(self, matches: Matches, games: Mapping[str, AnyGame], limit: int = 512) -> None:
        self._matches = matches
        self._games = games
        self._limit = limit
        self._kept: OrderedDict[MatchId, Standing] = OrderedDict()
        self._manners: dict[MatchId, tuple[tuple[int, int], Manner]] = {}

    async def of(self, match_id: MatchId) -> Standing:
        """Return where a match stands; raises `UnknownMatch`."""
        fresh = await self._matches.fresh(match_id)
        kept = self._kept.get(match_id)
        if kept is None or kept.match.revision != fresh.revision:
            return await self._loaded(match_id)
        return self.keep(replace(kept, match=_refreshed(kept.match, fresh)))

    def kept(self, match_id: MatchId, line: int) -> Standing | None:
        """Return where a match stood when last looked at, if at this line: it may have moved on."""
        kept = self._kept.get(match_id)
        return kept if kept and kept.match.line == line else None

    def keep(self, standing: Standing) -> Standing:
        """Keep a standing for the next who asks."""
        match_id = standing.match.id
        self._kept[match_id] = standing
        self._kept.move_to_end(match_id)
        while len(self._kept) > self._limit:
            self._kept.popitem(last=False)
        return standing

    def keep_posted(self, match: Match) -> None:
        """Keep what the channel has seen of a match, which may have moved on meanwhile."""
        kept = self._kept.get(match.id)
        if kept is not None:
            seen = replace(
                kept.match,
                venue=match.venue,
                shown=match.shown,
                told=match.told,
                told_from=match.told_from,
                told_to=match.told_to,
                lobby_message=match.lobby_message,
                table_message=match.table_message,
            )
            self._kept[match.id] = replace(kept, match=seen)

    def forget(self, match_id: MatchId) -> None:
        """Don't believe what was kept any more."""
        self._kept.pop(match_id, None)

    async def manner(self, standing: Standing) -> Manner:
        """Return how to tell what the channel has not been told."""
        match, record = standing.match, standing.begun.record
        if match.status == Status.CLOSED and match.table_message is not None:
            # Everybody got up while an edit waited: nobody is left to be asked for anything.
            return Manner.UNSEEN
        fresh = match.table_message is None or match.status != Status.PLAYING
        if fresh or not may_be_quiet(record, match.told):
            return Manner.ANEW
        return await self._replayed_manner(match, record)

    async def _replayed_manner(self, match: Match, record: Record[Any]) -> Manner:
        """Return how to tell lines that may be quiet, which for those held back is asked often."""
        lines, known = (match.told, match.line), self._manners.get(match.id)
        if known is None or known[0] != lines:
            game = self._games[match.game]
            found = await asyncio.to_thread(manner, game, record, match.told)
            if len(self._manners) >= self._limit:
                self._manners.clear()
            known = self._manners[match.id] = (lines, found)
        return known[1]

    async def news(self, standing: Standing, since: int) -> Progress[Any, Any]:
        """Return the progress with the events of all lines after `since`."""
        progress = standing.begun
        if since == standing.since:
            return progress
        game = self._games[standing.match.game]
        events = await asyncio.to_thread(_events_after, game, progress.record, since)
        return replace(progress, events=events)

    async def _loaded(self, match_id: MatchId) -> Standing:
        try:
            match = await self._matches.get(match_id)
            if match.record is None:
                return self.keep(Standing(match))
            return self.keep(await self._replayed(match, match.record))
        except CorruptRecord as error:
            log.error("match-paused", match=match_id, line=error.line, reason=error.key)  # noqa: TRY400 - the operator needs the line, not the stack
            await self._matches.pause(match_id, error.line)
            return self.keep(Standing(await self._matches.get(match_id)))

    async def _replayed(self, match: Match, record: Record[Any]) -> Standing:
        progress, seen = await asyncio.to_thread(_opened, self._games[match.game], record)
        match = replace(match, seen=seen)
        draws = None
        if match.status == Status.PLAYING:
            draws = SealedDraws(key(await self._matches.seed(match.id), record.header.joins))
        return Standing(match, progress, match.line, draws)


def _opened(game: AnyGame, record: Record[Any]) -> tuple[Progress[Any, Any], tuple[int, ...]]:
    """Return where a record stands, and how much of it each viewer has seen happen."""
    lines = Replay(game, record)
    events = (event for line in lines for event in line.events)
    seen = grown((), record.header.setup.seats, record.entries, events)
    return Progress(record, lines.state), seen


def _refreshed(match: Match, fresh: Freshness) -> Match:
    return replace(
        match,
        venue=replace(match.venue, thread=fresh.thread),
        shown=fresh.shown,
        told=fresh.told,
        told_from=fresh.told_from,
        told_to=fresh.told_to,
        lobby_message=fresh.lobby_message,
        table_message=fresh.table_message,
    )


def _events_after(game: AnyGame, record: Record[Any], since: int) -> tuple[Event, ...]:
    return tuple(event for line in Replay(game, record)[since:] for event in line.events)
