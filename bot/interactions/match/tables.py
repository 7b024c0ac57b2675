"""The table that a command opens, or is about."""

from enum import StrEnum
from typing import Final
from urllib.parse import unquote

import discord

from bot.games.custom_ids import about_match, base36, plain_id
from bot.games.names import escaped_text
from bot.games.screen import AMBER, GREY, Button, Row, Screen, Style, Text, keypad
from bot.hosting.processes.limits import LimitedAction
from bot.interactions.context import Context
from bot.interactions.match.free_seats import fitting, free_seats
from bot.interactions.time import hours
from bot.locale.localisation import Words
from bot.messages import refusals
from bot.messages.match.lobby import pace_question
from bot.messages.match.variants import read as read_variants
from bot.messages.people.seats import already_open
from bot.table.errors import NotSeated
from bot.table.match.lobby import check_opener
from bot.table.match.match import Match, Status, Venue
from bot.table.match.pace import PACES, Pace, name_of
from bot.table.preferences import GuildPreferences
from engine.errors import BadSetup
from engine.game import Setup
from engine.registry import game as rules_of

OF_FINISHED: Final = frozenset({"verify", "export", "review"})
"""Verbs of commands that mean a match that is over, if there is one."""


class Where(StrEnum):
    """Where a table lives: in a thread of its own or right in the channel."""

    THREAD = "thread"
    HERE = "here"


async def open_lobby(
    ctx: Context,
    game: str,
    setup: Setup,
    where: Where,
    pace: Pace | None = None,
    *,
    asks: bool = True,
) -> None:
    """Open a lobby for this person, unless the server or their other tables forbid it.

    What they didn't choose is as the server's admins set it for new tables. `asks`: if there is an
    open table that would do, they are asked whether they join that.
    """
    others = await free_seats(ctx, game) if asks else ()
    if (table := await fitting(ctx, others, setup, pace)) is not None:
        own = _open_own(ctx.words, game, setup, where, pace)
        panel = ctx.shell.panels[game]
        await ctx.answer(already_open(table, len(others), own, panel, ctx.words))
        return
    venue, words = await new_venue(ctx, where), ctx.words
    if venue is None:
        return
    wishes = await ctx.shell.stores.players.guild(venue.guild or 0)
    open_ = ctx.shell.host.lobbies.open(
        ctx.person, venue, game, setup.seats, ctx.request, setup, pace, wishes
    )
    match = await ctx.patiently(open_)
    text = words.say("**Your table is open.** The others press Join; you can start it any time.")
    asked = pace_question(match, words)
    quiet = await hours.question(ctx)
    await ctx.answer(Screen((Text(text), *link_to_lobby(match, words), *asked, *quiet), AMBER))


def _open_own(words: Words, game: str, setup: Setup, where: Where, pace: Pace | None) -> Button:
    """Return the button that opens a table as it was wanted."""
    known = enumerate(rules_of(game).meta.variants)
    chosen = sum(1 << place for place, each in known if each in setup.variants)
    pace_name = "" if pace is None else name_of(pace) or "none"
    draft = (game, setup.seats, pace_name, where.value, base36(chosen))
    return Button(words.say("Open my own"), plain_id("open-own", *draft))


async def open_as_asked(
    ctx: Context, game: str, seats: int, pace: str, where: str, variants: str = ""
) -> None:
    """Open a lobby with what was typed; say why it can't be played so."""
    panel = ctx.shell.panels[game]
    try:
        setup = Setup(seats, read_variants(panel, ctx.words, variants))
        await open_lobby(ctx, game, setup, Where(where), PACES.get(pace))
    except BadSetup as error:
        why = panel.reason(ctx.words, error)
        await ctx.answer(refusals.note(f"{why} {ctx.words.say('No table was opened.')}"))


async def new_venue(ctx: Context, where: Where) -> Venue | None:
    """Return where a new table of this person lives; None: not here, which they were told.

    Raises `Limited`, `LobbyRefused` (no-opener).
    """
    interaction, words = ctx.interaction, ctx.words
    guild, channel = interaction.guild_id, interaction.channel
    if guild is None:
        text = words.say("**Tables open in a server's channels**, not in direct messages.")
        await ctx.answer(refusals.note(text))
        return None
    wishes, place = await ctx.shell.stores.players.guild(guild), interaction.channel_id or 0
    # A thread can't have threads of its own.
    threaded = where is Where.THREAD and wishes.threads and not isinstance(channel, discord.Thread)
    home = channel.parent_id if isinstance(channel, discord.Thread) else place
    if wishes.channels and home not in wishes.channels:
        places = ", ".join(f"<#{each}>" for each in wishes.channels)
        text = words.say("**Tables open elsewhere in this server:** {places}.", places=places)
        await ctx.answer(refusals.note(text))
        return None
    check_opener(lacking(ctx, wishes))
    ctx.spend(LimitedAction.OPEN)
    await ctx.soon()
    return Venue(guild, place, threaded=threaded)


def lacking(ctx: Context, wishes: GuildPreferences) -> tuple[int, ...]:
    """Return the roles of which this person needs one to open a table; none: they may."""
    user = ctx.interaction.user
    own = {each.id for each in user.roles} if isinstance(user, discord.Member) else set()
    return () if own.intersection(wishes.openers) else wishes.openers


def link_to_lobby(match: Match, words: Words) -> tuple[Row, ...]:
    """Return the button that leads to a new table; none while its message is not there."""
    if match.cover.message is None:
        return ()
    url = refusals.message_url(match, match.cover.message)
    return (Row((Button(words.say("Go to the table"), url=url),)),)


async def find_table(
    ctx: Context, game: str | None = None, then: str = "board", *draft: str
) -> Match | None:
    """Return the table that a command in this channel is about.

    Several: the one that waits for this person, or the only one where they sit. Still several:
    asks "Which table?" with buttons that go on with `then` and its draft, and returns None. None
    open: the newest finished one; no table at all: says so, and None. What is about finished
    matches takes the newest of them first.
    """
    if then in OF_FINISHED and (over := await _find_finished(ctx, game)):
        return over
    here = await ctx.shell.stores.matches.in_channel(ctx.interaction.channel_id or 0)
    tables = [each for each in here if game in (None, each.game) and each.status != Status.LOBBY]
    tables = tables or [each for each in here if game in (None, each.game)]
    if len(tables) > 1:
        tables = _narrowed(ctx, tables)
    if len(tables) == 1:
        return tables[0]
    if not tables and (over := await _find_finished(ctx, game)):
        return over
    await ctx.answer(_which(ctx, tables, then, *draft) if tables else refusals.no_table(ctx.words))
    return None


async def own(ctx: Context, then: str) -> Match | None:
    """Return the table that a person wants to leave, say, or to close (`then` "close").

    It is their only one in this channel, else their only one anywhere. If there are several, they
    are asked which one.
    Admins may close every table of their server.
    """
    channel, guild = ctx.interaction.channel_id, ctx.interaction.guild_id
    matches = ctx.shell.stores.matches
    tables = await matches.of_player(ctx.player)
    if then == "close":
        tables = tuple(each for each in tables if each.host == ctx.player)
        if guild is not None and ctx.interaction.permissions.manage_guild:
            others = {each.id: each for each in (*tables, *await matches.in_guild(guild))}
            tables = tuple(others.values())
    here = [each for each in tables if channel in (each.place, each.venue.channel)]
    if len(fitting := here or list(tables)) == 1:
        return fitting[0]
    if not fitting and await matches.in_channel(channel or 0):
        raise NotSeated("not-seated")
    await ctx.answer(_which(ctx, fitting, then) if fitting else refusals.no_table(ctx.words))
    return None


async def readable(ctx: Context) -> Match | None:
    """Return the one begun match that suggestions in this channel can be about, without asking."""
    here = await ctx.shell.stores.matches.in_channel(ctx.interaction.channel_id or 0)
    begun = [each for each in here if each.status is Status.PLAYING]
    if len(begun) > 1:
        begun = _narrowed(ctx, begun)
    if begun:
        return begun[0] if len(begun) == 1 else None
    return await _find_finished(ctx, None)


async def _find_finished(ctx: Context, game: str | None) -> Match | None:
    found = await ctx.shell.stores.matches.find_finished(ctx.interaction.channel_id or 0)
    if found is None:
        return None
    over = await ctx.shell.host.cache.match(found)
    return over if game in (None, over.game) else None


def _narrowed(ctx: Context, tables: list[Match]) -> list[Match]:
    own = [each for each in tables if each.seat_of(ctx.player) is not None]
    if len(own) > 1:
        waiting = [each for each in own if each.seat_of(ctx.player) in each.acting]
        return waiting if len(waiting) == 1 else own
    return own or tables


def _which(ctx: Context, tables: list[Match], then: str, *draft: str) -> Screen:
    buttons = tuple(
        Button(
            f"{ctx.panel(each).title(ctx.words)} {each.id}",
            about_match(then, each, *draft),
            Style.GREEN if draft else Style.BLUE,
        )
        for each in tables[:25]
    )
    typed = unquote(" ".join(each for each in draft[1:] if each))
    asked = ctx.words.say("**Which table?**")
    if typed:
        told = ctx.words.say("You typed: {typed}.", typed=escaped_text(typed))
        asked = f"{asked} {told}"
    return Screen((Text(asked), *keypad(buttons)), GREY)
