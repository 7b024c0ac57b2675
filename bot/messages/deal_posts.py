"""Proposals in the channel: posted, edited with every answer, closed when all is known."""

import asyncio
from dataclasses import replace
from typing import Any, Final

import discord
import structlog

from bot.games.abilities import MakesDeals
from bot.games.custom_ids import OldButton, number, parsed
from bot.games.panel import AnyView
from bot.games.screen import Post
from bot.hosting.deals import Deal, DealId, Negotiation
from bot.hosting.errors import CannotPost
from bot.hosting.locks import Locks
from bot.hosting.match import Status
from bot.messages import deals
from bot.messages.channels import place_of, posting, say, say_instead, sent_before
from bot.messages.components import LIMITS
from bot.messages.viewing import view_before
from engine.replay import Replay

log: Final[structlog.stdlib.BoundLogger] = structlog.get_logger(__name__)


class DealPosts:
    """Keeps the channel's messages about proposals up to date. Views are the public's."""

    def __init__(self, client: discord.Client, negotiation: Negotiation) -> None:
        self._client = client
        self._negotiation = negotiation
        # Two who answer at once: the message must not end up with what only the first one said.
        self._locks: Locks[DealId] = Locks()

    async def show(self, panel: MakesDeals, view: AnyView, deal_id: DealId) -> None:
        """Post a proposal, or edit its message unless that is final. Raises `CannotPost`."""
        async with self._locks.of(deal_id):
            deal = await self._negotiation.get(deal_id)
            if deal.is_closed:
                return
            place = await place_of(self._client, view.match.place)
            message = deal.message
            async with posting(place):
                if message is not None:
                    await say_instead(place, deals.post(panel, view, deal), message)
                elif deals.can_be_answered(panel, view, deal):
                    message = await say(place, deals.post(panel, view, deal), f"deal-{deal.id}")
            if message is not None:
                await self._negotiation.told(deal, message)

    async def with_promises(
        self, panel: object, view: AnyView, replay: Replay[Any, Any], since: int, post: Post
    ) -> Post:
        """Return a table message with what came to light about promises after line `since`."""
        if not isinstance(panel, MakesDeals):
            return post
        every = [each for each in await self._negotiation.of(view.match.id) if each.promised]
        if not every:
            return post
        before = await asyncio.to_thread(view_before, view, replay, since)
        is_over = view.match.status is Status.FINISHED
        tally = deals.tally(panel, view, every) if is_over else ""
        room = LIMITS["content"] - len(post.text) - len(tally) - 2
        told = deals.judged(panel, before, view, every, room)
        text = "\n".join(line for line in (post.text, told, tally) if line)
        return replace(post, text=text) if len(text) <= LIMITS["content"] else post

    async def settle(self, panel: object, view: AnyView) -> None:
        """Bring the messages of this match's proposals up to date; what fails waits for later."""
        if not isinstance(panel, MakesDeals):
            return
        for deal in await self._negotiation.of(view.match.id):
            if deal.is_closed:
                continue
            try:
                await self._settle(panel, view, deal)
            except CannotPost as error:
                log.warning("deal-untold", deal=deal.id, reason=error.key)

    async def _settle(self, panel: MakesDeals, view: AnyView, deal: Deal) -> None:
        if deal.message is None:
            await self._found(view, deal)
        is_settled = deals.is_settled(panel, view, deal)
        if is_settled or not deal.is_told:
            await self.show(panel, view, deal.id)
        if is_settled:
            await self._negotiation.closed(deal.id)

    async def _found(self, view: AnyView, deal: Deal) -> None:
        """Write down a message that was sent before a crash kept it from being written down."""
        place = await place_of(self._client, view.match.place)
        sent = await sent_before(self._client, place, lambda each: _is_about(each, deal))
        if sent is not None:
            await self._negotiation.posted(deal.id, sent)


def _is_about(custom_id: str, deal: Deal) -> bool:
    """Say whether a button is the one that accepts this deal."""
    try:
        control = parsed(custom_id[2:])
        return control.verb == "accept" and number(control.first) == deal.id
    except OldButton:
        return False
