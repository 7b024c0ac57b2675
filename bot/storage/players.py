"""What people and servers prefer, on SQLAlchemy Core."""

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import fields, replace
from datetime import datetime
from functools import partial
from typing import Any, Final

from pydantic import TypeAdapter
from sqlalchemy import Connection, and_, bindparam, delete, select

from bot.storage import outbox
from bot.storage.database import Database
from bot.storage.rows import preference_values, preferences_of
from bot.storage.schema import guilds, players, table_preferences
from bot.storage.time import absences, mentions, reminders, turns
from bot.storage.upserts import Upsert
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Aids, Hints, NewsMode
from bot.table.match.pace import PACES, name_of
from bot.table.notices.notice import Notice, NoticeKind, to_player
from bot.table.preferences import GuildPreferences, Preferences
from bot.table.time.reminders import Awaited, Nudged, Reminding
from engine.game import Seat

_MOST_REMEMBERED: Final = 4096
_PLAYER: Final = select(players).where(players.c.id == bindparam("of"))
_SET_PLAYER: Final = Upsert(players, ["id"], preference_values(Preferences()))
# Only of a person who was not asked before, and has set nothing of it.
_ASK_HOURS: Final = Upsert(
    players,
    ["id"],
    ["hours_asked"],
    where=and_(
        players.c.hours_asked.is_(False), players.c.zone.is_(None), players.c.quiet_from.is_(None)
    ),
)
_SET_TABLE: Final = Upsert(table_preferences, ["player", "match_id"], ["reminders"])
_GUILD: Final = [each.name for each in fields(GuildPreferences)]
_OF_GUILD: Final = select(guilds).where(guilds.c.id == bindparam("of"))
_SET_GUILD: Final = Upsert(guilds, ["id"], _GUILD)
_IDS: Final = TypeAdapter(tuple[int, ...])


class PlayerStore:
    """Keeps preferences in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._remembered: OrderedDict[PlayerId, Preferences] = OrderedDict()

    async def preferences(self, player: PlayerId) -> Preferences:
        """Return what a person set; the defaults if nothing."""
        row = await self._database.ask(
            lambda connection: connection.execute(_PLAYER, {"of": player}).mappings().one_or_none()
        )
        return self._remember(player, Preferences() if row is None else preferences_of(row))

    def remembered(self, player: PlayerId) -> Preferences | None:
        """Return what was read or stored last; None: nothing lately. Asks nobody."""
        return self._remembered.get(player)

    async def prefer(
        self, player: PlayerId, preferences: Preferences, now: datetime | None = None
    ) -> None:
        """Store what a person set; with `now`, reminders that are to come follow it."""

        def prefer(connection: Connection) -> None:
            values = preference_values(preferences)
            _SET_PLAYER.execute(connection, {"id": player, **values})
            if now is not None:
                reminders.look_anew(connection, player, now)
                if preferences.turns_direct:
                    turns.ask_unseen(connection, player, now)
                turns.look_anew(connection, player, now)
                mentions.look_anew(connection, player, now)

        await self._database.write(prefer)
        self._remember(player, preferences)

    def forget(self, player: PlayerId) -> None:
        """Remember nothing of a person who was erased."""
        self._remembered.pop(player, None)

    async def ask_hours(self, player: PlayerId) -> bool:
        """Store that a person is asked for zone and quiet hours; False: they were before."""
        values = {"id": player, **preference_values(Preferences()), "hours_asked": True}
        is_new = await self._database.write(_ASK_HOURS.execute, values) == 1
        if known := self.remembered(player):
            self._remember(player, replace(known, hours_asked=True))
        return is_new

    async def reminding_at(self, player: PlayerId, match_id: MatchId) -> Reminding | None:
        """Return how a person wants to be reminded at one table; None: as everywhere."""
        asked = select(table_preferences.c.reminders).where(
            table_preferences.c.player == player, table_preferences.c.match_id == match_id
        )
        stored = await self._database.scalar(asked)
        return None if stored is None else Reminding(stored)

    async def remind_at(
        self, player: PlayerId, match_id: MatchId, reminding: Reminding | None, now: datetime
    ) -> None:
        """Store that; reminders that are to come follow it."""
        key = {"player": player, "match_id": match_id}

        def remind_at(connection: Connection) -> None:
            if reminding is None:
                mine = [table_preferences.c[name] == value for name, value in key.items()]
                connection.execute(delete(table_preferences).where(*mine))
            else:
                _SET_TABLE.execute(connection, {**key, "reminders": reminding.value})
            reminders.look_anew(connection, player, now)

        await self._database.write(remind_at)

    async def mute(self, player: PlayerId, match_id: MatchId) -> bool:
        """Remind a person no more of the move that a match waits for; False: it doesn't."""
        return await self._database.write(reminders.mute, player, match_id)

    async def awaited_at(self, player: PlayerId, match_id: MatchId) -> Awaited | None:
        """Return a table as it waits for a person, if it does."""
        return await self._database.ask(
            partial(reminders.awaited, player=player, match_id=match_id)
        )

    async def wish(
        self, player: PlayerId, match_id: MatchId, at: datetime | None, now: datetime
    ) -> None:
        """Remind a person of the move that a match waits for at a moment they chose; None: don't.

        Raises `NudgeRefused` (not-awaited, wish-past, wish-far, wish-late).
        """
        await self._database.write(reminders.wish, player, match_id, at, now)

    async def nudge(self, match_id: MatchId, seat: Seat, by: str, now: datetime) -> Nudged:
        """Let the player named `by` remind the owner of a seat.

        Raises `NudgeRefused`.
        """
        return await self._database.write(reminders.nudge, match_id, seat, by, now)

    async def quiet_until(
        self,
        people: Collection[PlayerId],
        guild: int | None,
        now: datetime,
        *,
        is_direct: bool = False,
    ) -> Mapping[PlayerId, datetime]:
        """Return who may not be pinged in a server, or by direct message, now, and until when."""
        if not people:
            return {}
        return await self._database.ask(
            partial(mentions.quiet_until, people=people, guild=guild, now=now, is_direct=is_direct)
        )

    async def seen(self, player: PlayerId, match_id: MatchId, *, is_there: bool) -> None:
        """Store whether a player is in a match's server; their tables there read once if not."""
        store = absences.forget if is_there else absences.tell
        await self._database.write(store, match_id, (player,))

    async def ask_time(self, player: PlayerId, match_id: MatchId, name: str) -> None:
        """Ask the others at a table for more time, for the player called `name`.

        Raises `NudgeRefused` (not-awaited, no-limit).
        """
        await self._database.write(reminders.ask_time, player, match_id, name)

    async def receipt(
        self, player: PlayerId, channel: int, request: str, *, turns: bool = False
    ) -> None:
        """Send a first direct message; if they are closed, it goes to the channel.

        It is for reminders, or for `turns`.
        """
        facts = {"player": player, "channel": channel, "turns": turns}
        notice = Notice(to_player(player), NoticeKind.DIRECT, request, facts=facts)
        await self._database.write(outbox.put, notice)

    async def guild(self, guild: int) -> GuildPreferences:
        """Return what a server's admins set; the defaults if nothing."""
        return _guild_of(await self._database.row(_OF_GUILD, {"of": guild}))

    async def set_guild(self, guild: int, preferences: GuildPreferences) -> None:
        """Store what a server's admins set."""
        await self._database.write(_SET_GUILD.execute, _guild_values(guild, preferences))

    async def arrange(
        self, guild: int, change: Callable[[GuildPreferences], GuildPreferences], now: datetime
    ) -> GuildPreferences:
        """Change what a server's admins have set, and return it; two at once both count.

        What waits for quiet hours follows them.
        """

        def arrange(connection: Connection) -> GuildPreferences:
            locked = _OF_GUILD.with_for_update()
            before = _guild_of(connection.execute(locked, {"of": guild}).one_or_none())
            after = change(before)
            _SET_GUILD.execute(connection, _guild_values(guild, after))
            if after.quiet != before.quiet:
                reminders.look_anew_in(connection, guild, now)
                mentions.look_anew_in(connection, guild, now)
            return after

        return await self._database.write(arrange)

    def _remember(self, player: PlayerId, preferences: Preferences) -> Preferences:
        self._remembered[player] = preferences
        self._remembered.move_to_end(player)
        while len(self._remembered) > _MOST_REMEMBERED:
            self._remembered.popitem(last=False)
        return preferences


def _guild_of(row: Any) -> GuildPreferences:
    if row is None:
        return GuildPreferences()
    stored = {name: getattr(row, name) for name in _GUILD}
    read = {
        "channels": _IDS.validate_json(row.channels),
        "openers": _IDS.validate_json(row.openers),
        "news": None if row.news is None else NewsMode(row.news),
        "pace": PACES.get(row.pace),
        "aids": None if row.aids is None else Aids(row.aids),
        "hints": None if row.hints is None else Hints(row.hints),
    }
    return GuildPreferences(**{**stored, **read})


def _guild_values(guild: int, preferences: GuildPreferences) -> Mapping[str, Any]:
    return {name: getattr(preferences, name) for name in _GUILD} | {
        "id": guild,
        "channels": _IDS.dump_json(preferences.channels).decode(),
        "openers": _IDS.dump_json(preferences.openers).decode(),
        "pace": None if preferences.pace is None else name_of(preferences.pace),
    }
