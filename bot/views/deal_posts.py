"""Proposals in the channel: posted, edited with every answer, closed when all is known."""

from collections.abc import Sequence
from dataclasses import replace

import discord
import structlog

from bot.games.abilities import MakesDeals
from bot.games.panel import View
from bot.hosting.deals import Deal, Negotiation
from bot.hosting.errors import CannotPost
from bot.hosting.match import Status
from bot.views import deals
from bot.views.screen import Post
from bot.views.venues import place_of, posting, say, say_instead

ROOM_FOR_PROMISES = 1900

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


class DealPosts:
    """Keeps the channel's messages about proposals up to date. Views are the public's."""

    def __init__(self, client: discord.Client, negotiation: Negotiation) -> None:
        self._client = client
        self._negotiation = negotiation

    async def show(self, panel: MakesDeals, view: View, deal: Deal) -> Deal:
        """Post a proposal, or edit its message. Raises `CannotPost`."""
        post = deals.post(panel, view, deal)
        place = await place_of(self._client, view.match.venue.table)
        async with posting(place):
            if deal.message is None:
                sent = await say(place, post, f"deal-{deal.id}")
                return await self._negotiation.posted(deal.id, sent)
            await say_instead(place, post, deal.message)
        return deal

    async def with_promises(self, panel: object, view: View, post: Post) -> Post:
        """Return a table message with a line about the promises that have come to light."""
        if not isinstance(panel, MakesDeals):
            return post
        every = await self._negotiation.of(view.match.id)
        is_over = view.match.status is Status.FINISHED
        told = deals.tally(panel, view, every) if is_over else _news(panel, view, every)
        text = f"{post.text}\n{told}" if told else post.text
        return replace(post, text=text) if len(text) <= ROOM_FOR_PROMISES else post

    async def settle(self, panel: object, view: View) -> None:
        """Bring the messages of this match's proposals up to date; what fails waits for later."""
        if not isinstance(panel, MakesDeals):
            return
        for deal in await self._negotiation.of(view.match.id):
            is_settled = deals.is_settled(panel, view, deal)
            if deal.is_closed or not (is_settled or deal.message is None):
                continue
            try:
                await self.show(panel, view, deal)
            except CannotPost as error:
                log.warning("deal-untold", deal=deal.id, reason=error.key)
            else:
                await self._close(deal, is_settled=is_settled)

    async def _close(self, deal: Deal, *, is_settled: bool) -> None:
        if is_settled:
            await self._negotiation.closed(deal.id)


def _news(panel: MakesDeals, view: View, every: Sequence[Deal]) -> str:
    return deals.judged(panel, view, (each for each in every if not each.is_closed))
