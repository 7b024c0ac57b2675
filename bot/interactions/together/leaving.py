"""Getting up from a table, closing it for everybody, and taking seats of players who left a server.

All of that is possible from anywhere, and even if its channel is gone. In a running match a
computer player moves on for a seat. What is stored is done: the player who leaves isn't bothered
if the channel can't be told of it.
"""

import asyncio
from collections.abc import Awaitable
from typing import Final

import structlog

from bot.games.custom_ids import CustomId, about_match, number, plain_id
from bot.games.screen import AMBER, Block, Button, Post, Row, Screen, Style, Text
from bot.interactions import block_list
from bot.interactions.context import Context
from bot.interactions.match.playing import advance, carry_out, move_agents
from bot.interactions.time import hours
from bot.interactions.verbs import answers
from bot.messages.channels import edit_message, place_of, posting, send_post
from bot.messages.people.moderation import act_button
from bot.messages.refusals import note
from bot.messages.time import absence
from bot.messages.viewing import table_name
from bot.table.errors import CannotPost, LobbyRefused, NotSeated
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Match, Status, not_playing
from bot.table.people.moderation import Act
from engine.game import Seat

OPEN: Final = "open"
"""Marks the answer to a question that was asked before the match began."""
log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


@answers("leaving")
async def ask_about_chosen(ctx: Context, control: CustomId) -> None:
    """Ask about the table that was chosen from the list of one's own."""
    match = await ctx.match(MatchId(number(control.first)))
    ctx.check_server(match, anywhere=True)
    await quit_(ctx, CustomId("quit", match=match.id))


@answers("quit", anywhere=True)
async def quit_(ctx: Context, control: CustomId) -> None:
    """Ask whether to leave the table; one that has not begun is left at once, but by its host."""
    match = await ctx.match(control.about)
    if match.seat_of(ctx.player) is None:
        raise NotSeated("not-seated")
    is_host = match.host == ctx.player and len(match.people) > 1
    if match.status is Status.LOBBY and not is_host:
        await _leave(
            ctx, match, ctx.shell.host.lobbies.leave_lobby(match.id, ctx.player, ctx.request)
        )
        return
    words, name = ctx.words, table_name(match, ctx.panel(match), ctx.words)
    text = words.say(
        "**Leave {table}?** A computer player takes over, and you can't have the seat back.",
        table=name,
    )
    sure = about_match("quitting", match)
    if match.status is Status.LOBBY:
        text = words.say("**Leave {table}?** The next player becomes its host.", table=name)
        sure = about_match("quitting", match, OPEN)
    buttons = [
        Button(words.say("Leave the table"), sure, Style.RED),
        _stay(ctx, match),
    ]
    if match.status is Status.PLAYING:
        buttons.append(Button(words.say("Hand over my seat"), about_match("hand-on", match)))
    if match.host == ctx.player:
        buttons.append(Button(words.say("Close it for everyone"), about_match("close", match)))
    await ctx.answer(Screen((Text(text), Row(tuple(buttons))), AMBER))


@answers("quitting", anywhere=True)
async def quitting(ctx: Context, control: CustomId) -> None:
    """Leave the table, unless it was asked about one that had not begun, and now has."""
    match = await ctx.match(control.about)
    if control.first == OPEN and match.status is Status.PLAYING:
        await quit_(ctx, control)
        return
    if control.first == OPEN:
        await _leave(
            ctx, match, ctx.shell.host.lobbies.leave_lobby(match.id, ctx.player, ctx.request)
        )
        return
    match = await _leave(ctx, match, ctx.shell.host.lobbies.leave(match.id, ctx.player))
    if match.lost_at is None:
        await move_agents(ctx, match)


@answers("get-up", anywhere=True)
async def get_up(ctx: Context, control: CustomId) -> None:
    """Leave a table at which somebody of one's block list has sat down.

    Before one's own first move that counts as never having sat there.
    """
    match = await ctx.match(control.about)
    others = [each.id for each in match.people if each.id != ctx.player]
    is_on = match.status in (Status.LOBBY, Status.PLAYING)
    if is_on and await ctx.shell.stores.blocks.blocked_among(ctx.player, others):
        try:
            left = await ctx.patiently(ctx.shell.host.lobbies.withdraw(match.id, ctx.player))
        except CannotPost as trouble:
            log.info("change-untold", match=match.id, reason=trouble.key)
            left = await ctx.match(match.id)
        if left is not None:
            name = table_name(match, ctx.panel(match), ctx.words)
            text = ctx.words.say("**You left {table}.** It doesn't count.", table=name)
            await ctx.answer(Screen((Text(text),), AMBER))
            await move_agents(ctx, left)
            return
    await quit_(ctx, control)


@answers("hand-on", anywhere=True)
async def hand_on(ctx: Context, control: CustomId) -> None:
    """Ask whether to offer one's seat to a new person."""
    match, words = await ctx.match(control.about), ctx.words
    if match.status is not Status.PLAYING:
        raise not_playing(match)
    if match.seat_of(ctx.player) is None:
        raise NotSeated("not-seated")
    text = words.say(
        "**Hand over your seat at {table}?** The new player inherits your position and secrets. A"
        " computer player moves until then, and **I am back** takes the offer back.",
        table=table_name(match, ctx.panel(match), words),
    )
    go = Button(words.say("Hand over my seat"), about_match("handing-on", match), Style.RED)
    await ctx.answer(Screen((Text(text), Row((go, _stay(ctx, match)))), AMBER))


@answers("handing-on", anywhere=True)
async def handing_on(ctx: Context, control: CustomId) -> None:
    """Offer one's seat to a new person."""
    match = await ctx.match(control.about)
    offering = ctx.shell.host.agreements.hand_on(match.id, ctx.player, ctx.request)
    now = await carry_out(ctx, match, offering)
    text = ctx.words.say("**Your seat is on offer.** Thank you for letting the table know.")
    back = Button(ctx.words.say("I am back"), about_match("back", match))
    await ctx.answer(Screen((Text(text), Row((back,))), AMBER))
    await advance(ctx, now)


@answers("close", anywhere=True)
async def close(ctx: Context, control: CustomId) -> None:
    """Ask whether to close the table for everybody."""
    match, words = await ctx.match(control.about), ctx.words
    if match.host != ctx.player and not administers(ctx, match):
        raise LobbyRefused("lobby-not-host", host=match.host_name)
    text = words.say(
        "**Close {table} for everyone?** It ends here, with no result.",
        table=table_name(match, ctx.panel(match), words),
    )
    go = Button(words.say("Close the table"), about_match("closing", match), Style.RED)
    if match.host != ctx.player:
        # A moderator says why: it stands in the log.
        label = words.say("Close the table")
        go = act_button(match, Act.CLOSE, words, label=label, style=Style.RED)
    await ctx.answer(Screen((Text(text), Row((go, _stay(ctx, match)))), AMBER))


@answers("closing", anywhere=True)
async def closing(ctx: Context, control: CustomId) -> None:
    """Close the table for everybody."""
    match = await ctx.match(control.about)
    await carry_out(ctx, match, ctx.shell.host.lobbies.end(match.id, ctx.person))
    name = table_name(match, ctx.panel(match), ctx.words)
    text = ctx.words.say("**{table} is closed.**", table=name)
    await ctx.answer(Screen((Text(text),), AMBER))


def administers(ctx: Context, match: Match) -> bool:
    """Say whether this person may manage the server of a match, and is there."""
    guild = ctx.interaction.guild_id
    is_there = guild is not None and guild == match.venue.guild
    return is_there and ctx.interaction.permissions.manage_guild


def _stay(ctx: Context, match: Match) -> Button:
    is_there = ctx.interaction.guild_id == match.venue.guild
    is_played = match.status is Status.PLAYING
    back = about_match("more", match) if is_there and is_played else plain_id("mine")
    return Button(ctx.words.say("Stay"), back)


async def _leave(ctx: Context, match: Match, leaving: Awaitable[Match]) -> Match:
    match = await carry_out(ctx, match, leaving)
    name = table_name(match, ctx.panel(match), ctx.words)
    text = ctx.words.say("**You left {table}.** Thank you for playing.", table=name)
    await ctx.answer(Screen((Text(text),), AMBER))
    return match


@answers("absent")
async def absent(ctx: Context, control: CustomId) -> None:
    """Show which players have left the server, and what can be done."""
    match, words = await ctx.match(control.about), ctx.words
    chairs = {
        Seat(number): each.player
        for number, each in enumerate(match.chairs)
        if each.player is not None and absence.is_person(match, Seat(number))
    }
    membership, guild = ctx.shell.membership, match.venue.guild
    looks = asyncio.gather(*(membership.has_left(guild, each) for each in chairs.values()))
    left = await ctx.patiently(looks)
    blocks: list[Block] = []
    for seat, has_left in zip(chairs, left, strict=True):
        if has_left:
            blocks.append(Text(absence.question(match, seat, words)))
            blocks.append(Row(absence.choices(match, seat, words)))
    if not blocks:
        await ctx.answer(note(words.say("**All players are still in this server.**")))
        return
    await ctx.answer(Screen(tuple(blocks), AMBER))


@answers("takeover")
async def takeover(ctx: Context, control: CustomId) -> None:
    """Take the seat of a player who has left the server."""
    match, seat, player = await _absent(ctx, control)
    if await block_list.is_warned(ctx, control, seat):
        return
    host = ctx.shell.host
    taking = host.agreements.take_seat(match.id, seat, ctx.person, ctx.request, gone=player)
    await carry_out(ctx, match, taking)
    text = ctx.words.say("**The seat is yours**, with its secrets.")
    show = Button(ctx.words.say("Show me the board"), about_match("board", match), Style.BLUE)
    asked = await hours.question(ctx)
    await ctx.answer(Screen((Text(text), Row((show,)), *asked), AMBER))
    await _announce(ctx, match, seat)
    # The board anew: it pings the player who must act, perhaps the one who has just come.
    await carry_out(ctx, match, host.telling.tell_again(match.id))


@answers("standin")
async def standin(ctx: Context, control: CustomId) -> None:
    """Let a computer player move on for a player who has left the server; free an open seat."""
    match, seat, player = await _absent(ctx, control)
    if match.seat_of(ctx.player) is None and not administers(ctx, match):
        raise NotSeated("not-seated", match=match.id)
    now = await carry_out(ctx, match, ctx.shell.host.lobbies.leave(match.id, player))
    if now.status is not Status.PLAYING:  # the lobby message says who sits there now
        await ctx.answer(Screen((Text(absence.freed(match.chairs[seat], ctx.words)),), AMBER))
        return
    text = absence.replaced(match.chairs[seat], now.chairs[seat], ctx.words)
    await ctx.answer(Screen((Text(text),), AMBER))
    await _announce(ctx, match, seat)
    await move_agents(ctx, now)


async def _absent(ctx: Context, control: CustomId) -> tuple[Match, Seat, PlayerId]:
    """Return a seat whose player has left the server for certain; refuse all others."""
    match = await ctx.match(control.about)
    seat = Seat(int(control.first)) if control.first.isdecimal() else Seat(len(match.chairs))
    player = match.chairs[seat].player if absence.is_person(match, seat) else None
    if player is None:
        raise LobbyRefused("player-replaced")
    if not await ctx.patiently(ctx.shell.membership.has_left(match.venue.guild, player)):
        raise LobbyRefused("player-there", who=match.chairs[seat].name)
    return match, seat, player


async def _announce(ctx: Context, match: Match, seat: Seat) -> None:
    """Say in the channel who plays the seat now: in the message that asked, or in a new one."""
    said = await ctx.shell.messenger.words(match.venue.guild)
    now = await ctx.match(match.id)
    post = Post(absence.replaced(match.chairs[seat], now.chairs[seat], said))
    pressed = ctx.interaction.message
    try:
        place = await place_of(ctx.interaction.client, match.place)
        async with posting(place):
            asked = pressed is not None and not ctx.from_private and pressed.channel.id == place.id
            if pressed is None or not asked or not await edit_message(place, post, pressed.id):
                await send_post(place, post, f"seat-{ctx.interaction.id}")
    except CannotPost as trouble:
        log.info("replacement-untold", match=match.id, reason=trouble.key)
