"""What a person is told when something is refused or breaks, and what the log keeps of it."""

from hashlib import blake2s
from typing import Final

import structlog

from bot.games.abilities import HasDesk
from bot.games.panel import AnyView
from bot.games.screen import Screen, Text
from bot.interactions.context import Context
from bot.messages import refusals
from bot.messages.viewing import with_names
from bot.table.errors import HostingError, NotPlaying, NotSeated, Stale
from bot.table.match.match import Match, Status
from engine.errors import BadSetup, CorruptRecord, EngineError, NotYourTurn
from engine.game import PUBLIC

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


async def explain(ctx: Context, error: Exception) -> Screen:
    """Return what a person is told whose wish was refused, or broke something."""
    ctx.is_admitted = True
    match error:
        case BadSetup() if ctx.about is not None:
            return refusals.note(ctx.panel(ctx.about).reason(ctx.words, error))
        case NotYourTurn() | Stale() | NotSeated() | NotPlaying() if ctx.seen is not None:
            return await at_table(ctx, ctx.seen.match, error)
        case EngineError() if ctx.seen is not None and not isinstance(error, CorruptRecord):
            panel, seen = ctx.panel(ctx.seen.match), ctx.seen
            why = await ctx.run_in_pool(panel.refusal, seen, error)
            is_player = seen.viewer != PUBLIC and seen.match.status is Status.PLAYING
            return await _above_desk(ctx, seen, why) if is_player else refusals.note(why)
        case HostingError():
            return refusals.refusal(error, ctx.words)
        case _:
            code = click_id(ctx.interaction.id)
            log.error("broken", click=code, exc_info=error)
            return refusals.broken(ctx.words, code)


async def at_table(ctx: Context, seen: Match, error: Exception) -> Screen:
    """Say how the table stands now to a person who can't move."""
    match = with_names(await ctx.shell.host.cache.match(seen.id), ctx.words)
    seat = match.seat_of(ctx.player)
    match error:
        case _ if match.status is Status.FINISHED:
            return refusals.over(match, ctx.words)
        case NotPlaying():
            return refusals.refusal(error, ctx.words)
        case _ if seat is None:
            return refusals.watching(match, ctx.words)
        case Stale() if isinstance(ctx.panel(match), HasDesk):
            # Perhaps by one's own click.
            told = ctx.words.say("The table has moved on; here is the latest board.")
            return await _above_desk(ctx, await ctx.view(match.id), told)
        case Stale():
            return refusals.stale(match, ctx.words)
        case _:
            return refusals.not_your_turn(match, seat, ctx.shell.clock, ctx.words)


async def _above_desk(ctx: Context, seen: AnyView, told: str) -> Screen:
    """Say it above what lies before a player, if the title has that."""
    panel = ctx.panel(seen.match)
    if not isinstance(panel, HasDesk):
        return refusals.note(told)
    desk = await ctx.run_in_pool(panel.desk, seen)
    return Screen((Text(told), *desk.blocks), desk.accent)


def click_id(interaction: int) -> str:
    """Return a short id of an interaction, the same in every process."""
    return blake2s(str(interaction).encode(), digest_size=3).hexdigest()
