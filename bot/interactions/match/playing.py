"""Moves: clicked through the wizard or typed, confirmed if wished, played, told.

Both doors lead through the checks here to the title's panel, and what that submits to the host.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias
from urllib.parse import unquote

import discord
import structlog

from bot.games.abilities import HasDesk
from bot.games.custom_ids import CustomId, OldButton, about_match, for_match, parsed
from bot.games.names import escaped_text
from bot.games.panel import Answer, AnyView, ListPreference, Submit
from bot.games.screen import AMBER, Button, Row, Screen, Style, Text, ending_with, has_room
from bot.interactions.context import Context
from bot.interactions.verbs import answers
from bot.messages import refusals
from bot.messages.advice.hints import with_hint
from bot.messages.advice.teaching import with_note
from bot.messages.match.takebacks import undo_button
from bot.messages.viewing import table_name
from bot.table.errors import CannotPost, HostingError, NotSeated, Stale
from bot.table.ids import MatchId
from bot.table.match.match import Match, Status, not_playing
from engine.errors import NotYourTurn
from engine.game import PUBLIC, Seat, Viewer, visible
from engine.takebacks import TakeBackKind

LONGEST_KEPT: Final = 70
"""Characters of an id for what was typed, beside the match."""

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)

Typed: TypeAlias = Callable[..., Answer[Any]]
"""What answers a typed move: it gets the view and a text for each option, "" if none was given."""


async def press(ctx: Context, control: CustomId, *, is_sure: bool = False) -> None:
    """Answer a control of the wizard: the next question, or the move itself."""
    view = await ctx.view(control.about)
    match, panel = view.match, ctx.panel(view.match)
    if control.verb not in panel.verbs:
        raise OldButton("old-button", id=control.verb)
    seat = own_seat(view)
    viewer: Viewer = seat if ctx.from_private else PUBLIC
    if not await ctx.shell.host.turns.still_valid(match.id, seat, control.seen, viewer):
        # A draft made on an older table: the wizard opens again, if there is anything to show.
        again = await ctx.run_in_pool(panel.refreshed, view, control.verb, control.args)
        if again is None:
            raise Stale("stale")
        told = Text(ctx.words.say("The table has moved on; here is the latest board."))
        await ctx.answer(Screen((told, *again.blocks), again.accent))
        return
    check_turn(view)
    given = await ctx.run_in_pool(panel.press, view, control.verb, control.args)
    if isinstance(given, Submit) and ctx.preferences.confirm_twice and not is_sure:
        await ctx.answer(_twice(ctx, view, control))
    else:
        await _show_answer(ctx, view, given)


@answers("sure")
async def sure(ctx: Context, control: CustomId) -> None:
    """Play what was confirmed a second time."""
    verb, *args = control.args or ("",)
    await press(ctx, replace(control, verb=verb, args=tuple(args)), is_sure=True)


async def typed(ctx: Context, match: MatchId, texts: Sequence[str], answer: Typed) -> None:
    """Answer a typed move as its clicks would be."""
    view = await ctx.view(match)
    check_turn(view)
    await _show_answer(ctx, view, await ctx.run_in_pool(answer, view, *texts))


@answers("typed")
async def play_typed_before(ctx: Context, control: CustomId) -> None:
    """Play what was typed before it was asked at which table."""
    name, *texts = typed_again(control.args) or ("",)
    moves = ctx.panel((await ctx.view(control.about)).match).commands().moves
    move = next((each for each in moves if each.name == name), None)
    if move is None:
        raise OldButton("old-button", id=control.verb)
    given = [*texts, *[""] * len(move.options)][: len(move.options)]
    await typed(ctx, control.about, given, move.answer)


def kept(command: str, texts: Sequence[str]) -> tuple[str, ...]:
    """Return a typed move as parts of an id; of one that is too long, the options that fit.

    >>> kept("place", ("Q3.0", "50 %", "", ""))
    ('place', 'Q3%2E0', '50 %25')
    """
    parts = [each.replace("%", "%25").replace(".", "%2E") for each in (command, *texts)]
    while parts and (not parts[-1] or len(".".join(parts)) > LONGEST_KEPT):
        del parts[-1]
    return tuple(parts)


def typed_again(parts: Sequence[str]) -> tuple[str, ...]:
    """Read what `kept` wrote."""
    return tuple(unquote(each) for each in parts)


@answers("play")
async def play(ctx: Context, control: CustomId) -> None:
    """Open what the table asks this person for: the question itself, if it is only one."""
    view = await ctx.view(control.about)
    panel = ctx.panel(view.match)
    check_turn(view)
    if isinstance(panel, HasDesk):
        shown = await ctx.run_in_pool(panel.desk, view)
        await ctx.answer(_with_aids(ctx, view, shown))
        return

    def opened() -> Screen:
        shown = panel.post(view, ())
        buttons = [each for row in shown.rows for each in row.buttons if not each.disabled]
        if len(buttons) == 1:
            asked = parsed(buttons[0].id)
            given = panel.press(view, asked.verb, asked.args)
            if isinstance(given, Screen):
                return given
        title = Text(f"### {table_name(view.match, panel, ctx.words)}\n{panel.cover(view)}")
        return Screen((title, panel.board(view), *shown.rows), AMBER)

    shown = with_hint(await ctx.run_in_pool(opened), view, ctx.words)
    await ctx.answer(with_note(panel, view, shown))


@answers("desk")
async def desk(ctx: Context, control: CustomId) -> None:
    """Show a player their desk, even if they need not act."""
    view = await ctx.view(control.about)
    panel = ctx.panel(view.match)
    if not isinstance(panel, HasDesk):
        raise OldButton("old-button", id=control.verb)
    own_seat(view)
    await ctx.answer(_with_aids(ctx, view, await ctx.run_in_pool(panel.desk, view)))


def own_seat(view: AnyView) -> Seat:
    """Return the seat of the viewer; raise `NotPlaying`, `NotSeated`."""
    if view.match.status is not Status.PLAYING:
        raise not_playing(view.match)
    if view.viewer == PUBLIC:
        raise NotSeated("not-seated")
    return view.viewer


def check_turn(view: AnyView) -> None:
    """Refuse a viewer who can't move now; raises `NotPlaying`, `NotSeated`, `NotYourTurn`."""
    own_seat(view)
    if not view.legal:
        raise NotYourTurn("not-your-turn")


async def _show_answer(ctx: Context, view: AnyView, given: Answer[Any]) -> None:
    """Show what a panel answered, or play what it submits: store, show a receipt, tell."""
    match given:
        case Submit(actions):
            host = ctx.shell.host
            move = host.moves.submit(view.match.id, ctx.player, actions, view.line, ctx.request)
            done = await ctx.patiently(move)
            try:
                now = await ctx.view(done.match.id)
                news = tuple(event for event in done.events if visible(event, view.viewer))
                receipt = ctx.panel(done.match).receipt
                shown = await ctx.run_in_pool(receipt, now, actions[-1], news)
                if has_room(shown):
                    for button in await _free_undo(ctx, done.match):
                        shown = ending_with(shown, button)
                    for button in await _next_table(ctx, done.match) if has_room(shown) else ():
                        shown = ending_with(shown, button)
                await ctx.answer(_with_aids(ctx, now, shown))
            finally:
                await move_agents(ctx, done.match)
                trouble = await host.telling.tell(done.match.id)
            if trouble is not None:
                stored = ctx.words.say("Your move is stored.")
                why = refusals.cannot_post(trouble, ctx.words)
                await ctx.answer(refusals.note(f"{why} {stored}"))
        case ListPreference(screen, lists):
            if ctx.preferences.lists != lists:
                wish = replace(ctx.preferences, lists=lists)
                await ctx.shell.stores.players.prefer(ctx.player, wish)
            await ctx.answer(_with_aids(ctx, view, screen))
        case screen:
            await ctx.answer(_with_aids(ctx, view, screen))


def _with_aids(ctx: Context, view: AnyView, screen: Screen) -> Screen:
    """Return the next screen: of a desk with the hint that its first one offered.

    At a teaching table with what is explained there.
    """
    panel = ctx.panel(view.match)
    screen = with_hint(screen, view, ctx.words) if isinstance(panel, HasDesk) else screen
    return with_note(panel, view, screen)


async def _free_undo(ctx: Context, match: Match) -> tuple[Button, ...]:
    """Return the button that takes the last move back, if that is free."""
    try:
        look = await ctx.patiently(ctx.shell.host.take_backs.look(match.id, ctx.player))
    except HostingError:
        return ()
    is_free = look.take_back.kind is TakeBackKind.FREE
    return (undo_button(look, ctx.words),) if is_free else ()


async def _next_table(ctx: Context, match: Match) -> tuple[Button, ...]:
    """Return the button to another table that waits for this person; none while this one does."""
    if match.seat_of(ctx.player) in match.acting:
        return ()
    try:
        waiting = await ctx.patiently(ctx.shell.stores.matches.waiting_for(ctx.player))
    except HostingError:
        return ()
    others = sum(each != match.id for each in waiting)
    return refusals.next_button(others, ctx.words, match.id)


async def move_agents(ctx: Context, match: Match) -> None:
    """Let computer players move now, rather than at the next tick; the click is answered by now."""
    if match.agent_acts:
        await ctx.shell.host.scheduler.now(match.id)


async def carry_out(ctx: Context, match: Match, change: Awaitable[Match]) -> Match:
    """Carry out a change; it is stored before the channel is told, or can't be told."""
    try:
        return await ctx.patiently(change)
    except CannotPost as trouble:
        log.info("change-untold", match=match.id, reason=trouble.key)
        return await ctx.match(match.id)


async def advance(ctx: Context, match: Match) -> None:
    """Let messages be sent and changed, and computer players move, at once."""
    await ctx.shell.host.outbox.look()
    await move_agents(ctx, match)


def _twice(ctx: Context, view: AnyView, control: CustomId) -> Screen:
    """Ask again before sending; the label of the button that was pressed names the move."""
    words, match, pressed = ctx.words, view.match, ""
    message = ctx.interaction.message
    data: Mapping[str, Any] = ctx.interaction.data or {}
    items: list[Any] = list(message.components) if message else []
    for each in items:
        if isinstance(each, discord.Button) and each.custom_id == data.get("custom_id"):
            pressed = each.label or ""
        items += getattr(each, "children", ())
    sure_id = for_match("sure", match.id, view.seen, control.verb, *control.args)
    yes = Button(words.say("Yes, play it"), sure_id, Style.GREEN)
    no = Button(words.say("Show me the board"), about_match("board", match))
    text = words.say(
        "**{move}:** shall I play it? Nothing has been sent yet.", move=escaped_text(pressed)
    )
    return Screen((Text(text), Row((yes, no))), AMBER)
