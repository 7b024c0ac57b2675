"""`/stats`: what a person has played, here or for themselves in all servers, and of a title here.

Others see what was played in the server where they ask. Of people who hide it, and of those who
have played nothing there, the same is read and said: nothing.
"""

from dataclasses import replace
from functools import partial
from typing import Final
from zlib import crc32

from bot.games.custom_ids import CustomId, OldButton, base36
from bot.games.custom_ids import number as read
from bot.games.names import escaped_name, escaped_text, visible
from bot.games.speech import folded, or_list
from bot.hosting.processes.limits import LimitedAction
from bot.interactions.context import Context
from bot.interactions.posting import may_write, post_here
from bot.interactions.verbs import answers
from bot.messages.people import statistics as screens
from bot.messages.people import title_page as pages
from bot.messages.people.rating_chart import rating_screen
from bot.messages.people.statistics import EVERYWHERE, PersonalStatistics
from bot.messages.people.title_page import ShownTitle
from bot.messages.processes.render_pool import DrawUrgency
from bot.messages.refusals import note
from bot.table.ids import PlayerId
from bot.table.people.answer_times import median
from bot.table.preferences import Preferences

_NOWHERE: Final = -1
"""In place of a server: nothing was played there."""


@answers("stats", urgency=DrawUrgency.LOOK)
async def stats(ctx: Context, control: CustomId) -> None:
    """Show the statistics of the person who asks; in a direct message those of all servers."""
    way, game = (*control.args, "", "")[:2]
    guild = None if way == EVERYWHERE else ctx.interaction.guild_id
    shown = await _own(ctx, guild, _known(ctx, game))
    await ctx.answer(await ctx.run_in_pool(screens.statistics_screen, ctx.words, shown))


@answers("stats-of", urgency=DrawUrgency.LOOK)
async def stats_of(ctx: Context, control: CustomId) -> None:
    """Show what another person has played in this server, as everybody there may see it."""
    who, game = (*control.args, "", "")[:2]
    player = PlayerId(read(who))
    wishes = await ctx.shell.stores.players.preferences(player)
    name = await ctx.shell.stores.statistics.name_of(player, _where_seen(ctx, wishes))
    await _show_of(ctx, player, wishes, name, _known(ctx, game))


async def stats_of_member(
    ctx: Context, who: PlayerId, name: str, game: str, *, is_bot: bool
) -> None:
    """Show what the person who was named in the command has played."""
    ctx.urgency = DrawUrgency.LOOK
    if is_bot:
        text = ctx.words.say(
            "**{who} is a bot** and has no statistics.", who=escaped_name(visible(name))
        )
        await ctx.answer(note(text))
    elif (key := await _typed(ctx, game)) is not None:
        wishes = await ctx.shell.stores.players.preferences(who)
        await _show_of(ctx, who, wishes, visible(name), key)


async def own_stats_of_title(ctx: Context, game: str) -> None:
    """Show what the person who asks has played of a title that was typed."""
    if (key := await _typed(ctx, game)) is not None:
        await stats.run(ctx, CustomId(stats.verb, ("", key)))


async def title_stats(ctx: Context, game: str) -> None:
    """Show what was played in this server of a title that was typed."""
    if (key := await _typed(ctx, game)) is not None:
        await title.run(ctx, CustomId(title.verb, (key,)))


@answers("stats-title", urgency=DrawUrgency.LOOK)
async def title(ctx: Context, control: CustomId) -> None:
    """Show what was played of a title in this server."""
    if (shown := await _title(ctx, control)) is not None:
        await ctx.answer(await ctx.run_in_pool(pages.title_screen, ctx.words, shown))


@answers("stats-records")
async def records(ctx: Context, control: CustomId) -> None:
    """Show the records of a title in this server."""
    if (shown := await _title(ctx, control)) is not None:
        await ctx.answer(pages.records_screen(ctx.words, shown))


@answers("stats-title-show", urgency=DrawUrgency.LOOK)
async def show_title(ctx: Context, control: CustomId) -> None:
    """Show the picture of a title to the channel, and say who shows it."""
    shown = await _title(ctx, control)
    if shown is None or shown.page is None or not await may_write(ctx):
        return
    ctx.spend(LimitedAction.SHOW)
    said = await ctx.shell.messenger.words(ctx.interaction.guild_id)
    by = ctx.person.name
    post = await ctx.run_in_pool(pages.title_post, said, shown, shown.page, by)
    await post_here(ctx, post, _nonce(ctx, control))
    screen = partial(pages.title_screen, ctx.words, shown, _told(ctx))
    await ctx.answer(await ctx.run_in_pool(screen))


@answers("stats-met")
async def met(ctx: Context, control: CustomId) -> None:
    """Show everybody whom this person has met."""
    guild = None if control.first == EVERYWHERE else ctx.interaction.guild_id
    await ctx.answer(screens.met_screen(ctx.words, await _own(ctx, guild)))


@answers("stats-rating", urgency=DrawUrgency.LOOK)
async def rating_over_time(ctx: Context, control: CustomId) -> None:
    """Show the rating of a person in a title of this server, match by match."""
    who, game = (*control.args, "", "")[:2]
    player = PlayerId(read(who))
    is_own = player == ctx.player
    store, there = ctx.shell.stores.statistics, ctx.interaction.guild_id or _NOWHERE
    name = ctx.person.name
    if not is_own:
        wishes = await ctx.shell.stores.players.preferences(player)
        there = _where_seen(ctx, wishes)
        name = await store.name_of(player, there)
        there = _NOWHERE if wishes.unlisted else there
    results = await store.rated_results(player, there, _known(ctx, game, is_needed=True))
    screen = partial(rating_screen, is_own=is_own)
    panels = ctx.shell.panels
    await ctx.answer(
        await ctx.run_in_pool(screen, ctx.words, panels, game, (player, name), results)
    )


@answers("stats-show", urgency=DrawUrgency.LOOK)
async def show(ctx: Context, control: CustomId) -> None:
    """Show a card to the channel as everybody there may see it, and say who shows it."""
    who, game = (*control.args, "", "")[:2]
    player, key, guild = PlayerId(read(who)), _known(ctx, game), ctx.interaction.guild_id
    if guild is None:
        raise OldButton("old-button", id=control.verb)
    if player == ctx.player:
        shown, name = await _own(ctx, guild, key), ctx.person.name
    else:
        wishes = await ctx.shell.stores.players.preferences(player)
        name = await ctx.shell.stores.statistics.name_of(player, _where_seen(ctx, wishes))
        shown = await _others(ctx, player, wishes, name, key)
    if not shown.titles:
        await ctx.answer(screens.statistics_screen(ctx.words, shown))
        return
    if not await may_write(ctx):
        return
    ctx.spend(LimitedAction.SHOW)
    said = await ctx.shell.messenger.words(guild)
    post = await ctx.run_in_pool(screens.shown_post, said, shown, ctx.person.name, name)
    await post_here(ctx, post, _nonce(ctx, control))
    screen = partial(screens.statistics_screen, ctx.words, shown, _told(ctx))
    await ctx.answer(await ctx.run_in_pool(screen))


def _told(ctx: Context) -> str:
    return ctx.words.say("-# Shown to everyone in the channel.")


def _nonce(ctx: Context, control: CustomId) -> str:
    """Return what lets a second click on the same button post nothing more."""
    message = ctx.interaction.message
    what = crc32(".".join(control.args).encode())
    return f"s{base36(0 if message is None else message.id)}-{base36(what)}"


def _known(ctx: Context, game: str, *, is_needed: bool = False) -> str:
    """Return a title's key, or "" for none; raise `OldButton` for one that isn't hosted."""
    if game in ctx.shell.panels or not (game or is_needed):
        return game
    raise OldButton("old-button", id=game)


async def _typed(ctx: Context, typed: str) -> str | None:
    """Return the key of a title that was typed, "" for none; None: the person was refused."""
    words, panels = ctx.words, ctx.shell.panels
    names = {key: panel.title(words) for key, panel in panels.items()}
    for key, name in names.items():
        if folded(typed) in (folded(key), folded(name)):
            return key
    if not typed:
        return ""
    text = words.say(
        "**I don't know the game {typed}.** Is it {games}?",
        typed=escaped_text(typed),
        games=or_list(words, list(names.values())),
    )
    await ctx.answer(note(text))
    return None


async def _title(ctx: Context, control: CustomId) -> ShownTitle | None:
    """Return what was played of a title in this server; None: the person was refused."""
    game, guild = _known(ctx, control.first, is_needed=True), ctx.interaction.guild_id
    if guild is None:
        text = ctx.words.say("**Only in a server:** rankings belong to one.")
        await ctx.answer(note(text))
        return None
    store = ctx.shell.stores.statistics
    return ShownTitle(
        ctx.shell.panels[game],
        await store.title(guild, game),
        await store.records(guild, game),
        ctx.shell.clock.now(),
    )


def _where_seen(ctx: Context, wishes: Preferences) -> int:
    """Return the server where others may see what a person with these wishes has played."""
    guild = ctx.interaction.guild_id
    return _NOWHERE if guild is None or wishes.unseen else guild


async def _show_of(
    ctx: Context, player: PlayerId, wishes: Preferences, name: str, game: str
) -> None:
    shown = await _others(ctx, player, wishes, name, game)
    await ctx.answer(await ctx.run_in_pool(screens.statistics_screen, ctx.words, shown))


async def _others(
    ctx: Context, player: PlayerId, wishes: Preferences, name: str, game: str
) -> PersonalStatistics:
    there = _where_seen(ctx, wishes)
    shown = (await _of(ctx, player, there, game)).seen_by_others(name)
    if wishes.unlisted:
        shown = replace(shown, ratings={})
    if player == ctx.player:
        return shown
    met = await ctx.shell.stores.statistics.met(ctx.player, there, player)
    return replace(shown, met=met)


async def _own(ctx: Context, guild: int | None, game: str = "") -> PersonalStatistics:
    shown = await _of(ctx, ctx.player, guild, game)
    met = () if game else await ctx.shell.stores.statistics.met(ctx.player, guild)
    return replace(shown, met=met, own_name=ctx.person.name, is_everywhere=guild is None)


async def _of(ctx: Context, player: PlayerId, guild: int | None, game: str) -> PersonalStatistics:
    store = ctx.shell.stores.statistics
    titles = [each for each in await store.titles_of(player, guild) if game in ("", each.game)]
    ratings = {}
    is_ranked = guild is not None and not (await ctx.shell.stores.players.guild(guild)).unranked
    for each in titles:
        found = await store.rating(player, guild, each.game) if guild and is_ranked else None
        if found is not None:
            ratings[each.game] = found
    of = game or None
    return PersonalStatistics(
        player,
        ctx.shell.panels,
        titles,
        await store.streaks_of(player, guild, of),
        ratings,
        {each.game: await store.places_of(player, guild, each.game) for each in titles},
        (),
        median(await store.answer_times_of(player, guild, of)),
        ctx.shell.clock.now(),
        await store.variants_of(player, guild, game) if game else {},
        game=game,
    )
