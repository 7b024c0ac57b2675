"""Proposals and answers that the channel did not take at first: they are brought there later."""

from bot.hosting.deals import Negotiation
from bot.hosting.host import Host
from bot.hosting.match import MatchId
from bot.hosting.ports import Clock
from bot.hosting.rests import Rests
from bot.hosting.scheduler import Chore
from bot.views.messenger import ChannelMessenger


def late_deals(
    host: Host, negotiation: Negotiation, messenger: ChannelMessenger, clock: Clock
) -> Chore:
    """Try again, less and less often, until each proposal's message says how it stands."""
    rests = Rests(clock)

    async def pending() -> list[MatchId]:
        return [each for each in await negotiation.untold() if not rests.is_resting(each)]

    async def told(match_id: MatchId) -> None:
        # Before the attempt: whatever goes wrong, the next one comes later.
        rests.rest(match_id)
        await messenger.settle(*await host.progress(match_id))
        if match_id not in await negotiation.untold():
            rests.wake(match_id)

    return Chore(pending, told)
