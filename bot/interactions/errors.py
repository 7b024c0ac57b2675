"""The one place where errors end: a sentence for the person, a line in the log for the operator."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from hashlib import blake2s
from secrets import token_bytes
from time import perf_counter
from typing import Any, Final, cast

import structlog
from discord.app_commands import Command, ContextMenu
from structlog.contextvars import bound_contextvars

from bot import metrics, tracing
from bot.games.abilities import HasDesk
from bot.games.custom_ids import OldButton, parsed
from bot.games.panel import AnyView
from bot.games.screen import Screen, Text
from bot.interactions.context import Context, Interaction
from bot.interactions.match.planning import tell_of_dropped
from bot.messages import refusals
from bot.table.errors import HostingError, NotPlaying, NotSeated, OutOfReach, Stale
from bot.table.match.match import Match, Status
from bot.table.preferences import Preferences
from engine.errors import BadSetup, CorruptRecord, EngineError, NotYourTurn
from engine.game import PUBLIC

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)
_SALT: Final = token_bytes(16)
DONE: Final = "done"
BROKEN: Final = "broken"
GIVEN_UP: Final = "given up"
REFUSED: Final = "refused"


@asynccontextmanager
async def answering(interaction: Interaction) -> AsyncIterator[Context]:
    """Give an interaction to whoever answers it; explain what they refuse."""
    with followed(interaction) as span, metrics.clicked():
        ctx, began, outcome = Context(interaction, Preferences()), perf_counter(), GIVEN_UP
        try:
            try:
                ctx = await Context.of(interaction)
            except OutOfReach:
                # What needs no database is answered even now; all else says so itself.
                ctx = Context.at_once(interaction)
            yield ctx
            await tell_of_dropped(ctx)
            outcome = DONE
            if ctx.about is not None:
                await ctx.shell.host.agreements.was_there(ctx.about, ctx.player)
        except Exception as error:  # noqa: BLE001 - this is where all of them end
            outcome = error.key if isinstance(error, EngineError | HostingError) else BROKEN
            try:
                await ctx.answer(await _explained(ctx, error))
            except Exception:
                log.exception("answer-failed")
        finally:
            took, traits = round((perf_counter() - began) * 1000), _traits(ctx)
            log.debug("interaction", **traits, milliseconds=took, outcome=outcome)
            span.set_attribute("faultline.verb", str(traits["verb"]))
            span.set_attribute("faultline.outcome", outcome)
            counted = outcome if outcome in (DONE, BROKEN, GIVEN_UP) else REFUSED
            metrics.INTERACTIONS.labels(interaction.type.name, counted).inc()


@contextmanager
def followed(interaction: Interaction) -> Iterator[tracing.Span]:
    """Let all that follows from an interaction bear its ids: in the log, and as one trace.

    `click` is what a person is told if something broke; `interaction` is Discord's, which the
    database keeps with a move.
    """
    ids: dict[str, tracing.Attribute] = {
        "click": click_id(interaction.id),
        "interaction": interaction.id,
    }
    if interaction.guild is not None and interaction.client.shard_count:
        ids["shard"] = interaction.guild.shard_id
    kind = interaction.type.name
    with bound_contextvars(**ids), tracing.span("interaction", kind=kind, **ids) as span:
        yield span


def click_id(interaction: int) -> str:
    """Return a short id of an interaction, the same in every process."""
    return blake2s(str(interaction).encode(), digest_size=3).hexdigest()


def _traits(ctx: Context) -> dict[str, object]:
    """Return what an operator may know of an interaction: not what was chosen or typed.

    Its person is a mark that means nothing beyond this process.
    """
    interaction, data = ctx.interaction, cast(dict[str, Any], ctx.interaction.data or {})
    verb, about = str(data.get("name", "")), ctx.about.id if ctx.about else None
    if isinstance(interaction.command, Command | ContextMenu):
        verb = f"/{interaction.command.qualified_name}"
    elif (custom_id := data.get("custom_id")) is not None:
        with suppress(OldButton):
            control = parsed(str(custom_id)[2:])
            verb, about = control.verb, about or control.match
    mark = blake2s(str(ctx.player).encode(), key=_SALT, digest_size=4).hexdigest()
    kind = interaction.type.name
    return {"user": mark, "kind": kind, "verb": verb, "match": about}


async def _explained(ctx: Context, error: Exception) -> Screen:
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
    """Say how the table stands now to somebody who can't move."""
    match = await ctx.shell.host.get(seen.id)
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
