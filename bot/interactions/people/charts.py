"""**Chart** under a result: the points of everybody over the match."""

from bot.games.custom_ids import CustomId
from bot.interactions.context import Context
from bot.interactions.verbs import answers
from bot.messages.people.match_chart import chart_screen
from bot.messages.processes.render_pool import DrawUrgency
from bot.messages.refusals import note
from bot.table.match.match import Status


@answers("chart", urgency=DrawUrgency.LOOK)
async def chart(ctx: Context, control: CustomId) -> None:
    """Show the chart of a match that is over, privately."""
    loaded = await ctx.shell.host.cache.of(control.about)
    match = loaded.match
    if match.status is not Status.FINISHED:
        await ctx.answer(note(ctx.words.say("**When the match is over.**")))
        return
    await ctx.answer(await ctx.run_in_pool(chart_screen, ctx.panel(match), loaded, ctx.words))
