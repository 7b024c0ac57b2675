"""Players who have left the server: somebody else takes the seat, or a computer player moves on."""

import asyncio
from collections.abc import Awaitable
from typing import Final

import structlog

from bot.games.custom_ids import CustomId, about_match
from bot.games.screen import HOUSE, Block, Button, Post, Row, Screen, Style, Text
from bot.hosting.errors import CannotPost, LobbyRefused, NotSeated
from bot.hosting.match import Match, PlayerId
from bot.interactions.leaving import administers
from bot.interactions.tables import agents_moved
from bot.views import absence
from bot.views.asking import Asking
from bot.views.slips import slip
from bot.views.venues import place_of, posting, say, say_instead
from engine.game import Seat

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


async def absent(ask: Asking, control: CustomId) -> None:
    """Show which players have left the server, and what can be done."""
    match, words = await ask.match(control.about), ask.words
    seats = [
        Seat(each) for each in range(len(match.chairs)) if absence.is_person(match, Seat(each))
    ]
    looks = asyncio.gather(*(_has_left(ask, match, each) for each in seats))
    left = await ask.patiently(_awaited(looks))
    blocks: list[Block] = []
    for seat, has_left in zip(seats, left, strict=True):
        if has_left:
            blocks.append(Text(absence.question(match, seat, words)))
            blocks.append(Row(absence.choices(match, seat, words)))
    if not blocks:
        await ask.answer(slip(words.say("**All players are still in this server.**")))
        return
    await ask.answer(Screen(tuple(blocks), HOUSE))


async def takeover(ask: Asking, control: CustomId) -> None:
    """Take the seat of somebody who has left the server."""
    match, seat, player = await _absent(ask, control)
    host = ask.shell.host
    await _despite_channel(host.take_over(match.id, player, ask.person, ask.request))
    text = ask.words.say("**The seat is yours**, with its secrets.")
    show = Button(ask.words.say("Show me the board"), about_match("board", match), Style.PRIMARY)
    await ask.answer(Screen((Text(text), Row((show,))), HOUSE))
    await _announced(ask, match, seat)
    # The board anew: it pings who must act, perhaps whoever has just come.
    await _despite_channel(host.refresh(match.id))


async def standin(ask: Asking, control: CustomId) -> None:
    """Let a computer player move on for somebody who has left the server."""
    match, seat, player = await _absent(ask, control)
    if match.seat_of(ask.player) is None and not administers(ask, match):
        raise NotSeated("not-seated", match=match.id)
    await _despite_channel(ask.shell.host.leave(match.id, player))
    now = await ask.match(match.id)
    text = absence.replaced(match.chairs[seat], now.chairs[seat], ask.words)
    await ask.answer(Screen((Text(text),), HOUSE))
    await _announced(ask, match, seat)
    await agents_moved(ask, now)


async def _absent(ask: Asking, control: CustomId) -> tuple[Match, Seat, PlayerId]:
    """Return a seat whose player has left the server for certain; refuse all others."""
    match = await ask.match(control.about)
    seat = Seat(int(control.first)) if control.first.isdecimal() else Seat(len(match.chairs))
    player = match.chairs[seat].player if absence.is_person(match, seat) else None
    if player is None:
        raise LobbyRefused("player-replaced")
    if not await ask.patiently(ask.shell.membership.has_left(match.venue.guild, player)):
        raise LobbyRefused("player-there", who=match.chairs[seat].name)
    return match, seat, player


async def _awaited(looks: Awaitable[list[bool]]) -> list[bool]:
    return await looks


async def _has_left(ask: Asking, match: Match, seat: Seat) -> bool:
    player = match.chairs[seat].player
    return player is not None and await ask.shell.membership.has_left(match.venue.guild, player)


async def _announced(ask: Asking, match: Match, seat: Seat) -> None:
    """Say in the channel who goes on: in the message that asked, or in one of its own."""
    said = await ask.shell.messenger.words(match.venue.guild)
    now = await ask.match(match.id)
    post = Post(absence.replaced(match.chairs[seat], now.chairs[seat], said))
    pressed = ask.interaction.message
    try:
        place = await place_of(ask.interaction.client, match.place)
        async with posting(place):
            asked = pressed is not None and not ask.from_private and pressed.channel.id == place.id
            if pressed is None or not asked or not await say_instead(place, post, pressed.id):
                await say(place, post, f"seat-{ask.interaction.id}")
    except CannotPost as trouble:
        log.info("replacement-untold", match=match.id, reason=trouble.key)


async def _despite_channel(change: Awaitable[Match]) -> None:
    """Carry out a change; it is stored before the channel is told, or can't be told."""
    try:
        await change
    except CannotPost as trouble:
        log.info("replacement-untold", reason=trouble.key)
