"""What of the tables that a person follows they may still be told: only whose channel they see."""

from collections.abc import Awaitable, Callable

from bot.messages.time.absence import Membership
from bot.storage.people.follows import FollowStore
from bot.table.errors import CannotPost
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import LoadedMatch
from bot.table.notices.notice import DIRECT, OUT_OF_SIGHT, Notice


class Sight:
    """Finds the matches of notices for watchers."""

    def __init__(
        self,
        membership: Membership,
        follows: FollowStore,
        load: Callable[[MatchId], Awaitable[LoadedMatch]],
    ) -> None:
        self._membership = membership
        self._follows = follows
        self._load = load

    async def of(self, notice: Notice, loaded: LoadedMatch | None) -> tuple[LoadedMatch, ...]:
        """Return what a notice for a watcher is about, but for what they don't see any more.

        They no longer follow that. Raises `CannotPost` (out-of-sight) if nothing is left.
        """
        player = PlayerId(int(notice.target.removeprefix(DIRECT)))
        every = [loaded] if loaded is not None else []
        if loaded is None:
            every = [await self._load(MatchId(each)) for each in notice.facts["matches"]]
        seen = list[LoadedMatch]()
        for each in every:
            if await self._membership.sees(each.match.venue, player):
                seen.append(each)
            else:
                await self._follows.stop(each.match.id, player)
        if not seen:
            raise CannotPost(OUT_OF_SIGHT)
        return tuple(seen)
