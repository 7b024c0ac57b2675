"""Getting up from a running match: a computer player moves on for the seat."""

from collections.abc import Coroutine
from typing import Any

from bot.cogs.tables import agents_moved
from bot.hosting.errors import NotSeated
from bot.hosting.match import Match, Status
from bot.views.asking import Asking
from bot.views.custom_ids import CustomId, about_match
from bot.views.lobby import table_name
from bot.views.screen import HOUSE, Button, Row, Screen, Style, Text


async def quit_(ask: Asking, control: CustomId) -> None:
    """Ask whether to leave the table; a table that has not begun is left at once."""
    match = await ask.match(control.about)
    if match.seat_of(ask.player) is None:
        raise NotSeated("not-seated")
    if match.status is Status.LOBBY:
        await _left(ask, ask.shell.host.leave_lobby(match.id, ask.player, ask.request))
        return
    words = ask.words
    text = words.say(
        "**Leave {table}?** A computer player takes over, and you can't have the seat back.",
        table=table_name(match, ask.panel(match), words),
    )
    go = Button(words.say("Leave the table"), about_match("quitting", match), Style.DANGER)
    stay = Button(words.say("Stay"), about_match("more", match))
    await ask.answer(Screen((Text(text), Row((go, stay))), HOUSE))


async def quitting(ask: Asking, control: CustomId) -> None:
    """Leave the table."""
    match = await _left(ask, ask.shell.host.leave(control.about, ask.player))
    await agents_moved(ask, match)


async def _left(ask: Asking, leaving: Coroutine[Any, Any, Match]) -> Match:
    match = await ask.patiently(leaving)
    name = table_name(match, ask.panel(match), ask.words)
    text = ask.words.say("**You left {table}.** Thank you for playing.", table=name)
    await ask.answer(Screen((Text(text),), HOUSE))
    return match
