"""Proposals in the channel: posted, edited with every answer, closed when all is known."""

import asyncio
from dataclasses import replace
from typing import Any

import discord

from bot.games.abilities import MakesDeals
from bot.games.custom_ids import OldButton, number, parsed
from bot.games.panel import AnyView
from bot.games.screen import Post
from bot.messages.channels import edit_message, find_sent, place_of, posting, send_post
from bot.messages.components import LIMITS
from bot.messages.notices.pings import Pings, names_of
from bot.messages.together import deals
from bot.messages.viewing import view_before
from bot.storage.together.deals import DealStore
from bot.table.ids import MatchId
from bot.table.match.match import Status, Unpinged
from bot.table.processes.concurrency import Locks
from bot.table.together.deals import Deal, DealId, Reply
from engine.game import Seat
from engine.replay import Replay


class DealPosts:
    """Keeps the channel's messages about proposals up to date. Views are the public's."""

    def __init__(self, client: discord.Client, store: DealStore, pings: Pings) -> None:
        self._client = client
        self._store = store
        self._pings = pings
        # Two who answer at once: the message must not end up with what only the first one said.
        self._locks: Locks[DealId] = Locks()

    async def show(
        self, panel: MakesDeals, view: AnyView, deal_id: DealId, sent: int | None = None
    ) -> None:
        """Let a message say how a proposal stands, unless it does. Raises `CannotPost`.

        `sent` is a message that was found in the channel, if none is written down.
        """
        async with self._locks.of(deal_id):
            deal = await self._store.get(deal_id)
            if not deal.post.is_behind:
                return
            place = await place_of(self._client, view.match.place)
            message = deal.post.message or sent
            unpinged: tuple[Unpinged, ...] = ()
            post, quiet = await self._pings.heed_quiet_hours(
                deals.post(panel, view, deal), names_of(view.match), view.match.venue.guild
            )
            async with posting(place):
                if message is not None:
                    await edit_message(place, post, message)
                elif is_news(panel, view, deal):
                    message, unpinged = await send_post(place, post, f"deal-{deal.id}"), quiet
            done = deal.post.done(message=message, unpinged=unpinged)
            await self._store.posted(deal.id, done)

    async def with_promises(
        self, panel: object, view: AnyView, replay: Replay[Any, Any], since: int, post: Post
    ) -> Post:
        """Return a table message with what came to light about promises after line `since`."""
        if not isinstance(panel, MakesDeals):
            return post
        every = [each for each in await self._store.of(view.match.id) if each.promised]
        if not every:
            return post
        before = await asyncio.to_thread(view_before, view, replay, since)
        is_over = view.match.status is Status.FINISHED
        tally = deals.tally(panel, view, every) if is_over else ""
        room = LIMITS["content"] - len(post.text) - len(tally) - 2
        told = deals.judged(panel, before, view, every, room)
        text = "\n".join(line for line in (post.text, told, tally) if line)
        return replace(post, text=text) if len(text) <= LIMITS["content"] else post

    async def waits_for(self, match: MatchId, seat: Seat) -> bool:
        """Say whether a proposal stands in the channel that a seat hasn't answered."""
        return any(
            each.is_open and seat in each.of(Reply.WAITED_FOR)
            for each in await self._store.of(match)
        )

    async def settle(self, panel: object, view: AnyView) -> None:
        """Close the proposals of which all is known, and show those of which more is than told.

        Raises `CannotPost`.
        """
        if not isinstance(panel, MakesDeals):
            return
        for deal in await self._store.of(view.match.id):
            now = deal
            if not deal.is_closed and deals.is_settled(panel, view, deal):
                now = await self._store.change(deal.id, _closed)
            if now.post.is_behind:
                sent = await self._found(view, now) if now.post.message is None else None
                await self.show(panel, view, now.id, sent)

    async def _found(self, view: AnyView, deal: Deal) -> int | None:
        """Find a message that was sent before a crash kept it from being written down."""
        place = await place_of(self._client, view.match.place)
        return await find_sent(self._client, place, lambda each: _is_about(each, deal))


def _closed(deal: Deal) -> Deal:
    """Return a deal of which all is known: nothing about it will change any more."""
    return replace(deal, is_closed=True)


def is_news(panel: MakesDeals, view: AnyView, deal: Deal) -> bool:
    """Say whether a deal of which the channel knows nothing is worth a message of its own."""
    can_be_answered = deals.can_be_answered(panel, view, deal)
    return can_be_answered or deals.is_told_of_unanswered(panel, view, deal)


def _is_about(custom_id: str, deal: Deal) -> bool:
    """Say whether a button accepts this deal, or proposes another one in its place."""
    try:
        control = parsed(custom_id[2:])
        return control.verb in ("accept", "deal") and number(control.first) == deal.id
    except OldButton:
        return False
