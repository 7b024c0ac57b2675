"""What a person reads who wants to be erased."""

from collections.abc import Mapping

from discord.utils import format_dt

from bot.games.custom_ids import plain_id
from bot.games.names import escaped_name
from bot.games.panel import Panels
from bot.games.screen import AMBER, Button, Row, Screen, Style, Text
from bot.games.speech import and_list
from bot.hosting.people.erasing import BeforeErasing
from bot.locale.localisation import Words
from bot.messages.refusals import note
from bot.messages.viewing import table_name
from bot.table.match.match import Match, Status


def question(
    known: BeforeErasing, panels: Panels, servers: Mapping[int, str], words: Words
) -> Screen:
    """Return what goes, what stays and what becomes of tables; `servers` are names by number."""

    def name(match: Match) -> str:
        return table_name(match, panels[match.game], words)

    lines = [
        f"### {words.say('Erase me?')}",
        words.say(
            "**Goes:** your name, number, settings, statistics, ratings, words, plans, puzzle"
            " answers, block list."
        ),
        words.count(
            "**Stays:** {n} finished match, whole, with *a former player* in your seat.",
            "**Stays:** {n} finished matches, whole, with *a former player* in your seat.",
            known.finished,
        ),
    ]
    running = [
        f"{name(each.match)} {words.say('(it waits for you)')}" if each.awaits else name(each.match)
        for each in known.tables
        if each.match.status is Status.PLAYING and not each.ends
    ]
    if running:
        lines.append(
            words.say(
                "**Running now:** {tables}: a computer player takes over. You can't come back to"
                " them.",
                tables=and_list(words, running),
            )
        )
    for each in known.tables:
        if each.next_host is not None:
            lines.append(
                words.say(
                    "**Open:** {table}, where you're host: {who} becomes host.",
                    table=name(each.match),
                    who=escaped_name(each.next_host),
                )
            )
        elif each.ends:
            lines.append(
                words.say(
                    "**{table} ends**, because no one else plays there.", table=name(each.match)
                )
            )
    for guild, until in known.bans:
        server = escaped_name(servers.get(guild, str(guild)))
        if until is None:
            text = words.say(
                "The ban in {server} stays, under the same fingerprint.", server=server
            )
        else:
            text = words.say(
                "The ban in {server} stays until {t}, under the same fingerprint.",
                server=server,
                t=format_dt(until, "D"),
            )
        lines.append(text)
    lines.append(
        words.say(
            "-# I keep one fingerprint, which is not your number, so that no old backup brings you"
            " back."
        )
    )
    row = Row(
        (
            Button(words.say("Send me my data first"), plain_id("my-data")),
            _keep(words),
            Button(words.say("Go on"), plain_id("erasing"), Style.RED),
        )
    )
    return Screen((Text("\n".join(lines)), row), AMBER)


def mistyped(words: Words) -> Screen:
    """Return that nothing was erased, and another try."""
    again = Button(words.say("Try again"), plain_id("erasing"), Style.RED)
    text = words.say("**That was not ERASE.** Nothing was erased.")
    return note(text, again, _keep(words))


def nothing(words: Words) -> Screen:
    """Return that there is nobody to erase."""
    return note(words.say("**I keep nothing about you.** There is nothing to erase."))


def done(channels: int, words: Words) -> Screen:
    """Return that a person is erased; `channels`: where messages are edited now."""
    lines = [words.say("**Erased.** Nothing here leads to you anymore.")]
    if channels:
        lines.append(
            words.count(
                "I'm editing my messages in {n} channel; that takes some minutes.",
                "I'm editing my messages in {n} channels; that takes some minutes.",
                channels,
            )
        )
    return Screen((Text(" ".join(lines)),), AMBER)


def _keep(words: Words) -> Button:
    return Button(words.say("Keep everything"), plain_id("privacy"))
