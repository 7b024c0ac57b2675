"""Reminders: how often, when not, where; for one table; and reminding another player."""

from dataclasses import replace
from typing import Final, TypeVar

from bot.games.custom_ids import CustomId, OldButton, about_match, plain_id
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
from bot.interactions.verbs import answers, opens_form
from bot.locale.localisation import Words, mark
from bot.messages.refusals import note, refused_words
from bot.messages.viewing import table_name
from bot.table.errors import NotSeated, NudgeRefused, PreferenceRefused
from bot.table.match.match import Match, Status, not_playing
from bot.table.preferences import GuildPreferences, Preferences
from bot.table.time.quiet_hours import NIGHT, QuietHours, minutes_of, zone_named
from bot.table.time.reminders import Nudged, Reminding
from bot.table.time.turns import NextUp

P = TypeVar("P", Preferences, GuildPreferences)

HOW_OFTEN: Final = {
    Reminding.DEFAULT: (
        mark("Standard"),
        mark("halfway and near the end; with no limit, after 1, 3 and 7 days"),
    ),
    Reminding.SOONER: (
        mark("Sooner, more often"),
        mark("also after a quarter of the time; with no limit, also after 12 hours"),
    ),
    Reminding.LATER: (
        mark("Later, less often"),
        mark("only near the end; with no limit, after 3 and 7 days"),
    ),
    Reminding.OFF: (
        mark("Off"),
        mark("no reminders; you're still pinged when your turn comes"),
    ),
}
NEXT_UP: Final = {
    NextUp.OFF: (mark("When I'm next: say nothing"), ""),
    NextUp.LINE: (
        mark("When I'm next: name me"),
        mark("a small line at the table, without a ping"),
    ),
    NextUp.DIRECT: (
        mark("When I'm next: write to me"),
        mark("a silent direct message, gone when it's your turn"),
    ),
}
NUDGED: Final = {
    Nudged.SENT: mark("**{who} has been reminded.** I'll ping you as soon as it's your move."),
    Nudged.LATER: mark(
        "**{who} has quiet hours right now.** My reminder is silent; the ping follows when they"
        " end."
    ),
    Nudged.KNOWN: mark("**{who} knows** that the table is waiting."),
}
EVERYWHERE: Final = "everywhere"
"""Stands for no setting of one's own at a table."""


@answers("reminders")
async def show(ctx: Context, _control: CustomId) -> None:
    """Show how a person is reminded."""
    await ctx.answer(_screen(ctx.preferences, ctx.words))


@answers("often")
async def how_often(ctx: Context, control: CustomId) -> None:
    """Set how often a person is reminded."""
    await _prefer(ctx, replace(ctx.preferences, reminding=_reminding(control)))


@answers("direct")
async def direct(ctx: Context, control: CustomId) -> None:
    """Set whether reminders come in direct messages; the first one says so."""
    is_on = control.first == "on"
    await _prefer(ctx, replace(ctx.preferences, direct=is_on))
    if is_on and ctx.interaction.channel_id is not None:
        await ctx.shell.stores.players.receipt(ctx.player, ctx.interaction.channel_id, ctx.request)


@answers("turns-direct")
async def turns_direct(ctx: Context, control: CustomId) -> None:
    """Set whether turns come as direct messages; the first one says so."""
    is_on = control.first == "on"
    await _prefer(ctx, replace(ctx.preferences, turns_direct=is_on))
    if is_on and ctx.interaction.channel_id is not None:
        await ctx.shell.stores.players.receipt(
            ctx.player, ctx.interaction.channel_id, ctx.request, turns=True
        )


@answers("next-up")
async def next_up(ctx: Context, control: CustomId) -> None:
    """Set how a person hears that they are next."""
    chosen = next((each for each in NextUp if each.value == control.first), None)
    if chosen is None:
        raise OldButton("old-button", id=control.verb)
    await _prefer(ctx, replace(ctx.preferences, next_up=chosen))


@answers("zone")
async def zone(ctx: Context, control: CustomId) -> None:
    """Set a person's time zone."""
    await _prefer(ctx, replace(ctx.preferences, zone=zone_named(control.first)))


@answers("quiet")
async def quiet(ctx: Context, control: CustomId) -> None:
    """Set a person's quiet hours, as typed; two empty lines: none."""
    await _prefer(ctx, with_hours(ctx.preferences, control))


@opens_form("quiet")
def quiet_form(ctx: Context, control: CustomId) -> Form | None:
    """Return the questions for quiet hours; what was set before has to be known.

    Whom they are proposed to, in a zone, finds them filled in.
    """
    now, said = ctx.shell.stores.players.remembered(ctx.player), ctx.words
    if now is None:
        return None
    if control.first and now.quiet_from is None:
        now = replace(now, zone=control.first, quiet_from=NIGHT.begin, quiet_to=NIGHT.end)
    return hours_form("quiet", now, said)


def hours_form(verb: str, now: Preferences | GuildPreferences, said: Words) -> Form:
    """Return the questions for quiet hours, which `verb` answers; what is set stands in them."""
    begin, end = ("" if each is None else clock(each) for each in (now.quiet_from, now.quiet_to))
    questions = (
        FormField(
            said.say("From (empty: no quiet hours)"), TextInput("quiet.from", begin, "22:00", 10)
        ),
        FormField(said.say("To"), TextInput("quiet.to", end, "08:00", 10)),
        FormField(
            said.say("Time zone"), TextInput("quiet.zone", now.zone or "", "Europe/Paris", 60)
        ),
    )
    return Form(plain_id(verb), said.say("Quiet hours"), questions)


def with_hours(now: P, control: CustomId) -> P:
    """Return preferences with quiet hours as they were typed; two empty lines: none.

    Raises `PreferenceRefused`.
    """
    typed = dict(each.partition("=")[::2] for each in control.args)
    begin, end, place = (typed.get(name, "").strip() for name in ("from", "to", "zone"))
    zone = zone_named(place) if place else now.zone
    if not begin and not end:
        return replace(now, zone=zone, quiet_from=None, quiet_to=None)
    if zone is None:
        raise PreferenceRefused("zone-missing")
    quiet = QuietHours(minutes_of(begin), minutes_of(end), zone)
    return replace(now, zone=zone, quiet_from=quiet.begin, quiet_to=quiet.end)


@answers("remind")
async def here(ctx: Context, control: CustomId) -> None:
    """Show or set how a person is reminded at one table."""
    match = await ctx.match(control.about)
    if match.seat_of(ctx.player) is None:
        raise NotSeated("not-seated")
    if match.status not in (Status.LOBBY, Status.PLAYING):
        raise not_playing(match)
    players = ctx.shell.stores.players
    if control.args:
        wish = None if control.first == EVERYWHERE else _reminding(control)
        await players.remind_at(ctx.player, match.id, wish, ctx.shell.clock.now())
    await ctx.answer(_at_table(ctx, match, await players.reminding_at(ctx.player, match.id)))


@answers("mute", anywhere=True)
async def mute(ctx: Context, control: CustomId) -> None:
    """Be quiet for this move."""
    match = await ctx.match(control.about)
    if not await ctx.shell.stores.players.mute(ctx.player, match.id):
        raise NudgeRefused("not-awaited")
    name = table_name(match, ctx.panel(match), ctx.words)
    text = ctx.words.say(
        "**Quiet for this move.** At **{table}** I won't remind you again before your next one.",
        table=name,
    )
    await ctx.answer(note(text, *_settings_button(ctx.words)))


@answers("ask-time", anywhere=True)
async def ask_time(ctx: Context, control: CustomId) -> None:
    """Ask the others at the table for more time."""
    match = await ctx.match(control.about)
    if [each.id for each in match.people] == [ctx.player]:
        raise NudgeRefused("time-nobody")
    await ctx.shell.stores.players.ask_time(ctx.player, match.id, ctx.person.name)
    text = ctx.words.say("**I've asked the others.** Each of them can give you one more day.")
    await ctx.answer(note(text))


@answers("nudge")
async def nudge(ctx: Context, control: CustomId) -> None:
    """Remind those whom the table waits for, on another player's behalf."""
    match, words = await ctx.match(control.about), ctx.words
    own = match.seat_of(ctx.player)
    if own is None:
        raise NotSeated("not-seated")
    if match.status is not Status.PLAYING:
        raise not_playing(match)
    awaited = [seat for seat in match.acting if seat != own]
    if not awaited:
        raise NudgeRefused("nudge-yourself" if own in match.acting else "nudge-not-awaited")
    lines = []
    for seat in awaited:
        who, players = escaped_name(match.chairs[seat].name), ctx.shell.stores.players
        try:
            done = await players.nudge(match.id, seat, ctx.person.name, ctx.shell.clock.now())
            lines.append(words.say(NUDGED[done], who=who))
        except NudgeRefused as refused:
            lines.append(refused_words(NudgeRefused(refused.key, **refused.data, who=who), words))
    await ctx.answer(note("\n".join(lines)))


async def _prefer(ctx: Context, preferences: Preferences) -> None:
    await ctx.shell.stores.players.prefer(ctx.player, preferences, ctx.shell.clock.now())
    ctx.prefer(preferences)
    await ctx.answer(_screen(preferences, ctx.words))


def _reminding(control: CustomId) -> Reminding:
    try:
        return Reminding(control.first)
    except ValueError:
        raise OldButton("old-button", id=control.verb) from None


def _screen(now: Preferences, said: Words) -> Screen:
    how = (
        SelectOption(said.say(label), each.value, said.say(what), chosen=now.reminding is each)
        for each, (label, what) in HOW_OFTEN.items()
    )
    menu = Select(plain_id("often"), said.say("How often I remind you"), tuple(how))
    quiet = hours(now, said)
    label, style = said.say("Direct messages: off"), Style.GREY
    if now.direct:
        label, style = said.say("Direct messages: on"), Style.GREEN
    switch = Button(label, plain_id("direct", "off" if now.direct else "on"), style)
    label, style = said.say("Turns by direct message: off"), Style.GREY
    if now.turns_direct:
        label, style = said.say("Turns by direct message: on"), Style.GREEN
    turns = Button(label, plain_id("turns-direct", "off" if now.turns_direct else "on"), style)
    row = Row((Button(quiet, plain_id("quiet")), switch, turns))
    when_next = (
        SelectOption(
            said.say(label), each.value, said.say(what) if what else "", chosen=now.next_up is each
        )
        for each, (label, what) in NEXT_UP.items()
    )
    next_menu = Select(plain_id("next-up"), said.say("When I'm next"), tuple(when_next))
    place = said.say("Time zone: not set.")
    if now.zone is not None:
        place = said.say("Time zone: {zone}.", zone=escaped_text(now.zone))
    what = said.say(
        "I never ping you during quiet hours. If it's still your move when they end, I ping you"
        " then. `/settings zone:` suggests time zones while you type."
    )
    for_one = said.say("`/table reminders` changes how often I remind you at one table.")
    back = Row((Button(said.say("All settings"), plain_id("settings")),))
    title = Text(f"### {said.say('Reminders')}")
    direct = said.say(
        "Turns by direct message bring the board, and you play right there. The channel then names"
        " you without a ping, and reminders come as direct messages, too."
    )
    small = Text(f"{place}\n-# {what}\n-# {direct}\n-# {for_one}")
    return Screen((title, menu, next_menu, row, small, back), AMBER)


def _at_table(ctx: Context, match: Match, now: Reminding | None) -> Screen:
    said = ctx.words
    usual = said.say(HOW_OFTEN[ctx.preferences.reminding][0])
    options = (
        SelectOption(said.say("Same as my other tables"), EVERYWHERE, usual, chosen=now is None),
        *(
            SelectOption(said.say(label), each.value, said.say(what), chosen=now is each)
            for each, (label, what) in HOW_OFTEN.items()
        ),
    )
    title = said.say("Reminders at {table}", table=table_name(match, ctx.panel(match), said))
    menu = Select(about_match("remind", match), said.say("How often I remind you here"), options)
    buttons = _settings_button(said)
    return Screen((Text(f"### {title}"), menu, Row(buttons)), AMBER)


def _settings_button(said: Words) -> tuple[Button, ...]:
    return (Button(said.say("Reminders, quiet hours"), plain_id("reminders")),)


def hours(now: Preferences | GuildPreferences, said: Words) -> str:
    """Return the quiet hours of a person or server in words."""
    if now.quiet_from is None or now.quiet_to is None:
        return said.say("Quiet hours: none")
    between = {"begin": clock(now.quiet_from), "end": clock(now.quiet_to)}
    return said.say("Quiet hours: {begin} to {end}", **between)


def clock(minutes: int) -> str:
    """Return a time of day."""
    hour, minute = divmod(minutes, 60)
    return f"{hour:02}:{minute:02}"
