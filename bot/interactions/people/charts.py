"""**Chart** under a result: the points of everybody over the match, and a link for an app."""

from bot.games.custom_ids import CustomId
from bot.interactions.context import Context
from bot.interactions.verbs import answers
from bot.messages.people.bg_stats import bg_stats_screen, link
from bot.messages.people.match_chart import chart_screen
from bot.messages.processes.render_pool import DrawUrgency
from bot.messages.refusals import note
from bot.table.match.match import Status
from engine.game import PUBLIC
from engine.registry import game


@answers("chart", urgency=DrawUrgency.LOOK)
async def chart(ctx: Context, control: CustomId) -> None:
    """Show the chart of a match that is over, privately."""
    loaded = await ctx.shell.host.cache.of(control.about)
    match = loaded.match
    if match.status is not Status.FINISHED:
        await ctx.answer(note(ctx.words.say("**When the match is over.**")))
        return
    await ctx.answer(await ctx.run_in_pool(chart_screen, ctx.panel(match), loaded, ctx.words))


@answers("bg-stats", urgency=DrawUrgency.LOOK)
async def bg_stats(ctx: Context, control: CustomId) -> None:
    """Show the link that puts a finished match into the app BG Stats."""
    loaded = await ctx.shell.host.cache.of(control.about)
    match = loaded.match
    rules = game(match.game)
    outcome = None if loaded.replay is None else loaded.begun.record.outcome
    if outcome is None and match.status is Status.FINISHED and rules.meta.standing is not None:
        # Its table let the points count as they were.
        outcome = rules.meta.standing(rules.observe(loaded.begun.state, PUBLIC))
    if outcome is None or match.status is not Status.FINISHED:
        await ctx.answer(note(ctx.words.say("**When the match is over.**")))
        return
    address = await ctx.run_in_pool(link, ctx.panel(match), loaded, outcome, ctx.words)
    await ctx.answer(bg_stats_screen(address, ctx.words))
