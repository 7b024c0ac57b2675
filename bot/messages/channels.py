"""Channels and threads: found, opened, and what the bot is not allowed in them.

Whatever Discord refuses comes out as `CannotPost`; the host tells the channel again later.
"""

from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final, TypeAlias

import aiohttp
import discord
import structlog

from bot.games.screen import Post
from bot.locale.localisation import mark
from bot.messages.components import message
from bot.table.errors import CHANNEL_GONE, CannotPost
from bot.table.match.match import Match

LONGEST_NONCE: Final = 25
NAMES: Final = {
    "view_channel": mark("View Channel"),
    "send_messages": mark("Send Messages"),
    "send_messages_in_threads": mark("Send Messages in Threads"),
    "create_public_threads": mark("Create Public Threads"),
    "attach_files": mark("Attach Files"),
    "read_message_history": mark("Read Message History"),
}

TO_POST: Final = ("view_channel", "send_messages", "attach_files", "read_message_history")
IN_THREADS: Final = (
    "view_channel",
    "send_messages_in_threads",
    "attach_files",
    "read_message_history",
)
TO_OPEN_THREADS: Final = ("create_public_threads", "send_messages_in_threads")
Place: TypeAlias = discord.TextChannel | discord.Thread | discord.DMChannel
WEEK_MINUTES: Final = 10080
LOOK_BACK: Final = 15
"""In how many messages one is searched for that was sent, but whose sending wasn't stored."""
HAS_A_THREAD: Final = 160004
"""Discord's word for a message from which a thread grew already."""
PICTURES_AT_ONCE: Final = 5
"""Discord takes about as many edits in a channel at once; for more of them one would wait."""
THREAD_ASLEEP: Final = 50083
"""Discord's word for an edit in a thread that it has archived; a new message would wake it."""
log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


def permissions_in(place: discord.TextChannel | discord.Thread) -> discord.Permissions | None:
    """Return what the bot may do in a place; None if that is unknown.

    Nothing is known of a server that is not in the cache: the bot may only have its commands there,
    or has been removed.
    """
    me: discord.Member | None = place.guild.me
    if me is None:
        return None
    try:
        return place.permissions_for(me)
    except discord.ClientException:
        return None  # the thread's channel is not in the cache


def not_granted(permissions: discord.Permissions, needed: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the needed permissions that the bot has not been granted."""
    return tuple(each for each in needed if not getattr(permissions, each))


@asynccontextmanager
async def posting(place: Place | None = None) -> AsyncIterator[None]:
    """Turn what Discord refuses into `CannotPost`, with the permissions that are missing."""
    try:
        yield
    except discord.Forbidden as error:
        raise CannotPost("cannot-post", missing=missing_permissions(place)) from error
    except discord.NotFound as error:
        raise CannotPost("not-found" if place else CHANNEL_GONE, code=error.code) from error
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        raise CannotPost("no-answer") from error


def missing_permissions(place: Place | None) -> tuple[str, ...]:
    """Return the permissions that the bot needs in this place and hasn't got."""
    if not isinstance(place, discord.TextChannel | discord.Thread):
        return ()
    known, needed = (
        permissions_in(place),
        IN_THREADS if isinstance(place, discord.Thread) else TO_POST,
    )
    return () if known is None else not_granted(known, needed)


async def place_of(client: discord.Client, channel: int) -> Place:
    """Return a channel or thread; raise `CannotPost` if it is gone or can't hold a table."""
    found = client.get_channel(channel)
    if found is None:
        async with posting():
            found = await client.fetch_channel(channel)
    if isinstance(found, discord.TextChannel | discord.Thread | discord.DMChannel):
        return found
    raise CannotPost(CHANNEL_GONE, channel=channel)


class ServerLanguages:
    """The languages that servers have in Discord; asked once of those that others are told of."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._asked: dict[int, str] = {}

    async def of(self, guild: int) -> str | None:
        """Return Discord's name of the language; None: nobody knows it."""
        if (found := self._client.get_guild(guild)) is not None:
            return found.preferred_locale.value
        if guild not in self._asked and getattr(self._client, "shard_ids", None) is not None:
            try:
                asked = await self._client.fetch_guild(guild, with_counts=False)
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                log.info("server-unknown", guild=guild, reason=repr(error))
                return None
            self._asked[guild] = asked.preferred_locale.value
        return self._asked.get(guild)


async def open_thread(client: discord.Client, match: Match, name: str) -> Match:
    """Give a match its thread, if it wants one and the bot may; else it stays in the channel."""
    venue = match.venue
    if not venue.threaded or match.table.place or match.table.message or not match.cover.message:
        return match
    place = await place_of(client, venue.channel)
    if not isinstance(place, discord.TextChannel):
        return match
    # If nothing is known, Discord says.
    known = permissions_in(place)
    if known is not None and not_granted(known, TO_OPEN_THREADS):
        return match
    message = place.get_partial_message(match.cover.message)
    try:
        await message.create_thread(name=name, auto_archive_duration=WEEK_MINUTES)
    except (discord.DiscordServerError, aiohttp.ClientError, OSError) as error:
        # It may be there, for all anybody knows: later, rather than half a match in the channel.
        raise CannotPost("no-answer") from error
    except discord.HTTPException as error:
        if error.code != HAS_A_THREAD:
            log.warning("no-thread", match=match.id, code=error.code)
            return match
    # A thread bears the id of the message that it grew from: one that was opened but not written
    # down is found again.
    return replace(match, table=replace(match.table, place=match.cover.message))


async def table_place(client: discord.Client, match: Match) -> tuple[Match, Place]:
    """Return where table messages go; back to the channel if the thread was deleted.

    One that only can't be reached is waited for.
    """
    try:
        return match, await place_of(client, match.place)
    except CannotPost as error:
        if match.table.place is None or error.key != "channel-gone":
            raise
    log.warning("thread-gone", match=match.id, thread=match.table.place)
    moved = replace(match, table=replace(match.table, place=None, message=None))
    return moved, await place_of(client, moved.venue.channel)


async def send_post(place: Place, post: Post, nonce: str) -> int:
    """Send a post and return its id; it pings whom it names, and is silent if it names nobody.

    But not one that is heard anyway. Raises `ValueError` for a nonce that is too long for Discord.
    """
    if len(nonce) > LONGEST_NONCE:
        raise ValueError(nonce)
    built = message(post)
    sent = await place.send(
        built.content,
        files=list(built.files),
        view=built.view,
        silent=not (post.pings or post.is_heard),
        nonce=nonce,
        allowed_mentions=_pinged(post),
    )
    return sent.id


async def edit_message(place: Place, post: Post, before: int) -> bool:
    """Put a post into the message `before`, pinging nobody; return False if that is gone."""
    try:
        await _edit(place, post, before)
    except discord.NotFound:
        return False
    except discord.HTTPException as error:
        if error.code != THREAD_ASLEEP or not isinstance(place, discord.Thread):
            raise
        await place.edit(archived=False)
        await _edit(place, post, before)
    return True


async def _edit(place: Place, post: Post, before: int) -> None:
    built = message(post)
    await place.get_partial_message(before).edit(
        content=built.content,
        attachments=list(built.files),
        view=built.view,
        # An edit pings nobody, but without these it would take highlights away.
        allowed_mentions=_pinged(post),
    )


async def remove_pictures(
    client: discord.Client, thread: discord.Thread, before: int, instead: str
) -> bool:
    """Put a line into some of the bot's messages here that have pictures and are older.

    They lose all else that they have. True: there may be more of them. Raises what Discord says.
    """
    left = PICTURES_AT_ONCE
    async for each in thread.history(limit=None, before=discord.Object(before)):
        if each.author == client.user and each.attachments:
            if not left:
                return True
            shown = Post(instead)
            await edit_message(thread, shown, each.id)
            left -= 1
    return False


async def find_sent(
    client: discord.Client, place: Place, is_sign: Callable[[str], bool]
) -> int | None:
    """Return the newest of the bot's messages here that has a button with such a custom id."""
    return next((m for m, ids in await sent_here(client, place) if any(map(is_sign, ids))), None)


async def sent_here(client: discord.Client, place: Place) -> Sequence[tuple[int, Collection[str]]]:
    """Return the bot's own of the newest messages here, with the custom ids of their buttons.

    The newest is the first. There are none if Discord doesn't show them.
    """
    try:
        return [each async for each in _sent_among(client, place, LOOK_BACK)]
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.info("no-history", channel=place.id, reason=repr(error))
        return ()


async def find_sent_among(
    client: discord.Client, place: Place, is_sign: Callable[[str], bool], most: int
) -> int | None:
    """Do what `find_sent` does, among `most` messages; raise what Discord says against it."""
    async for message_id, ids in _sent_among(client, place, most):
        if any(map(is_sign, ids)):
            return message_id
    return None


async def _sent_among(
    client: discord.Client, place: Place, most: int
) -> AsyncIterator[tuple[int, Collection[str]]]:
    async for each in place.history(limit=most):
        if each.author == client.user:
            yield each.id, set(_custom_ids(each.components))


def _custom_ids(components: Sequence[object]) -> Iterator[str]:
    """Return the custom ids of all controls, in containers too."""
    for each in components:
        if (found := getattr(each, "custom_id", None)) is not None:
            yield found
        yield from _custom_ids(getattr(each, "children", ()))


def _pinged(post: Post) -> discord.AllowedMentions:
    users = [discord.Object(each) for each in post.pings]
    return discord.AllowedMentions(everyone=False, roles=False, users=users)
