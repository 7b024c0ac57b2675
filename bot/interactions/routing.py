"""The way of a click: its id is read, its verb finds who answers. Nothing is remembered.

Clicks come from `bot.cogs.controls`. Verbs of one letter are the panels'.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import structlog

from bot.games.custom_ids import CustomId, OldButton, parsed, unmarked
from bot.games.screen import Button, Form, Screen, Style
from bot.interactions.answering import answering, let_answer
from bot.interactions.context import Context, Interaction
from bot.interactions.match import playing, reading
from bot.interactions.verbs import FormOf, Handler, forms, handlers
from bot.messages.refusals import note
from bot.table.match.match import Match

PATIENCE_SECONDS: Final = 2.0

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


async def answer_control(
    interaction: Interaction, custom_id: str, values: Sequence[str] = ()
) -> None:
    """Answer one control; the values that were chosen become its last arguments."""
    custom_id = unmarked(custom_id)
    kind, verb, *_ = (*custom_id.split("."), "")
    form = forms().get(verb) if kind == "b" else None
    if form is not None:
        Context.at_once(interaction)
    async with answering(interaction) as ctx:
        control = parsed(custom_id[2:])
        control = replace(control, args=(*control.args, *values))
        if form is not None:
            await _open_form(ctx, control, form, custom_id[2:])
            return
        handler = handler_of(control.verb)
        if control.match is not None:
            known = _remembered(ctx, control) or await ctx.match(control.match)
            ctx.check_server(known, anywhere=handler.anywhere)
            if ctx.from_private and handler.behind_more:
                ctx.way_back = reading.back_to_more(ctx, control.match)
        await let_answer(handler, ctx, control)


def handler_of(verb: str) -> Handler:
    """Return who answers a verb."""
    if len(verb) == 1:
        return Handler(verb, playing.press)
    try:
        return handlers()[verb]
    except KeyError:
        raise OldButton("old-button", id=verb) from None


async def _open_form(ctx: Context, control: CustomId, form_of: FormOf, custom_id: str) -> None:
    """Open the form of a button at once or not at all; `custom_id` is the button's, without kind.

    Discord takes a form only as the first answer to a click, within three seconds, and not after a
    deferral. So it is made of what is in memory, without the database and without the render pool;
    what is chosen in it is checked when it comes back. After a restart nothing is in memory yet:
    what the form needs is fetched for as long as there is time, and then the person is asked to
    press again.
    """

    def made() -> Form | Screen | None:
        known = _remembered(ctx, control)
        if known is not None:
            ctx.check_server(known)
        elif control.match is not None:
            return None
        return form_of(ctx, control)

    async def fetch() -> None:
        ctx.prefer(await ctx.shell.stores.players.preferences(ctx.player))
        if control.match is not None:
            await ctx.shell.host.cache.match(control.match)

    form = made()
    if form is None:
        fetching = asyncio.ensure_future(fetch())
        fetching.add_done_callback(_looked_at)
        await asyncio.wait({fetching}, timeout=PATIENCE_SECONDS)
        if fetching.done():
            await fetching
            form = made()
    match form:
        case Form():
            await ctx.open_form(form)
        case None:
            again = Button(ctx.words.say("Try again"), custom_id, Style.BLUE)
            await ctx.answer(note(ctx.words.say("**I was slow.** Press again."), again))
        case screen:
            await ctx.answer(screen)


def _remembered(ctx: Context, control: CustomId) -> Match | None:
    """Return the match of a control as it was when last looked at."""
    known = None if control.match is None else ctx.shell.host.cache.remembered(control.match)
    return None if known is None else known.match


def _looked_at(fetching: "asyncio.Future[None]") -> None:
    """Log what went wrong after nobody waited any more."""
    if not fetching.cancelled() and (error := fetching.exception()) is not None:
        log.info("form-not-fetched", reason=repr(error))
