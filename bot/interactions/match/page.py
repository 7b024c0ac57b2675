"""A finished match as a page for a browser: for the person who asks, and for everybody."""

from bot.games.abilities import ShowsMaps
from bot.games.custom_ids import CustomId, about_match
from bot.games.screen import Attachment, Button
from bot.hosting.advice.reviews import Review
from bot.hosting.processes.limits import LimitedAction
from bot.interactions.context import Context
from bot.interactions.verbs import answers
from bot.locale.localisation import Words
from bot.messages.channels import place_of, posting, send_post
from bot.messages.page import screens
from bot.messages.page.contents import contents
from bot.messages.page.file import page_file
from bot.messages.page.links import links
from bot.messages.processes.render_pool import DrawUrgency
from bot.messages.refusals import note
from bot.table.errors import LobbyRefused
from bot.table.match.match import LoadedMatch, Match, Status


@answers("page", urgency=DrawUrgency.FILM, behind_more=True)
async def page(ctx: Context, control: CustomId) -> None:
    """Give a finished match as a file that a browser opens."""
    loaded = await _get_finished(ctx, control)
    if loaded is None:
        return
    file, review = await _made(ctx, loaded, ctx.words)
    match, panel, has_review = loaded.match, ctx.panel(loaded.match), review is not None
    more = (*await page_links(ctx, match), *page_settings(ctx, match))
    await ctx.answer(screens.given(match, panel, file, ctx.words, *more, has_review=has_review))


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


@answers("address", behind_more=True)
async def address(ctx: Context, control: CustomId) -> None:
    """Take what the host wants about the page of a table; without an answer, ask."""
    match, pages = await ctx.match(control.about), ctx.shell.page_links
    if match.host != ctx.player:
        raise LobbyRefused("lobby-not-host", host=match.host_name)
    guild = match.venue.guild
    is_off = guild is not None and (await ctx.shell.stores.players.guild(guild)).pageless
    if is_off or not pages.has_address or not match.has_begun:
        await ctx.answer(note(ctx.words.say("**There are no pages in the browser here.**")))
        return
    if control.first in ("on", "off"):
        # Where it is usual, it is no wish: it doesn't outlast that the channel becomes private.
        wanted = (None if pages.is_public(match) else True) if control.first == "on" else False
        await ctx.patiently(ctx.shell.host.pages.ask(match.id, ctx.player, wanted=wanted))
        match = await ctx.match(match.id)
    await ctx.answer(screens.address(match, await pages.of(match), ctx.words))


async def page_links(ctx: Context, match: Match) -> tuple[Button, ...]:
    """Return the button that leads to a match's page at its address; none without one."""
    return links(match, await ctx.shell.page_links.of(match), ctx.words)


def page_settings(ctx: Context, match: Match) -> tuple[Button, ...]:
    """Return the button with which the host says whether a table has a page at an address."""
    if match.host != ctx.player or not ctx.shell.page_links.has_address:
        return ()
    return (Button(ctx.words.say("Page in the browser"), about_match("address", match)),)


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
