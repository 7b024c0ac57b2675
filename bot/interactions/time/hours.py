"""Zone and quiet hours are asked for once: when a person sits down for the first time."""

from dataclasses import replace

import structlog

from bot.games.custom_ids import CustomId, OldButton, plain_id
from bot.games.screen import AMBER, Block, Button, Row, Screen, Style, Text
from bot.interactions.context import Context
from bot.interactions.time.reminders import clock
from bot.interactions.verbs import answers
from bot.messages.refusals import note
from bot.messages.time.times import city
from bot.table.errors import OutOfReach
from bot.table.time.quiet_hours import NIGHT, ZONES_BY_LOCALE, QuietHours

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


async def question(ctx: Context) -> tuple[Block, ...]:
    """Return what to add to an answer to a person who sat down; nothing if they were asked before.

    Their Discord's language tells where they may live. What is returned must be shown: it comes
    once.
    """
    guess = ZONES_BY_LOCALE.get(ctx.interaction.locale.value)
    now = ctx.preferences
    if guess is None or now.hours_asked or now.zone is not None:
        return ()
    try:
        if not await ctx.shell.stores.players.ask_hours(ctx.player):
            return ()
    except OutOfReach as error:
        # They have a seat; this can be asked at their next table.
        log.info("hours-not-asked", reason=repr(error))
        return ()
    hours = QuietHours(*NIGHT, guess)
    text = ctx.words.say(
        "**Quiet nights?** From {begin} to {end} ({city} time) I won't ping you, and your time"
        " can't run out.",
        begin=clock(hours.begin),
        end=clock(hours.end),
        city=city(guess, ctx.words),
    )
    buttons = (
        Button(ctx.words.say("Yes, quiet nights"), plain_id("hours", "yes", guess), Style.GREEN),
        Button(ctx.words.say("Other hours or time zone"), plain_id("quiet", guess)),
        Button(ctx.words.say("No, ping me any time"), plain_id("hours", "never")),
    )
    return (Text(text), Row(buttons))


async def ask(ctx: Context) -> None:
    """Ask a person who sat down, and got no private answer, in one of its own."""
    if blocks := await question(ctx):
        await ctx.answer(Screen(blocks, AMBER))


@answers("hours")
async def answered(ctx: Context, control: CustomId) -> None:
    """Take the proposed hours, or none."""
    more = Button(ctx.words.say("Reminders, quiet hours"), plain_id("reminders"))
    match control.args:
        case ["yes", zone]:
            hours = QuietHours(*NIGHT, zone)
            now = replace(ctx.preferences, zone=zone, quiet_from=hours.begin, quiet_to=hours.end)
            await ctx.shell.stores.players.prefer(ctx.player, now, ctx.shell.clock.now())
            text = ctx.words.say(
                "**Your nights are quiet now.** You can change that in `/settings`."
            )
        case ["never"]:
            text = ctx.words.say("**I'll ping you any time.** You can change that in `/settings`.")
        case _:
            raise OldButton("old-button", id=control.verb)
    await ctx.answer(note(text, more))
