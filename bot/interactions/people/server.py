"""What a server's admins set: who may open tables and where, what new ones begin with, channels."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, TypeAlias

from bot.games.custom_ids import CustomId, plain_id
from bot.games.names import escaped_name, escaped_text
from bot.games.screen import (
    AMBER,
    Block,
    Button,
    ChannelSelect,
    Form,
    FormField,
    RoleSelect,
    Row,
    Screen,
    Select,
    Text,
    TextInput,
)
from bot.interactions.context import Context
from bot.interactions.settings import check_admin, languages, spoken, switch
from bot.interactions.time import reminders
from bot.interactions.verbs import answers, opens_form
from bot.locale.localisation import LANGUAGES, Words
from bot.messages.match import lobby
from bot.messages.match.lobby import HINTS
from bot.messages.notices.news_modes import WAYS, ways
from bot.messages.refusals import note, refused_words
from bot.messages.time.times import pace_name
from bot.table.errors import PreferenceRefused
from bot.table.match.match import Aids, Hints, NewsMode
from bot.table.match.pace import NO_LIMIT, PACES
from bot.table.preferences import GuildPreferences

WHO, NEW, CHANNELS, RANKINGS = "who", "new", "told", "ranked"
"""The parts of a server's settings."""
MOST: Final = range(1, 201)
"""How many tables a server may allow at once."""

Change: TypeAlias = Callable[[GuildPreferences], GuildPreferences]


@answers("setup")
async def setup(ctx: Context, control: CustomId) -> None:
    """Show a server's settings to its admins, or a part of them with its menus."""
    guild = await check_admin(ctx)
    if guild is None:
        return
    now = await ctx.shell.stores.players.guild(guild)
    if control.first in _PARTS:
        await ctx.answer(_part(control.first, now, ctx))
    else:
        open_ones = await ctx.shell.stores.matches.count_in_guild(guild)
        await ctx.answer(_summary(now, open_ones, ctx))


@answers("openers")
async def openers(ctx: Context, control: CustomId) -> None:
    """Set which roles may open tables; nothing chosen: everybody."""
    await _arrange(ctx, WHO, lambda now: replace(now, openers=_ids(control)))


@answers("channels")
async def channels(ctx: Context, control: CustomId) -> None:
    """Set where tables may open; nothing chosen: anywhere."""
    await _arrange(ctx, WHO, lambda now: replace(now, channels=_ids(control)))


@answers("threads")
async def threads(ctx: Context, control: CustomId) -> None:
    """Set whether tables get threads."""
    await _arrange(ctx, WHO, lambda now: replace(now, threads=control.first == "on"))


@answers("most-tables")
async def most_tables(ctx: Context, control: CustomId) -> None:
    """Set how many tables may be open or running, as typed; nothing: no limit."""
    typed = control.first.partition("=")[2].strip()
    is_number = typed.isascii() and typed.isdecimal() and len(typed) < 4
    most = int(typed) if is_number and int(typed) in MOST else None
    if typed and most is None:
        text = ctx.words.say(
            "**{typed} is no number from {least} to {most}.**",
            typed=escaped_name(typed),
            least=MOST[0],
            most=MOST[-1],
        )
        await ctx.answer(note(text, _back(ctx.words, WHO)))
        return
    await _arrange(ctx, WHO, lambda now: replace(now, most_tables=most))


@opens_form("most-tables")
def most_tables_form(ctx: Context, control: CustomId) -> Form:
    """Return the question how many tables there may be; the button knows what is set."""
    said = ctx.words
    line = TextInput("most-tables.n", control.first, said.say("empty: no limit"), 3)
    asked = FormField(said.say("Open or running, at most"), line)
    return Form(plain_id("most-tables"), said.say("Tables at once"), (asked,))


@answers("new-pace")
async def new_pace(ctx: Context, control: CustomId) -> None:
    """Set the pace of new tables."""
    await _arrange(ctx, NEW, lambda now: replace(now, pace=PACES.get(control.first)))


@answers("new-aids")
async def new_aids(ctx: Context, control: CustomId) -> None:
    """Set the aids of new tables."""
    chosen = next((each for each in Aids if each.value == control.first), None)
    await _arrange(ctx, NEW, lambda now: replace(now, aids=chosen))


@answers("new-hints")
async def new_hints(ctx: Context, control: CustomId) -> None:
    """Set what new tables do about hints."""
    chosen = next((each for each in Hints if each.value == control.first), None)
    await _arrange(ctx, NEW, lambda now: replace(now, hints=chosen))


@answers("messages")
async def messages(ctx: Context, control: CustomId) -> None:
    """Set how channels are told, where a table says nothing else."""
    mode = next((each for each in NewsMode if each.value == control.first), None)
    await _arrange(ctx, NEW, lambda now: replace(now, news=mode))


@answers("speak")
async def speak(ctx: Context, control: CustomId) -> None:
    """Set the language of a server's channels."""
    chosen = control.first if control.first in LANGUAGES else None
    await _arrange(ctx, CHANNELS, lambda now: replace(now, language=chosen))


@answers("seeking")
async def seeking(ctx: Context, control: CustomId) -> None:
    """Set the channel in which tables look for players; nothing chosen: none."""
    chosen = next(iter(_ids(control)), None)
    await _arrange(ctx, CHANNELS, lambda now: replace(now, seeking=chosen))


@answers("silence")
async def silence(ctx: Context, control: CustomId) -> None:
    """Set when a server's channels are quiet, as typed."""
    try:
        await _arrange(ctx, CHANNELS, lambda now: reminders.with_hours(now, control))
    except PreferenceRefused as refused:
        await ctx.answer(note(refused_words(refused, ctx.words), _back(ctx.words, CHANNELS)))


@opens_form("silence")
def silence_form(ctx: Context, control: CustomId) -> Form:
    """Return the questions for a server's quiet hours; the button knows what is set."""
    begin, end, zone = (*control.args, "", "", "")[:3]
    hours = [int(each) if each.isdecimal() else None for each in (begin, end)]
    now = GuildPreferences(zone=zone or None, quiet_from=hours[0], quiet_to=hours[1])
    return reminders.hours_form("silence", now, ctx.words)


@answers("pages")
async def pages(ctx: Context, control: CustomId) -> None:
    """Set whether a server's tables have pages at an address."""
    await _arrange(ctx, CHANNELS, lambda now: replace(now, pageless=control.first != "on"))


@answers("rankings")
async def rankings(ctx: Context, control: CustomId) -> None:
    """Set whether a server has rankings."""
    await _arrange(ctx, RANKINGS, lambda now: replace(now, unranked=control.first != "on"))


@answers("count-computers")
async def count_computers(ctx: Context, control: CustomId) -> None:
    """Set whether matches with computer players are in a server's statistics."""
    is_on = control.first == "on"
    await _arrange(ctx, RANKINGS, lambda now: replace(now, counts_computers=is_on))


async def _arrange(ctx: Context, part: str, change: Change) -> None:
    """Store what an admin changed, and show its part as it is now."""
    guild = await check_admin(ctx)
    if guild is None:
        return
    now = await ctx.shell.stores.players.arrange(guild, change, ctx.shell.clock.now())
    await ctx.answer(_part(part, now, ctx))


def _ids(control: CustomId) -> tuple[int, ...]:
    return tuple(int(each) for each in control.args if each.isdecimal())


def _summary(now: GuildPreferences, open_ones: int, ctx: Context) -> Screen:
    said = ctx.words
    lines = [f"### {said.say('This server')}"]
    lines += [f"**{title}** {told}" for title, told in _told(now, ctx).values()]
    doors = [Button(title, plain_id("setup", part)) for part, title in _titles(said).items()]
    every = Button(said.say("See all tables ({n})", n=open_ones), plain_id("tables"))
    more = (
        Button(said.say("Log"), plain_id("care-log")),
        Button(said.say("Take all records along"), plain_id("guild-records")),
    )
    return Screen((Text("\n".join(lines)), Row((*doors, every)), Row(more)), AMBER)


def _part(part: str, now: GuildPreferences, ctx: Context) -> Screen:
    said = ctx.words
    title, told = _told(now, ctx)[part]
    heading = Text(f"### {_titles(said)[part]}\n**{title}** {told}")
    has_pages = part == CHANNELS and ctx.shell.page_links.has_address
    switches = _page_switch(now, said) if has_pages else ()
    return Screen((heading, *switches, *_PARTS[part](now, said)), AMBER)


def _titles(said: Words) -> dict[str, str]:
    return {
        WHO: said.say("Who and where"),
        NEW: said.say("New tables"),
        CHANNELS: said.say("Channels"),
        RANKINGS: said.say("Rankings"),
    }


def _told(now: GuildPreferences, ctx: Context) -> dict[str, tuple[str, str]]:
    """Return what is set, a line for each part, with what the line is about."""
    said = ctx.words
    roles = ", ".join(f"<@&{each}>" for each in now.openers)
    places = ", ".join(f"<#{each}>" for each in now.channels)
    quiet = reminders.hours(now, said)
    if now.quiet is not None:
        quiet = f"{quiet} ({escaped_text(now.zone or '')})"
    nowhere = said.say("nowhere")
    paged = said.say("off") if now.pageless else said.say("on")
    has_pages = ctx.shell.page_links.has_address
    parts = {
        WHO: (
            roles or said.say("everyone"),
            said.say("in {channels}", channels=places) if places else said.say("anywhere"),
            said.say("with threads") if now.threads else said.say("without threads"),
            said.say("at most {n} at once", n=now.most_tables)
            if now.most_tables
            else said.say("as many as you like"),
        ),
        NEW: (
            _state(said, said.say("Pace"), pace_name(now.pace or NO_LIMIT, said)),
            _state(
                said,
                said.say("Aids"),
                said.say("None") if now.aids is Aids.PURE else said.say("All"),
            ),
            _state(
                said,
                said.named("of a table", "Hints"),
                said.say(HINTS[now.hints or Hints.PRIVATE][0]),
            ),
            _state(said, said.say("Messages"), said.say(WAYS[now.news or NewsMode.EACH][0])),
        ),
        CHANNELS: (
            quiet,
            _state(
                said,
                said.say("Looking for players"),
                nowhere if now.seeking is None else f"<#{now.seeking}>",
            ),
            spoken(now.language, said),
            *([_state(said, said.say("Pages in the browser"), paged)] if has_pages else []),
        ),
        RANKINGS: (
            said.say("off") if now.unranked else said.say("on"),
            _state(
                said,
                said.say("Computer tables in the statistics"),
                said.say("on") if now.counts_computers else said.say("off"),
            ),
        ),
    }
    about = {**_titles(said), WHO: said.say("Tables")}
    return {part: (about[part], " · ".join(told)) for part, told in parts.items()}


def _state(said: Words, label: str, state: str) -> str:
    return said.say("{label}: {state}", label=label, state=state)


def _who(now: GuildPreferences, said: Words) -> tuple[Block, ...]:
    anybody = said.say("With no role chosen, everyone may open tables. Anyone may join.")
    anywhere = said.say("With no channel chosen, tables may open anywhere.")
    return (
        RoleSelect(plain_id("openers"), said.say("Who may open tables"), now.openers),
        Text(f"-# {anybody}"),
        ChannelSelect(plain_id("channels"), said.say("Where tables may open"), now.channels),
        Text(f"-# {anywhere}"),
        Row(
            (
                switch("threads", said.say("Threads for tables"), now.threads, said),
                Button(said.say("Tables at once"), plain_id("most-tables", now.most_tables or "")),
                Button(said.say("Test whether I may post"), plain_id("try-posting")),
                _back(said),
            )
        ),
    )


def _new(now: GuildPreferences, said: Words) -> tuple[Block, ...]:
    asked = (
        ("new-pace", said.say("Pace"), lobby.paces(now.pace or NO_LIMIT, said)),
        ("new-aids", said.say("Aids"), lobby.aids(now.aids or Aids.ALL, said)),
        (
            "new-hints",
            said.named("of a table", "Hints"),
            lobby.hints(now.hints or Hints.PRIVATE, said),
        ),
        ("messages", said.say("Messages"), ways(now.news or NewsMode.EACH, None, said)),
    )
    menus = (_named(Select(plain_id(verb), label, options), said) for verb, label, options in asked)
    fewer = said.say(
        "How turns are announced; a table's host can choose otherwise. A fast table has one"
        " edited message instead of a digest."
    )
    otherwise = said.say("New tables begin like this; their hosts can choose otherwise.")
    return (*menus, Text(f"-# {otherwise}\n-# {fewer}"), Row((_back(said),)))


def _channels(now: GuildPreferences, said: Words) -> tuple[Block, ...]:
    there = () if now.seeking is None else (now.seeking,)
    wait = said.say(
        "In quiet hours I ping no one in this server's channels, and reminders wait. Time runs as"
        " always."
    )
    hours = ("" if each is None else each for each in (now.quiet_from, now.quiet_to))
    quiet = plain_id("silence", *hours, now.zone or "")
    return (
        languages("speak", now.language, said),
        ChannelSelect(plain_id("seeking"), said.say("Where tables look for players"), there, 0, 1),
        Text(f"-# {wait}"),
        Row((Button(said.say("Quiet hours"), quiet), _back(said))),
    )


def _page_switch(now: GuildPreferences, said: Words) -> tuple[Block, ...]:
    there = said.say(
        "Tables in channels that everyone here sees link to their page; others only if their host"
        " wants one. Those who have its address see what everyone at the table sees."
    )
    label = said.say("Pages in the browser")
    return Row((switch("pages", label, not now.pageless, said),)), Text(f"-# {there}")


def _rankings(now: GuildPreferences, said: Words) -> tuple[Block, ...]:
    computers = said.say("Computer tables in the statistics")
    off = said.say(
        "While rankings are off, matches that end here are never rated. Each person's own"
        " statistics always have all their matches."
    )
    return (
        Row(
            (
                switch("rankings", said.say("Rankings"), not now.unranked, said),
                switch("count-computers", computers, now.counts_computers, said),
                _back(said),
            )
        ),
        Text(f"-# {off}"),
    )


_PARTS: Final[dict[str, Callable[[GuildPreferences, Words], tuple[Block, ...]]]] = {
    WHO: _who,
    NEW: _new,
    CHANNELS: _channels,
    RANKINGS: _rankings,
}


def _named(menu: Select, said: Words) -> Select:
    """Return a menu of which the line that is chosen says what the menu is about."""
    options = (
        replace(each, label=_state(said, menu.placeholder, each.label)) if each.chosen else each
        for each in menu.options
    )
    return replace(menu, options=tuple(options))


def _back(said: Words, *part: str) -> Button:
    return Button(said.say("Back"), plain_id("setup", *part))
