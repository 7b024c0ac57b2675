"""A finished match as a page for a browser: for the person who asks, and for everybody."""

from bot.games.abilities import ShowsMaps
from bot.games.custom_ids import CustomId
from bot.games.screen import Attachment
from bot.hosting.advice.reviews import Review
from bot.hosting.processes.limits import LimitedAction
from bot.interactions.context import Context
from bot.interactions.verbs import answers
from bot.locale.localisation import Words
from bot.messages.channels import place_of, posting, send_post
from bot.messages.page import screens
from bot.messages.page.contents import contents
from bot.messages.page.file import page_file
from bot.messages.processes.render_pool import DrawUrgency
from bot.messages.refusals import note
from bot.table.match.match import LoadedMatch, Status


@answers("page", urgency=DrawUrgency.FILM, behind_more=True)
async def page(ctx: Context, control: CustomId) -> None:
    """Give a finished match as a file that a browser opens."""
    loaded = await _get_finished(ctx, control)
    if loaded is None:
        return
    file, review = await _made(ctx, loaded, ctx.words)
    panel, has_review = ctx.panel(loaded.match), review is not None
    await ctx.answer(screens.given(loaded.match, panel, file, ctx.words, has_review=has_review))


@answers("page-show", urgency=DrawUrgency.FILM, behind_more=True)
async def show(ctx: Context, control: CustomId) -> None:
    """Show the page to the table's channel, in the language of its server, and say who shows it."""
    loaded = await _get_finished(ctx, control)
    if loaded is None:
        return
    ctx.spend(LimitedAction.SHOW)
    match, panel = loaded.match, ctx.panel(loaded.match)
    said = await ctx.shell.messenger.words(match.venue.guild)
    file, _ = await _made(ctx, loaded, said)
    post = screens.shown(match, panel, ctx.person.name, file, said)

    async def posted() -> None:
        place = await place_of(ctx.interaction.client, match.place)
        async with posting(place):
            await send_post(place, post, f"page-{ctx.request}")

    await ctx.patiently(posted())
    await ctx.answer(note(ctx.words.say("-# Shown to everyone in the channel.")))


async def _made(ctx: Context, loaded: LoadedMatch, said: Words) -> tuple[Attachment, Review | None]:
    """Return the page with the review that there is; it is limited as animations are."""
    ctx.spend(LimitedAction.FILM)
    review = await ctx.patiently(ctx.shell.host.reviews.done(loaded))

    def made() -> Attachment:
        return page_file(contents(ctx.panel(loaded.match), loaded, said.language, review))

    return await ctx.run_in_pool(made), review


async def _get_finished(ctx: Context, control: CustomId) -> LoadedMatch | None:
    """Return a match that is over by its rules or by vote, of a title with maps; say if it isn't.

    What ended without result keeps its seed sealed.
    """
    match = await ctx.match(control.about)
    if match.status is not Status.FINISHED:
        text = ctx.words.say(
            "**This page comes with the result.** Until then, *History* shows every move."
        )
        await ctx.answer(note(text))
        return None
    panel = ctx.panel(match)
    if not isinstance(panel, ShowsMaps):
        game = panel.title(ctx.words)
        text = ctx.words.say("**{game} has nothing of that kind to show.**", game=game)
        await ctx.answer(note(text))
        return None
    return await ctx.patiently(ctx.shell.host.cache.about(match.id, True))  # noqa: FBT003
