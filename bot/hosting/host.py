"""Runs matches: load, referee, append, tell. No Discord here and no SQL."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

import structlog

from bot.hosting.advice.hints import HintGiver
from bot.hosting.advice.reviews import Reviews
from bot.hosting.match.history import History
from bot.hosting.match.match_cache import MatchCache
from bot.hosting.match.plans import Plans
from bot.hosting.match.snapshots import Snapshots
from bot.hosting.match.tables import Change, Tables
from bot.hosting.match.takebacks import TakeBacks
from bot.hosting.match.telling import Telling
from bot.hosting.match.turns import Played, Turn, Turns
from bot.hosting.match.updates import USUAL, EditPauses, Rhythm
from bot.hosting.notices.news import News
from bot.hosting.notices.outbox_worker import Outbox
from bot.hosting.processes.backoff import Backoff
from bot.hosting.processes.breakers import Breakers, PatientMessenger
from bot.hosting.processes.scheduler import Scheduler
from bot.hosting.time.timer_worker import Timers
from bot.hosting.together.agreements import Agreements
from bot.hosting.together.negotiation import Negotiation
from bot.storage.stores import Stores
from bot.table.effects import Effects
from bot.table.errors import CHANNEL_GONE, NO_ANSWER, CannotPost, NewerRules
from bot.table.ids import MatchId, PlayerId
from bot.table.match import lobby
from bot.table.match.lobby import MatchTerms
from bot.table.match.match import LoadedMatch, Match, Person, Status, Venue
from bot.table.match.pace import NO_LIMIT, Pace
from bot.table.match.stored import Pending
from bot.table.processes.concurrency import Locks
from bot.table.processes.shares import ALONE, SHARED, Leases, Ownership
from bot.table.time.timers import TimerKind
from bot.table.world import Clock, Entropy, Messenger, Thinkers, ThinksAtOnce
from engine.errors import UnknownGame
from engine.game import AnyGame, Seat, Setup, Viewer
from engine.referee import Progress

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


class Host:
    """The one way into a match: commands, buttons, agents and the clock all come through here.

    Each method stores before it tells. Methods that take a `request` (an interaction id) may be
    called again with the same one: the second call changes nothing and returns what is there.
    Those that return a `Match` raise `CannotPost` if the channel can't be told of what is stored;
    `tick` tries again later.
    """

    def __init__(
        self,
        stores: Stores,
        messenger: Messenger,
        clock: Clock,
        entropy: Entropy,
        ownership: Ownership = SHARED,
        rhythm: Rhythm = USUAL,
        thinkers: Thinkers | None = None,
        leases: Leases = ALONE,
    ) -> None:
        self.thinkers = thinkers or ThinksAtOnce()
        self._leases = leases
        self._matches = matches = stores.matches
        self._clock = clock
        self._games = stores.games
        backoff = self._backoff = Backoff[MatchId](clock)
        breakers = self._breakers = Breakers(clock)
        patient = PatientMessenger(messenger, breakers)
        locks: Locks[MatchId] = Locks()
        self.snapshots = Snapshots(stores.snapshots, self._games)
        self._cache = MatchCache(matches, self.snapshots, self._games, ownership, clock)
        edits = EditPauses(clock, rhythm.edits)
        self._telling = Telling(
            matches, self._cache, patient, backoff, breakers, edits, ownership, clock
        )
        negotiation = Negotiation(stores.deals)
        self.hints = HintGiver(
            stores.hints, self._cache, self._games, self.thinkers, clock, negotiation
        )
        self.reviews = Reviews(
            stores.reviews,
            self._cache,
            self._games,
            self.thinkers,
            clock,
            leases,
            negotiation,
        )
        is_reviewed = self.reviews.begins_by_itself
        self._turns = Turns(
            matches,
            self._cache,
            self._games,
            clock,
            locks,
            self.thinkers,
            is_reviewed,
            negotiation,
        )
        self.outbox = Outbox(
            stores.outbox,
            patient,
            self._tell,
            self._told_of,
            clock,
            leases,
            self._telling.tell_restored,
        )
        noticed = self.outbox.noticed
        self._tables = Tables(matches, self._cache, self._turns, clock, entropy, locks, noticed)
        self.take_backs = TakeBacks(matches, self._cache, self._turns, self._tables, clock)
        self._rhythm = rhythm
        self.holidays = stores.holidays
        self.scheduler = Scheduler(
            self._pending, self._went_on, backoff, leases=leases, breakers=breakers
        )
        self.plans = Plans(stores.plans, self._cache, self._turns, self._games)
        self.agreements = Agreements(
            matches,
            stores.holidays,
            self._tables,
            clock.now,
            told=self._told,
            loaded=self.get,
            counts=lambda match: self._game(match.game).meta.points is not None,
        )
        self.news = News(self._tables, self._told)
        handlers = {
            TimerKind.TIME_UP: self.agreements.time_up,
            TimerKind.VOTE: self.agreements.vote_lapsed,
            TimerKind.HOLD: self.agreements.hold_over,
            TimerKind.ALL_AWAY: self.agreements.all_away,
            TimerKind.AWAY: self.agreements.away,
            TimerKind.DIGEST: self.news.digest,
        }
        self.timers = Timers(stores.timers, handlers, clock, leases)

    async def open_table(
        self,
        opener: Person,
        venue: Venue,
        game: str,
        places: int,
        request: str,
        setup: Setup | None = None,
        pace: Pace = NO_LIMIT,
    ) -> Match:
        """Open a lobby with `opener` as host and first to sit, and post it.

        Raises `LobbyRefused` (too-many-tables), `BadSetup`, `UnknownGame`; `CannotPost`: then
        the lobby is closed again, unless nobody knows whether its message is there.
        """
        wanted = replace(setup or Setup(places), seats=places)
        now = self._clock.now()
        match = lobby.opened(opener, venue, self._game(game), wanted, request, pace, now=now)
        return await self._posted(await self._tables.open(match, opener.id, request))

    async def _posted(self, match_id: MatchId) -> Match:
        """Post a table that was just opened; it is closed again where that is refused."""
        try:
            return await self._told(match_id)
        except CannotPost as trouble:
            # The message may have been sent and only Discord's answer lost: it would stay and lead
            # to a closed table.
            if trouble.key != NO_ANSWER:
                await self._tables.change(match_id, lambda each, now: lobby.closed(each, now=now))
            raise

    async def open_to_learn(
        self, opener: Person, venue: Venue, game: str, names: Sequence[str], request: str
    ) -> Match:
        """Open a teaching table against beginners of these names, and begin its match at once.

        Raises as `open_table` does.
        """
        now = self._clock.now()
        match = lobby.opened_to_learn(opener, venue, self._game(game), names, request, now=now)
        match_id = await self._tables.open(match, opener.id, request)
        # A full table begins by itself, even if this process ends here.
        await self._tables.begin(match_id, None)
        return await self._posted(match_id)

    async def explain(self, match_id: MatchId, by: PlayerId, *, is_on: bool) -> Match:
        """Explain what is new at a table from now on, or no longer; its newest message says so.

        Raises `NotPlaying`, `NotSeated`, `LobbyRefused` (teaching-not-alone).
        """
        await self._tables.change(
            match_id,
            lambda each, _: lobby.explained(each, by, is_on=is_on),
            effects=lambda *_: Effects(tells_table=True),
        )
        return await self._told(match_id)

    async def join(self, match_id: MatchId, person: Person, request: str) -> Match:
        """Seat a person.

        Raises `LobbyRefused` (lobby-full, lobby-already-in, lobby-closed, too-many-tables).
        """
        return await self._changed(
            match_id,
            lambda each, now: lobby.joined(each, person, request, now=now),
            request,
            person.id,
        )

    async def add_agent(
        self, match_id: MatchId, by: PlayerId, agent: str, name: str, request: str
    ) -> Match:
        """Seat a computer player; only the host may. Raises `UnknownAgent`, `LobbyRefused`."""
        return await self._changed(
            match_id,
            lambda each, now: lobby.with_agent(each, by, agent, name, request, now=now),
            request,
        )

    async def remove_agent(self, match_id: MatchId, by: PlayerId, request: str) -> Match:
        """Free the seat of the newest computer player; only the host may. Raises `LobbyRefused`."""
        return await self._changed(
            match_id, lambda each, now: lobby.without_agent(each, by, now=now), request
        )

    async def leave_lobby(
        self, match_id: MatchId, player: PlayerId, request: str | None = None
    ) -> Match:
        """Give up a seat before the match begins; the next person is host, the last one closes it.

        Raises `LobbyRefused` (lobby-not-in, lobby-closed): a player who presses just as the match
        begins doesn't lose the seat for good.
        """
        return await self._changed(
            match_id, lambda each, now: lobby.left(each, player, now=now), request
        )

    async def leave(self, match_id: MatchId, player: PlayerId) -> Match:
        """Give up a seat for good, in a lobby or in a running match; the next person is host.

        In a running match a computer player moves on for it; without people it is closed.
        """
        return await self._changed(
            match_id, lambda each, now: lobby.given_up(each, player, now=now)
        )

    async def end(self, match_id: MatchId, by: PlayerId, *, is_admin: bool) -> Match:
        """Close a table for everybody, open or running; only its host or an admin may.

        Raises `LobbyRefused` (lobby-not-host), `NotPlaying`.
        """
        return await self._changed(
            match_id, lambda each, now: lobby.ended(each, by, is_admin=is_admin, now=now)
        )

    def is_in_trouble(self, match_id: MatchId) -> bool:
        """Say whether a match is left alone for a while, as where its channel refuses messages."""
        kept = self._cache.remembered(match_id)
        is_silent = kept is not None and self._breakers.is_in_trouble(kept.match.venue.channel)
        return is_silent or self._backoff.has_failed(match_id)

    async def check_servers(
        self, is_there: Callable[[Venue], bool | None], guilds: Sequence[int]
    ) -> None:
        """Put matches of servers that are gone to rest, and wake those of servers that are back.

        `is_there` says so of a venue; None: it isn't known, and the match stays as it is.
        """
        for each in await self._matches.locations(guilds):
            with suppress(NewerRules):
                match is_there(each.venue):
                    case False if not each.is_lost:
                        await self._lost(each.match)
                    case True if each.is_lost:
                        await self._found(each.match)

    async def gone(
        self, is_gone: Callable[[int], bool], shard: int = 0, shards: int = 1
    ) -> Sequence[int]:
        """Return the servers of a shard that are gone though they have open tables."""
        return [each for each in await self._matches.guilds(shard, shards) if is_gone(each)]

    async def channel_gone(self, channel: int) -> None:
        """Put the tables of a deleted channel to rest, bring those of a thread to its channel."""
        for each in await self._matches.in_channel(channel):
            with suppress(NewerRules):
                if each.venue.channel == channel and each.lost_at is None:
                    await self._lost(each.id)
                elif each.status is Status.PLAYING and each.lost_at is None:
                    try:
                        await self.refresh(each.id)
                    except CannotPost as trouble:
                        log.warning("not-brought-back", match=each.id, reason=trouble.key)

    async def change(self, match_id: MatchId, by: PlayerId, terms: MatchTerms) -> Match:
        """Change what the lobby offers; only the host may. Raises `BadSetup`, `LobbyRefused`."""
        return await self._changed(
            match_id,
            lambda each, now: lobby.changed(each, by, terms, self._game(each.game), now=now),
        )

    async def start(self, match_id: MatchId, by: PlayerId | None) -> Match:
        """Begin the match; `by` None: the clock. One that has begun is returned as it is.

        Raises `LobbyRefused` (lobby-alone, lobby-not-host, lobby-closed), `BadSetup`.
        """
        await self._tables.begin(match_id, by)
        return await self._told(match_id)

    async def play(
        self, match_id: MatchId, player: PlayerId, action: Any, seen: int, request: str
    ) -> Played:
        """Store a move and tell the channel: `submit`, then `tell`."""
        played = await self.submit(match_id, player, (action,), seen, request)
        match, trouble = await self._brought_up_to_date(match_id)
        return Played(match, played.events, trouble)

    async def submit(
        self, match_id: MatchId, player: PlayerId, actions: tuple[Any, ...], seen: int, request: str
    ) -> Played:
        """Play and store `actions` in a row for `player`, who last saw `seen` lines of the match.

        All are stored or none. What others chose meanwhile in a decision that `player` shares
        does no harm. What was planned for the turns that come then is played, too. Call `tell`
        next; if a caller doesn't, `tick` does. Raises `NotSeated`, `NotPlaying`, `Stale`,
        `NotYourTurn`, `IllegalAction`; then nothing has changed.
        """
        events = await self._turns.carry_out(Turn(match_id, player, actions, seen, request))
        await self.plans.play_next(match_id)
        return Played(await self.get(match_id), events)

    async def still_valid(self, match_id: MatchId, seat: Seat, seen: int, viewer: Viewer) -> bool:
        """Say whether `seat` may still play what it chose when `viewer` had seen `seen` things."""
        loaded = await self._cache.of(match_id)
        return await self._turns.still_valid(loaded, seat, seen, viewer)

    async def tell(self, match_id: MatchId) -> CannotPost | None:
        """Tell the channel what is stored; return what keeps it from being told."""
        return (await self._brought_up_to_date(match_id))[1]

    async def rematch(self, match_id: MatchId, person: Person, request: str) -> Match:
        """Open a lobby with the same settings; a person who asks later gets the one that is open.

        Raises `NotSeated` for a person who wasn't at the table, `LobbyRefused` before its end.
        """
        check = lobby.check_rematch
        return await self._told(await self._tables.open_following(match_id, person, request, check))

    async def reopen(self, match_id: MatchId, person: Person, request: str) -> Match:
        """Open a closed table anew with the same settings and `person` as host.

        A person who asks later gets the one that is open.
        """
        check = lobby.check_reopen
        return await self._told(await self._tables.open_following(match_id, person, request, check))

    async def get(self, match_id: MatchId) -> Match:
        """Return a match; raises `UnknownMatch`."""
        return (await self._cache.of(match_id)).match

    async def loaded(self, match_id: MatchId) -> LoadedMatch:
        """Return a match, with its record if it has begun; raises `UnknownMatch`."""
        return await self._cache.of(match_id)

    def remembered(self, match_id: MatchId) -> LoadedMatch | None:
        """Return a match as it was last loaded, which may be old.

        Does not ask the database; None: it is not in memory.
        """
        return self._cache.remembered(match_id)

    async def progress(self, match_id: MatchId) -> tuple[Match, Progress[Any, Any]]:
        """Return a begun match and where it stands; raises `NotPlaying` if it hasn't begun."""
        loaded = await self._cache.of(match_id)
        return loaded.match, loaded.since(len(loaded.begun))

    async def history(self, match_id: MatchId, viewer: Viewer) -> History:
        """Return the past of a begun match as `viewer` may know it; raises `NotPlaying`."""
        loaded = await self._cache.of(match_id)
        # The first states may have to be played anew.
        await asyncio.to_thread(loaded.begun.before, min(1, loaded.match.line))
        return History(self._game(loaded.match.game), loaded.begun, viewer)

    async def in_channel(self, channel: int) -> tuple[Match, ...]:
        """Return the tables of a channel or thread that are open or playing, newest first."""
        return tuple(await self._matches.in_channel(channel))

    async def in_guild(self, guild: int) -> tuple[Match, ...]:
        """Return the tables of a server that are open or playing, newest first."""
        return tuple(await self._matches.in_guild(guild))

    async def finished_in(self, channel: int) -> Match | None:
        """Return the newest finished match of a channel or thread."""
        found = await self._matches.find_finished(channel)
        return None if found is None else await self.get(found)

    async def tables_of(self, player: PlayerId) -> tuple[Match, ...]:
        """Return a person's open or running tables, those that wait for them first."""
        tables = await self._matches.of_player(player)
        return tuple(sorted(tables, key=lambda each: each.seat_of(player) not in each.acting))

    async def show_lobbies(self, player: PlayerId, guild: int | None) -> None:
        """Show a person's open tables of a server anew: what they say of them has changed."""
        for table in await self._matches.of_player(player):
            if table.status is Status.LOBBY and table.venue.guild == guild:
                try:
                    await self._changed(table.id, lambda each, now: replace(each, changed_at=now))
                except CannotPost as trouble:
                    log.info("lobby-not-shown", match=table.id, reason=trouble.key)

    async def move_agents(self, match_id: MatchId) -> None:
        """Let the computer players of a match move until people must act; trouble is logged."""
        await self.scheduler.now(match_id)

    async def tick(self) -> None:
        """Do what time asks for: timers, lobbies to close or start, agents, what is to be said.

        A match in trouble doesn't keep the others waiting: it is logged and left alone for a
        while.
        """
        await self.timers.tick()
        await self.scheduler.tick()
        await self.outbox.tick()
        await self.snapshots.look()

    async def watch(self, seconds: float = 5.0) -> None:
        """Tick for ever: every `seconds`, and at once when an agent is to move."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.scheduler.watch(seconds))
            looks = (self.timers.look, self.outbox.look, self.snapshots.look, self.reviews.look)
            for look in looks:
                group.create_task(_repeated(look, seconds))

    async def _pending(self) -> Mapping[MatchId, Pending]:
        """Return the matches of which time asks something."""
        held = self._leases.held()
        if held is not None and not held:
            return {}
        due = await self._matches.find_due(self._clock.now(), held)
        agents, untold = await self._matches.for_agents(held), await self._matches.find_untold(held)
        return {**due, **agents, **untold, **await self.plans.find_due(held)}

    async def _went_on(self, match_id: MatchId) -> None:
        """Do all that time asks of a match, until people must act or its channel can't be told."""
        await self._tables.settle_lobby(match_id)
        await self.plans.play_due(match_id)
        # A channel that can't be told gets no more moves.
        while await self._tell(match_id) is None:
            if not await self._agents_moved(match_id):
                return

    async def _agents_moved(self, match_id: MatchId) -> bool:
        """Let computer players move; say whether any did. What takes long is told so far."""
        run = asyncio.ensure_future(self._run(match_id))
        try:
            if not (await asyncio.wait({run}, timeout=self._rhythm.noticed.total_seconds()))[0]:
                await self._telling.type_in(match_id)
            while not (await asyncio.wait({run}, timeout=self._rhythm.patience.total_seconds()))[0]:
                # Thinking, and waiting for it, always comes to an end: only a channel may hang.
                self.scheduler.goes_on(match_id)
                if await self._tell(match_id, so_far=True) is not None:
                    return False
                await self._telling.type_in(match_id)
            return await run
        finally:
            run.cancel()

    async def _run(self, match_id: MatchId) -> bool:
        """Let computer players move until the channel must be told; say whether any did."""
        moved = False
        while await self._turns.move_agent(match_id):
            moved = True
            await self.plans.play_next(match_id)
            if not self._telling.is_held_back(await self.get(match_id)):
                break
        return moved

    async def refresh(self, match_id: MatchId) -> Match:
        """Post the newest table message again, for a channel that lost it."""
        await self._telling.tell_again(match_id)
        return await self.get(match_id)

    async def resume(self, match_id: MatchId) -> Match:
        """Play a paused match on, if its record replays by now; else it stays paused.

        Raises `UnknownMatch`, `NewerRules`.
        """
        await self.get(match_id)
        await self._matches.unpause(match_id, self._clock.now())
        self._cache.forget(match_id)
        if (await self.get(match_id)).status == Status.PLAYING:
            # A table that all people had left is closed again.
            await self._tables.change(
                match_id,
                lambda each, now: each if each.people else lobby.closed(each, now=now),
            )
        return await self._told(match_id)

    async def _changed(
        self,
        match_id: MatchId,
        change: Change,
        request: str | None = None,
        arriving: PlayerId | None = None,
    ) -> Match:
        """Store what `change` makes of a match, and tell the channel."""
        await self._tables.change(match_id, change, request, arriving)
        return await self._told(match_id)

    async def _told(self, match_id: MatchId) -> Match:
        match, trouble = await self._brought_up_to_date(match_id)
        if trouble is not None:
            raise trouble
        return match

    async def _told_of(self, match_id: MatchId, with_record: bool) -> LoadedMatch:  # noqa: FBT001
        """Return the match that a notice is about."""
        if not with_record and self._cache.remembered(match_id) is None:
            return LoadedMatch(await self._matches.get_without_record(match_id))
        loaded = await self._cache.of(match_id)
        if with_record and loaded.replay is not None:
            # The words are put together in the event loop, so older states are replayed before, in
            # a thread.
            await asyncio.to_thread(loaded.replay.before, min(1, loaded.match.line))
        return loaded

    async def _lost(self, match_id: MatchId) -> None:
        log.info("match-lost", match=match_id)
        await self._tables.change(match_id, lambda each, now: lobby.lost(each, now=now))

    async def _tell(self, match_id: MatchId, *, so_far: bool = False) -> CannotPost | None:
        trouble = await self._telling.tell(match_id, so_far=so_far)
        is_gone = trouble is not None and trouble.key == CHANNEL_GONE
        if is_gone and (await self.get(match_id)).lost_at is None:
            await self._lost(match_id)
        return trouble

    async def _found(self, match_id: MatchId) -> None:
        were_lost: list[bool] = []

        def found(match: Match, _: datetime) -> Match:
            were_lost.append(match.lost_at is not None)
            return lobby.found(match)

        await self._tables.change(match_id, found)
        if not were_lost[-1]:
            return  # another process was faster, and tells the channel
        log.info("match-found", match=match_id)
        try:
            if (await self._told(match_id)).status is Status.PLAYING:
                # The newest message may be far up in the channel by now.
                await self.refresh(match_id)
        except CannotPost as trouble:
            log.info("match-found-untold", match=match_id, reason=trouble.key)

    async def _brought_up_to_date(self, match_id: MatchId) -> tuple[Match, CannotPost | None]:
        """Tell the channel what is stored, then wake the agents that are to move."""
        trouble = await self._tell(match_id)
        match = await self.get(match_id)
        if match.agent_acts:
            self.scheduler.wake()
        return match, trouble

    def _game(self, key: str) -> AnyGame:
        if key not in self._games:
            raise UnknownGame("unknown-game", game=key, known=tuple(self._games))
        return self._games[key]


async def _repeated(look: Callable[[], Awaitable[None]], seconds: float) -> None:
    while True:
        await look()
        await asyncio.sleep(seconds)
