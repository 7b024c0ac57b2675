"""Proposals: made in a form or typed, answered by buttons, listed, taken back."""

from collections.abc import Sequence
from dataclasses import replace

from bot.games.abilities import MakesDeals
from bot.games.custom_ids import CustomId, OldButton, number
from bot.games.names import visible
from bot.games.panel import AnyView
from bot.games.screen import Form
from bot.hosting.processes.limits import LimitedAction
from bot.interactions.context import Context
from bot.interactions.match.tables import find_table
from bot.interactions.verbs import answers, opens_form
from bot.messages import refusals
from bot.messages.together import deals
from bot.messages.viewing import Reader, view, view_without_choices
from bot.table.errors import CannotPost, DealRefused, NotSeated
from bot.table.ids import PlayerId
from bot.table.match.match import Match, not_playing
from bot.table.together.deals import Deal, DealId, DealTerms, Reply
from engine.game import PUBLIC, Seat


@opens_form("deal")
def form(ctx: Context, control: CustomId) -> Form | None:
    """Return the form of a proposal; as an answer to another one, its proposer alone is asked."""
    known = ctx.shell.host.cache.remembered(control.about)
    if known is None:
        return None
    match, progress = known.match, known.progress
    panel = _panel(ctx, match, control)
    seat = match.seat_of(ctx.player)
    if seat is None:
        raise NotSeated("not-seated", match=match.id)
    if progress is None:
        raise not_playing(match)
    seen = view_without_choices(match, progress, ctx.reader(match))
    if panel.chapter(seen) is None:
        raise DealRefused("deal-nothing")
    to = deals.players_asked(match, seat)
    # An answer's button carries the seat of who proposed.
    proposer = control.args[1] if len(control.args) > 1 else ""
    to = tuple(each for each in to if str(each) == proposer) or to
    if not to:
        raise DealRefused("deal-with-whom")
    return deals.form(panel, seen, to)


@answers("dealt")
async def take_proposal(ctx: Context, control: CustomId) -> None:
    """Take a form: store the proposal, answer, tell the channel."""
    given = [each.partition("=")[::2] for each in control.args]
    to = [Seat(int(value)) for name, value in given if name == "to" and value.isdecimal()]
    said = dict(given)
    await make_proposal(
        ctx, control, to, said.get("i", ""), said.get("you", ""), said.get("words", "")
    )


async def propose(ctx: Context, game: str, to: int, mine: str, yours: str, own: str) -> None:
    """Take a proposal that was typed, at the table of this channel."""
    match = await find_table(ctx, game, "deal")
    if match is None:
        return
    control = CustomId("dealt", match=match.id)
    panel, seen = _panel(ctx, match, control), await ctx.view(match.id)
    seat = match.seat_of(PlayerId(to))
    promised, asked = (deals.promise(panel, seen, typed) for typed in (mine, yours))
    await make_proposal(ctx, control, () if seat is None else (seat,), promised, asked, own)


async def make_proposal(
    ctx: Context, control: CustomId, to: Sequence[Seat], mine: str, yours: str, own: str
) -> None:
    """Make a proposal, from a form or typed."""
    panel, seen = await _table(ctx, control)
    chapter = panel.chapter(seen)
    if chapter is None or not {mine, yours} <= set(panel.promises(seen)):
        raise DealRefused("deal-nothing")
    ctx.spend(LimitedAction.DEAL)
    # PostgreSQL stores no zero byte, and nobody can see one.
    terms = DealTerms(chapter, mine, yours, visible(own))
    loaded = await ctx.shell.host.cache.of(seen.match.id)
    deal = await ctx.shell.host.negotiation.propose(loaded, ctx.player, to, terms, ctx.request)
    await ctx.answer(deals.proposed(seen.match, deal, ctx.words))
    await _tell(ctx, panel, seen, deal)


@answers("withdraw")
async def withdraw(ctx: Context, control: CustomId) -> None:
    """Take a proposal back."""
    panel, seen = await _table(ctx, control)
    negotiation = ctx.shell.host.negotiation
    deal = await negotiation.withdraw(seen.match, ctx.player, _deal_id(control))
    await list_all(ctx, control)
    await _tell(ctx, panel, seen, deal)


@answers("deals", behind_more=True)
async def list_all(ctx: Context, control: CustomId) -> None:
    """Show every proposal of the match."""
    panel, seen = await _table(ctx, control)
    every = await ctx.shell.stores.deals.of(seen.match.id)
    can_propose = seen.viewer != PUBLIC and panel.chapter(seen) is not None
    await ctx.answer(await ctx.run_in_pool(deals.listing, panel, seen, every, can_propose))


@answers("accept")
async def accept(ctx: Context, control: CustomId) -> None:
    """Say yes."""
    await _reply(ctx, control, Reply.ACCEPTED)


@answers("decline")
async def decline(ctx: Context, control: CustomId) -> None:
    """Say no."""
    await _reply(ctx, control, Reply.DECLINED)


async def _reply(ctx: Context, control: CustomId, reply: Reply) -> None:
    # Before anything that may take long: else a private answer would be promised.
    await ctx.quietly()
    panel, seen = await _table(ctx, control)
    negotiation, deal_id = ctx.shell.host.negotiation, _deal_id(control)
    deal = await negotiation.get(deal_id, of=seen.match.id)
    if reply is Reply.ACCEPTED and not deals.can_be_answered(panel, seen, deal):
        raise DealRefused("deal-closed")
    deal = await negotiation.answer(seen.match, ctx.player, deal_id, reply)
    await _tell(ctx, panel, seen, deal)
    if seen.match.learner is not None:
        # A lesson explains the next thing once its proposal is answered.
        await ctx.shell.host.lobbies.explain(seen.match.id, ctx.player, is_on=True)


async def _tell(ctx: Context, panel: MakesDeals, seen: AnyView, deal: Deal) -> None:
    """Show the channel how a proposal stands, in the channel's words."""
    match, progress = await ctx.shell.host.cache.progress(seen.match.id)
    said = await ctx.shell.messenger.words(match.venue.guild)
    public = view(match, progress, Reader(PUBLIC, said))
    try:
        await ctx.shell.deal_posts.show(panel, public, deal.id)
    except CannotPost as trouble:
        await ctx.answer(refusals.note(refusals.cannot_post(trouble, ctx.words)))


async def _table(ctx: Context, control: CustomId) -> tuple[MakesDeals, AnyView]:
    seen = await ctx.view(control.about)
    return _panel(ctx, seen.match, control), replace(seen, legal=())


def _panel(ctx: Context, match: Match, control: CustomId) -> MakesDeals:
    panel = ctx.panel(match)
    if not isinstance(panel, MakesDeals):
        raise OldButton("old-button", id=control.verb)
    return panel


def _deal_id(control: CustomId) -> DealId:
    return DealId(number(control.first))
