"""Notices as messages: which function finds the words for which kind, and how they get to Discord.

A notice is sent once. By its nonce Discord takes it only once within some minutes; later the
message is known by a button that carries the notice's number.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Final

import discord

from bot.games.custom_ids import base36, is_marked, marked
from bot.games.panel import Panels
from bot.games.screen import Post, Row
from bot.locale.localisation import Words, language_of, words
from bot.messages.channels import (
    Place,
    ServerLanguages,
    edit_message,
    find_sent_among,
    permissions_in,
    place_of,
    posting,
    send_post,
)
from bot.messages.match import takebacks, turns
from bot.messages.match.planning import plan_dropped
from bot.messages.notice_view import NoticeView, NoticeWords
from bot.messages.notices import restored
from bot.messages.notices.pings import Pings, names_of, without_pings
from bot.messages.notices.said import said
from bot.messages.people import blocked, following, moderation, seats
from bot.messages.people.opponents import opponents
from bot.messages.processes.render_pool import DrawUrgency, RenderPool
from bot.messages.refusals import mine_button
from bot.messages.time import absence, lateness, reminders
from bot.messages.time.absence import Membership
from bot.messages.time.times import TableClock
from bot.messages.together import votes
from bot.messages.viewing import with_names
from bot.storage.players import PlayerStore
from bot.table.errors import CHANNEL_GONE, CannotPost
from bot.table.ids import PlayerId
from bot.table.match.match import LoadedMatch, Unpinged, Venue
from bot.table.notices.notice import (
    DIRECT_CLOSED,
    LEFT_SERVER,
    NOBODY,
    NOTICES,
    REFUSED,
    UNSURE,
    Delivered,
    Notice,
    NoticeKind,
    QueuedNotice,
)
from bot.table.time.holidays import NO_TIMES

WORDS: Final[Mapping[NoticeKind, NoticeWords]] = MappingProxyType(
    {
        NoticeKind.ASK_TIME: reminders.asked_for_time,
        NoticeKind.DIRECT: reminders.first_direct,
        NoticeKind.MENTION: reminders.mention,
        NoticeKind.NUDGE: reminders.nudge,
        NoticeKind.REMINDER: reminders.reminder,
        NoticeKind.WISH: reminders.wish,
        NoticeKind.PLAN_DROPPED: plan_dropped,
        NoticeKind.SAID: said,
        NoticeKind.TAKE_BACK: takebacks.request,
        NoticeKind.VOTE: votes.post,
        NoticeKind.TIME_UP: lateness.time_up,
        NoticeKind.SEAT_OFFERED: lateness.seat_offered,
        NoticeKind.STANDSTILL: lateness.standstill,
        NoticeKind.RESTORED: restored.restored,
        NoticeKind.TURN: turns.turn,
        NoticeKind.NEXT_UP: turns.next_up,
        NoticeKind.AUTO_HOLIDAY: lateness.auto_holiday,
        NoticeKind.LEFT: absence.left,
        NoticeKind.OPPONENTS: opponents,
        NoticeKind.MODERATED: moderation.moderated,
        NoticeKind.BANNED: moderation.banned,
        NoticeKind.BLOCKED: blocked.joined,
        NoticeKind.FOLLOW: following.newest,
        NoticeKind.FOLLOWED: following.daily,
        NoticeKind.INVITATION: seats.invitation,
        NoticeKind.SEATS: seats.free_seats,
    }
)
"""The function that finds the words, by kind."""

InSight = Callable[[Notice, LoadedMatch | None], Awaitable[tuple[LoadedMatch, ...]]]
"""Returns of the matches of a notice for a watcher those that its reader sees."""
SURE: Final = timedelta(minutes=2)
"""How long a repeated nonce gives the first message for certain."""
MOST_PINGED: Final = 10
"""At most how many people are told at once that a table has free seats."""
FAR_BACK: Final = 100
"""In how many messages one is searched for that was sent, maybe hours ago, but not stored."""
CLOSED_TO_DIRECT: Final = frozenset({50007, 50278})
"""Discord's words for a person who takes no direct messages from the bot."""

UNKNOWN_CHANNEL: Final = 10003
TOO_MANY_OPENED: Final = 40003
"""Discord's word for a bot that has written to too many new people just now."""


class NoticePosts:
    """Sends, edits and deletes the messages of notices."""

    def __init__(
        self,
        client: discord.Client,
        players: PlayerStore,
        pool: RenderPool,
        panels: Panels,
        clock: TableClock,
        pings: Pings,
        membership: Membership,
        restored_at: datetime | None = None,
    ) -> None:
        self.in_sight: InSight | None = None
        self._client = client
        self._players = players
        self._pool = pool
        self._panels = panels
        self.membership = membership
        self._clock = clock
        self.pings = pings
        self.restored_at = restored_at
        self.languages = ServerLanguages(client)

    async def notice(self, queued: QueuedNotice, loaded: LoadedMatch | None) -> Delivered:
        """Send a notice, or edit its message, and return where it is. Raises `CannotPost`."""
        notice = queued.notice
        async with _noticing():
            watched: tuple[LoadedMatch, ...] = ()
            if NOTICES[notice.kind].is_watched and self.in_sight is not None:
                watched = await self.in_sight(notice, loaded)
            loaded = loaded or next(iter(watched), None)
            place = await self._place(queued, loaded)
            is_edit = queued.message is not None
            if NOTICES[notice.kind].asks_who_sees and loaded is not None and not is_edit:
                venue = loaded.match.venue
                notice = await self._to_who_sees(notice, venue)
                if not self.membership.can_all_see(venue, place):
                    # Nobody hears of a table that they couldn't find.
                    place = await place_of(self._client, venue.channel)
            language = await self._words(notice, place, loaded)
            if loaded is not None:
                loaded = replace(loaded, match=with_names(loaded.match, language))
            message = queued.message or await self._find_sent(place, queued)
            now, times = self._clock.now(), NO_TIMES
            if loaded is not None and NOTICES[notice.kind].shows_times:
                times = await self._clock.times(loaded.match)
            view = NoticeView(notice, loaded, self._panels, now, is_edit, times, watched)
            said = await self._said(view, language)
            shown = _with_mark(said, queued.id, view, language)
            names = notice.facts.get("names", {}).items()
            named = {PlayerId(int(each)): name for each, name in names}
            if loaded is not None:
                named = {**names_of(loaded.match), **named}
            gone, there = ((), ()) if is_edit else await self._gone_or_there(view, said)
            shown = without_pings(shown, named, gone)
            async with posting(place):
                guild = None if loaded is None else loaded.match.venue.guild
                unpinged: tuple[Unpinged, ...] = ()
                if not NOTICES[notice.kind].is_wished:
                    shown, unpinged = await self._heed_wishes(shown, view, named, guild)
                if message is not None and await edit_message(place, shown, message):
                    return Delivered(place.id, message)
                # In place of a deleted message another one is sent.
                parts = (queued.id, *((message,) if message else ()))
                nonce = "-".join(("n", *map(base36, parts)))
                sent = await send_post(place, shown, nonce)
                return Delivered(place.id, sent, unpinged, gone, there)

    async def _heed_wishes(
        self, post: Post, view: NoticeView, named: Mapping[PlayerId, str], guild: int | None
    ) -> tuple[Post, tuple[Unpinged, ...]]:
        """Return a post that names those whom it is not to ping, and who of them hears it later.

        If it says whose turn it is, those who are asked for it by direct message hear it there.
        """
        is_turn = bool(view.fact("is_turn"))
        shown, unpinged = await self.pings.heed_quiet_hours(
            post, named, guild, is_turn=is_turn, is_direct=view.is_direct
        )
        heard = {*shown.pings, *(each.player for each in unpinged)}
        elsewhere = (each for each in post.pings if each not in heard)
        return shown, (*unpinged, *(Unpinged(each, view.now) for each in elsewhere))

    async def _gone_or_there(
        self, view: NoticeView, said: Post
    ) -> tuple[tuple[PlayerId, ...], tuple[PlayerId, ...]]:
        """Return whom a message is not to ping, since they have left the server, and who is there.

        Raises `CannotPost` (left-server) if nobody else is to read it.
        """
        row = NOTICES[view.notice.kind]
        if row.asks_who_sees:
            return (), tuple(map(PlayerId, view.fact("people")))
        if not row.asks_who_left or view.loaded is None:
            return (), ()
        guild = view.match.venue.guild
        looks = [(each, await self.membership.is_there(guild, each)) for each in said.pings]
        gone = tuple(each for each, is_there in looks if is_there is False)
        # A direct message may be about tables of other servers, too.
        is_about_it = all(each["guild"] == guild for each in view.fact("tables") or ())
        if gone and set(gone) == set(said.pings) and is_about_it and not row.tells_others:
            raise CannotPost(LEFT_SERVER, match=view.match.id, gone=gone)
        return gone, tuple(each for each, is_there in looks if is_there)

    async def _to_who_sees(self, notice: Notice, venue: Venue) -> Notice:
        """Return a notice to those of its people who see a table's channel.

        Raises `CannotPost` (nobody) if none does.
        """
        people: list[int] = []
        for each in notice.facts["people"]:
            is_room = len(people) < MOST_PINGED
            if is_room and await self.membership.sees(venue, PlayerId(each)):
                people.append(each)
        if not people:
            raise CannotPost(NOBODY, kind=notice.kind)
        return replace(notice, facts={**notice.facts, "people": people})

    async def _said(self, view: NoticeView, language: Words) -> Post:
        words, kind = WORDS[view.notice.kind], view.notice.kind
        if not NOTICES[kind].has_board or view.loaded is None or not view.is_direct:
            return words(view, language)
        match = view.match
        player, guild = PlayerId(int(view.fact("player"))), match.venue.guild
        if self.membership.is_due(guild, player) and await self.membership.has_left(guild, player):
            raise CannotPost(LEFT_SERVER, match=match.id, gone=(player,))
        return await self._pool.run(DrawUrgency.TABLE, words, view, language)

    async def unsay(self, queued: QueuedNotice) -> None:
        """Delete a notice's message, if it is there. Raises `CannotPost`."""
        async with _noticing():
            place = await self._place(queued, None)
            message = queued.message
            if message is None and queued.tried_at is not None:
                message = await self._search(place, queued)
            if message is not None:
                async with posting(place):
                    try:
                        await place.get_partial_message(message).delete()
                    except discord.NotFound:
                        return

    async def _place(self, queued: QueuedNotice, loaded: LoadedMatch | None) -> Place:
        kind, _, number = queued.notice.target.partition(":")
        if kind == "dm":
            async with posting():
                return await self._client.create_dm(discord.Object(int(number)))
        if kind == "table":
            # Its message stays where it was sent.
            table = None if loaded is None else loaded.match.place
            if (there := queued.place or table) is None:
                raise CannotPost(UNSURE, notice=queued.id)
            return await place_of(self._client, there)
        # It may have been sent elsewhere.
        return await place_of(self._client, queued.place or int(number))

    async def _words(self, notice: Notice, place: Place, loaded: LoadedMatch | None) -> Words:
        """Return the language of a channel's server, or of the reader of a direct message."""
        guild = place.guild.id if isinstance(place, discord.TextChannel | discord.Thread) else None
        chosen = None
        if guild is None:
            reader = PlayerId(int(notice.target.partition(":")[2]))
            chosen = (await self._players.preferences(reader)).language
            guild = notice.facts.get("guild") if loaded is None else loaded.match.venue.guild
        if chosen is None and guild is not None:
            chosen = (await self._players.guild(guild)).language
        if chosen is None and guild is not None:
            chosen = language_of(await self.languages.of(guild))
        return words(chosen or language_of(None))

    async def _find_sent(self, place: Place, queued: QueuedNotice) -> int | None:
        """Return the message of a notice that may have been sent; raise if nobody can know."""
        if queued.tried_at is None or self._clock.now() - queued.tried_at < SURE:
            return None
        known = None if isinstance(place, discord.DMChannel) else permissions_in(place)
        # Without this permission Discord shows an empty channel.
        if known is None or known.read_message_history:
            try:
                return await self._search(place, queued)
            except CannotPost as trouble:
                if not isinstance(trouble.__cause__, discord.Forbidden):
                    raise
        if NOTICES[queued.notice.kind].is_once:
            raise CannotPost(UNSURE, notice=queued.id)
        return None

    async def _search(self, place: Place, queued: QueuedNotice) -> int | None:
        async with posting(place):
            return await find_sent_among(
                self._client, place, lambda each: is_marked(each, queued.id), FAR_BACK
            )


@asynccontextmanager
async def _noticing() -> AsyncIterator[None]:
    """Say apart from other trouble what waiting won't mend."""
    try:
        yield
    except CannotPost as trouble:
        error = trouble.__cause__
        if isinstance(error, discord.HTTPException):
            if error.code in CLOSED_TO_DIRECT:
                raise CannotPost(DIRECT_CLOSED, code=error.code) from error
            if isinstance(error, discord.NotFound) and error.code == UNKNOWN_CHANNEL:
                raise CannotPost(CHANNEL_GONE, code=error.code) from error
            if error.status == 400 and error.code != TOO_MANY_OPENED:
                raise CannotPost(REFUSED, code=error.code) from error
        raise


def _with_mark(post: Post, number: int, view: NoticeView, language: Words) -> Post:
    """Let the first button carry the number of the notice; add one if there is none."""
    rows = post.rows
    if not any(button.id for row in rows for button in row.buttons):
        # From a direct message nobody gets to a board.
        is_far = view.is_direct or view.loaded is None
        button = mine_button(language) if is_far else view.board(language)
        rows = (*rows, Row((button,)))
    at = next(n for n, row in enumerate(rows) if any(button.id for button in row.buttons))
    buttons = list(rows[at].buttons)
    place = next(n for n, button in enumerate(buttons) if button.id)
    buttons[place] = replace(buttons[place], id=marked(buttons[place].id, number))
    return replace(post, rows=(*rows[:at], Row(tuple(buttons)), *rows[at + 1 :]))
