"""The turn wizard: hands clicks to the game's panel and plays what it submits."""

from collections.abc import Mapping
from typing import Any

import discord

from bot.games.abilities import HasDesk
from bot.games.custom_ids import CustomId, OldButton, about_match, for_match
from bot.games.names import harmless
from bot.games.panel import AnyView, Submit
from bot.games.screen import HOUSE, Button, Row, Screen, Style, Text
from bot.hosting.errors import NotPlaying, NotSeated, Stale
from bot.hosting.match import Status
from bot.interactions.context import Context, Interaction
from bot.interactions.tables import answered
from engine.errors import NotYourTurn
from engine.game import PUBLIC, Viewer


async def press(ctx: Context, control: CustomId) -> None:
    """Answer a control of the wizard: the next question, or the move itself."""
    view = await _my_move(ctx, control)
    if view is None:
        return
    panel = ctx.panel(view.match)
    given = await ctx.drawn(panel.press, view, control.verb, control.args)
    if isinstance(given, Submit) and ctx.preferences.confirm_twice:
        await ctx.answer(_twice(ctx, view, control))
    else:
        await answered(ctx, view, given)


async def sure(ctx: Context, control: CustomId) -> None:
    """Play what was confirmed a second time."""
    verb, *args = control.args or ("",)
    again = CustomId(verb, tuple(args), control.match, control.seen)
    view = await _my_move(ctx, again)
    if view is not None:
        panel = ctx.panel(view.match)
        await answered(ctx, view, await ctx.drawn(panel.press, view, verb, tuple(args)))


async def desk(ctx: Context, control: CustomId) -> None:
    """Show a player what lies before them, whoever must act."""
    view = await ctx.view(control.about)
    panel = ctx.panel(view.match)
    if not isinstance(panel, HasDesk):
        raise OldButton("old-button", id=control.verb)
    if view.match.status is not Status.PLAYING:
        raise NotPlaying("not-playing", status=view.match.status)
    if view.viewer == PUBLIC:
        raise NotSeated("not-seated")
    await ctx.answer(await ctx.drawn(panel.desk, view))


async def _my_move(ctx: Context, control: CustomId) -> AnyView | None:
    """Return the table if this person may move on it now; None if it was shown anew."""
    view = await ctx.view(control.about)
    match = view.match
    if control.verb not in ctx.panel(match).verbs:
        raise OldButton("old-button", id=control.verb)
    if match.status is not Status.PLAYING:
        raise NotPlaying("not-playing", status=match.status)
    if view.viewer == PUBLIC:
        raise NotSeated("not-seated")
    seat = view.viewer
    looker: Viewer = seat if ctx.from_private else PUBLIC
    if not await ctx.shell.host.still_stands(match.id, seat, control.seen, looker):
        await _anew(ctx, view, control)
        return None
    if not view.legal:
        raise NotYourTurn("not-your-turn", seats=())
    return view


async def _anew(ctx: Context, view: AnyView, control: CustomId) -> None:
    """Open the wizard again for a draft made on an older table, if there is anything to show."""
    again: Any = await ctx.drawn(ctx.panel(view.match).anew, view, control.verb, control.args)
    if again is None:
        raise Stale("stale")
    told = Text(ctx.words.say("The table has moved on; here is the latest board."))
    await ctx.answer(Screen((told, *again.blocks), again.accent))


def _twice(ctx: Context, view: AnyView, control: CustomId) -> Screen:
    words, match = ctx.words, view.match
    yes = Button(
        words.say("Yes, play it"),
        for_match("sure", match.id, view.seen, control.verb, *control.args),
        Style.GREEN,
    )
    no = Button(words.say("Show me the board"), about_match("board", match))
    move = harmless(_pressed(ctx.interaction))
    text = words.say("**{move}:** shall I play it? Nothing is sent yet.", move=move)
    return Screen((Text(text), Row((yes, no))), HOUSE)


def _pressed(interaction: Interaction) -> str:
    """Return what stands on the button that was pressed: the name of the move."""
    waiting: list[Any] = list(interaction.message.components) if interaction.message else []
    data: Mapping[str, Any] = interaction.data or {}
    for each in waiting:
        if isinstance(each, discord.Button) and each.custom_id == data.get("custom_id"):
            return each.label or ""
        waiting += getattr(each, "children", ())
    return ""
