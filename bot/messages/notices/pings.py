"""May this person be pinged now? The one place that asks, for whatever is posted."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime

from bot.games.names import escaped_name
from bot.games.screen import Post
from bot.storage.players import PlayerStore
from bot.table.ids import PlayerId
from bot.table.match.match import Match, Unpinged
from bot.table.world import Clock


class Pings:
    """Knows who has quiet hours, or is away, and which channels are quiet."""

    def __init__(self, players: PlayerStore, clock: Clock) -> None:
        self._players = players
        self._clock = clock

    async def heed_quiet_hours(
        self,
        post: Post,
        names: Mapping[PlayerId, str],
        guild: int | None,
        at: datetime | None = None,
        *,
        is_turn: bool = False,
        is_direct: bool = False,
    ) -> tuple[Post, tuple[Unpinged, ...]]:
        """Return a post that names people instead of pinging them, and these people.

        They have quiet hours, or are away in this server, or its channels are quiet: those don't
        count in a direct message (`is_direct`). `at` is when it was sent, if that is
        past. A post that pings nobody any more is silent. `is_turn`: it says whose turn it is, so
        it only names those who are asked by direct message.
        """
        moment = at or self._clock.now()
        until = await self._players.quiet_until(post.pings, guild, moment, is_direct=is_direct)
        direct = {
            each
            for each in post.pings
            if is_turn and (await self._players.preferences(each)).turns_direct
        }
        spared = {*until, *direct}
        unpinged = tuple(
            Unpinged(each, until[each])
            for each in post.pings
            if each in until and each not in direct
        )
        return without_pings(post, names, spared), unpinged


def without_pings(post: Post, names: Mapping[PlayerId, str], spared: Collection[PlayerId]) -> Post:
    """Return a post that names these people instead of pinging them."""
    text = post.text
    for player in (each for each in post.pings if each in spared):
        text = text.replace(f"<@{player}>", f"**{escaped_name(names[player])}**")
    return replace(post, text=text, pings=tuple(each for each in post.pings if each not in spared))


def names_of(match: Match) -> Mapping[PlayerId, str]:
    """Return what those who sit at a table are called."""
    return {each.player: each.name for each in match.chairs if each.player is not None}
