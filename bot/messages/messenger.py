"""Tells channels what happens at their tables: the lobby message and one message for each move.

Both may be repeated: a table message that the channel has already is found, not sent again.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

import aiohttp
import discord
import structlog

from bot.games.abilities import MakesDeals
from bot.games.custom_ids import about_match, base36, plain_id
from bot.games.panel import Panels
from bot.games.screen import Post
from bot.locale.localisation import Words, language_of, words
from bot.messages.advice.teaching import taught
from bot.messages.channels import (
    Place,
    edit_message,
    find_sent,
    open_thread,
    place_of,
    posting,
    send_post,
    sent_here,
    table_place,
)
from bot.messages.components import LIMITS, layout
from bot.messages.match import lobby as lobbies
from bot.messages.match import takebacks
from bot.messages.match.posts import (
    closing,
    cover_line,
    post,
    record_file,
    without_mentions,
    without_own_ping,
    without_picture,
)
from bot.messages.notice_posts import NoticePosts
from bot.messages.notices.pings import names_of
from bot.messages.processes.render_pool import DrawUrgency, RenderPool
from bot.messages.time import times
from bot.messages.time.absence import Membership, absence_post, is_person
from bot.messages.time.times import TableClock
from bot.messages.together.deal_posts import DealPosts
from bot.messages.viewing import Reader, planned_moves, table_name, view
from bot.storage.players import PlayerStore
from bot.table.errors import CannotPost
from bot.table.ids import MatchId
from bot.table.match.match import LoadedMatch, Match, NewsMode, Posted, Status
from bot.table.notices.news_modes import DAY, moment_of, news_mode
from bot.table.processes.shares import SOLE, Ownership
from engine.game import PUBLIC, Seat, visible

NONCE_LASTS: Final = timedelta(seconds=10)
"""For much longer Discord takes a message with the same nonce only once: some minutes."""

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class ChannelMessenger:
    """The host's messenger, in Discord's channels."""

    def __init__(
        self,
        client: discord.Client,
        players: PlayerStore,
        pool: RenderPool,
        panels: Panels,
        deals: DealPosts,
        membership: Membership,
        notices: NoticePosts,
        clock: TableClock,
    ) -> None:
        self.ownership: Ownership = SOLE
        """Says whether other processes tell channels, too."""
        self._clock = clock
        self._restored_at = notices.restored_at
        self._client = client
        self._players = players
        self._pool = pool
        self._panels = panels
        self._deals = deals
        self._membership = membership
        self._pings = notices.pings
        self._languages = notices.languages
        # Other messages than the table's own, in one place.
        self.notice = notices.notice
        self.unsay = notices.unsay
        self._looks: set[asyncio.Task[None]] = set()
        self._told: set[MatchId] = set()
        """Matches whose newest message this process sent itself."""
        self._armed: dict[MatchId, set[int]] = {}
        """Older messages whose buttons could not be taken off."""

    async def words(self, guild: int | None) -> Words:
        """Return the words for a server's channels: its admins' choice, or its own language."""
        if guild is None:
            return words("en")
        chosen = (await self._players.guild(guild)).language
        return words(chosen or language_of(await self._languages.of(guild)))

    async def cover(self, loaded: LoadedMatch) -> Posted:
        """Post or edit the lobby message, later the table's cover."""
        match, panel = loaded.match, self._panels[loaded.match.game]
        said = await self.words(match.venue.guild)
        place = await place_of(self._client, match.venue.channel)
        if match.status is Status.LOBBY:
            away = times.absences(match, await self._clock.times(match), said)
            screen = lobbies.lobby(match, panel, said, away)
        elif match.status is Status.CLOSED:
            screen = lobbies.closed(match, panel, said)
        else:
            line = said.say("Its record is damaged; nobody can play until it is repaired.")
            if loaded.progress is not None:
                seen = view(match, loaded.progress, Reader(PUBLIC, said))
                line = await self._pool.run(DrawUrgency.TABLE, cover_line, panel, seen)
            due = times.due(match, await self._clock.times(match), said, self._clock.now())
            screen = lobbies.cover(match, panel, f"{line} · {due}" if due else line, said)
        built = layout(screen)
        async with posting(place):
            message = match.cover.message
            if message is None and self._may_be_forgotten(match.opened_at):
                # A crash may have come between sending and writing down.
                sign = f"b.{plain_id('join', base36(match.id))}."
                message = await find_sent(self._client, place, lambda each: each.startswith(sign))
            if message is not None:
                with suppress(discord.NotFound):
                    await place.get_partial_message(message).edit(view=built.view)
                    return replace(match.cover, message=message)
                # It was deleted. An open table needs it; a running one does without.
                if match.status is not Status.LOBBY:
                    return match.cover
            # Later than its table it would say nothing new; but a thread needs it to grow from.
            is_late = match.table.message is not None and not match.venue.threaded
            if is_late or match.status is Status.FINISHED:
                return match.cover
            sent = await place.send(view=built.view, nonce=f"lobby-{match.id}")
        return replace(match.cover, message=sent.id)

    async def table(self, loaded: LoadedMatch, since: int, missed: Sequence[Seat] = ()) -> Posted:
        """Post one message for what happened; take the buttons off the one before."""
        match = loaded.match
        said = await self.words(match.venue.guild)
        reader = Reader(PUBLIC, said)
        if match.status is Status.PLAYING:
            name = table_name(match, self._panels[match.game], said)
            match = await open_thread(self._client, match, name)
        match, place = await table_place(self._client, match)
        loaded = replace(loaded, match=match)
        if match.status is Status.CLOSED:
            shown = closing(match, said)
        else:
            news = await self._build_post(loaded, since, reader, missed)
            shown = without_own_ping(match, loaded.begun.record, news, loaded.planned)
        if match.status is Status.PLAYING and await self._mode(match) is NewsMode.ONE:
            posted = await self._rewrite(match, place, without_mentions(match, shown))
        else:
            posted = await self._send(match, place, shown)
        look = asyncio.create_task(self._look_after(match, place), name=f"look-{match.id}")
        self._looks.add(look)
        look.add_done_callback(self._looks.discard)
        return posted

    async def _mode(self, match: Match) -> NewsMode:
        """Return how this table's channel wants to be told."""
        guild = match.venue.guild
        servers = None if guild is None else (await self._players.guild(guild)).news
        return news_mode(match, servers)

    async def _rewrite(self, match: Match, place: Place, shown: Post) -> Posted:
        """Put the news into the newest message; once a day a new one takes its place."""
        before = match.table.message
        if before is not None and self._clock.now() - moment_of(before) < DAY:
            async with posting(place):
                if await edit_message(place, shown, before):
                    return replace(match.table, unpinged=(), asks=False)
        posted = await self._send(match, place, shown, keeps_old=False)
        return replace(posted, asks=False)

    async def _look_after(self, match: Match, place: Place) -> None:
        """See, besides, whether those who must act are still in the server."""
        guild = match.venue.guild
        try:
            for seat in match.acting:
                player = match.chairs[seat].player
                if player is None or not is_person(match, seat):
                    continue
                if not self._membership.is_due(guild, player):
                    continue
                if await self._membership.has_left(guild, player):
                    post = absence_post(match, seat, await self.words(guild))
                    # Like all nonces it can be seen, so it counts no lines: some lie sealed.
                    nonce = f"gone-{base36(match.id)}-{base36(match.seen_by(PUBLIC))}-{seat}"
                    async with posting(place):
                        await send_post(place, post, nonce)
        except CannotPost as trouble:
            log.info("not-looked-after", match=match.id, reason=trouble.key)
        except Exception:
            # No caller waits for it, and the table does without.
            log.exception("not-looked-after", match=match.id)

    async def close(self) -> None:
        """Stop looking."""
        for task in (tasks := list(self._looks)):
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def extend_table(self, loaded: LoadedMatch, since: int) -> Posted:
        """Let the newest table message tell all that happened.

        A deleted message is posted again without a ping, as it asks those who were asked before.
        """
        reader = Reader(PUBLIC, await self.words(loaded.match.venue.guild))
        match, place = await table_place(self._client, loaded.match)
        shown = await self._build_post(replace(loaded, match=match), since, reader)
        is_one = await self._mode(match) is NewsMode.ONE
        if is_one:
            shown = without_mentions(match, shown)
        if match.table.message is not None:
            shown, _ = await self._pings.heed_quiet_hours(shown, names_of(match))
            async with posting(place):
                if await edit_message(place, shown, match.table.message):
                    return replace(match.table, asks=not is_one)
        posted = await self._send(match, place, replace(shown, pings=()))
        return replace(posted, asks=not is_one)

    async def type_in(self, loaded: LoadedMatch) -> None:
        """Be seen typing where the table is; Discord shows it for ten seconds."""
        try:
            _, place = await table_place(self._client, loaded.match)
            await place.typing()
        except (CannotPost, discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("not-typing", match=loaded.match.id, reason=repr(error))

    async def _send(
        self, match: Match, place: Place, shown: Post, *, keeps_old: bool = True
    ) -> Posted:
        """Post a message unless it is there already; take the buttons off the one before.

        Or delete that, if it isn't kept.
        """
        before, sent, armed = match.table.message, None, self._armed.pop(match.id, set())
        if before is not None:
            armed.add(before)
        if self._may_have_been_sent(match):
            # A crash may have come between sending and writing down: of this one, or of one whose
            # news it tells once more.
            verb = "reopen" if match.status is Status.CLOSED else "text"
            sign = f"b.{about_match(verb, match)}"
            older = f"b.{plain_id('text', base36(match.id))}."
            for message, ids in await sent_here(self._client, place):
                # What is lost may look like this one.
                is_lost = self._restored_at is not None and moment_of(message) < self._restored_at
                # So does the one before where a vote ended the match: nothing was played since.
                is_before = message == before and match.status is not Status.PLAYING
                if sent is None and sign in ids and not (is_lost or is_before):
                    sent = message
                elif any(each.startswith(older) for each in ids):
                    armed.add(message)
        # Until this one has arrived for certain: a lost answer may hide that it has.
        self._told.discard(match.id)
        then = None if sent is None else discord.utils.snowflake_time(sent)
        shown, unpinged = await self._pings.heed_quiet_hours(shown, names_of(match), then)
        if sent is None:
            # By this Discord takes it only once. Everybody sees it: it counts what all have seen
            # happen, after which message.
            parts = (match.id, match.seen_by(PUBLIC), before or 0)
            async with posting(place):
                sent = await send_post(place, shown, "-".join(map(base36, parts)))
        if match.status is Status.PLAYING:
            self._told.add(match.id)
        for each in sorted(armed - {sent}):
            await self._take_buttons(match.id, place.get_partial_message(each), keeps_it=keeps_old)
        return replace(match.table, message=sent, unpinged=unpinged, asks=True)

    def _may_have_been_sent(self, match: Match) -> bool:
        """Say whether a message about this match may be there that nobody wrote down."""
        if match.id not in self._told:
            return True
        if self.ownership.owns(match.id):
            return False
        # Another process may have told the change before this one, and died; or this one, so long
        # ago that Discord has forgotten the nonce.
        is_one_change = match.table.want <= match.table.told + 1
        return not is_one_change or self._may_be_forgotten(match.changed_at)

    def _may_be_forgotten(self, at: datetime) -> bool:
        """Say whether Discord may have forgotten the nonce of a message about that moment."""
        return not timedelta() <= self._clock.now() - at < NONCE_LASTS

    async def _take_buttons(
        self, match_id: MatchId, old: discord.PartialMessage, *, keeps_it: bool
    ) -> None:
        """Take the buttons off a message, or delete it; with the next one, if that fails now."""

        async def take() -> None:
            # It keeps its picture.
            await (old.edit(view=None) if keeps_it else old.delete())

        try:
            try:
                await take()
            except (aiohttp.ClientError, OSError):
                # The connection broke, and the library does not try again.
                await take()
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("old-message-kept", message=old.id, reason=repr(error))
            # If it is deleted, or out of reach, nobody can press them. Else they answer "stale".
            if not isinstance(error, discord.NotFound | discord.Forbidden):
                self._armed.setdefault(match_id, set()).add(old.id)

    async def _build_post(
        self, loaded: LoadedMatch, since: int, reader: Reader, missed: Sequence[Seat] = ()
    ) -> Post:
        match, progress = loaded.match, loaded.since(since)
        known, now = await self._clock.times(match), self._clock.now()
        due = times.due(match, known, reader.words, now)
        drawn = await self._pool.run(
            DrawUrgency.TABLE, self._post, loaded, since, reader, missed, due
        )
        panel, seen = self._panels[match.game], view(match, progress, reader)
        try:
            return await self._deals.with_promises(panel, seen, loaded.begun, since, drawn)
        except Exception:
            log.exception("no-promises", match=match.id, line=match.line)
            return drawn

    def _post(
        self, loaded: LoadedMatch, since: int, reader: Reader, missed: Sequence[Seat], due: str
    ) -> Post:
        match, progress = loaded.match, loaded.since(since)
        panel = self._panels[match.game]
        seen = replace(view(match, progress, reader), planned=planned_moves(loaded, since))
        happened = tuple(each for each in progress.events if visible(each, PUBLIC))
        try:
            shown = post(panel, seen, happened, missed, due)
            gone = takebacks.news(panel, match, loaded.begun, since, reader.words)
            # The last one matters, if there should be many.
            while gone and len("\n".join([*gone, shown.text])) > LIMITS["content"]:
                gone = gone[1:]
            shown = replace(shown, text="\n".join([*gone, shown.text]))
        except Exception:
            log.exception("no-picture", match=match.id, line=match.line)
            return without_picture(panel, seen)
        try:
            shown = taught(panel, loaded, shown, reader.words)
        except Exception:
            log.exception("no-lessons", match=match.id, line=match.line)
        if match.status is not Status.FINISHED:
            return shown
        return replace(shown, files=(*shown.files, record_file(match.id, progress.record)))

    async def deals(self, loaded: LoadedMatch) -> None:
        """Bring the messages of the match's proposals up to date. Raises `CannotPost`."""
        match, progress = loaded.match, loaded.since(len(loaded.begun))
        panel = self._panels[match.game]
        if isinstance(panel, MakesDeals):
            reader = Reader(PUBLIC, await self.words(match.venue.guild))
            await self._deals.settle(panel, view(match, progress, reader))
