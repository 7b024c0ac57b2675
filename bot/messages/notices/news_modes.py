"""How a table's channel is told: what the ways are called."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.games.screen import SelectOption
from bot.locale.localisation import Words, mark
from bot.table.match.match import Match, NewsMode
from bot.table.notices.news_modes import EVENING, is_slow

WAYS: Final[Mapping[NewsMode, tuple[str, str]]] = MappingProxyType(
    {
        NewsMode.EACH: (
            mark("A message each turn"),
            mark("with the board; pings the next player"),
        ),
        NewsMode.ONE: (
            mark("One message, edited"),
            mark("and a short line that pings the next player"),
        ),
        NewsMode.DIGEST: (
            mark("A daily digest"),
            mark("one message a day, with pings, for calm channels"),
        ),
    }
)
"""What each way is called, and what the channel gets."""
AS_SERVER: Final = "server"
"""Stands for the server's way where one is chosen."""


def ways(now: NewsMode | None, match: Match | None, words: Words) -> tuple[SelectOption, ...]:
    """Return the ways on offer, for a match or for a whole server."""
    options = [
        SelectOption(words.say(name), mode.value, words.say(what), chosen=mode is now)
        for mode, (name, what) in WAYS.items()
        if mode is not NewsMode.DIGEST or match is None or is_slow(match.pace)
    ]
    if match is not None:
        same = words.say("As set for this server")
        options.insert(0, SelectOption(same, AS_SERVER, chosen=now is None))
    return tuple(options)


def hours(match: Match) -> tuple[SelectOption, ...]:
    """Return the hours of the day at which a match's digest may come."""
    now = EVENING if match.digest_at is None else match.digest_at
    return tuple(
        SelectOption(f"{hour:02}:00", str(hour * 60), "", chosen=hour * 60 == now)
        for hour in range(24)
    )
