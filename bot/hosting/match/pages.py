"""Whether a table has a page at an address: its host's wish, and the table's message after it."""

from bot.hosting.match.match_cache import MatchCache
from bot.hosting.match.telling import Telling
from bot.storage.page.pages import PageStore
from bot.table.errors import LobbyRefused
from bot.table.ids import MatchId, PlayerId


class PageWishes:
    """Takes what hosts want about the pages of their tables."""

    def __init__(self, pages: PageStore, cache: MatchCache, telling: Telling) -> None:
        self._pages = pages
        self._cache = cache
        self._telling = telling

    async def ask(self, match_id: MatchId, by: PlayerId, *, wanted: bool | None) -> None:
        """Store what the host wants (None: as is usual), and show it; may be repeated.

        Raises `LobbyRefused` (lobby-not-host), `CannotPost`.
        """
        match = await self._cache.match(match_id)
        if match.host != by:
            raise LobbyRefused("lobby-not-host", host=match.host_name)
        await self._pages.ask(match_id, wanted=wanted)
        await self._telling.edit(match_id)
