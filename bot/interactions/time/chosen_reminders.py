"""Remind me: once, of the move that a table waits for, at a moment that its player chooses."""

from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Final
from zoneinfo import ZoneInfo

from discord.utils import format_dt

from bot.games.custom_ids import CustomId, OldButton, base36, for_match, number
from bot.games.screen import AMBER, Button, Form, FormField, Screen, Style, Text, TextInput, keypad
from bot.interactions.context import Context
from bot.interactions.verbs import answers, opens_form
from bot.locale.localisation import Words, mark
from bot.messages.refusals import note, refused_words
from bot.messages.time.times import city
from bot.messages.viewing import table_name
from bot.table.errors import NudgeRefused, PreferenceRefused
from bot.table.match.match import Match
from bot.table.time.chosen_moments import Offer, offers, typed
from bot.table.time.holidays import date_of
from bot.table.time.quiet_hours import ZONES_BY_LOCALE, minutes_of, zone_named

OFFERED: Final[Mapping[Offer, str]] = MappingProxyType(
    {
        Offer.AN_HOUR: mark("In an hour"),
        Offer.THREE_HOURS: mark("In three hours"),
        Offer.THIS_MORNING: mark("This morning"),
        Offer.THIS_EVENING: mark("This evening"),
        Offer.A_DAY: mark("In a day"),
        Offer.TOMORROW_MORNING: mark("Tomorrow morning"),
        Offer.TOMORROW_EVENING: mark("Tomorrow evening"),
    }
)
NEVER: Final = "never"
"""Stands in ids for no moment: the reminder that was asked for isn't wanted any more."""


@answers("remind-me", anywhere=True, behind_more=True)
async def remind_me(ctx: Context, control: CustomId) -> None:
    """Ask when to remind a player of their move, or take the answer: seconds, in base 36."""
    match = await ctx.match(control.about)
    if not control.first:
        await _ask(ctx, match)
    elif control.first == NEVER:
        await ctx.shell.stores.players.wish(ctx.player, match.id, None, ctx.shell.clock.now())
        await ctx.answer(note(ctx.words.say("**All right, no reminder then.**"), _anew(match, ctx)))
    else:
        await _take(ctx, match, _moment(control))


@answers("remind-at", anywhere=True)
async def remind_at(ctx: Context, control: CustomId) -> None:
    """Remind a player of their move at a time of day that they typed."""
    match = await ctx.match(control.about)
    given = dict(each.partition("=")[::2] for each in control.args)
    time, day, place = (given.get(name, "").strip() for name in ("time", "day", "zone"))
    zone = zone_named(place) if place else ctx.preferences.zone
    if zone is None:
        raise PreferenceRefused("zone-missing")
    now = ctx.shell.clock.now()
    today = now.astimezone(ZoneInfo(zone)).date()
    on = date_of(day, today) if day else None
    await _take(ctx, match, typed(minutes_of(time), on, zone, now))


@opens_form("remind-at")
def form(ctx: Context, control: CustomId) -> Form:
    """Return the questions for another moment."""
    said, now = ctx.words, ctx.shell.stores.players.remembered(ctx.player)
    zone = _guess(ctx) if now is None or now.zone is None else now.zone
    questions = (
        FormField(said.say("Time of day"), TextInput("remind-at.time", "", "20:00", 10)),
        FormField(
            said.say("Day (empty: the next time)"), TextInput("remind-at.day", "", "31.12.", 20)
        ),
        FormField(
            said.say("Time zone"), TextInput("remind-at.zone", zone or "", "Europe/Paris", 60)
        ),
    )
    return Form(for_match("remind-at", control.about, 0), said.say("Remind me"), questions)


async def _take(ctx: Context, match: Match, at: datetime) -> None:
    players, now = ctx.shell.stores.players, ctx.shell.clock.now()
    try:
        await players.wish(ctx.player, match.id, at, now)
    except NudgeRefused as refused:
        if refused.key == "not-awaited":
            raise
        await _ask(ctx, match, refused_words(refused, ctx.words))
        return
    text = ctx.words.say(
        "**I'll remind you on {t}** ({r}) of your move at {table}, unless you have moved by then.",
        t=format_dt(at, "f"),
        r=format_dt(at, "R"),
        table=table_name(match, ctx.panel(match), ctx.words),
    )
    await ctx.answer(note(text, _anew(match, ctx), _never(match, ctx.words)))


async def _ask(ctx: Context, match: Match, *told: str) -> None:
    """Show the moments to choose from, with that which was chosen before."""
    table = await ctx.shell.stores.players.awaited_at(ctx.player, match.id)
    if table is None or not table.wait.runs:
        raise NudgeRefused("not-awaited")
    said, wait, zone = ctx.words, table.wait, _zone(ctx)
    due = None if wait.late_at is not None else wait.due_at
    offered = offers(ctx.shell.clock.now(), zone, ctx.preferences.quiet, due)
    name = table_name(match, ctx.panel(match), said)
    lines = [
        f"### {name} · {said.say('Remind me')}",
        *told,
        said.say("When shall I remind you of your move? I'll do it once."),
        *(
            "- " + said.say("{label}: {state}", label=said.say(OFFERED[offer]), state=when)
            for offer, when in ((each, format_dt(at, "t")) for each, at in offered.items())
        ),
    ]
    small = said.say(
        "This reminder pings you even in quiet hours and with reminders off. Until then you get no"
        " other one, unless your time is running out."
    )
    lines.append(f"-# {small}")
    if zone is not None and ctx.preferences.zone is None:
        guess = said.say("My guess is that you're on {city} time.", city=city(zone, said))
        lines.append(f"-# {guess}")
    buttons = [
        Button(said.say(OFFERED[offer]), _id(match, base36(int(moment.timestamp()))))
        for offer, moment in offered.items()
    ]
    buttons.append(Button(said.say("Another time"), for_match("remind-at", match.id, 0)))
    if wait.wish_at is not None:
        t, r = format_dt(wait.wish_at, "f"), format_dt(wait.wish_at, "R")
        lines.insert(1, said.say("**I'll remind you on {t}** ({r}).", t=t, r=r))
        buttons.append(_never(match, said))
    await ctx.answer(Screen((Text("\n".join(lines)), *keypad(tuple(buttons))), AMBER))


def _moment(control: CustomId) -> datetime:
    try:
        return datetime.fromtimestamp(number(control.first), UTC)
    except (OverflowError, OSError, ValueError):
        raise OldButton("old-button", id=control.verb) from None


def _zone(ctx: Context) -> str | None:
    return ctx.preferences.zone or _guess(ctx)


def _guess(ctx: Context) -> str | None:
    return ZONES_BY_LOCALE.get(ctx.interaction.locale.value)


def _id(match: Match, *args: str) -> str:
    return for_match("remind-me", match.id, 0, *args)


def _anew(match: Match, ctx: Context) -> Button:
    return Button(ctx.words.say("Another time"), _id(match))


def _never(match: Match, said: Words) -> Button:
    return Button(said.say("Don't remind me"), _id(match, NEVER), Style.GREY)
