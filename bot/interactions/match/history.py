"""Looking back: through all moves of a match on one private screen; one of them for everybody."""

from collections.abc import Sequence
from typing import Final

from bot.games.custom_ids import CustomId
from bot.games.screen import AMBER, Form, Image, Screen, Text
from bot.hosting.match.history import HistoryStep
from bot.hosting.processes.limits import LimitedAction
from bot.interactions.context import Context
from bot.interactions.verbs import answers, opens_form
from bot.messages.channels import place_of, posting, send_post
from bot.messages.match import history as screens
from bot.messages.match.history import PUBLIC_NUMBER, Position
from bot.messages.processes.render_pool import DrawUrgency
from bot.messages.viewing import Reader, moments, table_name
from bot.table.match.match import Match
from engine.game import PUBLIC

LONGEST_NUMBER: Final = 9
"""Digits of what may be the number of a move."""


@answers("history", urgency=DrawUrgency.LOOK, behind_more=True)
async def history(ctx: Context, control: CustomId) -> None:
    """Show a position of the match, the newest one first, and lead to all the others."""
    match = await ctx.match(control.about)
    await _answer(ctx, match, control)


@opens_form("turn")
def form(ctx: Context, control: CustomId) -> Form | None:
    """Return the form that asks for the number of a move."""
    known = ctx.shell.host.cache.remembered(control.about)
    return None if known is None else screens.form(known.match, control.first, ctx.words)


@answers("show", urgency=DrawUrgency.LOOK, behind_more=True)
async def show(ctx: Context, control: CustomId) -> None:
    """Show a position to the table's channel, as everybody may know it, and say who shows it."""
    match = await ctx.match(control.about)
    at = _chosen(await positions_of(ctx, match), control.first)
    said = await ctx.shell.messenger.words(match.venue.guild)
    reader = Reader(PUBLIC, said)
    public = await _positions(ctx, match, reader)
    then = next((each for each in reversed(public) if at and each.line <= at.line), None)
    if then is None:
        await _answer(ctx, match, control)
        return
    ctx.spend(LimitedAction.SHOW)
    picture = await _picture(ctx, match, then, reader)
    panel, last = ctx.panel(match), len(public)
    post = screens.shown(match, panel, ctx.person.name, then, last, picture, said)

    async def posted() -> None:
        place = await place_of(ctx.interaction.client, match.place)
        async with posting(place):
            await send_post(place, post, f"show-{ctx.request}")

    await ctx.patiently(posted())
    await _answer(ctx, match, control, ctx.words.say("-# Shown to everyone in the channel."))


async def positions_of(ctx: Context, match: Match) -> tuple[Position, ...]:
    """Return every position of a match that this person was told of."""
    return await _positions(ctx, match, ctx.reader(match))


async def _positions(ctx: Context, match: Match, reader: Reader) -> tuple[Position, ...]:
    past = await ctx.patiently(ctx.shell.host.cache.history(match.id, reader.viewer))

    def told() -> tuple[Position, ...]:
        sentences = ctx.shell.sentences.of(ctx.panel(match), match, past, reader)
        steps: Sequence[HistoryStep] = past[:]
        return screens.positions(match, steps, sentences, reader.words)

    return await ctx.run_in_pool(told)


async def _answer(ctx: Context, match: Match, control: CustomId, also: str = "") -> None:
    words, panel, reader = ctx.words, ctx.panel(match), ctx.reader(match)
    every = await positions_of(ctx, match)
    if not every:
        nothing = words.say("Nothing has happened yet.")
        title = f"### {table_name(match, panel, words)}"
        await ctx.answer(Screen((Text(f"{title}\n{nothing}"),), AMBER))
        return
    if control.first.startswith(PUBLIC_NUMBER):
        public = await _positions(ctx, match, Reader(PUBLIC, words))
        meant = _chosen(public, control.first.removeprefix(PUBLIC_NUMBER))
        line = meant.line if meant else match.line
        at = next((each for each in reversed(every) if each.line <= line), every[0])
    else:
        # Of a form: where it was opened, and what was typed.
        asked = control.args[-1].removeprefix("n=").strip() if control.args else ""
        found = _chosen(every, asked)
        at = found or _chosen(every, control.first) or every[-1]
        if found is None:
            typed = asked if asked.isdecimal() and len(asked) < LONGEST_NUMBER else "…"
            also = words.say(
                "**There is no move {n}.** The newest one is {last}.", n=typed, last=len(every)
            )
    picture = await _picture(ctx, match, at, reader)
    await ctx.answer(screens.navigator(match, panel, every, at, picture, words, also))


def _chosen(every: Sequence[Position], text: str) -> Position | None:
    """Return the position of this number, "first", or the last one for "last" or nothing."""
    if not every or text in ("", "last"):
        return every[-1] if every else None
    if text == "first":
        return every[0]
    number = int(text) if text.isdecimal() and len(text) < LONGEST_NUMBER else 0
    return every[number - 1] if 1 <= number <= len(every) else None


async def _picture(ctx: Context, match: Match, at: Position, reader: Reader) -> Image:
    past = await ctx.patiently(ctx.shell.host.cache.history(match.id, reader.viewer))
    panel = ctx.panel(match)

    def drawn() -> Image:
        (then,) = moments(match, (past.at(at.line),), reader)
        return panel.board(then.view)

    return await ctx.run_in_pool(drawn)
