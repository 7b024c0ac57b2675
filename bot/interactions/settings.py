"""What people prefer: language, time, lists, confirmation; and what admins may look at."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from discord import TextChannel
from discord.utils import format_dt

from bot.games.custom_ids import CustomId, plain_id
from bot.games.names import escaped_name, escaped_text
from bot.games.screen import (
    AMBER,
    Button,
    Form,
    FormField,
    Row,
    Screen,
    Select,
    SelectOption,
    Style,
    Text,
    TextInput,
)
from bot.interactions.context import Context
from bot.interactions.time import reminders
from bot.interactions.time.holidays import EVERYWHERE
from bot.interactions.verbs import answers, opens_form
from bot.locale.localisation import LANGUAGES, Words, own_name
from bot.messages.channels import (
    NAMES,
    TO_OPEN_THREADS,
    missing_permissions,
    not_granted,
    permissions_in,
    place_of,
)
from bot.messages.refusals import note
from bot.table.errors import CannotPost
from bot.table.preferences import Preferences
from bot.table.time.holidays import Holiday

AS_DISCORD: Final = "auto"
HEIGHTS: Final = range(50, 273)
"""Of children, and of the tallest person that was ever measured."""


@answers("settings")
async def settings(ctx: Context, _control: CustomId) -> None:
    """Show a person's settings."""
    await _show(ctx)


@answers("language")
async def language(ctx: Context, control: CustomId) -> None:
    """Set the language of a person's answers."""
    chosen = control.first if control.first in LANGUAGES else None
    await _prefer(ctx, replace(ctx.preferences, language=chosen))


@answers("lists")
async def lists(ctx: Context, control: CustomId) -> None:
    """Set whether choices come as lists."""
    await _prefer(ctx, replace(ctx.preferences, lists=control.first == "on"))


@answers("twice")
async def twice(ctx: Context, control: CustomId) -> None:
    """Set whether moves are confirmed twice."""
    await _prefer(ctx, replace(ctx.preferences, confirm_twice=control.first == "on"))


@answers("auto-holiday")
async def auto_holiday(ctx: Context, control: CustomId) -> None:
    """Set whether a holiday begins when a person's time is up."""
    await _prefer(ctx, replace(ctx.preferences, auto_holiday=control.first == "on"))


@answers("listed")
async def listed(ctx: Context, control: CustomId) -> None:
    """Set whether a person is rated and listed, from now on."""
    await _prefer(ctx, replace(ctx.preferences, unlisted=control.first == "off"))


@answers("seen")
async def seen(ctx: Context, control: CustomId) -> None:
    """Set whether others see statistics of a person."""
    await _prefer(ctx, replace(ctx.preferences, unseen=control.first == "off"))


@answers("height")
async def height(ctx: Context, control: CustomId) -> None:
    """Take a person's height; nothing typed: it is forgotten."""
    typed = control.first.partition("=")[2].strip()
    number = typed.removesuffix("cm").strip()
    is_number = number.isascii() and number.isdecimal()
    tall = int(number) if is_number and int(number) in HEIGHTS else None
    if typed and tall is None:
        text = ctx.words.say(
            "**{typed} isn't a height in centimeters.** Type a number from {least} to"
            " {most}, or nothing.",
            typed=escaped_name(typed),
            least=HEIGHTS[0],
            most=HEIGHTS[-1],
        )
        await ctx.answer(note(text))
        return
    await _prefer(ctx, replace(ctx.preferences, height_cm=tall))


@answers("try-posting")
async def try_posting(ctx: Context, _control: CustomId) -> None:
    """Say to admins whether the bot may post where tables may open, and what it lacks."""
    guild = await check_admin(ctx)
    if guild is None:
        return
    now = await ctx.shell.stores.players.guild(guild)
    here = ctx.interaction.channel_id or 0
    title, places = f"### {ctx.words.say('May I post?')}", now.channels or (here,)
    told = [await _may_post(ctx, each, threads=now.threads) for each in places]
    lines = [title, *told]
    await ctx.answer(Screen((Text("\n".join(lines)), Row((_to_setup(ctx.words),))), AMBER))


async def _prefer(ctx: Context, preferences: Preferences) -> None:
    await ctx.shell.stores.players.prefer(ctx.player, preferences)
    ctx.prefer(preferences)
    await _show(ctx)


async def _show(ctx: Context) -> None:
    known = await ctx.shell.stores.holidays.of(ctx.player, ctx.interaction.guild_id)
    now = ctx.shell.clock.now()
    away = next((each for each in known if each.ends_at > now), None)
    await ctx.answer(_settings(ctx.preferences, away, now, ctx.words))


@opens_form("height")
def height_form(ctx: Context, _control: CustomId) -> Form | None:
    """Return the question for a person's height; what was stated before has to be known."""
    now, said = ctx.shell.stores.players.remembered(ctx.player), ctx.words
    if now is None:
        return None
    line = TextInput(
        "height.cm",
        str(now.height_cm or ""),
        said.say("e.g. 172; leave empty if you'd rather not say"),
        6,
    )
    return Form(
        plain_id("height"), said.say("Height"), (FormField(said.say("In centimeters"), line),)
    )


async def check_admin(ctx: Context) -> int | None:
    """Return the server of a person who may manage it; None: they may not, and were told so."""
    guild = ctx.interaction.guild_id
    if guild is not None and ctx.interaction.permissions.manage_guild:
        return guild
    text = ctx.words.say("**Only for those who may manage this server.**")
    await ctx.answer(note(text))
    return None


async def _may_post(ctx: Context, channel: int, *, threads: bool) -> str:
    """Return whether the bot may do all in a channel that tables there need."""
    words = ctx.words
    try:
        place = await ctx.patiently(place_of(ctx.interaction.client, channel))
    except CannotPost:
        return words.say("✗ <#{channel}>: I can't see this channel.", channel=channel)
    missing = missing_permissions(place)
    if isinstance(place, TextChannel) and threads:
        known = permissions_in(place)
        missing += () if known is None else not_granted(known, TO_OPEN_THREADS)
    if not missing:
        return words.say("✓ <#{channel}>: I can post tables here.", channel=channel)
    lacks = ", ".join(words.say(NAMES[each]) for each in missing)
    return words.say("✗ <#{channel}>: I lack {permissions}.", channel=channel, permissions=lacks)


def _to_setup(words: Words) -> Button:
    return Button(words.say("Back"), plain_id("setup"))


def _settings(now: Preferences, away: Holiday | None, moment: datetime, said: Words) -> Screen:
    rows = Row(
        (
            switch("lists", said.say("Lists instead of button grids"), now.lists, said),
            switch("twice", said.say("Confirm every move"), now.confirm_twice, said),
        )
    )
    text = said.say(
        "Lists work better with screen readers. If you like, I ask you to confirm every move"
        " before it is sent."
    )
    why = said.say(
        "In Seismic a tie goes to the tallest player. Your height stays private: if all tied"
        " players have entered theirs, the table only learns who is tallest."
    )
    title = Text(f"### {said.say('Your settings')}\n{_summed_up(now, away, said)}")
    height = said.say("Height: not set")
    if now.height_cm is not None:
        height = said.say("Height: {n} cm", n=now.height_cm)
    tall = Row((Button(height, plain_id("height")),))
    time = _about_time(now, away, moment, said)
    blocks = (title, languages("language", now.language, said), *time, rows, Text(f"-# {text}"))
    return Screen((*blocks, tall, Text(f"-# {why}"), *_about_others(now, said)), AMBER)


def _about_others(now: Preferences, said: Words) -> tuple[Row, Text]:
    """Return what is set about what other people see."""
    switches = (
        switch("listed", said.say("Rated and listed"), not now.unlisted, said),
        switch("seen", said.say("Statistics for others"), not now.unseen, said),
    )
    why = said.say(
        "Off: from now on you're neither rated nor listed, and no one else sees your statistics."
        " Turned on again, your rating continues where it was."
    )
    own = (
        Button(said.say("Block list"), plain_id("block-list")),
        Button(said.say("My data"), plain_id("privacy")),
    )
    return Row((*switches, *own)), Text(f"-# {why}")


def _summed_up(now: Preferences, away: Holiday | None, said: Words) -> str:
    """Return a person's settings in a line."""
    zone = said.say("Time zone: not set.")
    if now.zone is not None:
        zone = said.say("Time zone: {zone}.", zone=escaped_text(now.zone))
    often = said.say(reminders.HOW_OFTEN[now.reminding][0])
    absent = said.say("Holiday: none planned")
    if away is not None:
        period = {"begin": format_dt(away.begins_at, "f"), "end": format_dt(away.ends_at, "f")}
        absent = said.say("Holiday: {begin} to {end}", **period)
    return " · ".join(
        (
            spoken(now.language, said),
            said.say("{label}: {state}", label=said.say("Reminders"), state=often),
            reminders.hours(now, said),
            zone.rstrip("."),
            absent,
        )
    )


def _about_time(
    now: Preferences, away: Holiday | None, moment: datetime, said: Words
) -> tuple[Row, Text]:
    """Return all that is set about time; `away`: the holiday that is on, or the next one."""
    meanwhile = said.say(
        "Automatic holiday: when your time is up, your tables wait until the end of the next day."
        " This uses up days of your holiday."
    )
    label = said.say("I'm away until…")
    leaving = Button(label, plain_id("holiday", EVERYWHERE))
    if away is not None and away.is_on(moment):
        leaving = Button(said.say("I am back"), plain_id("holidayend", away.id), Style.BLUE)
    return (
        Row(
            (
                Button(said.say("Reminders, quiet hours"), plain_id("reminders")),
                leaving,
                Button(said.say("Holiday"), plain_id("away")),
                switch("auto-holiday", said.say("Automatic holiday"), now.auto_holiday, said),
            )
        ),
        Text(f"-# {meanwhile}"),
    )


def languages(verb: str, now: str | None, said: Words) -> Select:
    """Return the menu of languages, which `verb` answers."""
    options = (
        SelectOption(said.say("Same as Discord"), AS_DISCORD),
        *(SelectOption(own_name(each), each) for each in LANGUAGES),
    )
    chosen = AS_DISCORD if now is None else now
    shown = tuple(
        replace(each, label=spoken(now, said), chosen=True) if each.value == chosen else each
        for each in options
    )
    return Select(plain_id(verb), said.say("Language"), shown)


def spoken(language: str | None, said: Words) -> str:
    """Return the language that is set, with the word for it."""
    if language is None:
        return said.say("Language: same as Discord")
    return said.say("{label}: {state}", label=said.say("Language"), state=own_name(language))


def switch(verb: str, label: str, now: bool, said: Words) -> Button:  # noqa: FBT001 - a state
    """Return a button that turns something on or off, and says which it is now."""
    state, style = (said.say("on"), Style.GREEN) if now else (said.say("off"), Style.GREY)
    other = "off" if now else "on"
    return Button(
        said.say("{label}: {state}", label=label, state=state), plain_id(verb, other), style
    )
