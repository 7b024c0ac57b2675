"""What is offered for an option of a slash command, half typed as it is."""

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from time import perf_counter
from typing import Any, Final, TypeAlias

from discord.app_commands import Choice

from bot import metrics
from bot.games.abilities import MakesDeals, ShowsPlaces
from bot.games.names import shortened
from bot.games.screen import Suggestion
from bot.games.speech import folded
from bot.interactions.answering import BROKEN, DONE, GIVEN_UP, REFUSED, followed
from bot.interactions.context import Context, Interaction
from bot.interactions.match import history
from bot.interactions.match.tables import readable
from bot.interactions.people import moderation
from bot.interactions.together import votes
from bot.messages.match.variants import suggestions as sets_of_variants
from bot.messages.together import deals
from bot.table.errors import HostingError
from bot.table.match.match import Status
from bot.table.time.quiet_hours import zones_like
from engine.errors import EngineError

MOST: Final = 25
"""At most how many suggestions Discord takes."""
LONGEST: Final = 100

Offer: TypeAlias = Callable[[Context, str], Awaitable[Iterable[tuple[str, Any]]]]
"""Returns (words, value) for what fits to what is typed; it may refuse, as answers do."""
Autocomplete: TypeAlias = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[Any]]]]


def suggests(offer: Offer) -> Autocomplete:
    """Make a function what discord.py's `autocomplete` takes."""

    async def suggest(interaction: Interaction, typed: str) -> list[Choice[Any]]:
        began, outcome, offered = perf_counter(), GIVEN_UP, list[Choice[Any]]()
        try:
            with followed(interaction):
                every = await offer(Context.at_once(interaction), typed)
                offered = [Choice(name=shortened(name, LONGEST), value=it) for name, it in every]
            outcome = DONE
        except (EngineError, HostingError):
            # A list can't say why; the command does when it is sent.
            outcome = REFUSED
        except Exception:
            outcome = BROKEN  # discord.py logs it
            raise
        finally:
            metrics.SUGGEST.observe(perf_counter() - began)
            metrics.INTERACTIONS.labels(interaction.type.name, outcome).inc()
        return offered[:MOST]

    return suggest


@suggests
async def moves(ctx: Context, typed: str) -> Iterable[tuple[str, int]]:
    """Offer the newest moves, or those whose number begins as typed."""
    if (match := await readable(ctx)) is None:
        return ()
    positions = await history.positions_of(ctx, match)
    # discord.py gives a number that was typed as an `int`.
    return [
        (each.label, each.number)
        for each in reversed(positions)
        if str(each.number).startswith(str(typed))
    ]


@suggests
async def parts(ctx: Context, typed: str) -> Iterable[tuple[str, str]]:
    """Offer the pages of the text."""
    if (match := await readable(ctx)) is None:
        return ()
    pages = await ctx.run_in_pool(ctx.panel(match).text, await ctx.view(match.id))
    titles = [*((page.title, page.key) for page in pages), (ctx.words.say("As a file"), "file")]
    return [each for each in titles if typed.lower() in each[0].lower()]


@suggests
async def places(ctx: Context, typed: str) -> Iterable[tuple[str, str]]:
    """Offer the places of the board, where it can be shown in parts."""
    match = await readable(ctx)
    panel = ctx.panel(match) if match else None
    if match is None or not isinstance(panel, ShowsPlaces):
        return ()
    names = await ctx.run_in_pool(panel.places, await ctx.view(match.id))
    return [(each, each) for each in names if folded(each).startswith(folded(typed))]


@suggests
async def questions(ctx: Context, typed: str) -> Iterable[tuple[str, str]]:
    """Offer what the table could vote on now."""
    return await votes.kinds_like(ctx, await readable(ctx), typed)


@suggests
async def tables(ctx: Context, typed: str) -> Iterable[tuple[str, str]]:
    """Offer the tables of this server."""
    return await moderation.names_like(ctx, typed)


@suggests
async def zones(_ctx: Context, typed: str) -> Iterable[tuple[str, str]]:
    """Offer the time zones whose city or name begins as typed, then those that contain it."""
    return [(each, each) for each in zones_like(typed)]


def variants(key: str) -> Autocomplete:
    """Return what offers the sets of variants of a title that can be played."""

    @suggests
    async def offer(ctx: Context, typed: str) -> Iterable[tuple[str, str]]:
        return sets_of_variants(ctx.shell.panels[key], ctx.words, typed)

    return offer


def promises(key: str) -> Autocomplete:
    """Return what offers the promises that can be made in a title."""

    @suggests
    async def offer(ctx: Context, typed: str) -> Iterable[tuple[str, str]]:
        match = await readable(ctx)
        panel = ctx.shell.panels[key]
        if match is None or match.game != key or not isinstance(panel, MakesDeals):
            return ()
        offered = deals.promises_like(panel, await ctx.view(match.id), typed)
        return [(each.name, each.value) for each in offered]

    return offer


def fitting(
    key: str, before: Sequence[str], suggest: Callable[..., list[Suggestion]]
) -> Autocomplete:
    """Return what offers what a title suggests for an option of a move.

    `before` are the options that stand before it; they count as they are, also unfinished.
    """

    @suggests
    async def offer(ctx: Context, typed: str) -> Iterable[tuple[str, str]]:
        given = [str(getattr(ctx.interaction.namespace, each, None) or "") for each in before]
        for match in await ctx.shell.stores.matches.in_channel(ctx.interaction.channel_id or 0):
            if match.game == key and match.status is Status.PLAYING:
                view = await ctx.view(match.id)
                if view.legal:
                    try:
                        offered = await ctx.run_in_pool(suggest, view, *given, typed)
                    except EngineError:  # half typed: there is nothing to suggest yet
                        return ()
                    return [(each.name, each.value) for each in offered]
        return ()

    return offer


@suggests
async def titles(ctx: Context, typed: str) -> Iterable[tuple[str, str]]:
    """Offer the titles by their names."""
    named = [(panel.title(ctx.words), key) for key, panel in ctx.shell.panels.items()]
    return [each for each in named if folded(typed) in folded(each[0])]
