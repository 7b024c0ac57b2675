"""What each open table reads after the database was brought back from a backup."""

from datetime import UTC, datetime

from discord.utils import format_dt

from bot.games.screen import Post
from bot.locale.localisation import Words
from bot.messages.notice_view import NoticeView


def restored(about: NoticeView, words: Words) -> Post:
    """Return the line; the table is shown again below it."""
    text = words.say(
        "**I had to be restored from a backup of {t}**, and I'm sorry: what happened at {table}"
        " after that is lost. Please use the buttons of the newest message.",
        t=format_dt(datetime.fromtimestamp(about.fact("began"), UTC), "f"),
        table=about.table(words),
    )
    return Post(text)
