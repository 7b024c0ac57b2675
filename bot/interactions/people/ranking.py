"""`/ranking`: who plays well in this server, at one title."""

from bot.games.custom_ids import CustomId, OldButton
from bot.interactions.context import Context
from bot.interactions.verbs import answers
from bot.messages.people.ranking import AS_TEXT, RankingView, counts_screen, ranking_screen
from bot.messages.processes.render_pool import DrawUrgency
from bot.messages.refusals import note


@answers("ranking", urgency=DrawUrgency.LOOK)
async def ranking(ctx: Context, control: CustomId) -> None:
    """Show a page of the ranking of a title; without one, of that which is played most here."""
    guild, words = ctx.interaction.guild_id, ctx.words
    if guild is None:
        await ctx.answer(note(words.say("**Only in a server:** rankings belong to one.")))
        return
    if (await ctx.shell.stores.players.guild(guild)).unranked:
        await ctx.answer(note(words.say("**This server has no rankings.**")))
        return
    store, panels = ctx.shell.stores.statistics, ctx.shell.panels
    game, page, way = (*control.args, "", "", "")[:3]
    if (game and game not in panels) or (page and not page.isdecimal()):
        raise OldButton("old-button", id=control.verb)
    titles = [game] if game else panels
    counts = {key: await store.rated_matches(guild, key) for key in titles}
    game = game or max(counts, key=counts.__getitem__)
    shown = RankingView(
        game,
        [(key, panel.title(words)) for key, panel in panels.items()],
        await store.ranking(guild, game),
        ctx.player,
        await store.rating(ctx.player, guild, game),
        counts[game],
        is_unlisted=ctx.preferences.unlisted,
        page=int(page or 0),
    )
    await ctx.answer(await ctx.run_in_pool(ranking_screen, words, shown, as_text=way == AS_TEXT))


@answers("what-counts")
async def what_counts(ctx: Context, control: CustomId) -> None:
    """Say what counts for ratings."""
    await ctx.answer(counts_screen(ctx.words, control.first))
