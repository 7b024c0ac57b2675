"""`/stats`: what a person has played, in this server or, for themselves, in all."""

from bot.games.custom_ids import CustomId
from bot.games.names import escaped_name, visible
from bot.interactions.context import Context
from bot.interactions.verbs import answers
from bot.messages.people.statistics import EVERYWHERE, PersonalStatistics, statistics_screen
from bot.messages.refusals import note
from bot.table.ids import PlayerId


@answers("stats")
async def stats(ctx: Context, control: CustomId) -> None:
    """Show the statistics of the person who asks; in a direct message those of all servers."""
    guild = ctx.interaction.guild_id
    if control.first == EVERYWHERE:
        guild = None
    await ctx.answer(statistics_screen(ctx.words, await _of(ctx, ctx.player, guild)))


async def stats_of(ctx: Context, who: PlayerId, name: str, *, is_bot: bool) -> None:
    """Show what another person has played in this server, as everybody there may see it."""
    guild, shown_name = ctx.interaction.guild_id, escaped_name(visible(name))
    if is_bot:
        text = ctx.words.say("**{who} is a bot** and has no statistics.", who=shown_name)
        await ctx.answer(note(text))
        return
    wishes = await ctx.shell.stores.players.preferences(who)
    titles = guild if guild is not None and not wishes.unseen else -1
    await ctx.answer(statistics_screen(ctx.words, await _of(ctx, who, titles, name=shown_name)))


async def _of(
    ctx: Context, who: PlayerId, guild: int | None, name: str | None = None
) -> PersonalStatistics:
    store, panels = ctx.shell.stores.statistics, ctx.shell.panels
    titles = await store.titles_of(who, guild)
    ratings = {}
    for each in titles:
        found = None if guild is None else await store.rating(who, guild, each.game)
        if found is not None:
            ratings[each.game] = found
    if name is None:
        met = await store.met(who, guild)
    else:
        met = await store.met(ctx.player, guild, who) if ctx.player != who else ()
    return PersonalStatistics(
        titles,
        {key: panel.title(ctx.words) for key, panel in panels.items()},
        await store.streaks_of(who, guild),
        ratings,
        met,
        is_everywhere=guild is None,
        name=name,
    )
