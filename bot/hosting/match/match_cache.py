"""Matches in memory: loaded from the database, replayed, and kept for a while.

The cache only saves time. Without it every click would read and replay a whole record.

**States.** A match is absent, lean or whole. Whole: the state after every line is at hand, for the
`WHOLE` matches that were used last. Lean: only those that telling and sealed choices need; an older
state is played anew when it is asked for. Beyond `limit` matches the one that was used longest ago
is dropped: lean, one takes about 44 KiB.

**When a match in memory may be used.** A process that owns all matches (SQLite) uses it as it is.
Where processes share a database, `of` asks for the newest revision first (`Freshness`): the same
revision means the same match. What the channel has been told changes without a new revision, so
`Freshness.posts`, the sum of the counters of writes, says whether to read that, too.

**Invariants.**
- `keep` never puts an older match in place of a newer one: the caller may have waited for the
  database while another task moved on. It returns the newest, which the caller has to use.
- A caller whose write was refused (`Stale`), or may have been stored all the same (`OutOfReach`),
  calls `forget`; the next `of` reads what is there.
- Nothing here is ever shown as it is: a loaded match holds the record, the state and the draws.
- A record that doesn't replay pauses its match at that line; the operator repairs it. Rules newer
  than this process knows (`NewerRules`) do not: a newer process continues the match. Each of
  those is logged once.

**What surprises.** `remembered` may be old: it is for what can't wait for the database, as a form
that must open within three seconds. After reading the targets `of` asks for the revision once more:
a move that was stored between both questions wants to be told, and the targets that were just read
may say so while the match in memory doesn't know the move.

**What isn't nice.** Replaying takes 6 to 13 milliseconds late in a match. `of` does it in a thread
for the newest state; older states are played anew where they are asked for, so a caller in the
event loop has to ask in a thread before (`_replayed`).
"""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Any, Final

import structlog

from bot import metrics
from bot.hosting.match.history import History, seen_after
from bot.hosting.match.updates import UpdateKind, update_kind
from bot.storage.match.matches import MatchStore
from bot.table.errors import NewerRules
from bot.table.ids import MatchId
from bot.table.match.absence import absent_moves
from bot.table.match.match import LoadedMatch, Match, Posted, Status, Target
from bot.table.match.stored import Stored
from bot.table.processes.shares import Ownership
from bot.table.world import Clock
from engine.draws import SealedDraws, key
from engine.errors import CorruptRecord
from engine.game import AnyGame, Viewer
from engine.record import Record
from engine.referee import Progress
from engine.replay import Replay

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)

WHOLE: Final = 16
"""For how many matches all states are kept, which takes ten times the memory of the others."""


class MatchCache:
    """The last used `limit` matches.

    Of the last few (`WHOLE`) the state after every line is kept; of the others only what telling
    and sealed choices need: the rest is replayed when asked for.
    """

    def __init__(
        self,
        matches: MatchStore,
        games: Mapping[str, AnyGame],
        ownership: Ownership,
        clock: Clock,
        limit: int = 1024,
    ) -> None:
        self._matches = matches
        self._clock = clock
        self._ownership = ownership
        self._games = games
        self._limit = limit
        self._kept: OrderedDict[MatchId, LoadedMatch] = OrderedDict()
        self._whole: OrderedDict[MatchId, None] = OrderedDict()
        # Matches of newer rules: each is logged once.
        self._foreign: set[MatchId] = set()

    async def of(self, match_id: MatchId) -> LoadedMatch:
        """Return the match, loaded if need be; raises `UnknownMatch`, `NewerRules`."""
        kept = self._kept.get(match_id)
        if kept is None:
            return await self._load(match_id)
        if not self._ownership.owns(match_id):
            fresh = await self._matches.fresh(match_id)
            if kept.match.revision != fresh.revision:
                return await self._load(match_id)
            if sum(kept.match.posted(each).version for each in Target) != fresh.posts:
                posts = await self._matches.posts(match_id)
                # A change stored in between may have raised `want`. This match, of the old
                # revision, would then be told without that change.
                if (await self._matches.fresh(match_id)).revision != fresh.revision:
                    return await self._load(match_id)
                kept = replace(kept, match=kept.match.with_posts(posts))
        metrics.FROM_MEMORY.inc()
        return self.keep(kept)

    async def match(self, match_id: MatchId) -> Match:
        """Return the match without its record; raises as `of` does."""
        return (await self.of(match_id)).match

    async def progress(self, match_id: MatchId) -> tuple[Match, Progress[Any, Any]]:
        """Return a begun match and where it stands; raises `NotPlaying` if it hasn't begun."""
        loaded = await self.of(match_id)
        return loaded.match, loaded.since(len(loaded.begun))

    async def history(self, match_id: MatchId, viewer: Viewer) -> History:
        """Return the past of a begun match as `viewer` may know it; raises `NotPlaying`."""
        loaded = await self._replay(match_id)
        game = self._games[loaded.match.game]
        return History(game, loaded.begun, viewer, absent_moves(loaded))

    async def about(self, match_id: MatchId, with_record: bool) -> LoadedMatch:  # noqa: FBT001
        """Return the match that a notice is about, its record only if its words need that."""
        if with_record:
            return await self._replay(match_id)
        if self.remembered(match_id) is None:
            return LoadedMatch(await self._matches.get_without_record(match_id))
        return await self.of(match_id)

    async def _replay(self, match_id: MatchId) -> LoadedMatch:
        """Return a match whose older states, if dropped, are played anew: not in the event loop."""
        loaded = await self.of(match_id)
        if loaded.replay is not None:
            await asyncio.to_thread(loaded.replay.before, min(1, loaded.match.line))
        return loaded

    def remembered(self, match_id: MatchId) -> LoadedMatch | None:
        """Return the match as it was last loaded, if it is still here; asks nobody."""
        return self._kept.get(match_id)

    def keep(self, loaded: LoadedMatch) -> LoadedMatch:
        """Cache a match, and return the newest that is known of it.

        The caller may have waited since it read or stored the match, while another task moved on
        or told a channel.
        """
        match_id = loaded.match.id
        kept = self._kept.get(match_id)
        if kept is not None and kept is not loaded:
            loaded = _newest(loaded, kept)
        self._kept[match_id] = loaded
        self._kept.move_to_end(match_id)
        while len(self._kept) > self._limit:
            self._kept.popitem(last=False)
        self._whole[match_id] = None
        self._whole.move_to_end(match_id)
        while len(self._whole) > WHOLE:
            self._shorten(self._whole.popitem(last=False)[0])
        return loaded

    def keep_posted(self, match_id: MatchId, told: Mapping[Target, Posted]) -> None:
        """Keep what targets were told of a match, which may have moved on meanwhile."""
        kept = self._kept.get(match_id)
        if kept is not None:
            now = {
                each: replace(
                    posted,
                    want=kept.match.posted(each).want,
                    version=posted.version + 1,
                    unpinged=(),
                )
                for each, posted in told.items()
            }
            self._kept[match_id] = replace(kept, match=kept.match.with_posts(now))

    def forget(self, match_id: MatchId) -> None:
        """Drop a match from the cache."""
        self._kept.pop(match_id, None)

    def _shorten(self, match_id: MatchId) -> None:
        kept = self._kept.get(match_id)
        if kept is not None and kept.replay is not None:
            upto = kept.match.table.upto
            self._kept[match_id] = replace(kept, replay=kept.replay.lean(upto))

    def ask_kind(self, loaded: LoadedMatch) -> UpdateKind:
        """Return how to ask those who must act, after what they were asked last.

        NEW_MESSAGE: others are asked, or for something else, so they are pinged.
        """
        match = loaded.match
        if match.status is not Status.PLAYING or match.ping.upto == match.line:
            return UpdateKind.UNSEEN
        return update_kind(self._games[match.game], loaded.begun, match.ping.upto)

    def update_kind(self, loaded: LoadedMatch) -> UpdateKind:
        """Return how to tell what the channel has not been told."""
        match, replay = loaded.match, loaded.begun
        if match.status == Status.CLOSED and match.table.message is None:
            # The table was closed before its channel got a message, so there is nothing to tell.
            return UpdateKind.UNSEEN
        if match.table.message is None or match.status != Status.PLAYING:
            return UpdateKind.NEW_MESSAGE
        return update_kind(self._games[match.game], replay, match.table.upto)

    async def _load(self, match_id: MatchId) -> LoadedMatch:
        try:
            stored = await self._matches.get(match_id)
            if stored.record is None:
                return self.keep(LoadedMatch(stored.match))
            return self.keep(await self._open(stored, stored.record))
        except NewerRules as error:
            # The match is healthy, but it uses newer rules than this process knows. A newer
            # process will continue it.
            if match_id not in self._foreign:
                self._foreign.add(match_id)
                log.warning("newer-rules", **error.data)
            raise
        except CorruptRecord as error:
            log.error("match-paused", match=match_id, line=error.line, reason=error.key)  # noqa: TRY400 - the operator needs the line, not the stack
            await self._matches.pause(match_id, error.line, self._clock.now())
            return self.keep(LoadedMatch((await self._matches.get(match_id)).match))

    async def _open(self, stored: Stored, record: Record[Any]) -> LoadedMatch:
        match = stored.match
        metrics.LOADS.labels("replay").inc()
        replay, seen = await asyncio.to_thread(_replay, self._games[match.game], record)
        draws = None
        if match.status == Status.PLAYING:
            draws = SealedDraws(key(await self._matches.seed(match.id), record.header.joins))
        return LoadedMatch(
            replace(match, seen=seen), replay, draws, stored.planned, stored.stood_in
        )


def _replay(game: AnyGame, record: Record[Any]) -> tuple[Replay[Any, Any], tuple[int, ...]]:
    """Return the replay of a record, and what each viewer has seen by its end."""
    replay: Replay[Any, Any] = Replay(game, record)
    events = chain.from_iterable(replay.events)
    return replay, seen_after((), record.header.setup.seats, record.entries, events)


def _newest(one: LoadedMatch, other: LoadedMatch) -> LoadedMatch:
    """Return the later of two readings of a match, with what its targets were told last."""
    later = one if one.match.revision >= other.match.revision else other
    posts = {each: one.match.posted(each).newest(other.match.posted(each)) for each in Target}
    return replace(later, match=later.match.with_posts(posts))
