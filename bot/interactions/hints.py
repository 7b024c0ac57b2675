"""Hints, for whoever is to move, and for their eyes alone."""

from dataclasses import replace

from bot.games.custom_ids import CustomId
from bot.interactions.aids import only_with_aids
from bot.interactions.context import Context
from bot.interactions.playing import own_seat
from bot.messages import hints as screens


@only_with_aids
async def hint(ctx: Context, control: CustomId) -> None:
    """Think about what this person is to decide, and show what is worth a look."""
    view = await ctx.view(control.about)
    own_seat(view)
    given = await ctx.patiently(ctx.shell.host.hints.take(view.match.id, ctx.player))
    asked = replace(
        view, match=given.match, observation=given.observation, legal=given.legal, line=given.line
    )
    screen = await ctx.run_in_pool(screens.hint, ctx.panel(view.match), asked, given)
    await ctx.answer(screen)
    # A table that is to hear of it hears of it now.
    await ctx.shell.host.outbox.look()
