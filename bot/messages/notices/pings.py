"""May this person be pinged now? The one place that asks, for whatever is posted."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from bot.games.names import escaped_name
from bot.games.screen import Post
from bot.storage.players import PlayerStore
from bot.table.ids import PlayerId
from bot.table.match.match import Match, Unpinged
from bot.table.world import Clock


class Pings:
    """Knows who has quiet hours."""

    def __init__(self, players: PlayerStore, clock: Clock) -> None:
        self._players = players
        self._clock = clock

    async def heed_quiet_hours(
        self, post: Post, names: Mapping[PlayerId, str], at: datetime | None = None
    ) -> tuple[Post, tuple[Unpinged, ...]]:
        """Return a post that names people in quiet hours instead of pinging them, and these people.

        `at` is when it was sent, if that is past. A post that pings nobody any more is silent.
        """
        unpinged: list[Unpinged] = []
        moment, text = at or self._clock.now(), post.text
        for player in post.pings:
            quiet = (await self._players.preferences(player)).quiet
            night = None if quiet is None else quiet.night_of(moment)
            if night is not None:
                unpinged.append(Unpinged(player, night.ends))
                name = escaped_name(names[player])
                text = text.replace(f"<@{player}>", f"**{name}**")
        quieted = {each.player for each in unpinged}
        pings = tuple(each for each in post.pings if each not in quieted)
        return replace(post, text=text, pings=pings), tuple(unpinged)


def names_of(match: Match) -> Mapping[PlayerId, str]:
    """Return what those who sit at a table are called."""
    return {each.player: each.name for each in match.chairs if each.player is not None}
