"""Opens tables, seats people, begins and ends matches: each stores what happened, then tells it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

import structlog

from bot.hosting.match.match_cache import MatchCache
from bot.hosting.match.tables import Change, Tables
from bot.hosting.match.telling import Telling
from bot.storage.match.matches import MatchStore
from bot.table.effects import NO_EFFECTS, Effects
from bot.table.errors import NO_ANSWER, CannotPost, LobbyRefused
from bot.table.ids import MatchId, PlayerId
from bot.table.match import lobby
from bot.table.match.lobby import MatchTerms
from bot.table.match.match import MASTER, Match, Person, Status, Venue
from bot.table.match.pace import NO_LIMIT, PACES, Pace, name_of
from bot.table.match.sitters import Sitter, SitterKind
from bot.table.preferences import AS_EVERYWHERE, GuildPreferences
from bot.table.time.holidays import Holiday
from bot.table.time.timers import Timer
from bot.table.together import votes
from bot.table.world import Clock
from engine.errors import UnknownGame
from engine.game import AnyGame, Setup

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


class Lobbies:
    """What people do with a table besides playing, by the rules of `bot.table.match.lobby`.

    Methods that take a `request` (an interaction id) may be called again with the same one: the
    second call changes nothing and returns what is there. All raise `CannotPost` if the channel
    can't be told of what is stored; the scheduler tries again later.
    """

    def __init__(
        self,
        matches: MatchStore,
        cache: MatchCache,
        tables: Tables,
        telling: Telling,
        clock: Clock,
        games: Mapping[str, AnyGame],
    ) -> None:
        self._matches = matches
        self._cache = cache
        self._tables = tables
        self._telling = telling
        self._clock = clock
        self._games = games
        self.has_masters = False
        """Whether computer players of the level `MASTER` may be seated; the operator says so."""

    async def open(
        self,
        opener: Person,
        venue: Venue,
        game: str,
        places: int,
        request: str,
        setup: Setup | None = None,
        pace: Pace | None = None,
        wishes: GuildPreferences = AS_EVERYWHERE,
    ) -> Match:
        """Open a lobby with `opener` as host and first to sit, and post it.

        What isn't chosen is as the server's admins wish. Raises `LobbyRefused` (too-many-tables,
        too-many-here), `BadSetup`, `UnknownGame`; `CannotPost`: then the lobby is closed again,
        unless nobody knows whether its message is there.
        """
        wanted = replace(setup or Setup(places), seats=places)
        now = self._clock.now()
        pace = pace or wishes.pace or NO_LIMIT
        match = lobby.opened(opener, venue, self._game(game), wanted, request, pace, now=now)
        match = replace(match, aids=wishes.aids or match.aids, hints=wishes.hints or match.hints)
        return await self._post(await self._tables.open(match, opener.id, request))

    async def open_to_learn(
        self,
        opener: Person,
        venue: Venue,
        game: str,
        names: Sequence[str],
        start: int,
        request: str,
    ) -> Match:
        """Open a teaching table against beginners of these names, and begin its match at once.

        `start` is the number of its prepared start. Raises as `open` does.
        """
        now = self._clock.now()
        match = lobby.opened_to_learn(opener, venue, self._game(game), names, request, now=now)
        seed = lobby.lesson_seed(game, start)
        match_id = await self._tables.open(match, opener.id, request, prepared=seed)
        # A full table begins by itself, even if this process ends here.
        await self._tables.begin(match_id, None)
        return await self._post(match_id)

    async def _post(self, match_id: MatchId) -> Match:
        """Post a table that was just opened; it is closed again where that is refused."""
        try:
            return await self._telling.tell_or_raise(match_id)
        except CannotPost as trouble:
            # The message may have been sent and only Discord's answer lost: it would stay and lead
            # to a closed table.
            if trouble.key != NO_ANSWER:
                await self._tables.change(match_id, lambda each, now: lobby.closed(each, now=now))
            raise

    async def rematch(
        self, match_id: MatchId, person: Person, request: str, lacks: Collection[int] = ()
    ) -> Match:
        """Open a lobby with the same settings; a player who asks later gets the one that is open.

        `lacks` are the roles of which they would need one to open it. Raises `NotSeated` for a
        person who wasn't at the table, `LobbyRefused` before its end.
        """

        def check(before: Match, who: Person) -> None:
            lobby.check_rematch(before, who)
            lobby.check_opener(lacks)

        after = await self._tables.open_following(
            match_id, person, request, check, has_masters=self.has_masters
        )
        return await self._telling.tell_or_raise(after)

    async def reopen(
        self, match_id: MatchId, person: Person, request: str, lacks: Collection[int] = ()
    ) -> Match:
        """Open a closed table anew with the same settings and `person` as host.

        A player who asks later gets the one that is open. `lacks`: see `rematch`.
        """

        def check(before: Match, who: Person) -> None:
            lobby.check_reopen(before, who)
            lobby.check_opener(lacks)

        after = await self._tables.open_following(
            match_id, person, request, check, has_masters=self.has_masters
        )
        return await self._telling.tell_or_raise(after)

    async def meet(
        self,
        after: MatchId,
        person: Person,
        group: str,
        request: str,
        others: Sequence[Person] = (),
        lacks: Collection[int] = (),
    ) -> Match:
        """Seat a person at the table to which a group was called after a match; open it if needed.

        It is as small as the title allows, at the pace of that match, in its channel, with a seat
        kept for each of the `others`. `lacks` are the roles of which this person would need one to
        open it. Raises what `open` and `join` do, but nothing for a person who sits there already.
        """
        before = (await self._cache.of(after)).match
        game, now = self._game(before.game), self._clock.now()
        setup = Setup(min(game.meta.seats))
        match_id = await self._matches.find_answered(meeting(after, group))
        if match_id is None:
            lobby.check_opener(lacks)
            pace = PACES.get(name_of(before.pace) or "none", NO_LIMIT)
            opened = lobby.opened(person, before.venue, game, setup, request, pace, now=now)
            match_id = await self._tables.open(opened, person.id, meeting(after, group))
            if (await self._cache.match(match_id)).host == person.id:
                return await self.invite(match_id, person.id, others, f"{request}:guests")
        if (await self._cache.match(match_id)).seat_of(person.id) is None:
            return await self.join(match_id, person, request)
        return await self._telling.tell_or_raise(match_id)

    async def explain(self, match_id: MatchId, by: PlayerId, *, is_on: bool) -> Match:
        """Explain what is new at a table from now on, or no longer; its newest message says so.

        Raises `NotPlaying`, `NotSeated`, `LobbyRefused` (teaching-not-alone).
        """
        await self._tables.change(
            match_id,
            lambda each, _: lobby.explained(each, by, is_on=is_on),
            effects=lambda *_: Effects(tells_table=True),
        )
        return await self._telling.tell_or_raise(match_id)

    async def join(self, match_id: MatchId, person: Person, request: str) -> Match:
        """Seat a person.

        Raises `LobbyRefused` (lobby-full, lobby-already-in, lobby-closed, too-many-tables).
        """
        return await self._change(
            match_id,
            lambda each, now: lobby.joined(each, person, request, now=now),
            request,
            person.id,
        )

    async def invite(
        self, match_id: MatchId, by: PlayerId, guests: Sequence[Person], request: str
    ) -> Match:
        """Keep a seat for each guest, and ask them once, where the table is.

        Raises `LobbyRefused` (lobby-full, lobby-not-in, lobby-closed).
        """
        return await self._change(
            match_id, lambda each, now: lobby.invited(each, by, guests, now=now), request
        )

    async def decline(
        self, match_id: MatchId, by: PlayerId, player: PlayerId, request: str
    ) -> Match:
        """Free the seat that is kept for a person: they don't come, or it is taken back.

        Raises `LobbyRefused` (invitation-over, seat-kept, lobby-closed).
        """
        return await self._change(
            match_id, lambda each, now: lobby.declined(each, by, player, now=now), request
        )

    async def lapse_invitation(self, timer: Timer) -> None:
        """Free a seat that was kept for a person who has not answered."""
        match_id, player = timer.match, timer.player
        if match_id is None or player is None:
            raise ValueError(timer)
        await self._tables.change(
            match_id,
            lambda each, now: lobby.lapsed(each, player, now=now),
            effects=lambda *_: Effects(fired=timer),
        )
        await self._telling.tell(match_id)

    async def add_agent(
        self, match_id: MatchId, by: PlayerId, agent: str, name: str, request: str
    ) -> Match:
        """Seat a computer player; only the host may. Raises `UnknownAgent`, `LobbyRefused`."""
        if agent == MASTER and not self.has_masters:
            raise LobbyRefused("lobby-no-master")
        return await self._change(
            match_id,
            lambda each, now: lobby.with_agent(each, by, agent, name, request, now=now),
            request,
        )

    async def remove_agent(self, match_id: MatchId, by: PlayerId, request: str) -> Match:
        """Free the seat of the newest computer player; only the host may. Raises `LobbyRefused`."""
        return await self._change(
            match_id, lambda each, now: lobby.without_agent(each, by, now=now), request
        )

    async def leave_lobby(
        self, match_id: MatchId, player: PlayerId, request: str | None = None
    ) -> Match:
        """Give up a seat before the match begins; the next person is host, the last one closes it.

        Raises `LobbyRefused` (lobby-not-in, lobby-closed): a player who presses just as the match
        begins doesn't lose the seat for good.
        """
        return await self._change(
            match_id, lambda each, now: lobby.left(each, player, now=now), request
        )

    async def leave(self, match_id: MatchId, player: PlayerId) -> Match:
        """Give up a seat for good, in a lobby or in a running match; the next person is host.

        In a running match a computer player moves on for it; without people it is closed.
        """
        return await self._change(match_id, lambda each, now: lobby.given_up(each, player, now=now))

    async def withdraw(self, match_id: MatchId, player: PlayerId) -> Match | None:
        """Leave an open table, or a match as if one had never sat there.

        None: the seat has moved by now, so nothing was done. Raises `NotSeated`, `NotPlaying`.
        """

        async def once() -> bool:
            loaded, now = await self._cache.of(match_id), self._clock.now()
            seat = loaded.match.seat_of(player)
            match = votes.recounted(lobby.given_up(loaded.match, player, now=now), now=now)
            effects = NO_EFFECTS
            if seat is not None and loaded.match.has_begun:
                if loaded.has_moved(seat):
                    return False
                effects = Effects(sitters=(Sitter(seat, 0, SitterKind.WITHDRAWN, player),))
            await self._tables.save(loaded, match, effects=effects)
            return True

        if not await self._tables.retry_on_conflict(match_id, once):
            return None
        return await self._telling.tell_or_raise(match_id)

    async def end(self, match_id: MatchId, by: Person) -> Match:
        """Close a table for everybody, open or running; only its host may.

        Raises `LobbyRefused` (lobby-not-host), `NotPlaying`.
        """
        return await self._change(match_id, lambda each, now: lobby.ended(each, by, now=now))

    async def change(self, match_id: MatchId, by: PlayerId, terms: MatchTerms) -> Match:
        """Change what the lobby offers; only the host may. Raises `BadSetup`, `LobbyRefused`."""
        return await self._change(
            match_id,
            lambda each, now: lobby.changed(each, by, terms, self._game(each.game), now=now),
        )

    async def start(self, match_id: MatchId, by: PlayerId | None) -> Match:
        """Begin the match; `by` None: the clock. One that has begun is returned as it is.

        Raises `LobbyRefused` (lobby-alone, lobby-not-host, lobby-closed), `BadSetup`.
        """
        await self._tables.begin(match_id, by)
        return await self._telling.tell_or_raise(match_id)

    async def resume(self, match_id: MatchId) -> Match:
        """Play a paused match on, if its record replays by now; else it stays paused.

        Raises `UnknownMatch`, `NewerRules`.
        """
        await self._cache.match(match_id)
        await self._matches.unpause(match_id, self._clock.now())
        self._cache.forget(match_id)
        if (await self._cache.match(match_id)).status == Status.PLAYING:
            # A table that all people had left is closed again.
            await self._tables.change(
                match_id,
                lambda each, now: each if each.people else lobby.left_by_all(each, now=now),
            )
        return await self._telling.tell_or_raise(match_id)

    async def show_all_of(self, player: PlayerId, holiday: Holiday) -> None:
        """Show a person's open tables anew where a holiday counts that has changed.

        Running ones are shown anew as their clocks stand, or run again.
        """
        for table in await self._matches.of_player(player):
            if table.status is Status.LOBBY and holiday.counts_in(table.venue.guild):
                try:
                    await self._change(table.id, lambda each, now: replace(each, changed_at=now))
                except CannotPost as trouble:
                    log.info("lobby-not-shown", match=table.id, reason=trouble.key)

    async def _change(
        self,
        match_id: MatchId,
        change: Change,
        request: str | None = None,
        arriving: PlayerId | None = None,
    ) -> Match:
        """Store what `change` makes of a match, and tell the channel."""
        await self._tables.change(match_id, change, request, arriving)
        return await self._telling.tell_or_raise(match_id)

    def _game(self, key: str) -> AnyGame:
        if key not in self._games:
            raise UnknownGame("unknown-game", game=key, known=tuple(self._games))
        return self._games[key]


def meeting(after: MatchId, group: str) -> str:
    """Return the request by which the first of a group opens their table; others' find it."""
    return f"meeting:{after}:{group}"
