"""What is kept about a person, in ten lines; the files of it, and of a server's matches."""

from collections.abc import Sequence
from datetime import datetime

from discord.utils import format_dt

from bot.games.custom_ids import plain_id
from bot.games.names import escaped_text
from bot.games.screen import AMBER, Attachment, Button, Row, Screen, Style, Text
from bot.locale.localisation import Words
from bot.storage.people.own_data import ONCE_IN
from bot.table import ages


def privacy_screen(words: Words, contact: str) -> Screen:
    """Return what is kept, why and for how long."""
    title = "### " + words.say("What I keep about you")
    buttons = (
        Button(words.say("My data"), plain_id("my-data")),
        Button(words.say("Erase me"), plain_id("erase"), Style.RED),
    )
    return Screen(
        (Text("\n".join((title, *privacy_lines(words, contact)))), Row(buttons)),
        AMBER,
    )


def privacy_lines(words: Words, contact: str) -> Sequence[str]:
    """Return the ten lines; `PRIVACY.md` has the same ones."""
    last = words.say("A server that removes me is erased after {n} days.", n=ages.LEFT_SERVERS.days)
    if contact:
        last += " " + words.say("Operator: {contact}.", contact=escaped_text(contact))
    return (
        words.say(
            "**Your number and names:** Discord's number for you, and your name at each table. To"
            " seat and ping you."
        ),
        words.say(
            "**Your matches:** every move, results, statistics, ratings. For good, until you erase"
            " yourself."
        ),
        words.say("**What you say in deals**, and your votes. As long as the match."),
        words.say(
            "**Your settings:** language, reminders, quiet hours, holidays, height, block list,"
            " tables you follow. Until you change them."
        ),
        words.say(
            "**When you were last at a table**, to the hour. Forgotten {n} days after the match.",
            n=ages.TRACES.days,
        ),
        words.say(
            "**Messages I sent:** {n} days. Undelivered ones, and names at puzzles: {m} days.",
            n=ages.SENT.days,
            m=max(ages.UNDELIVERED, ages.PUZZLE_NAMES).days,
        ),
        words.say(
            "**What moderators did**, with reasons: {n} days. A ban: until it ends.",
            n=ages.MODERATION.days,
        ),
        words.say(
            "I don't read your messages, and I give nothing to anyone. Others see what you did at"
            " tables they may see."
        ),
        words.say(
            "**Backups:** as long as the operator keeps them. After a restore I erase again the"
            " people who were erased."
        ),
        last,
    )


def collecting(words: Words, matches: int) -> Screen:
    """Return that a file takes a while."""
    text = words.count(
        "**I'm collecting it:** {n} match.", "**I'm collecting it:** {n} matches.", matches
    )
    return Screen((Text(text),), AMBER)


def too_soon(words: Words, had_at: datetime) -> str:
    """Return that a person had their file less than a day ago."""
    return words.say(
        "**You had it {t}.** Once a day is enough; press again {u}.",
        t=format_dt(had_at, "R"),
        u=format_dt(had_at + ONCE_IN, "R"),
    )


def own_data_screen(words: Words, file: Attachment, matches: int, part: int, parts: int) -> Screen:
    """Return a part of what is kept about a person."""
    text = words.count(
        "**Everything about you is in this file** ({n} match, {size}). Only you see it. What others"
        " did in secret is not in it.",
        "**Everything about you is in this file** ({n} matches, {size}). Only you see it. What"
        " others did in secret is not in it.",
        matches,
        size=_size(words, file),
    )
    return _file_screen(words, text, file, part, parts)


def guild_records_screen(
    words: Words, file: Attachment, matches: int, part: int, parts: int
) -> Screen:
    """Return a part of the records of a server's finished matches."""
    text = words.count(
        "**{n} record as one file.** If I'm removed from this server, I erase all of it after {d}"
        " days.",
        "**{n} records as one file.** If I'm removed from this server, I erase all of it after {d}"
        " days.",
        matches,
        d=ages.LEFT_SERVERS.days,
    )
    return _file_screen(words, text, file, part, parts)


def _file_screen(words: Words, text: str, file: Attachment, part: int, parts: int) -> Screen:
    if parts > 1:
        text = words.say("**Too large for one message:** here is part {k} of {n}.", k=part, n=parts)
    return Screen((Text(text), file), AMBER)


def _size(words: Words, file: Attachment) -> str:
    return words.say("{n} kB", n=max(1, round(len(file.data) / 1000)))
