"""Players who have left the server: found out by asking Discord for a member, and what is said.

The list of members is a privileged intent, which the bot does without.
"""

from datetime import datetime, timedelta
from typing import Final

import aiohttp
import discord
import structlog

from bot.games.custom_ids import about_match
from bot.games.names import escaped_name
from bot.games.screen import Button, Post, Row, Style
from bot.locale.localisation import Words
from bot.messages.channels import Place
from bot.messages.notice_view import NoticeView
from bot.table.errors import NO_ANSWER, CannotPost
from bot.table.ids import PlayerId
from bot.table.match.match import Chair, Match, Status, Venue
from bot.table.world import Clock
from engine.game import Seat

UNKNOWN: Final = frozenset({10007, 10013})
"""Unknown member, unknown user."""
AGAIN: Final = timedelta(hours=6)
"""How long after a look for a person there is no other one, unless a player asks."""
log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


def left(about: NoticeView, words: Words) -> Post:
    """Return what a table reads once of a player who has left the server."""
    match, seat = about.match, Seat(about.fact("seat"))
    text = question(match, seat, words)
    if match.status is not Status.LOBBY:
        # Several tables may stand in one channel.
        text = words.say(
            "**{who} has left this server.** A new player can take the seat at {table}, or its"
            " other players give it to a computer player.",
            who=escaped_name(match.chairs[seat].name),
            table=about.table(words),
        )
    return Post(text, rows=(Row(choices(match, seat, words)),))


def question(match: Match, seat: Seat, words: Words) -> str:
    """Return the sentence that asks who takes over a player's seat."""
    who = escaped_name(match.chairs[seat].name)
    if match.status is Status.LOBBY:
        return words.say("**{who} has left this server.** The seat can be freed.", who=who)
    return words.say(
        "**{who} has left this server.** Someone else can take the seat, or a computer player"
        " takes over.",
        who=who,
    )


def choices(match: Match, seat: Seat, words: Words) -> tuple[Button, ...]:
    """Return the buttons that answer it."""
    if match.status is Status.LOBBY:
        free = about_match("standin", match, seat)
        return (Button(words.say("Free the seat"), free, Style.RED),)
    return (
        Button(words.say("Take the seat"), about_match("takeover", match, seat), Style.GREEN),
        Button(words.say("Computer player"), about_match("standin", match, seat), Style.RED),
    )


def freed(before: Chair, words: Words) -> str:
    """Return that another person may sit down before the match begins."""
    return words.say("**{who}'s** seat is free.", who=escaped_name(before.name))


def replaced(before: Chair, now: Chair, words: Words) -> str:
    """Return who took over a player's seat."""
    who = escaped_name(before.name)
    if now.agent is not None:
        return words.say("A computer player takes over for **{who}**.", who=who)
    return words.say("**{new}** takes over for **{who}**.", new=escaped_name(now.name), who=who)


def is_person(match: Match, seat: Seat) -> bool:
    """Say whether a person has this seat of a match that is open or running."""
    is_on = match.status in (Status.LOBBY, Status.PLAYING) and seat < len(match.chairs)
    return is_on and match.chairs[seat].player is not None and match.chairs[seat].agent is None


class Membership:
    """Says who has left a server."""

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._looked: dict[tuple[int, PlayerId], datetime] = {}
        self._gone: set[tuple[int, PlayerId]] = set()
        """Who wasn't there when this process last looked."""

    async def has_left(self, guild: int | None, player: PlayerId) -> bool:
        """Say whether a person is for certain no longer in a server."""
        return await self.is_there(guild, player) is False

    async def is_there(self, guild: int | None, player: PlayerId) -> bool | None:
        """Say whether a person is in a server; None: nobody knows."""
        found = None if guild is None else self._client.get_guild(guild)
        if found is None:
            return None
        try:
            await found.fetch_member(player)
        except discord.NotFound as error:
            if error.code not in UNKNOWN:
                return None
            self._gone.add((found.id, player))
            # The next message looks again: it is not to be sent, too.
            self._looked.pop((found.id, player), None)
            return False
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("member-unknown", guild=guild, reason=repr(error))
            return None
        self._gone.discard((found.id, player))
        return True

    async def sees(self, venue: Venue, player: PlayerId) -> bool:
        """Say whether a person sees the channel of a table; raises `CannotPost` if nobody knows.

        Servers may be another process's, so that nothing is known here without asking.
        """
        if (number := venue.guild) is None:
            return False
        try:
            guild = self._client.get_guild(number)
            guild = guild or await self._client.fetch_guild(number, with_counts=False)
            member = await guild.fetch_member(player)
            place = guild.get_channel_or_thread(venue.channel)
            place = place or await guild.fetch_channel(venue.channel)
            if isinstance(place, discord.Thread):
                if place.is_private():
                    await place.fetch_member(player)
                parent = guild.get_channel(place.parent_id)
                place = parent or await guild.fetch_channel(place.parent_id)
        except (discord.NotFound, discord.Forbidden):
            return False
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.info("sight-unknown", guild=number, reason=repr(error))
            raise CannotPost(NO_ANSWER) from None
        return place.permissions_for(member).view_channel

    def can_all_see(self, venue: Venue, place: Place) -> bool:
        """Say whether every role that reads a place sees the channel of a table, too."""
        found = None if venue.guild is None else self._client.get_guild(venue.guild)
        channel = None if found is None else found.get_channel_or_thread(venue.channel)
        if isinstance(place, discord.DMChannel):
            return True
        if found is None or channel is None:
            return False
        if isinstance(channel, discord.Thread) and channel.is_private():
            return channel.id == place.id
        return all(
            channel.permissions_for(role).view_channel
            for role in found.roles
            if place.permissions_for(role).view_channel
        )

    def is_public(self, venue: Venue) -> bool | None:
        """Say whether everybody in its server sees the channel of a table.

        None: it isn't known here, as where another process has the server.
        """
        if venue.guild is None:
            return False
        guild = self._client.get_guild(venue.guild)
        channel = None if guild is None else guild.get_channel_or_thread(venue.channel)
        if isinstance(channel, discord.Thread):
            if channel.is_private():
                return False
            channel = channel.parent
        if guild is None or channel is None:
            return None
        return channel.permissions_for(guild.default_role).view_channel

    def was_gone(self, guild: int | None, player: PlayerId) -> bool:
        """Say whether a person wasn't there when this process last looked."""
        return guild is not None and (guild, player) in self._gone

    def is_due(self, guild: int | None, player: PlayerId) -> bool:
        """Say whether it is time to look for a person again; if so, note that this is the look."""
        if guild is None:
            return False
        now = self._clock.now()
        looked = self._looked.get((guild, player))
        if looked is not None and now - AGAIN < looked <= now:
            return False
        self._looked = {key: at for key, at in self._looked.items() if now - AGAIN < at <= now}
        self._looked[guild, player] = now
        return True
