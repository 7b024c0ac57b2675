"""Carries out what moderators do: the change, the log and who is told of it are stored in one."""

from datetime import datetime

from bot.hosting.match.match_cache import MatchCache
from bot.hosting.match.tables import Tables
from bot.hosting.match.telling import Telling
from bot.storage.match.matches import MatchStore
from bot.storage.people.moderation import ModerationStore
from bot.table.effects import Effects
from bot.table.errors import ModerationRefused
from bot.table.ids import MatchId
from bot.table.match.match import Match, Person
from bot.table.notices.notice import Notice, NoticeKind, to_channel, to_player
from bot.table.people.moderation import TERMS, Act, Deed, LogEntry, Term, done, logged
from bot.table.world import Clock


class Moderation:
    """What moderators of a server do at its tables and to people.

    Whether somebody is one is asked before. A repeated request changes nothing.
    """

    def __init__(
        self,
        matches: MatchStore,
        store: ModerationStore,
        cache: MatchCache,
        tables: Tables,
        telling: Telling,
        clock: Clock,
    ) -> None:
        self._matches = matches
        self._store = store
        self._cache = cache
        self._tables = tables
        self._telling = telling
        self._clock = clock

    async def do(self, match_id: MatchId, deed: Deed, guild: int) -> Match:
        """Do something at a table of a server; its channel reads what, and why.

        Raises `NotPlaying`, `VoteRefused`, `LobbyRefused` (player-replaced; of the person who gets
        a seat: lobby-already-in, seat-known, too-many-tables, banned) and `CannotPost`.
        """
        match = await self._cache.match(match_id)
        known = (await self._matches.circumstances(match, self._clock.now())).knowing

        def effects(before: Match, after: Match) -> Effects:
            entry = logged(before, after, deed, guild, now=self._clock.now())
            return Effects(moderated=entry, notices=(_told(before, entry, deed),))

        await self._tables.change(
            match_id,
            lambda each, now: done(each, deed, known, now=now),
            deed.request,
            None if deed.new is None else deed.new.id,
            effects,
        )
        return await self._telling.tell_or_raise(match_id)

    async def ban(
        self, match: Match, deed: Deed, term: Term, guild: int, server: str
    ) -> datetime | None:
        """Keep a person of a table from opening and joining others in a server; return until when.

        They may finish those that run, and are told by direct message. `server` is what it is
        called. Raises `ModerationRefused` (ban-gone) if they never sat there.
        """
        now, lasting = self._clock.now(), TERMS[term]
        sat = next((each for each in match.chairs if each.player == deed.player), None)
        if deed.player is None or sat is None:
            raise ModerationRefused("ban-gone", match=match.id)
        until = None if lasting is None else now + lasting
        entry = LogEntry(
            guild,
            now,
            deed.by,
            Act.BAN,
            deed.reason,
            deed.request,
            match.id,
            whom=Person(deed.player, sat.name),
            until=until,
            plays_there=match.seat_of(deed.by.id) is not None,
        )
        await self._store.ban(entry, _told_person(entry, server))
        await self._tables.wake_outbox()
        return until

    async def lift(self, deed: Deed, guild: int, server: str) -> None:
        """End a ban in a server; the person is told by direct message.

        Raises `ModerationRefused` (ban-over).
        """
        now, player = self._clock.now(), deed.player
        assert player is not None
        ban = (await self._store.banned(guild, [player], now)).get(player)
        whom = Person(player, "" if ban is None else ban.name)
        entry = LogEntry(guild, now, deed.by, Act.LIFT, deed.reason, deed.request, whom=whom)
        if not await self._store.lift(entry, _told_person(entry, server)):
            raise ModerationRefused("ban-over")
        await self._tables.wake_outbox()


def _told(before: Match, entry: LogEntry, deed: Deed) -> Notice:
    facts = {
        "act": entry.act.value,
        "reason": entry.reason,
        "who": "" if entry.whom is None else entry.whom.name,
        # By this the message is found if they are erased.
        "player": None if entry.whom is None else entry.whom.id,
        "new": "" if deed.new is None else deed.new.name,
        "until": None if entry.until is None else entry.until.timestamp(),
    }
    place, kind = to_channel(before.place), NoticeKind.MODERATED
    return Notice(place, kind, entry.request, before.id, facts=facts)


def _told_person(entry: LogEntry, server: str) -> Notice:
    assert entry.whom is not None
    facts = {
        "act": entry.act.value,
        "reason": entry.reason,
        "server": server,
        "guild": entry.guild,
        "until": None if entry.until is None else entry.until.timestamp(),
    }
    return Notice(to_player(entry.whom.id), NoticeKind.BANNED, entry.request, facts=facts)
