"""Proposals: made in a form or typed, answered by buttons, listed, taken back."""

from collections.abc import Sequence
from dataclasses import replace

from bot.games.abilities import MakesDeals
from bot.games.custom_ids import CustomId, OldButton, number
from bot.games.panel import View
from bot.games.screen import Form
from bot.hosting.deals import Deal, DealId, Reply, Terms
from bot.hosting.errors import CannotPost, DealRefused, NotSeated
from bot.hosting.match import Match
from bot.hosting.standings import not_playing
from bot.views import deals, slips
from bot.views.asking import Asking
from bot.views.viewing import Reader, glance, view
from engine.game import PUBLIC, Seat


def form(ask: Asking, control: CustomId) -> Form | None:
    """Return the form of a proposal; as an answer to another one, its proposer alone is asked."""
    known = ask.shell.host.remembered(control.about)
    if known is None:
        return None
    match, progress = known
    panel = _panel(ask, match, control)
    seat = match.seat_of(ask.player)
    if seat is None:
        raise NotSeated("not-seated", match=match.id)
    if progress is None:
        raise not_playing(match)
    seen = glance(match, progress, ask.reader(match))
    if panel.chapter(seen) is None:
        raise DealRefused("deal-nothing")
    to = deals.players_asked(match, seat)
    # An answer's button carries the seat of who proposed.
    proposer = control.args[1] if len(control.args) > 1 else ""
    to = tuple(each for each in to if str(each) == proposer) or to
    if not to:
        raise DealRefused("deal-with-whom")
    return deals.form(panel, seen, to)


async def proposed(ask: Asking, control: CustomId) -> None:
    """Take a form: store the proposal, answer, tell the channel."""
    given = [each.partition("=")[::2] for each in control.args]
    to = [Seat(int(value)) for name, value in given if name == "to" and value.isdecimal()]
    said = dict(given)
    await made(ask, control, to, said.get("i", ""), said.get("you", ""), said.get("words", ""))


async def made(
    ask: Asking, control: CustomId, to: Sequence[Seat], mine: str, yours: str, own: str
) -> None:
    """Make a proposal, from a form or typed."""
    panel, seen = await _table(ask, control)
    chapter = panel.chapter(seen)
    if chapter is None or not {mine, yours} <= set(panel.promises(seen)):
        raise DealRefused("deal-nothing")
    terms = Terms(chapter, mine, yours, own)
    deal = await ask.shell.negotiation.propose(seen.match, ask.player, to, terms, ask.request)
    await ask.answer(deals.proposed(seen.match, deal, ask.words))
    await _told(ask, panel, seen, deal)


async def accept(ask: Asking, control: CustomId) -> None:
    """Say yes."""
    await _replied(ask, control, Reply.ACCEPTED)


async def decline(ask: Asking, control: CustomId) -> None:
    """Say no."""
    await _replied(ask, control, Reply.DECLINED)


async def withdraw(ask: Asking, control: CustomId) -> None:
    """Take a proposal back."""
    panel, seen = await _table(ask, control)
    negotiation = ask.shell.negotiation
    deal = await negotiation.withdraw(seen.match, ask.player, _deal_id(control))
    await listed(ask, control)
    await _told(ask, panel, seen, deal)


async def listed(ask: Asking, control: CustomId) -> None:
    """Show every proposal of the match."""
    panel, seen = await _table(ask, control)
    every = await ask.shell.negotiation.of(seen.match.id)
    can_propose = seen.viewer != PUBLIC and panel.chapter(seen) is not None
    await ask.answer(await ask.drawn(deals.listing, panel, seen, every, can_propose))


async def _replied(ask: Asking, control: CustomId, reply: Reply) -> None:
    panel, seen = await _table(ask, control)
    negotiation, deal_id = ask.shell.negotiation, _deal_id(control)
    deal = await negotiation.get(deal_id, of=seen.match.id)
    if panel.chapter(seen) != deal.terms.chapter:
        raise DealRefused("deal-closed")
    deal = await negotiation.answer(seen.match, ask.player, deal_id, reply)
    await ask.quietly()
    await _told(ask, panel, seen, deal)


async def _told(ask: Asking, panel: MakesDeals, seen: View, deal: Deal) -> None:
    """Show the channel how a proposal stands, in the channel's words."""
    match, progress = await ask.shell.host.progress(seen.match.id)
    said = await ask.shell.messenger.words(match.venue.guild)
    public = view(match, progress, Reader(PUBLIC, said))
    try:
        await ask.shell.deal_posts.show(panel, public, deal.id)
    except CannotPost as trouble:
        await ask.answer(slips.slip(slips.cannot_post(trouble, ask.words)))


async def _table(ask: Asking, control: CustomId) -> tuple[MakesDeals, View]:
    seen = await ask.view(control.about)
    return _panel(ask, seen.match, control), replace(seen, legal=())


def _panel(ask: Asking, match: Match, control: CustomId) -> MakesDeals:
    panel = ask.panel(match)
    if not isinstance(panel, MakesDeals):
        raise OldButton("old-button", id=control.verb)
    return panel


def _deal_id(control: CustomId) -> DealId:
    return DealId(number(control.first))
