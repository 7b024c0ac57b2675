"""Proposals and answers that the channel did not take at first: they are brought there later."""

import structlog

from bot.hosting.deals import Negotiation
from bot.hosting.host import Host
from bot.hosting.match import MatchId
from bot.hosting.ports import Clock
from bot.hosting.rests import Rests
from bot.views.messenger import ChannelMessenger

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class LateDeals:
    """Tries again, less and less often, until each proposal's message says how it stands."""

    def __init__(
        self, host: Host, negotiation: Negotiation, messenger: ChannelMessenger, clock: Clock
    ) -> None:
        self._host = host
        self._negotiation = negotiation
        self._messenger = messenger
        self._rests = Rests(clock)

    async def tick(self) -> None:
        """Bring up to date what is late; one match in trouble doesn't keep the others waiting."""
        late = await self._negotiation.untold()
        tried = [each for each in late if not self._rests.is_resting(each)]
        for match_id in tried:
            # Before the attempt: whatever goes wrong, the next one comes later.
            self._rests.rest(match_id)
            await self._told(match_id)
        if tried:
            still = set(await self._negotiation.untold())
            for match_id in set(tried) - still:
                self._rests.wake(match_id)

    async def _told(self, match_id: MatchId) -> None:
        try:
            await self._messenger.settle(*await self._host.progress(match_id))
        except Exception:
            log.exception("deals-still-late", match=match_id)
