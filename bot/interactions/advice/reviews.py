"""Reviews of matches that are over: for the person who asks, and one move of them for all."""

from datetime import datetime, timedelta
from functools import partial
from typing import Final

import structlog

from bot.games.custom_ids import CustomId
from bot.games.screen import Screen
from bot.hosting.advice.reviews import Review
from bot.hosting.match.history import History
from bot.hosting.processes.limits import LimitedAction
from bot.interactions.context import Context
from bot.interactions.verbs import answers
from bot.locale.localisation import Words
from bot.messages.advice import reviews as screens
from bot.messages.advice.reviews import ReviewedDecision
from bot.messages.channels import place_of, posting, send_post
from bot.messages.processes.render_pool import DrawUrgency
from bot.table.errors import HostingError
from bot.table.match.match import Match
from engine.game import Seat

PATIENCE: Final = timedelta(minutes=14)
"""How long an answer may wait to be changed: Discord allows that for a quarter of an hour."""

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


@answers("review", urgency=DrawUrgency.LOOK)
async def review(ctx: Context, control: CustomId) -> None:
    """Let a match be reviewed, and show a player's page, or how far it is."""
    match = await ctx.match(control.about)
    found = await ctx.patiently(ctx.shell.host.reviews.ask(match.id))
    if not found.is_done:
        await ctx.answer(screens.underway(match, ctx.panel(match), found, ctx.words))
        until = ctx.shell.clock.now() + PATIENCE
        ctx.change_later(partial(_when_done, ctx, match, control, until))
        return
    await ctx.answer(await _page(ctx, match, found, control))


@answers("reviewed", urgency=DrawUrgency.LOOK)
async def show(ctx: Context, control: CustomId) -> None:
    """Show a decision of the review to the table's channel, and say who shows it."""
    match = await ctx.match(control.about)
    found = await ctx.patiently(ctx.shell.host.reviews.ask(match.id))
    seat = _seat(ctx, match, found, control)
    said = await ctx.shell.messenger.words(match.venue.guild)
    at = _chosen(await _find_lines(ctx, match, found, seat, said), control)
    if at is None:
        await ctx.answer(await _page(ctx, match, found, control))
        return
    ctx.spend(LimitedAction.SHOW)
    picture = await ctx.run_in_pool(screens.picture, ctx.panel(match), at)
    post = screens.shown(match, ctx.panel(match), ctx.person.name, at, picture, said)

    async def posted() -> None:
        place = await place_of(ctx.interaction.client, match.place)
        async with posting(place):
            await send_post(place, post, f"r-{ctx.request}")

    await ctx.patiently(posted())
    told = ctx.words.say("-# Shown to everyone in the channel.")
    await ctx.answer(await _page(ctx, match, found, control, told))


async def _when_done(
    ctx: Context, match: Match, control: CustomId, until: datetime
) -> Screen | None:
    """Return a player's page if the match is reviewed; None: not yet.

    If Discord is about to let the message change no more, return where it can be seen later.
    """
    reviews = ctx.shell.host.reviews
    try:
        if await reviews.is_done(match.id):
            return await _page(ctx, match, await reviews.ask(match.id), control)
        if ctx.shell.clock.now() < until:
            return None
    except HostingError as error:
        log.info("review-not-shown", match=match.id, reason=error.key)
    return screens.unfinished(match, ctx.panel(match), ctx.words)


async def _page(
    ctx: Context, match: Match, found: Review, control: CustomId, also: str = ""
) -> Screen:
    seat, words = _seat(ctx, match, found, control), ctx.words
    every = await _find_lines(ctx, match, found, seat, words)
    at = _chosen(every, control) or next(iter(every), None)
    panel = ctx.panel(match)
    drawn = None if at is None else (at, await ctx.run_in_pool(screens.picture, panel, at))
    return screens.page(match, panel, found, seat, every, drawn, words, also)


def _seat(ctx: Context, match: Match, found: Review, control: CustomId) -> Seat:
    """Return whose page is meant: the seat that is named, else the own one, else the first."""
    own = [Seat(n) for n, each in enumerate(match.chairs) if each.player == ctx.player]
    named = [each for each in found.seats if str(each) == control.first]
    return next(iter((*named, *own, *found.seats)))


def _chosen(every: tuple[ReviewedDecision, ...], control: CustomId) -> ReviewedDecision | None:
    line = control.args[1] if len(control.args) > 1 else ""
    return next((each for each in every if str(each.line) == line), None)


async def _find_lines(
    ctx: Context, match: Match, found: Review, seat: Seat, words: Words
) -> tuple[ReviewedDecision, ...]:
    """Return what stands in a player's review, in the order of the match, in these words."""
    past, record = await _past(ctx, match, seat), await ctx.shell.host.cache.of(match.id)
    summary, panel = found.summary(seat), ctx.panel(match)

    def told() -> tuple[ReviewedDecision, ...]:
        return tuple(
            screens.looked_at(panel, match, record.begun.record, past.at(each.line), each, words)
            for each in sorted((*summary.worst, *summary.best), key=lambda each: each.line)
        )

    return await ctx.run_in_pool(told)


async def _past(ctx: Context, match: Match, seat: Seat) -> History:
    return await ctx.patiently(ctx.shell.host.cache.history(match.id, seat))
