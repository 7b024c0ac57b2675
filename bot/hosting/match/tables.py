"""Stores what happens to tables before, between and after turns."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime
from typing import Final, TypeVar

import structlog

from bot.hosting.match.match_cache import MatchCache
from bot.hosting.match.turns import Turns
from bot.storage.match.matches import MatchStore
from bot.table.consequences import consequences
from bot.table.effects import NO_EFFECTS, Effects
from bot.table.errors import OutOfReach, Stale, TimerGone
from bot.table.ids import MatchId, PlayerId
from bot.table.match import lobby
from bot.table.match.match import LoadedMatch, Match, Person, Status, Target
from bot.table.match.stored import Arrival
from bot.table.processes.concurrency import Locks, run_to_end
from bot.table.together import votes
from bot.table.world import Clock, Entropy
from engine.draws import commitment

T = TypeVar("T")

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)

_TRIES: Final = 10

Change = Callable[[Match, datetime], Match]
"""Returns the match that follows from another one, at a moment."""
Check = Callable[[Match, Person], None]


class Tables:
    """Opens, changes, begins and closes tables; of two tasks the second sees what the first did.

    The lock keeps the tasks of this process in line. Against other processes a change names the
    revision it builds on, and is made anew if that has passed.
    """

    def __init__(
        self,
        matches: MatchStore,
        cache: MatchCache,
        turns: Turns,
        clock: Clock,
        entropy: Entropy,
        locks: Locks[MatchId],
    ) -> None:
        self.wake_outbox: Callable[[], Awaitable[None]] = _leave_to_the_clock
        """Called when notices were stored: a player may be looking at the channel for them."""
        self._matches = matches
        self._cache = cache
        self._turns = turns
        self._clock = clock
        self._entropy = entropy
        self._locks = locks

    async def open(
        self,
        match: Match,
        opener: PlayerId,
        request: str,
        after: Match | None = None,
        prepared: bytes | None = None,
    ) -> MatchId:
        """Store a new lobby with a fresh seed; a repeated request returns the first one's.

        `prepared` is the seed of a lesson, which is no secret.
        """
        if (answered := await self._matches.find_answered(request)) is not None:
            return answered
        seed = prepared or self._entropy.seed()
        sealed = replace(match, commitment=commitment(seed))
        arrival = Arrival(opener, lobby.MOST_TABLES, match.venue.guild)
        try:
            return (await self._matches.add(sealed, seed, request, after, arrival)).id
        except Stale:
            # The same request at the same time.
            if (answered := await self._matches.find_answered(request)) is None:
                raise
            return answered

    async def change(
        self,
        match_id: MatchId,
        change: Change,
        request: str | None = None,
        arriving: PlayerId | None = None,
        effects: Callable[[Match, Match], Effects] = lambda _before, _after: NO_EFFECTS,
    ) -> None:
        """Store what `change` makes of a match; a repeated request changes nothing.

        `arriving` is who takes a seat by it. `effects` says what is stored with it, from the match
        before and after. Raises `Stale` if the timer for which this happens is gone.
        """
        arrival = None if arriving is None else Arrival(arriving, lobby.MOST_TABLES)

        async def once() -> None:
            if request is not None and await self._matches.find_answered(request) is not None:
                return
            loaded, now = await self._cache.of(match_id), self._clock.now()
            match = votes.recounted(change(loaded.match, now), now=now)
            await self.save(loaded, match, request, arrival, effects(loaded.match, match))

        await self.retry_on_conflict(match_id, once)

    async def begin(self, match_id: MatchId, by: PlayerId | None) -> None:
        """Begin a match; one that has begun stays as it is."""

        async def once() -> None:
            loaded = await self._cache.of(match_id)
            if loaded.replay is None:
                await self._begin(loaded.match, by)

        await self.retry_on_conflict(match_id, once)

    async def settle_lobby(self, match_id: MatchId) -> None:
        """Begin a lobby whose time has come, if it is full; else clear it away."""

        async def once() -> None:
            loaded, now = await self._cache.of(match_id), self._clock.now()
            match = loaded.match
            if not lobby.is_due(match, now=now):
                return
            if match.is_full:
                await self._begin(match, None)
            else:
                await self.save(loaded, lobby.expired(match, now=now))

        await self.retry_on_conflict(match_id, once)

    async def put_to_rest(self, match_id: MatchId) -> None:
        """Store that a match's channel is gone."""
        log.info("match-lost", match=match_id)
        await self.change(match_id, lambda each, now: lobby.lost(each, now=now))

    async def open_following(
        self,
        match_id: MatchId,
        person: Person,
        request: str,
        check: Check,
        *,
        has_masters: bool,
    ) -> MatchId:
        """Return the table that follows one; open it if there is none and `check` allows it.

        `has_masters`: see `opened_again`.
        """

        async def once() -> MatchId:
            before = (await self._cache.of(match_id)).match
            if before.rematch is not None:
                after = (await self._cache.of(before.rematch)).match
                # If that one was closed or is over, too, another one is opened.
                if after.status not in (Status.CLOSED, Status.FINISHED):
                    return after.id
            check(before, person)
            game, now = self._turns.game(before), self._clock.now()
            match = lobby.opened_again(
                before, game, person, request, has_masters=has_masters, now=now
            )
            return await self.open(match, person.id, request, before)

        return await self.retry_on_conflict(match_id, once)

    async def _begin(self, match: Match, by: PlayerId | None) -> None:
        if match.follows is not None:
            before = await self._cache.of(match.follows)
            match = lobby.next_to_begin(match, before, self._turns.game(match))
        ready = lobby.ready(match, self._turns.game(match), by, now=self._clock.now())
        await self._turns.begin(ready)

    async def save(
        self,
        loaded: LoadedMatch,
        match: Match,
        request: str | None = None,
        arrival: Arrival | None = None,
        effects: Effects = NO_EFFECTS,
    ) -> None:
        """Store a match that was changed; the caller holds its lock. Raises `Stale`."""
        effects = effects.joined(consequences(loaded.match, match, now=self._clock.now()))
        if match.status is Status.FINISHED and loaded.match.status is Status.PLAYING:
            await self._turns.end_by_vote(loaded, match, request, effects)
            return
        # A table that ends between turns says so where it was played.
        ends = match.status is Status.CLOSED and match.has_begun
        # The cover says nothing of votes: they have messages of their own.
        only_votes = replace(loaded.match, votes=match.votes) == match
        tell = [] if only_votes else [Target.COVER]
        if ends or effects.tells_table:
            tell.append(Target.TABLE)
        if effects.asks:
            tell.append(Target.PING)
        now = self._clock.now()

        async def save() -> None:
            saved = await self._matches.save(match, now, request, tell, arrival, effects)
            self._cache.keep(replace(loaded, match=saved))

        await run_to_end(save())
        if effects.notices:
            await self.wake_outbox()

    async def retry_on_conflict(self, match_id: MatchId, once: Callable[[], Awaitable[T]]) -> T:
        """Call `once` again as long as another process was faster."""
        async with self._locks.of(match_id):
            for left in reversed(range(_TRIES)):
                try:
                    return await once()
                except (Stale, OutOfReach) as error:
                    # What was out of reach may have been stored all the same.
                    self._cache.forget(match_id)
                    if not left or isinstance(error, TimerGone | OutOfReach):
                        raise
            raise AssertionError(match_id)


async def _leave_to_the_clock() -> None:
    """Do nothing: notices are found at the next look."""
