"""How often a table makes itself heard: a message a turn, one that is edited, or one a day."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

from bot.table.errors import LobbyRefused, NotPlaying
from bot.table.ids import PlayerId
from bot.table.match.match import Match, NewsMode, Status
from bot.table.match.pace import Pace, PaceKind

DAY: Final = timedelta(days=1)
SLOW: Final = timedelta(days=3)
"""The least time for a move with which a table may be told once a day."""
_FIRST: Final = datetime(2015, 1, 1, tzinfo=UTC)
"""Discord's ids count the milliseconds since then, above their lowest 22 bits."""


def news_mode(match: Match, servers: NewsMode | None) -> NewsMode:
    """Return how a table's channel is told; `servers` is what its server says."""
    mode = match.news or servers or NewsMode.EACH
    # A server that wants a digest wants few messages: next to none is what a fast table can do.
    return NewsMode.ONE if mode is NewsMode.DIGEST and not is_slow(match.pace) else mode


def is_slow(pace: Pace) -> bool:
    """Say whether a move has time enough to wait for a daily message."""
    return pace.kind is PaceKind.NONE or pace.span >= SLOW


def digest_due(
    match: Match, servers: NewsMode | None, message: int | None, now: datetime
) -> datetime | None:
    """Return when the table of a daily digest hears of news; None: it is told of them at once.

    `message` is its newest one: what has happened since waits until it is a day old.
    """
    if match.status is not Status.PLAYING or news_mode(match, servers) is not NewsMode.DIGEST:
        return None
    if message is None or message < first_message(now - DAY):
        return None
    return moment_of(message) + DAY


def with_news(match: Match, by: PlayerId, mode: NewsMode | None) -> Match:
    """Return the match told in another way; only its host may.

    Raises `LobbyRefused` (lobby-not-host, digest-too-fast), `NotPlaying`.
    """
    if match.status not in (Status.LOBBY, Status.PLAYING):
        raise NotPlaying("not-playing", match=match.id, status=match.status)
    if match.host != by:
        host = next((each.name for each in match.chairs if each.player == match.host), "")
        raise LobbyRefused("lobby-not-host", host=host)
    if mode is NewsMode.DIGEST and not is_slow(match.pace):
        raise LobbyRefused("digest-too-fast")
    return replace(match, news=mode)


def moment_of(message: int) -> datetime:
    """Return when Discord took a message."""
    return _FIRST + timedelta(milliseconds=message >> 22)


def first_message(moment: datetime) -> int:
    """Return the lowest id that a message of this moment can have."""
    return max(0, (moment - _FIRST) // timedelta(milliseconds=1)) << 22
