"""Taking back one's last move, asking the others whether it may be, and answering that."""

from bot.games.custom_ids import CustomId, number
from bot.games.screen import Screen
from bot.hosting.match.takebacks import TakeBackLook
from bot.hosting.processes.limits import LimitedAction
from bot.interactions.context import Context
from bot.interactions.match.playing import advance
from bot.interactions.verbs import answers
from bot.messages import refusals
from bot.messages.match import takebacks as screens
from bot.messages.refusals import note
from bot.table.errors import TakeBackRefused
from bot.table.match.match import Match, VoteKind
from engine.game import PUBLIC, Viewer
from engine.takebacks import TakeBackKind


@answers("undo", anywhere=True)
async def undo(ctx: Context, control: CustomId) -> None:
    """Take the last move back if that is free, else ask whether to ask the others.

    A button of a table that has moved on asks first, too.
    """
    look = await _look(ctx, control)
    is_free = look.take_back.kind is TakeBackKind.FREE
    if is_free and _is_current(ctx, control, look):
        await _take_back(ctx, look)
    else:
        await ctx.answer(await _question(ctx, look))


@answers("undoask", anywhere=True)
async def ask(ctx: Context, control: CustomId) -> None:
    """Ask the others; where there are none, or nobody need be asked, take the move back."""
    look = await _look(ctx, control)
    if not _is_current(ctx, control, look) or look.take_back.line is None:
        await ctx.answer(await _question(ctx, look))
        return
    ctx.spend(LimitedAction.UNDO)
    before = look.match
    is_first = not any(
        each.kind is VoteKind.TAKE_BACK and each.by == look.seat for each in before.votes
    )
    line, take_backs = look.take_back.line, ctx.shell.host.take_backs
    moves = await _moves(ctx, look)
    await ctx.patiently(take_backs.ask(before.id, ctx.player, line, ctx.request))
    match = await ctx.match(before.id)
    if match.line == before.line:
        offer = is_first and not ctx.preferences.confirm_twice
        await ctx.answer(screens.asked(ctx.words, offer_twice=offer))
    else:
        await ctx.answer(screens.done(match, moves, ctx.words))
    await _tell(ctx, match)


@answers("undoyes")
async def agree(ctx: Context, control: CustomId) -> None:
    """Agree to a request."""
    await _reply(ctx, control, is_yes=True)


@answers("undono")
async def keep(ctx: Context, control: CustomId) -> None:
    """Keep the move."""
    await _reply(ctx, control, is_yes=False)


async def _reply(ctx: Context, control: CustomId, *, is_yes: bool) -> None:
    """Answer a request; its message says how it stands then."""
    take_backs, vote = ctx.shell.host.take_backs, number(control.first)
    # Before anything that may take long: else a private answer would be promised.
    await ctx.quietly()
    answer = take_backs.answer(control.about, ctx.player, vote, ctx.request, is_yes=is_yes)
    await ctx.patiently(answer)
    await _tell(ctx, await ctx.match(control.about))


async def _look(ctx: Context, control: CustomId) -> TakeBackLook:
    await ctx.view(control.about)
    take_backs = ctx.shell.host.take_backs
    look = await ctx.patiently(take_backs.look(control.about, ctx.player))
    if look.take_back.kind is TakeBackKind.NEVER:
        raise TakeBackRefused(str(look.take_back.reason), match=look.match.id)
    return look


def _is_current(ctx: Context, control: CustomId, look: TakeBackLook) -> bool:
    """Say whether this person knows what they take back: nothing happened since they looked."""
    if ctx.interaction.command is not None:
        return True
    viewer: Viewer = look.seat if ctx.from_private else PUBLIC
    return control.seen == look.match.seen_by(viewer)


async def _moves(ctx: Context, look: TakeBackLook) -> tuple[str, ...]:
    """Return in words what would go back."""
    match, first = look.match, look.take_back.line
    loaded = await ctx.shell.host.cache.of(match.id)
    if first is None:
        return ()
    args = (ctx.panel(match), match, loaded.begun, first, match.line, ctx.words, look.seat)
    return await ctx.run_in_pool(screens.told_moves, *args)


async def _question(ctx: Context, look: TakeBackLook) -> Screen:
    moves = await _moves(ctx, look)
    return screens.question(ctx.panel(look.match), look, moves, ctx.words)


async def _take_back(ctx: Context, look: TakeBackLook) -> None:
    moves, line = await _moves(ctx, look), look.take_back.line
    if line is None:
        return
    ctx.spend(LimitedAction.UNDO)
    take_backs = ctx.shell.host.take_backs
    await ctx.patiently(take_backs.take_back(look.match.id, ctx.player, line, ctx.request))
    match = await ctx.match(look.match.id)
    await ctx.answer(screens.done(match, moves, ctx.words))
    await _tell(ctx, match)


async def _tell(ctx: Context, match: Match) -> None:
    """Tell the channel what is stored."""
    await advance(ctx, match)
    trouble = await ctx.shell.host.telling.tell(match.id)
    if trouble is not None:
        why = refusals.cannot_post(trouble, ctx.words)
        stored = ctx.words.say("It's stored.")
        await ctx.answer(note(f"{why} {stored}"))
