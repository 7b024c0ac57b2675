"""Tells channels what happens at their tables: the lobby message and one message for each move.

Both may be repeated: a table message that the channel has already is found, not sent again.
"""

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
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
    remove_pictures,
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
    naming_next,
    post,
    record_file,
    without_mentions,
    without_own_ping,
    without_picture,
)
from bot.messages.notice_posts import NoticePosts
from bot.messages.notices.ping_lines import is_line, newest_line, ping_line
from bot.messages.notices.pings import names_of
from bot.messages.page.links import PageLinks, with_link
from bot.messages.people.rated import rated_lines
from bot.messages.processes.render_pool import DrawUrgency, RenderPool
from bot.messages.time import times
from bot.messages.time.absence import is_person
from bot.messages.time.times import TableClock
from bot.messages.together.deal_posts import DealPosts
from bot.messages.viewing import Reader, table_name, view, with_names
from bot.storage.people.statistics import StatisticsStore
from bot.storage.players import PlayerStore
from bot.table.errors import CannotPost
from bot.table.ids import MatchId
from bot.table.match.absence import absent_moves
from bot.table.match.match import LoadedMatch, Match, NewsMode, Posted, Status
from bot.table.match.takebacks import last_mover
from bot.table.notices.news_modes import DAY, moment_of, news_mode
from bot.table.preferences import GuildPreferences
from bot.table.processes.shares import SOLE, Ownership
from bot.table.time.turns import NextUp, next_person
from engine.game import PUBLIC, Seat, visible
from engine.referee import following
from engine.registry import game

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
        notices: NoticePosts,
        clock: TableClock,
        statistics: StatisticsStore,
    ) -> None:
        self.ownership: Ownership = SOLE
        """Says whether other processes tell channels, too."""
        self.page_links: PageLinks | None = None
        """Where the pages of matches are; None: no table links to its page."""
        self._clock = clock
        self._statistics = statistics
        self._restored_at = notices.restored_at
        self._client = client
        self._players = players
        self._pool = pool
        self._panels = panels
        self._deals = deals
        self._membership = notices.membership
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
        self._asked: set[MatchId] = set()
        """Matches whose newest line this process sent itself."""
        self._stray: dict[MatchId, set[int]] = {}
        """Older lines that could not be deleted."""

    async def words(self, guild: int | None) -> Words:
        """Return the words for a server's channels: its admins' choice, or its own language."""
        if guild is None:
            return words("en")
        return await self._words(guild, await self._players.guild(guild))

    async def _words(self, guild: int, wishes: GuildPreferences) -> Words:
        return words(wishes.language or language_of(await self._languages.of(guild)))

    async def cover(self, loaded: LoadedMatch) -> Posted:
        """Post or edit the lobby message, later the table's cover."""
        panel, said = self._panels[loaded.match.game], await self.words(loaded.match.venue.guild)
        match = with_names(loaded.match, said)
        place = await place_of(self._client, match.venue.channel)
        if match.status is Status.LOBBY:
            away = times.absences(match, await self._clock.times(match), said)
            screen = await self._pool.run(
                DrawUrgency.TABLE, lobbies.lobby, match, panel, said, away
            )
        elif match.status is Status.CLOSED:
            screen = lobbies.closed(match, panel, said)
        else:
            line = said.say("Its record is damaged; no one can play until it's repaired.")
            if loaded.progress is not None:
                seen = view(match, loaded.progress, Reader(PUBLIC, said))
                line = await self._pool.run(DrawUrgency.TABLE, cover_line, panel, seen)
            due = times.due(match, await self._clock.times(match), said, self._clock.now())
            screen = lobbies.cover(match, panel, f"{line} · {due}" if due else line, said)
        async with posting(place):
            message = match.cover.message
            if message is None and self._may_be_forgotten(match.opened_at):
                # A crash may have come between sending and writing down.
                sign = f"b.{plain_id('join', base36(match.id))}."
                message = await find_sent(self._client, place, lambda each: each.startswith(sign))
            if message is not None:
                with suppress(discord.NotFound):
                    old = place.get_partial_message(message)
                    built = layout(screen)
                    await old.edit(view=built.view, attachments=list(built.files))
                    return replace(match.cover, message=message)
                # It was deleted. An open table needs it; a running one does without.
                if match.status is not Status.LOBBY:
                    return match.cover
            # Later than its table it would say nothing new; but a thread needs it to grow from.
            is_late = match.table.message is not None and not match.venue.threaded
            if is_late or match.status is Status.FINISHED:
                return match.cover
            built, nonce = layout(screen), f"lobby-{match.id}"
            sent = await place.send(view=built.view, files=list(built.files), nonce=nonce)
        return replace(match.cover, message=sent.id)

    async def table(self, loaded: LoadedMatch, since: int, missed: Sequence[Seat] = ()) -> Posted:
        """Post one message for what happened; take the buttons off the one before."""
        match = loaded.match
        said, mode = await self._words_and_mode(match)
        reader = Reader(PUBLIC, said)
        if match.status is Status.PLAYING:
            name = table_name(match, self._panels[match.game], said)
            match = await open_thread(self._client, match, name)
        match, place = await table_place(self._client, match)
        loaded = replace(loaded, match=match)
        if match.status is Status.CLOSED and loaded.replay is None:
            shown = closing(match, said)
        else:
            news = await self._build_post(loaded, since, reader, missed)
            shown = without_own_ping(loaded, news)
        is_edited = mode is NewsMode.ONE or (mode is NewsMode.DIGEST and not match.ping.is_behind)
        if match.status is Status.PLAYING and is_edited:
            posted = await self._rewrite(match, place, without_mentions(match, shown), mode)
        else:
            posted = await self._send(match, place, shown)
        look = asyncio.create_task(self._look_after(match), name=f"look-{match.id}")
        self._looks.add(look)
        look.add_done_callback(self._looks.discard)
        return posted

    async def _words_and_mode(self, match: Match) -> tuple[Words, NewsMode]:
        """Return the words for a table's channel, and how it wants to be told."""
        if (guild := match.venue.guild) is None:
            return words("en"), news_mode(match, None)
        wishes = await self._players.guild(guild)
        return await self._words(guild, wishes), news_mode(match, wishes.news)

    async def _rewrite(self, match: Match, place: Place, shown: Post, mode: NewsMode) -> Posted:
        """Put the news into the newest message.

        Once a day a new one takes its place, unless its table gets a digest then.
        """
        before = match.table.message
        is_kept = mode is NewsMode.DIGEST
        if before is not None and (is_kept or self._clock.now() - moment_of(before) < DAY):
            async with posting(place):
                if await edit_message(place, shown, before):
                    return replace(match.table, unpinged=(), asks=False)
        posted = await self._send(match, place, shown, keeps_old=False)
        return replace(posted, asks=False)

    async def _look_after(self, match: Match) -> None:
        """See, besides, whether those who must act are still in the server."""
        guild = match.venue.guild
        try:
            for seat in match.acting:
                player = match.chairs[seat].player
                if player is None or not is_person(match, seat):
                    continue
                if not self._membership.is_due(guild, player):
                    continue
                was_gone = self._membership.was_gone(guild, player)
                is_there = await self._membership.is_there(guild, player)
                if is_there is False or (is_there and was_gone):
                    await self._players.seen(player, match.id, is_there=is_there)
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
        match = loaded.match
        said, mode = await self._words_and_mode(match)
        # Where a digest has asked all that were to be asked, this is for one who has just come.
        is_asked = mode is NewsMode.DIGEST and match.ping.upto == match.line
        reader, asks = Reader(PUBLIC, said), mode is NewsMode.EACH or is_asked
        match, place = await table_place(self._client, match)
        shown = await self._build_post(replace(loaded, match=match), since, reader)
        if mode is not NewsMode.EACH:
            shown = without_mentions(match, shown)
        if match.table.message is not None:
            is_turn, guild = match.status is Status.PLAYING, match.venue.guild
            names = names_of(match)
            shown, _ = await self._pings.heed_quiet_hours(shown, names, guild, is_turn=is_turn)
            async with posting(place):
                if await edit_message(place, shown, match.table.message):
                    return replace(match.table, asks=asks)
        posted = await self._send(match, place, replace(shown, pings=()))
        return replace(posted, asks=asks)

    async def redraw(self, loaded: LoadedMatch) -> bool:
        """Edit the newest messages of a match where they stand, and some older ones of its thread.

        True: there are more of them.
        """
        if loaded.match.cover.message is not None:
            await self.cover(loaded)
        match = loaded.match
        if match.table.message is None or not match.has_begun:
            return False
        said, mode = await self._words_and_mode(match)
        place = await place_of(self._client, match.place)
        # An edit wakes a thread that Discord has archived.
        is_asleep = isinstance(place, discord.Thread) and place.archived
        if loaded.replay is not None:
            shown = await self._build_post(loaded, match.table.since, Reader(PUBLIC, said))
            if mode is not NewsMode.EACH or match.status is not Status.PLAYING:
                shown = without_mentions(match, shown)
            async with posting(place):
                await edit_message(place, shown, match.table.message)
        has_more = False
        if isinstance(place, discord.Thread):
            async with posting(place):
                gone = said.say("-# Picture removed: it showed an erased name.")
                has_more = await remove_pictures(self._client, place, match.table.message, gone)
                if is_asleep:
                    await place.edit(archived=True)
        return has_more

    async def ask(self, loaded: LoadedMatch, since: int, *, anew: bool) -> Posted:
        """Ask those who must act in a line of its own; an old one goes with a new one."""
        match, panel = loaded.match, self._panels[loaded.match.game]
        seats = [each for each in match.acting if match.chairs[each].mover is None]
        if not seats:
            return await self.unask(loaded)
        match, place = await table_place(self._client, match)
        said, before = await self.words(match.venue.guild), match.ping.message
        match = with_names(match, said)
        progress = loaded.since(since)
        seen = view(match, progress, Reader(PUBLIC, said))
        seen = replace(seen, absent=absent_moves(loaded, since))
        happened = tuple(each for each in progress.events if visible(each, PUBLIC))
        told: Sequence[str] = ()
        try:
            told = await self._pool.run(DrawUrgency.TABLE, panel.briefly, seen, happened)
        except Exception:
            log.exception("no-news", match=match.id, line=match.line)
        own = last_mover(loaded)
        shown = ping_line(match, seats, own, told, table_name(match, panel, said), said)
        pings = tuple(each for each in shown.pings if each != loaded.spares)
        shown = replace(shown, pings=pings)
        names, guild = names_of(match), match.venue.guild
        if not anew and before is not None:
            shown, _ = await self._pings.heed_quiet_hours(shown, names, guild, is_turn=True)
            async with posting(place):
                if await edit_message(place, shown, before):
                    return replace(match.ping, unpinged=())
        if not anew:
            shown = without_mentions(match, shown)
        sent, old = await self._sent_line(match, place)
        then = None if sent is None else discord.utils.snowflake_time(sent)
        shown, unpinged = await self._pings.heed_quiet_hours(
            shown, names, guild, then, is_turn=True
        )
        if sent is None:
            parts = (match.id, match.seen_by(PUBLIC), before or 0)
            async with posting(place):
                sent = await send_post(place, shown, f"p{'-'.join(map(base36, parts))}")
        self._asked.add(match.id)
        await self._delete_lines(match.id, place, old - {sent})
        return replace(match.ping, message=sent, unpinged=unpinged)

    async def unask(self, loaded: LoadedMatch) -> Posted:
        """Delete the line that asked those who had to act, and what is left of older ones."""
        match, place = await table_place(self._client, loaded.match)
        _, old = await self._sent_line(match, place)
        await self._delete_lines(match.id, place, old)
        return replace(match.ping, message=None, unpinged=())

    async def _sent_line(self, match: Match, place: Place) -> tuple[int | None, set[int]]:
        """Return the line that asks who must act now, if it was sent, and all older ones.

        A crash may have come between sending and writing down.
        """
        sent, old = None, self._stray.pop(match.id, set())
        if match.ping.message is not None:
            old.add(match.ping.message)
        if self._may_have_been_sent(match, match.ping, self._asked):
            for message, ids in await sent_here(self._client, place):
                if sent is None and newest_line(match) in ids and message not in old:
                    sent = message
                elif is_line(ids, match.id):
                    old.add(message)
        # Until the next one has arrived for certain: a lost answer may hide that it has.
        self._asked.discard(match.id)
        return sent, old

    async def _delete_lines(self, match_id: MatchId, place: Place, old: Collection[int]) -> None:
        for each in sorted(old):
            try:
                await place.get_partial_message(each).delete()
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                log.info("old-line-kept", message=each, reason=repr(error))
                if not isinstance(error, discord.NotFound | discord.Forbidden):
                    self._stray.setdefault(match_id, set()).add(each)

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
        if self._may_have_been_sent(match, match.table, self._told):
            # A crash may have come between sending and writing down: of this one, or of one whose
            # news it tells once more.
            verb = "reopen" if match.status is Status.CLOSED else "text"
            sign = f"b.{about_match(verb, match)}"
            older = f"b.{plain_id('text', base36(match.id))}."
            for message, ids in await sent_here(self._client, place):
                # What is lost may look like this one.
                is_lost = self._restored_at is not None and moment_of(message) < self._restored_at
                # So does the one before where a vote ended the match: nothing was played since. So
                # does one that was edited, until those who must act are asked by a new one.
                is_anew = match.ping.is_behind or match.status is not Status.PLAYING
                is_before = message == before and is_anew
                if sent is None and sign in ids and not (is_lost or is_before):
                    sent = message
                elif any(each.startswith(older) for each in ids):
                    armed.add(message)
        # Until this one has arrived for certain: a lost answer may hide that it has.
        self._told.discard(match.id)
        then = None if sent is None else discord.utils.snowflake_time(sent)
        is_turn, guild = match.status is Status.PLAYING, match.venue.guild
        names = names_of(match)
        shown, unpinged = await self._pings.heed_quiet_hours(
            shown, names, guild, then, is_turn=is_turn
        )
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

    def _may_have_been_sent(
        self, match: Match, posted: Posted, sent_here: Collection[MatchId]
    ) -> bool:
        """Say whether a message about this match may be there that nobody wrote down.

        `sent_here` are the matches whose newest message of this kind this process sent itself.
        """
        if match.id not in sent_here:
            return True
        if self.ownership.owns(match.id):
            return False
        # Another process may have told the change before this one, and died; or this one, so long
        # ago that Discord has forgotten the nonce.
        is_one_change = posted.want <= posted.told + 1
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
        match, progress = with_names(loaded.match, reader.words), loaded.since(since)
        loaded = replace(loaded, match=match)
        known, now = await self._clock.times(match), self._clock.now()
        due = times.due(match, known, reader.words, now)
        learner, panel = match.learner, self._panels[match.game]
        is_proposed_to = (
            learner is not None
            and isinstance(panel, MakesDeals)
            and await self._deals.waits_for(match.id, learner)
        )
        drawing = partial(
            self._post, loaded, since, reader, missed, due, is_proposed_to=is_proposed_to
        )
        drawn = await self._pool.run(DrawUrgency.TABLE, drawing)
        if (name := await self._named_next(loaded)) is not None:
            drawn = naming_next(drawn, name, reader.words)
        if match.status is Status.FINISHED:
            worth = await self._statistics.rated_match(match.id)
            if worth is not None:
                lines = rated_lines(match, worth, reader.words)
                drawn = replace(drawn, text="\n".join([drawn.text, *lines]))
        if self.page_links is not None:
            drawn = with_link(drawn, match, await self.page_links.of(match), reader.words)
        seen = view(match, progress, reader)
        try:
            return await self._deals.with_promises(panel, seen, loaded.begun, since, drawn)
        except Exception:
            log.exception("no-promises", match=match.id, line=match.line)
            return drawn

    async def _named_next(self, loaded: LoadedMatch) -> str | None:
        """Return the name of the player who is next, if they want to be named."""
        match = loaded.match
        if match.status is not Status.PLAYING or match.held_until is not None:
            return None
        seat = next_person(match, following(game(match.game), loaded.begun.state))
        player = None if seat is None else match.chairs[seat].player
        if seat is None or player is None:
            return None
        # What is remembered may be that of before, if another process changed it since their last
        # turn; a question for each message would be dear.
        known = self._players.remembered(player) or await self._players.preferences(player)
        return match.chairs[seat].name if known.next_up is NextUp.LINE else None

    def _post(
        self,
        loaded: LoadedMatch,
        since: int,
        reader: Reader,
        missed: Sequence[Seat],
        due: str,
        *,
        is_proposed_to: bool,
    ) -> Post:
        match, progress = loaded.match, loaded.since(since)
        panel = self._panels[match.game]
        seen = replace(view(match, progress, reader), absent=absent_moves(loaded, since))
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
            shown = taught(panel, loaded, shown, reader.words, is_proposed_to=is_proposed_to)
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
