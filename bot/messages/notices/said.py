"""Sentences that a channel or a person is told once."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.games.names import escaped_name
from bot.games.screen import Post
from bot.locale.localisation import Words, mark
from bot.messages.notice_view import NoticeView

SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "news-each": mark("**{who}** wants a message each turn here ({table})."),
        "news-one": mark(
            "**{who}** wants fewer messages here ({table}): one is edited, and a short line pings"
            " the next player."
        ),
        "news-digest": mark("**{who}** wants one message a day here ({table})."),
        "hint-taken": mark("**{who}** took a hint ({table})."),
        "next-up": mark(
            "**{who}**, you're next at {table}. I can't send you direct messages, so a small line"
            " here says that from now on. You can change that in `/settings`."
        ),
        "left-for-good": mark("**A player left {table} for good.** A computer player takes over."),
        "news-server": mark("**{who}** wants messages here as set for this server ({table})."),
    }
)
"""What `NoticeKind.SAID` says, by its fact `says`; all other facts fill it in.

`{who}` is a person's name; `{table}` is filled in by itself.
"""


def said(about: NoticeView, words: Words) -> Post:
    """Return a sentence with what it is about."""
    facts = {name: fact for name, fact in about.notice.facts.items() if name != "says"}
    if "who" in facts:
        facts["who"] = escaped_name(str(facts["who"]))
    if about.loaded is not None:
        facts["table"] = about.table(words)
    return Post(words.say(SENTENCES[about.fact("says")], **facts))
