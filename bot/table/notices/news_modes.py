"""How often a table makes itself heard: a message a turn, one that is edited, or one a day."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from types import MappingProxyType
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from bot.table.errors import LobbyRefused
from bot.table.ids import PlayerId
from bot.table.match.match import Match, NewsMode, Status, not_playing
from bot.table.match.pace import Pace, PaceKind

DAY: Final = timedelta(days=1)
SLOW: Final = timedelta(days=3)
"""The least time for a move with which a table may be told once a day."""
EVENING: Final = 18 * 60
"""The minute of the day at which a digest comes, unless the host says otherwise."""
ZONES: Final[Mapping[str | None, str]] = MappingProxyType(
    {"fr": "Europe/Paris", "es": "Europe/Madrid"}
)
"""Where those probably live who speak a language; all others go by UTC."""
_FIRST: Final = datetime(2015, 1, 1, tzinfo=UTC)
"""Discord's ids count the milliseconds since then, above their lowest 22 bits."""


class Digest(NamedTuple):
    """When the next daily message comes, and the zone in which its hour is meant."""

    due_at: datetime
    zone: str


def news_mode(match: Match, servers: NewsMode | None) -> NewsMode:
    """Return how a table's channel is told; `servers` is what its server says."""
    mode = match.news or servers or NewsMode.EACH
    # A server that wants a digest wants few messages: next to none is what a fast table can do.
    return NewsMode.ONE if mode is NewsMode.DIGEST and not is_slow(match.pace) else mode


def is_slow(pace: Pace) -> bool:
    """Say whether a move has time enough to wait for a daily message."""
    return pace.kind is PaceKind.NONE or pace.span >= SLOW


def zone_of_most(zones: Collection[str], language: str | None) -> str:
    """Return the zone in which most of a table's people live, of those that are known.

    If none is known, or two have as many, it is where the language of its channel is spoken.
    """
    match Counter(zones).most_common(2):
        case [(zone, _)]:
            return zone
        case [(zone, most), (_, next_most)] if most > next_most:
            return zone
        case _:
            return ZONES.get(language, "UTC")


def next_digest(match: Match, zone: str, now: datetime) -> Digest:
    """Return when the next daily message of a table comes: after `now`, at its hour of the day."""
    minutes = EVENING if match.digest_at is None else match.digest_at
    wall = time(*divmod(minutes, 60), tzinfo=ZoneInfo(zone))
    today = now.astimezone(ZoneInfo(zone)).date()
    moments = (datetime.combine(today + n * DAY, wall).astimezone(UTC) for n in range(3))
    return Digest(next(each for each in moments if each > now), zone)


def with_news(match: Match, by: PlayerId, mode: NewsMode | None) -> Match:
    """Return the match told in another way; only its host may.

    Raises `LobbyRefused` (lobby-not-host, digest-too-fast), `NotPlaying`.
    """
    _check_host(match, by)
    if mode is NewsMode.DIGEST and not is_slow(match.pace):
        raise LobbyRefused("digest-too-fast")
    return replace(match, news=mode)


def with_hour(match: Match, by: PlayerId, minutes: int) -> Match:
    """Return the match whose digest comes at another minute of the day; only its host may.

    Raises `LobbyRefused` (lobby-not-host), `NotPlaying`.
    """
    _check_host(match, by)
    return replace(match, digest_at=minutes)


def _check_host(match: Match, by: PlayerId) -> None:
    if match.status not in (Status.LOBBY, Status.PLAYING):
        raise not_playing(match)
    if match.host != by:
        raise LobbyRefused("lobby-not-host", host=match.host_name)


def moment_of(message: int) -> datetime:
    """Return when Discord took a message."""
    return _FIRST + timedelta(milliseconds=message >> 22)


def first_message(moment: datetime) -> int:
    """Return the lowest id that a message of this moment can have."""
    return max(0, (moment - _FIRST) // timedelta(milliseconds=1)) << 22
