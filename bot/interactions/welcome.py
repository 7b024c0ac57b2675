"""First contact: the welcome in a new server, the help, and the list of one's tables."""

from datetime import datetime
from typing import Final

import aiohttp
import discord
import structlog
from discord.utils import format_dt

from bot.games.custom_ids import CustomId, OldButton, base36, number, plain_id
from bot.games.names import escaped_name, visible
from bot.games.panel import AnyPanel, Panels
from bot.games.screen import AMBER, Button, Row, Screen, Select, SelectOption, Style, Text, keypad
from bot.interactions.context import Context
from bot.interactions.match.playing import play
from bot.interactions.verbs import answers
from bot.locale.localisation import Words, mark
from bot.messages.advice.teaching import with_lessons
from bot.messages.channels import permissions_in, posting
from bot.messages.components import layout
from bot.messages.processes.render_pool import DrawUrgency
from bot.messages.refusals import message_url, mine_button, next_button, note, table_button
from bot.messages.time import times
from bot.messages.viewing import table_name
from bot.table.ages import LEFT_SERVERS
from bot.table.errors import CannotPost, UnknownMatch
from bot.table.ids import MatchId
from bot.table.match.match import Match, Status
from bot.table.time.holidays import TableTimes

MOST_LISTED: Final = 20

TOPICS: Final = {
    "draws": (
        mark("Fair draws"),
        mark(
            "No one can rig the draws. Before anyone joins, I seal a secret seed: **Fair draws**"
            " in the table's first message shows its SHA-256. The seed and the ids of your clicks"
            " on Join decide every draw. If a move is taken back, the same is drawn again. After"
            " the match I reveal the seed. **Check the draws** then repeats them all, and with the"
            " game record you can do it yourself."
        ),
    ),
    "text": (
        mark("Typing, and the board as text"),
        mark(
            "`/seismic place` asks for tile, cell, orientation and crew and suggests only legal"
            " moves. `/table text` gives the whole board in words, `/table since` what happened"
            " since your move. `/settings` turns button grids into lists."
        ),
    ),
    "pace": (
        mark("Pace, clocks, holidays"),
        mark(
            "Each table agrees on a pace: no limit, a number of days per move, or a clock that"
            " gets some time back with each turn. Time runs from the moment the channel shows whose"
            " move it is. The clock is stopped while the match is on hold, and while I or Discord"
            " can't be reached."
        ),
        mark(
            "Your time never runs out in your quiet hours, nor in the two hours after them or after"
            " a holiday: you then have longer, and the table shows that."
        ),
        mark(
            "Going away? Press **Holiday** in `/settings`, then **I'm away until…**, and give a"
            " first and a last day, for all your tables or only those of this server: 21 days a"
            " year in each server, at most 14 in a row. Your tables wait for you, or a computer"
            " player moves for you, and all of them show until when you're away. You get back the"
            " days you don't use."
        ),
    ),
    "reminders": (
        mark("Reminders, quiet hours"),
        mark(
            "If a table waits for you, I remind you after half of your time and near its end;"
            " at a table without a limit after one, three and seven days, then never again. If"
            " several wait, you get one list a day."
        ),
        mark(
            "`/settings` changes how often, sets quiet hours in which nothing pings you, or sends"
            " reminders as direct messages; `/table reminders` changes how often I remind you at"
            " one table. **Remind me…**, behind **More**, reminds you once, when you want; **Quiet"
            " for this move** stops them until your next one. Others can remind you with `/table"
            " nudge`, once a day."
        ),
        mark(
            "**Turns by direct message** in `/settings` brings you each turn with the board, and"
            " you play it right there; the table then only names you. **When I'm next** tells you"
            " so, in a line at the table or in a silent direct message, as soon as the player"
            " before you is asked."
        ),
    ),
    "plan": (
        mark("Planning your next move"),
        mark(
            "While it's someone else's turn, **More** and then **Plan my next move**, or `/table"
            " plan`, ask what you want to play. No one else sees it. Plan up to three alternatives:"
            " I play the first that is possible as soon as it's your turn, and the message says"
            " that it was planned. If none is, you move as usual."
        ),
        mark(
            "A plan holds if nothing has changed near it, or whenever it's legal, as you like. In"
            " Aftershock you also say what to buy, where your shocked meeples go and which of your"
            " aftershocks comes first; that holds until the end of the round."
        ),
    ),
    "undo": (
        mark("Taking back, looking back"),
        mark(
            "`/table undo` takes your last move back: right away while nothing has been revealed"
            " and no one else has moved, otherwise if all the others agree. What was seen stays"
            " known, and the same is drawn again. What is sealed or revealed stays; so does a roll"
            " of the dice in San Andreas."
        ),
        mark(
            "`/table history` moves through the match, from the first step to the last; a position"
            " can be shown to everyone. Moves that were taken back are there, struck through."
        ),
    ),
    "puzzle": (
        mark("The puzzle of the day"),
        mark(
            "`/puzzle` shows a position from a match between computer players, the same in every"
            " server, and four or five moves. Look at each as long as you like, then seal one: you"
            " get one try, and until tomorrow no one is told which move is best."
        ),
        mark(
            "A day begins at midnight UTC. Then **Yesterday's solution** shows the best move, how"
            " much worse the others are, who found it in this server, and how many days in a row"
            " you have."
        ),
    ),
    "leaving": (
        mark("Leaving, and computer players"),
        mark(
            "The host can seat computer players before the match begins. If you have to go, use"
            " `/table leave`: a computer player takes your seat and the match continues."
        ),
        mark(
            "`/my-tables` lets you leave a table from anywhere, even when its channel is gone."
            " Hosts and admins can close a table for everyone with `/table close`. If a player has"
            " left the server, press **More**, then **Replace a missing player**: another person or"
            " a computer player takes the seat."
        ),
    ),
}
"""Pages of the help: a title, and paragraphs."""

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


async def greet(guild: discord.Guild, said: Words, panels: Panels) -> None:
    """Post the welcome in the server's system channel, if the bot may write there."""
    channel = guild.system_channel
    known = None if channel is None else permissions_in(channel)
    if channel is None or known is None or not known.send_messages:
        return
    try:
        async with posting(channel):
            await channel.send(view=layout(welcome(said, panels)).view)
    except CannotPost as error:
        log.info("not-greeted", guild=guild.id, key=error.key)


async def say_goodbye(
    client: discord.Client, guild: discord.Guild, said: Words, now: datetime
) -> None:
    """Tell the owner of a server that removed the bot what becomes of it, once, if that works."""
    text = said.say(
        "**{server} has removed me.** I erase its matches, and everything else about it, {t}. Until"
        " then nothing is lost if I'm added again.",
        server=escaped_name(visible(guild.name)),
        t=format_dt(now + LEFT_SERVERS, "R"),
    )
    try:
        owner = await client.create_dm(discord.Object(guild.owner_id or 0))
        await owner.send(view=layout(Screen((Text(text),), AMBER)).view)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.info("owner-not-told", guild=guild.id, reason=repr(error))


def welcome(said: Words, panels: Panels) -> Screen:
    """Return the first message of the bot in a server."""
    intro = said.say(
        "Three board games about earthquakes, played right here: one move now, the next one"
        " tomorrow. I draw the board, enforce the rules and ping the next player."
    )
    games = "\n".join(f"**{each.title(said)}** {each.tagline(said)}" for each in panels.values())
    first = said.say("New here? The green button opens a short first match, explained as you go.")
    note = said.say(
        "Only the player whose turn it is gets pinged. Admins: `/setup server` chooses where"
        " tables may open."
    )
    learn = Button(said.say("Learn by playing"), plain_id("learn"), Style.GREEN)
    opens = [open_button(each, said, Style.GREY) for each in panels.values()]
    others = (
        Button(said.say("How it works"), plain_id("help")),
        Button(said.say("Language, reminders"), plain_id("settings")),
    )
    title = said.say("Hello, I'm Faultline")
    text = Text(f"### {title}\n{intro}\n{games}\n{first}")
    return Screen((text, *keypad((learn, *opens, *others)), Text(f"-# {note}")), AMBER)


@answers("help")
async def help_(ctx: Context, _control: CustomId) -> None:
    """Show how a turn works."""
    said, panels = ctx.words, ctx.shell.panels
    lines = (
        said.say(
            "**1** Someone opens a table, below or with `/seismic new`, `/sanandreas new` or"
            " `/aftershock new`; others press **Join**."
        ),
        said.say(
            "**2** When it's your move, I ping you. Press a button under the board and answer my"
            " questions. A green or red button sends your move."
        ),
        said.say(
            "**3** I draw the board after every move. No hurry: tables wait, and nothing is lost"
            " if I restart."
        ),
        said.say(
            "You can type everything as well, as with `/seismic place`. Can't see"
            " pictures? **Board as text** under every board describes everything."
        ),
    )
    text = Text(f"### {said.say('How it works')}\n" + "\n".join(lines))
    rules = (
        SelectOption(said.say("Rules of {game}", game=each.title(said)), each.key)
        for each in panels.values()
    )
    topics = (SelectOption(said.say(title), key) for key, (title, *_) in TOPICS.items())
    menu = Select(plain_id("guide"), said.say("Read more about…"), (*rules, *topics))
    learn = Button(said.say("Learn by playing"), plain_id("learn"), Style.GREEN)
    opens = tuple(open_button(each, said, Style.GREY) for each in panels.values())
    row = keypad((learn, *opens, Button(said.say("My tables"), plain_id("mine"))))
    await ctx.answer(Screen((text, menu, *row), AMBER))


@answers("guide", urgency=DrawUrgency.LOOK)
async def guide(ctx: Context, control: CustomId) -> None:
    """Show a page of the help, or the first page of a game's rules."""
    panel = ctx.shell.panels.get(control.first)
    if panel is not None:
        page = await ctx.run_in_pool(panel.rules, ctx.words, 0)
        await ctx.answer(with_lessons(panel, page, ctx.words))
        return
    if control.first not in TOPICS:
        raise OldButton("old-button", id="guide")
    title, *paragraphs = map(ctx.words.say, TOPICS[control.first])
    text = "\n\n".join(paragraphs)
    back = Row((Button(ctx.words.say("How it works"), plain_id("help")),))
    await ctx.answer(Screen((Text(f"### {title}\n{text}"), back), AMBER))


@answers("mine")
async def mine(ctx: Context, _control: CustomId) -> None:
    """List a person's tables; those that wait for them come first."""
    tables = await ctx.shell.stores.matches.of_player(ctx.player)
    if not tables:
        text = ctx.words.say(
            "**You aren't at any table.** Open one: `/seismic new`, `/sanandreas new` or"
            " `/aftershock new`."
        )
        await ctx.answer(Screen((Text(text),), AMBER))
        return
    found = await ctx.shell.stores.holidays.times(tables[:MOST_LISTED], ctx.shell.clock.now())
    lines = [await _line(ctx, each, found[each.id]) for each in tables[:MOST_LISTED]]
    title = ctx.words.say("Your tables")
    options = tuple(
        SelectOption(table_name(each, ctx.panel(each), ctx.words), base36(each.id))
        for each in tables[:MOST_LISTED]
    )
    leave = Select(plain_id("leaving"), ctx.words.say("Leave or close a table…"), options)
    waiting = await ctx.shell.stores.matches.waiting_for(ctx.player)
    play = keypad(next_button(len(waiting), ctx.words))
    await ctx.answer(Screen((Text(f"### {title}"), Text("\n".join(lines)), *play, leave), AMBER))


@answers("next")
async def play_next(ctx: Context, control: CustomId) -> None:
    """Open the board of the next table that waits for a person, or lead to it in its server.

    The match that they have just moved in comes last.
    """
    before = MatchId(number(control.first)) if control.first else None
    waiting = await ctx.shell.stores.matches.waiting_for(ctx.player)
    found = next((each for each in waiting if each != before), next(iter(waiting), None))
    words = ctx.words
    if found is None:
        text = words.say("**No table is waiting for you.** I'll ping you when one is.")
        await ctx.answer(note(text, mine_button(words)))
        return
    match = await ctx.match(found)
    try:
        ctx.check_server(match)
    except UnknownMatch:
        name = table_name(match, ctx.panel(match), words)
        text = words.say("**{table} is in another server.**", table=name)
        await ctx.answer(Screen((Text(text), Row((table_button(match, words),))), AMBER))
        return
    await play(ctx, CustomId("play", match=match.id))


async def _line(ctx: Context, match: Match, found: TableTimes) -> str:
    panel, words = ctx.panel(match), ctx.words
    name = table_name(match, panel, words)
    if match.lost_at is not None:
        return f"- **{name}** · {words.say('its channel is gone')}"
    link = match.table.message or match.cover.message
    if link is not None:
        name = f"[{name}]({message_url(match, link)})"
    if match.status is not Status.PLAYING:
        seats = words.say("{n} of {m} seats taken", n=len(match.chairs), m=match.places)
        return f"- **{name}** · {seats}"
    view = await ctx.view(match.id)
    headline = await ctx.run_in_pool(panel.headline, view)
    due = times.due(match, found, words, ctx.shell.clock.now())
    return " · ".join(part for part in (f"- **{name}**", headline, due) if part)


def open_button(panel: AnyPanel, said: Words, style: Style = Style.GREEN) -> Button:
    """Return the button that opens a table of a title."""
    label = said.say("New {game} table", game=panel.title(said))
    return Button(label, plain_id("open", panel.key), style)
