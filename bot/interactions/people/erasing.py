"""**Erase me**: what goes and what stays, a word to type, then it is done."""

from typing import Final

import structlog

from bot.games.custom_ids import CustomId, plain_id
from bot.games.screen import Form, FormField, TextInput
from bot.interactions.context import Context
from bot.interactions.verbs import answers, opens_form
from bot.messages.people import erasing
from bot.messages.refusals import note

WORDS: Final = frozenset({"erase", "effacer", "borrar"})
"""What may be typed, in whichever language."""
log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


@answers("erase")
async def erase(ctx: Context, _control: CustomId) -> None:
    """Say what would go and what would stay."""
    known = await ctx.patiently(ctx.shell.host.erasing.foresee(ctx.player))
    if known is None:
        await ctx.answer(erasing.nothing(ctx.words))
        return
    client = ctx.interaction.client
    servers = {each: guild.name for each, _ in known.bans if (guild := client.get_guild(each))}
    await ctx.answer(erasing.question(known, ctx.shell.panels, servers, ctx.words))


@opens_form("erasing")
def form(ctx: Context, _control: CustomId) -> Form:
    """Return the second question."""
    said = ctx.words
    field = FormField(said.say("There is no way back."), TextInput("erase.word", "", "", 20))
    return Form(plain_id("erasing"), said.say("Type ERASE"), (field,))


@answers("erasing")
async def sure(ctx: Context, control: CustomId) -> None:
    """Erase the person, if they typed the word."""
    if control.first.partition("=")[2].strip().casefold() not in WORDS:
        await ctx.answer(erasing.mistyped(ctx.words))
        return
    if await ctx.shell.host.erasing.foresee(ctx.player) is None:
        await ctx.answer(erasing.nothing(ctx.words))
        return
    await ctx.soon()
    try:
        channels = await ctx.shell.host.erasing.erase(ctx.player)
    except OSError:
        # Without the fingerprint a backup would bring the person back.
        log.exception("fingerprint-not-written")
        text = ctx.words.say(
            "**I can't erase you right now.** Nothing was erased. Please tell my operator."
        )
        await ctx.answer(note(text))
        return
    await ctx.answer(erasing.done(channels, ctx.words))
