"""What the bot needs to be allowed in a channel, and how Discord calls it."""

from typing import Final

import discord

from bot.locale.localisation import Words, mark

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


def given(place: discord.TextChannel | discord.Thread) -> discord.Permissions | None:
    """Return what the bot may do in a place; None: nobody knows.

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


def missing(permissions: discord.Permissions, needed: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the needed permissions that are not given."""
    return tuple(each for each in needed if not getattr(permissions, each))


def spoken(words: Words, permission: str) -> str:
    """Return a permission as the server's settings call it."""
    return words.say(NAMES.get(permission, permission))
