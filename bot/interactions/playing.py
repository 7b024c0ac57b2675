"""The turn wizard: hands clicks to the game's panel and plays what it submits."""

from collections.abc import Mapping
from typing import Any

import discord

from bot.games.abilities import HasDesk
from bot.games.custom_ids import CustomId, OldButton, about_match, for_match
from bot.games.names import harmless
from bot.games.panel import Submit, View
from bot.games.screen import HOUSE, Button, Row, Screen, Style, Text
from bot.hosting.errors import NotPlaying, NotSeated, Stale
from bot.hosting.match import Status
from bot.interactions.tables import answered
from bot.views.asking import Asked, Asking
from engine.errors import NotYourTurn
from engine.game import PUBLIC, Viewer


async def press(ask: Asking, control: CustomId) -> None:
    """Answer a control of the wizard: the next question, or the move itself."""
    view = await _my_move(ask, control)
    if view is None:
        return
    panel = ask.panel(view.match)
    given = await ask.drawn(panel.press, view, control.verb, control.args)
    if isinstance(given, Submit) and ask.preferences.confirm_twice:
        await ask.answer(_twice(ask, view, control))
    else:
        await answered(ask, view, given)


async def sure(ask: Asking, control: CustomId) -> None:
    """Play what was confirmed a second time."""
    verb, *args = control.args or ("",)
    again = CustomId(verb, tuple(args), control.match, control.seen)
    view = await _my_move(ask, again)
    if view is not None:
        panel = ask.panel(view.match)
        await answered(ask, view, await ask.drawn(panel.press, view, verb, tuple(args)))


async def desk(ask: Asking, control: CustomId) -> None:
    """Show a player what lies before them, whoever must act."""
    view = await ask.view(control.about)
    panel = ask.panel(view.match)
    if not isinstance(panel, HasDesk):
        raise OldButton("old-button", id=control.verb)
    if view.match.status is not Status.PLAYING:
        raise NotPlaying("not-playing", status=view.match.status)
    if view.viewer == PUBLIC:
        raise NotSeated("not-seated")
    await ask.answer(await ask.drawn(panel.desk, view))


async def _my_move(ask: Asking, control: CustomId) -> View | None:
    """Return the table if this person may move on it now; None if it was shown anew."""
    view = await ask.view(control.about)
    match = view.match
    if control.verb not in ask.panel(match).verbs:
        raise OldButton("old-button", id=control.verb)
    if match.status is not Status.PLAYING:
        raise NotPlaying("not-playing", status=match.status)
    if view.viewer == PUBLIC:
        raise NotSeated("not-seated")
    seat = view.viewer
    looker: Viewer = seat if ask.from_private else PUBLIC
    if not await ask.shell.host.still_stands(match.id, seat, control.seen, looker):
        await _anew(ask, view, control)
        return None
    if not view.legal:
        raise NotYourTurn("not-your-turn", seats=())
    return view


async def _anew(ask: Asking, view: View, control: CustomId) -> None:
    """Open the wizard again for a draft made on an older table, if there is anything to show."""
    again: Any = await ask.drawn(ask.panel(view.match).anew, view, control.verb, control.args)
    if again is None:
        raise Stale("stale")
    told = Text(ask.words.say("The table has moved on; here is the latest board."))
    await ask.answer(Screen((told, *again.blocks), again.accent))


def _twice(ask: Asking, view: View, control: CustomId) -> Screen:
    words, match = ask.words, view.match
    yes = Button(
        words.say("Yes, play it"),
        for_match("sure", match.id, view.seen, control.verb, *control.args),
        Style.GREEN,
    )
    no = Button(words.say("Show me the board"), about_match("board", match))
    move = harmless(_pressed(ask.interaction))
    text = words.say("**{move}:** shall I play it? Nothing is sent yet.", move=move)
    return Screen((Text(text), Row((yes, no))), HOUSE)


def _pressed(interaction: Asked) -> str:
    """Return what stands on the button that was pressed: the name of the move."""
    waiting: list[Any] = list(interaction.message.components) if interaction.message else []
    data: Mapping[str, Any] = interaction.data or {}
    for each in waiting:
        if isinstance(each, discord.Button) and each.custom_id == data.get("custom_id"):
            return each.label or ""
        waiting += getattr(each, "children", ())
    return ""
