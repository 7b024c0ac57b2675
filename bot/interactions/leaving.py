"""Getting up from a table, or closing it for everybody: anywhere, and whether its channel is there.

In a running match a computer player moves on for the seat. What is stored is done: that the channel
can't be told of it is no trouble of whoever leaves.
"""

from collections.abc import Coroutine
from typing import Any, Final

from bot.games.custom_ids import CustomId, about_match, number, plain
from bot.games.screen import HOUSE, Button, Row, Screen, Style, Text
from bot.hosting.errors import CannotPost, LobbyRefused, NotSeated
from bot.hosting.match import Match, MatchId, Status
from bot.interactions.tables import agents_moved
from bot.views.asking import Asking
from bot.views.lobby import table_name

OPEN: Final = "open"
"""Marks the answer to a question that was asked before the match began."""


async def chosen(ask: Asking, control: CustomId) -> None:
    """Ask about the table that was chosen from the list of one's own."""
    match = await ask.match(MatchId(number(control.first)))
    ask.check_server(match, anywhere=True)
    await quit_(ask, CustomId("quit", match=match.id))


async def quit_(ask: Asking, control: CustomId) -> None:
    """Ask whether to leave the table; one that has not begun is left at once, but by its host."""
    match = await ask.match(control.about)
    if match.seat_of(ask.player) is None:
        raise NotSeated("not-seated")
    is_host = match.host == ask.player and len(match.people) > 1
    if match.status is Status.LOBBY and not is_host:
        await _left(ask, match, ask.shell.host.leave_lobby(match.id, ask.player, ask.request))
        return
    words, name = ask.words, table_name(match, ask.panel(match), ask.words)
    text = words.say(
        "**Leave {table}?** A computer player takes over, and you can't have the seat back.",
        table=name,
    )
    sure = about_match("quitting", match)
    if match.status is Status.LOBBY:
        text = words.say("**Leave {table}?** The next player becomes its host.", table=name)
        sure = about_match("quitting", match, OPEN)
    buttons = [
        Button(words.say("Leave the table"), sure, Style.DANGER),
        _stay(ask, match),
    ]
    if match.host == ask.player:
        buttons.append(Button(words.say("Close it for everybody"), about_match("close", match)))
    await ask.answer(Screen((Text(text), Row(tuple(buttons))), HOUSE))


async def quitting(ask: Asking, control: CustomId) -> None:
    """Leave the table, unless it was asked about one that had not begun, and now has."""
    match = await ask.match(control.about)
    if control.first == OPEN and match.status is Status.PLAYING:
        await quit_(ask, control)
        return
    if control.first == OPEN:
        await _left(ask, match, ask.shell.host.leave_lobby(match.id, ask.player, ask.request))
        return
    match = await _left(ask, match, ask.shell.host.leave(match.id, ask.player))
    if match.lost_at is None:
        await agents_moved(ask, match)


async def close(ask: Asking, control: CustomId) -> None:
    """Ask whether to close the table for everybody."""
    match, words = await ask.match(control.about), ask.words
    if not may_close(ask, match):
        host = next((each.name for each in match.people if each.id == match.host), "")
        raise LobbyRefused("lobby-not-host", host=host)
    text = words.say(
        "**Close {table} for everybody?** It ends here, without a result.",
        table=table_name(match, ask.panel(match), words),
    )
    go = Button(words.say("Close the table"), about_match("closing", match), Style.DANGER)
    await ask.answer(Screen((Text(text), Row((go, _stay(ask, match)))), HOUSE))


async def closing(ask: Asking, control: CustomId) -> None:
    """Close the table for everybody."""
    match = await ask.match(control.about)
    is_admin = administers(ask, match)
    await _stored(ask, match, ask.shell.host.end(match.id, ask.player, is_admin=is_admin))
    name = table_name(match, ask.panel(match), ask.words)
    text = ask.words.say("**{table} is closed.**", table=name)
    await ask.answer(Screen((Text(text),), HOUSE))


def may_close(ask: Asking, match: Match) -> bool:
    """Say whether this person may close a table: its host, and admins of its server."""
    return match.host == ask.player or administers(ask, match)


def administers(ask: Asking, match: Match) -> bool:
    """Say whether this person may manage the server of a match, and is there."""
    guild = ask.interaction.guild_id
    is_there = guild is not None and guild == match.venue.guild
    return is_there and ask.interaction.permissions.manage_guild


def _stay(ask: Asking, match: Match) -> Button:
    is_there = ask.interaction.guild_id == match.venue.guild
    back = about_match("more", match) if is_there and match.record else plain("mine")
    return Button(ask.words.say("Stay"), back)


async def _left(ask: Asking, match: Match, leaving: Coroutine[Any, Any, Match]) -> Match:
    match = await _stored(ask, match, leaving)
    name = table_name(match, ask.panel(match), ask.words)
    text = ask.words.say("**You left {table}.** Thank you for playing.", table=name)
    await ask.answer(Screen((Text(text),), HOUSE))
    return match


async def _stored(ask: Asking, match: Match, change: Coroutine[Any, Any, Match]) -> Match:
    """Carry out a change; it is stored before the channel is told, or can't be told."""
    try:
        return await ask.patiently(change)
    except CannotPost:
        return await ask.match(match.id)
