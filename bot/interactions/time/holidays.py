"""Holidays: when a player is away from the tables of one server or of all, and back early."""

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
from bot.table.time.holidays import (
    A_YEAR,
    DEFAULT_ZONE,
    IN_A_ROW,
    Holiday,
    HolidayPlan,
    date_of,
    days_left,
)
from bot.table.time.quiet_hours import zone_named

MOST_LISTED: Final = 5
EVERYWHERE: Final = "all"
"""Stands in ids for a holiday from the tables of all servers."""


@answers("away")
async def show(ctx: Context, _control: CustomId) -> None:
    """Show a person's holidays that count here."""
    await _show(ctx)


@answers("holiday")
async def plan(ctx: Context, control: CustomId) -> None:
    """Plan a holiday, as typed."""
    typed = dict(each.partition("=")[::2] for each in control.args)
    place = typed.get("zone", "").strip()
    zone = zone_named(place) if place else ctx.preferences.zone or DEFAULT_ZONE
    now = ctx.shell.clock.now()
    today = now.astimezone(ZoneInfo(zone)).date()
    first, last = (date_of(typed.get(name, ""), today) for name in ("from", "to"))
    is_computer = typed.get("how") == "computer"
    wish = HolidayPlan(first, last, zone, is_computer, _is_everywhere(ctx, control))
    new, standing = await ctx.shell.stores.holidays.plan(
        ctx.player, ctx.interaction.guild_id, wish, now
    )
    if zone != ctx.preferences.zone and place:
        preferences = replace(ctx.preferences, zone=zone)
        await ctx.shell.stores.players.prefer(ctx.player, preferences, now)
        ctx.prefer(preferences)
    await _show(ctx, _planned(new, standing, ctx.words, now))
    await ctx.shell.host.lobbies.show_all_of(ctx.player, new)


@answers("holidayend")
async def end(ctx: Context, control: CustomId) -> None:
    """End a holiday early, or take one back that has not begun."""
    number = int(control.first) if control.first.isdecimal() else 0
    now = ctx.shell.clock.now()
    ended = await ctx.shell.stores.holidays.end(ctx.player, number, now)
    await _show(ctx)
    await ctx.shell.host.lobbies.show_all_of(ctx.player, ended)


async def _show(ctx: Context, *told: str) -> None:
    guild = ctx.interaction.guild_id
    known = await ctx.shell.stores.holidays.of(ctx.player, guild)
    zone = ctx.preferences.zone or DEFAULT_ZONE
    await ctx.answer(_screen(known, guild, zone, ctx.words, ctx.shell.clock.now(), told))


def _is_everywhere(ctx: Context, control: CustomId) -> bool:
    """Say whether a holiday is for all servers: where there is none it can't be for this one."""
    return control.first == EVERYWHERE or ctx.interaction.guild_id is None


@opens_form("holiday")
def form(ctx: Context, control: CustomId) -> Form | None:
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
    if _is_everywhere(ctx, control):
        return Form(plain_id("holiday", EVERYWHERE), said.say("Away from all tables"), questions)
    return Form(plain_id("holiday"), said.say("Away from this server's tables"), questions)


def _planned(new: Holiday, standing: int, said: Words, now: datetime) -> str:
    """Return what a holiday means that was just planned."""
    if not new.is_on(now):
        return said.say("**Planned.** Nothing changes before it begins.")
    back = format_dt(new.ends_at, "f")
    if not standing:
        return said.say("**You're away until {t}.** No table waits for you now.", t=back)
    if new.is_computer:
        return said.count(
            "**You're away until {t}.** A computer player moves for you at {n} table now.",
            "**You're away until {t}.** A computer player moves for you at {n} tables now.",
            standing,
            t=back,
        )
    return said.count(
        "**You're away until {t}.** Your clock is stopped at {n} table.",
        "**You're away until {t}.** Your clock is stopped at {n} tables.",
        standing,
        t=back,
    )


def _screen(
    known: Sequence[Holiday],
    guild: int | None,
    zone: str,
    said: Words,
    now: datetime,
    told: Sequence[str] = (),
) -> Screen:
    year = now.astimezone(ZoneInfo(zone)).year
    left = said.count(
        "You have **{n} of {all} holiday days** left this year, {most} in a row at most.",
        "You have **{n} of {all} holiday days** left this year, {most} in a row at most.",
        days_left(known, year),
        all=A_YEAR,
        most=IN_A_ROW,
    )
    what = said.say(
        "Full days in your time zone ({zone}). Your tables show that you're away, and your clock"
        " stops.",
        zone=escaped_text(zone),
    )
    lines = [*told, left]
    buttons = [Button(said.say("I'm away until…"), plain_id("holiday", EVERYWHERE), Style.GREEN)]
    if guild is not None:
        buttons.append(Button(said.say("Only this server"), plain_id("holiday")))
    for holiday in [each for each in known if each.ends_at > now][:MOST_LISTED]:
        begin, back = format_dt(holiday.begins_at, "f"), format_dt(holiday.ends_at, "f")
        period = said.say("from {begin} to {end}", begin=begin, end=back)
        how = said.say("your tables wait")
        if holiday.is_computer:
            how = said.say("a computer player moves for you")
        elif holiday.is_automatic:
            how = said.say("your tables wait (automatic)")
        where = said.say("all servers") if holiday.is_everywhere else said.say("this server")
        lines.append(f"- {period} · {where} · {how}")
        label = said.say("I am back") if holiday.is_on(now) else said.say("Cancel the holiday")
        style = Style.BLUE if holiday.is_on(now) else Style.GREY
        buttons.append(Button(label, plain_id("holidayend", holiday.id), style))
    title = Text(f"### {said.say('Your holiday')}")
    settings = Button(said.say("All settings"), plain_id("settings"))
    text = Text("\n".join([*lines, f"-# {what}"]))
    return Screen((title, text, *keypad(tuple(buttons)), Row((settings,))), AMBER)
