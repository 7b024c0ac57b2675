"""What people and servers prefer: language, time, lists, confirmation; where tables may open."""

from collections.abc import Callable
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
    ChannelSelect,
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
from bot.messages.notices.news_modes import WAYS, ways
from bot.messages.refusals import message_url, note
from bot.messages.viewing import names_of, table_name
from bot.table.errors import CannotPost
from bot.table.match.match import Match, NewsMode, Status
from bot.table.preferences import GuildPreferences, Preferences
from bot.table.time.holidays import Holiday

AS_DISCORD: Final = "auto"
MOST_LISTED: Final = 20
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


@answers("setup")
async def setup(ctx: Context, _control: CustomId) -> None:
    """Show a server's settings to its admins."""
    guild = await _check_admin(ctx)
    if guild is not None:
        await _show_setup(ctx, guild, await ctx.shell.stores.players.guild(guild))


@answers("tables")
async def tables(ctx: Context, _control: CustomId) -> None:
    """List the tables of a server to its admins; those at which least happened lately come last."""
    guild = await _check_admin(ctx)
    if guild is None:
        return
    open_ones = await ctx.shell.stores.matches.in_guild(guild)
    newest = sorted(open_ones, key=lambda each: each.changed_at, reverse=True)
    lines = [f"### {ctx.words.say('Tables in this server')}"]
    lines += [_line(ctx, each) for each in newest[:MOST_LISTED]]
    if not newest:
        lines.append(ctx.words.say("No table is open."))
    if left_out := newest[MOST_LISTED:]:
        lines.append(ctx.words.count("-# and {n} more", "-# and {n} more", len(left_out)))
    if newest:
        lines.append(ctx.words.say("-# `/table close` closes one."))
    await ctx.answer(Screen((Text("\n".join(lines)), Row((_to_setup(ctx.words),))), AMBER))


@answers("try-posting")
async def try_posting(ctx: Context, _control: CustomId) -> None:
    """Say to admins whether the bot may post where tables may open, and what it lacks."""
    guild = await _check_admin(ctx)
    if guild is None:
        return
    now = await ctx.shell.stores.players.guild(guild)
    here = ctx.interaction.channel_id or 0
    title, places = f"### {ctx.words.say('May I post?')}", now.channels or (here,)
    told = [await _may_post(ctx, each, threads=now.threads) for each in places]
    lines = [title, *told]
    await ctx.answer(Screen((Text("\n".join(lines)), Row((_to_setup(ctx.words),))), AMBER))


@answers("speak")
async def speak(ctx: Context, control: CustomId) -> None:
    """Set the language of a server's channels."""
    chosen = control.first if control.first in LANGUAGES else None
    await _arrange(ctx, lambda now: replace(now, language=chosen))


@answers("channels")
async def channels(ctx: Context, control: CustomId) -> None:
    """Set where tables may open; nothing chosen: anywhere."""
    chosen = tuple(int(each) for each in control.args if each.isdecimal())
    await _arrange(ctx, lambda now: replace(now, channels=chosen))


@answers("threads")
async def threads(ctx: Context, control: CustomId) -> None:
    """Set whether tables get threads."""
    await _arrange(ctx, lambda now: replace(now, threads=control.first == "on"))


@answers("messages")
async def messages(ctx: Context, control: CustomId) -> None:
    """Set how channels are told, where a table says nothing else."""
    mode = next((each for each in NewsMode if each.value == control.first), None)
    await _arrange(ctx, lambda now: replace(now, news=mode))


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


async def _check_admin(ctx: Context) -> int | None:
    guild = ctx.interaction.guild_id
    if guild is not None and ctx.interaction.permissions.manage_guild:
        return guild
    text = ctx.words.say("**Only for those who may manage this server.**")
    await ctx.answer(note(text))
    return None


async def _arrange(ctx: Context, change: Callable[[GuildPreferences], GuildPreferences]) -> None:
    guild = await _check_admin(ctx)
    if guild is not None:
        now = change(await ctx.shell.stores.players.guild(guild))
        await ctx.shell.stores.players.set_guild(guild, now)
        await _show_setup(ctx, guild, now)


async def _show_setup(ctx: Context, guild: int, now: GuildPreferences) -> None:
    open_ones = await ctx.shell.stores.matches.count_in_guild(guild)
    await ctx.answer(_setup(now, open_ones, ctx.words))


def _line(ctx: Context, match: Match) -> str:
    """Return a table in a line: where it is, and whom it waits for since when."""
    words, name = ctx.words, table_name(match, ctx.panel(match), ctx.words)
    message = match.table.message or match.cover.message
    if message is not None:
        name = f"[{name}]({message_url(match, message)})"
    stands = words.say("{n} of {m} seats taken", n=len(match.chairs), m=match.places)
    if match.lost_at is not None:
        stands = words.say("its channel is gone")
    elif match.status is Status.PLAYING:
        stands = words.say("it's up to {who}", who=names_of(match, match.acting))
    last = words.say("last change {t}", t=format_dt(match.changed_at, "R"))
    return f"- **{name}** · {stands} · {last}"


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
            _switch("lists", said.say("Lists instead of button grids"), now.lists, said),
            _switch("twice", said.say("Confirm every move"), now.confirm_twice, said),
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
    blocks = (title, _languages("language", now.language, said), *time, rows, Text(f"-# {text}"))
    private = Row((Button(said.say("Block list"), plain_id("block-list")),))
    return Screen((*blocks, tall, Text(f"-# {why}"), private), AMBER)


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
            _spoken(now.language, said),
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
                _switch("auto-holiday", said.say("Automatic holiday"), now.auto_holiday, said),
            )
        ),
        Text(f"-# {meanwhile}"),
    )


def _setup(now: GuildPreferences, open_ones: int, said: Words) -> Screen:
    places = ", ".join(f"<#{each}>" for each in now.channels)
    where = said.say("Tables open in every channel")
    if places:
        where = said.say("Tables open in {places}", places=places)
    told = said.say("Messages"), said.say(WAYS[now.news or NewsMode.EACH][0])
    threads = said.say("Threads for tables"), said.say("on") if now.threads else said.say("off")
    summed_up = " · ".join(
        (
            where,
            *(said.say("{label}: {state}", label=a, state=b) for a, b in (threads, told)),
            _spoken(now.language, said),
        )
    )
    title = Text(f"### {said.say('This server')}\n{summed_up}")
    menu = ChannelSelect(plain_id("channels"), said.say("Where tables may open"), now.channels)
    anywhere = said.say("With no channel chosen, tables may open anywhere.")
    news = ways(now.news or NewsMode.EACH, None, said)
    messages = _named(Select(plain_id("messages"), said.say("Messages"), news), said)
    fewer = said.say(
        "How turns are announced; a table's host can choose otherwise. A fast table has one"
        " edited message instead of a digest."
    )
    row = Row(
        (
            _switch("threads", said.say("Threads for tables"), now.threads, said),
            Button(said.say("See all tables ({n})", n=open_ones), plain_id("tables")),
            Button(said.say("Test whether I may post"), plain_id("try-posting")),
        )
    )
    languages = _languages("speak", now.language, said)
    hints = Text(f"-# {anywhere}"), Text(f"-# {fewer}")
    return Screen((title, languages, menu, hints[0], messages, hints[1], row), AMBER)


def _languages(verb: str, now: str | None, said: Words) -> Select:
    options = (
        SelectOption(said.say("Same as Discord"), AS_DISCORD),
        *(SelectOption(own_name(each), each) for each in LANGUAGES),
    )
    chosen = AS_DISCORD if now is None else now
    shown = tuple(
        replace(each, label=_spoken(now, said), chosen=True) if each.value == chosen else each
        for each in options
    )
    return Select(plain_id(verb), said.say("Language"), shown)


def _spoken(language: str | None, said: Words) -> str:
    """Return the language that is set, with the word for it."""
    if language is None:
        return said.say("Language: same as Discord")
    return said.say("{label}: {state}", label=said.say("Language"), state=own_name(language))


def _named(menu: Select, said: Words) -> Select:
    """Return a menu of which the line that is chosen says what the menu is about."""
    options = (
        replace(each, label=said.say("{label}: {state}", label=menu.placeholder, state=each.label))
        if each.chosen
        else each
        for each in menu.options
    )
    return replace(menu, options=tuple(options))


def _switch(verb: str, label: str, now: bool, said: Words) -> Button:  # noqa: FBT001 - a state
    state, style = (said.say("on"), Style.GREEN) if now else (said.say("off"), Style.GREY)
    other = "off" if now else "on"
    return Button(
        said.say("{label}: {state}", label=label, state=state), plain_id(verb, other), style
    )
