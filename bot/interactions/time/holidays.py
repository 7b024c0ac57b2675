"""Holidays: when a player is away from the tables of a server, and back early."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from discord.utils import format_dt

from bot.games.custom_ids import CustomId, plain_id
from bot.games.names import escaped_text
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
    keypad,
)
from bot.interactions.context import Context
from bot.interactions.verbs import answers, opens_form
from bot.locale.localisation import Words
from bot.messages.refusals import note
from bot.table.time.holidays import A_YEAR, IN_A_ROW, Holiday, HolidayPlan, date_of, days_left
from bot.table.time.quiet_hours import zone_named

DEFAULT_ZONE: Final = "UTC"
MOST_LISTED: Final = 5


@answers("away")
async def show(ctx: Context, _control: CustomId) -> None:
    """Show a person's holidays in this server."""
    guild = ctx.interaction.guild_id
    if guild is None:
        text = ctx.words.say("**Holidays are planned in a server**, for the tables there.")
        await ctx.answer(note(text))
        return
    known = await ctx.shell.stores.holidays.of(ctx.player, guild)
    zone = ctx.preferences.zone or DEFAULT_ZONE
    await ctx.answer(_screen(known, zone, ctx.words, ctx.shell.clock.now()))


@answers("holiday")
async def plan(ctx: Context, control: CustomId) -> None:
    """Plan a holiday, as typed."""
    typed = dict(each.partition("=")[::2] for each in control.args)
    place = typed.get("zone", "").strip()
    zone = zone_named(place) if place else ctx.preferences.zone or DEFAULT_ZONE
    now = ctx.shell.clock.now()
    today = now.astimezone(ZoneInfo(zone)).date()
    first, last = (date_of(typed.get(name, ""), today) for name in ("from", "to"))
    wish = HolidayPlan(first, last, zone, is_computer=typed.get("how") == "computer")
    await ctx.shell.stores.holidays.plan(ctx.player, ctx.interaction.guild_id, wish, now)
    if zone != ctx.preferences.zone and place:
        preferences = replace(ctx.preferences, zone=zone)
        await ctx.shell.stores.players.prefer(ctx.player, preferences, now)
        ctx.prefer(preferences)
    await _show_changed(ctx, control)


@answers("holidayend")
async def end(ctx: Context, control: CustomId) -> None:
    """End a holiday early, or take one back that has not begun."""
    number = int(control.first) if control.first.isdecimal() else 0
    now = ctx.shell.clock.now()
    await ctx.shell.stores.holidays.end(ctx.player, ctx.interaction.guild_id, number, now)
    await _show_changed(ctx, control)


async def _show_changed(ctx: Context, control: CustomId) -> None:
    await show(ctx, control)
    await ctx.shell.host.lobbies.show_all_of(ctx.player, ctx.interaction.guild_id)


@opens_form("holiday")
def form(ctx: Context, _control: CustomId) -> Form | None:
    """Return the questions for a holiday; the person's zone has to be known."""
    now, said = ctx.shell.stores.players.remembered(ctx.player), ctx.words
    if now is None:
        return None
    zone = now.zone or ""
    today = ctx.shell.clock.now().astimezone(ZoneInfo(zone or DEFAULT_ZONE)).date()
    example = said.say("such as {date}", date=today.isoformat())
    ways = (
        SelectOption(said.say("My tables wait for me"), "wait", chosen=True),
        SelectOption(said.say("A computer player moves for me"), "computer"),
    )
    questions = (
        FormField(
            said.say("First day away"), TextInput("holiday.from", today.isoformat(), example, 20)
        ),
        FormField(said.say("Last day away"), TextInput("holiday.to", "", example, 20)),
        FormField(said.say("Meanwhile"), Select("holiday.how", "", ways)),
        FormField(said.say("Time zone"), TextInput("holiday.zone", zone, "Europe/Paris", 60)),
    )
    return Form(plain_id("holiday"), said.say("Holiday"), questions)


def _screen(known: Sequence[Holiday], zone: str, said: Words, now: datetime) -> Screen:
    year = now.astimezone(ZoneInfo(zone)).year
    left = said.count(
        "**{n} day** of holiday is left this year, of {all}; at most {most} in a row.",
        "**{n} days** of holiday are left this year, of {all}; at most {most} in a row.",
        days_left(known, year),
        all=A_YEAR,
        most=IN_A_ROW,
    )
    what = said.say(
        "Whole days in your time zone, {zone}. Tables in this server say that you are away, and"
        " you lose no time at them.",
        zone=escaped_text(zone),
    )
    lines, buttons = [left], [Button(said.say("Plan a holiday"), plain_id("holiday"), Style.GREEN)]
    for holiday in [each for each in known if each.ends_at > now][:MOST_LISTED]:
        begin, back = format_dt(holiday.begins_at, "f"), format_dt(holiday.ends_at, "f")
        period = said.say("from {begin} to {end}", begin=begin, end=back)
        how = said.say("your tables wait")
        if holiday.is_computer:
            how = said.say("a computer player moves for you")
        lines.append(f"- {period} · {how}")
        label = said.say("I am back") if holiday.is_on(now) else said.say("Cancel the holiday")
        buttons.append(Button(label, plain_id("holidayend", holiday.id)))
    title = Text(f"### {said.say('Your holiday')}")
    settings = Button(said.say("All settings"), plain_id("settings"))
    text = Text("\n".join([*lines, f"-# {what}"]))
    return Screen((title, text, *keypad(tuple(buttons)), Row((settings,))), AMBER)
