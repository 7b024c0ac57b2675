"""What surrounds every answer: ids for the log, what follows an answer, and where errors end.

Whatever is raised while an interaction is answered ends in `answering`: as a sentence for the
person (`errors.explain`) and a line in the log for the operator.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from hashlib import blake2s
from secrets import token_bytes
from time import perf_counter
from typing import Any, Final, cast

import structlog
from discord.app_commands import Command, ContextMenu
from structlog.contextvars import bound_contextvars

from bot import metrics, tracing
from bot.games.custom_ids import CustomId, OldButton, parsed
from bot.interactions.context import Context, Interaction
from bot.interactions.errors import click_id, explain
from bot.interactions.match.planning import tell_of_dropped
from bot.interactions.verbs import Handler
from bot.table.errors import HostingError, OutOfReach
from bot.table.preferences import Preferences
from engine.errors import EngineError

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)
_SALT: Final = token_bytes(16)
DONE: Final = "done"
BROKEN: Final = "broken"
GIVEN_UP: Final = "given up"
REFUSED: Final = "refused"


async def note_presence(ctx: Context) -> None:
    """Store that a person was at the table that their interaction was about."""
    if ctx.about is not None:
        await ctx.shell.host.agreements.note_presence(ctx.about, ctx.player)


AFTER_ANSWER: Final[tuple[Callable[[Context], Awaitable[None]], ...]] = (note_presence,)
"""What follows an interaction that was answered, in this order; what is refused has no sequel."""


async def let_answer(handler: Handler, ctx: Context, control: CustomId) -> None:
    """Let a handler answer; what its person must know before that comes first."""
    if control.match is not None:
        await tell_of_dropped(ctx, control.match)
    await handler.run(ctx, control)


@asynccontextmanager
async def answering(interaction: Interaction) -> AsyncIterator[Context]:
    """Give an interaction to the feature that answers it; explain what that refuses."""
    with followed(interaction) as span, metrics.clicked():
        ctx, began, outcome = Context(interaction, Preferences()), perf_counter(), GIVEN_UP
        try:
            try:
                ctx = await Context.of(interaction)
            except OutOfReach:
                # What needs no database is answered even now; all else says so itself.
                ctx = Context.at_once(interaction)
            yield ctx
            for follow in AFTER_ANSWER:
                await follow(ctx)
            outcome = DONE
        except Exception as error:  # noqa: BLE001 - this is where all of them end
            outcome = error.key if isinstance(error, EngineError | HostingError) else BROKEN
            try:
                await ctx.answer(await explain(ctx, error))
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
