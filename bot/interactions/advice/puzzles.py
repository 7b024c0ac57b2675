"""`/puzzle`: one position a day, one try, sealed until tomorrow; then the solution."""

import re
from datetime import date, timedelta
from typing import Final

import structlog

from bot.games.custom_ids import CustomId, OldButton
from bot.games.names import escaped_name
from bot.hosting.advice.puzzles import streak, today
from bot.hosting.processes.limits import LimitedAction
from bot.interactions.context import Context
from bot.interactions.posting import may_write, post_here
from bot.interactions.verbs import answers
from bot.messages.advice import puzzles as screens
from bot.messages.advice.puzzles import Found, ShownPuzzle
from bot.messages.processes.render_pool import DrawUrgency
from bot.messages.viewing import Reader
from bot.table.advice.puzzles import PuzzleAnswer
from engine.errors import CorruptPuzzle
from engine.game import PUBLIC

DAY: Final = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})")

log: structlog.stdlib.BoundLogger = structlog.get_logger(__name__)


@answers("puzzle", urgency=DrawUrgency.LOOK)
async def puzzle(ctx: Context, control: CustomId) -> None:
    """Show today's puzzle, or what this person has sealed; of a day that is over the solution."""
    now = today(ctx.shell.clock)
    day = _day(ctx, control) if control.first else now
    if day < now:
        await _solution(ctx, day, also=ctx.words.say("That day is over: here is the solution."))
        return
    posed = await _get_posed(ctx, day)
    if posed is None:
        return
    own = await ctx.shell.stores.puzzles.find_answer(day, ctx.player)
    if own is None:
        before = await _has_yesterday(ctx, day)
        await ctx.answer(await ctx.run_in_pool(screens.question, posed, has_yesterday=before))
    else:
        await _sealed(ctx, posed, own)


async def _sealed(ctx: Context, posed: ShownPuzzle, own: PuzzleAnswer, also: str = "") -> None:
    before, can_tell = await _has_yesterday(ctx, own.day), ctx.interaction.guild_id is not None
    shown = ctx.run_in_pool(
        screens.sealed, posed, own, has_yesterday=before, can_tell=can_tell, also=also
    )
    await ctx.answer(await shown)


@answers("puzzle-look", urgency=DrawUrgency.LOOK)
async def look(ctx: Context, control: CustomId) -> None:
    """Show what a move leads to, with the button that seals it."""
    day = _day(ctx, control)
    posed = await _open(ctx, control, day)
    if posed is not None:
        option = _option(control, posed)
        await ctx.answer(await ctx.run_in_pool(screens.look, posed, option))


@answers("puzzle-seal")
async def seal(ctx: Context, control: CustomId) -> None:
    """Store a person's answer; the first one counts, whatever is clicked later."""
    day, store = _day(ctx, control), ctx.shell.stores.puzzles
    posed = await _open(ctx, control, day)
    if posed is None:
        return
    option = _option(control, posed)
    is_right = option == posed.posed.puzzle.answer
    person, guild = ctx.person, ctx.interaction.guild_id
    given = PuzzleAnswer(day, ctx.player, person.name, guild, option, is_right)
    await store.answer(given, ctx.shell.clock.now())
    await puzzle(ctx, control)


@answers("puzzle-tell")
async def tell(ctx: Context, control: CustomId) -> None:
    """Tell the channel that this person sealed an answer, not which."""
    day, guild = _day(ctx, control), ctx.interaction.guild_id
    own = await ctx.shell.stores.puzzles.find_answer(day, ctx.player)
    if own is None or guild is None or day < today(ctx.shell.clock):
        await puzzle(ctx, control)
        return
    if not await may_write(ctx):
        return
    said = await ctx.shell.messenger.words(guild)
    posed, public = await _get_posed(ctx, day), await _get_posed(ctx, day, Reader(PUBLIC, said))
    if posed is None or public is None:
        return
    ctx.spend(LimitedAction.SHOW)
    await post_here(
        ctx, screens.told_sealed(public, escaped_name(ctx.person.name)), f"p-{ctx.request}"
    )
    await _sealed(ctx, posed, own, ctx.words.say("-# Shown to everyone in the channel."))


@answers("puzzle-archive", urgency=DrawUrgency.LOOK)
async def archive(ctx: Context, _: CustomId) -> None:
    """List the puzzles of the last days."""
    store, now = ctx.shell.stores.puzzles, today(ctx.shell.clock)
    days = [now - timedelta(days=n) for n in range(1, screens.ARCHIVE + 1)]
    panels = ctx.shell.panels
    found = {
        day: panels[title].title(ctx.words)
        for day, title in (await store.find_games(days)).items()
        if title in panels
    }
    answered = await store.find_answered(days, ctx.player)
    await ctx.answer(screens.archive(ctx.words, found, answered))


@answers("puzzle-late", urgency=DrawUrgency.LOOK)
async def late(ctx: Context, control: CustomId) -> None:
    """Let a puzzle be solved whose day is over: the question, a move, or what is answered."""
    day = _day(ctx, control)
    if day >= today(ctx.shell.clock):
        await puzzle(ctx, CustomId("puzzle"))
        return
    posed = await _get_posed(ctx, day)
    if posed is None:
        return
    if len(control.args) == 1:
        shown = ctx.run_in_pool(screens.question, posed, has_yesterday=False, is_late=True)
        await ctx.answer(await shown)
        return
    option = _option(control, posed)
    if screens.ANSWERED in control.args[2:]:
        await _solution(ctx, day, late=option)
    else:
        await ctx.answer(await ctx.run_in_pool(screens.look, posed, option, is_late=True))


@answers("puzzle-text", urgency=DrawUrgency.LOOK)
async def text(ctx: Context, control: CustomId) -> None:
    """Show the position in words."""
    day = _day(ctx, control)
    posed = await _get_posed(ctx, day)
    if posed is not None:
        key, is_over = (*control.args, "", "")[1], day < today(ctx.shell.clock)
        await ctx.answer(await ctx.run_in_pool(screens.text, posed, key, is_over=is_over))


@answers("solution", urgency=DrawUrgency.LOOK)
async def solution(ctx: Context, control: CustomId) -> None:
    """Show the solution of a day that is over."""
    day = _day(ctx, control)
    if day == today(ctx.shell.clock):
        await puzzle(ctx, CustomId("puzzle"))
        return
    await _solution(ctx, day, is_before="before" in control.args)


@answers("puzzle-show", urgency=DrawUrgency.LOOK)
async def show(ctx: Context, control: CustomId) -> None:
    """Show the solution of a day that is over to the channel, and say who shows it."""
    day, guild = _day(ctx, control), ctx.interaction.guild_id
    if day == today(ctx.shell.clock) or guild is None:
        raise OldButton("old-button", id="puzzle-show")
    if not await may_write(ctx):
        return
    said = await ctx.shell.messenger.words(guild)
    posed = await _get_posed(ctx, day, Reader(PUBLIC, said))
    if posed is None:
        return
    ctx.spend(LimitedAction.SHOW)
    here = await ctx.shell.host.puzzles.answers(day, guild)
    solved = await ctx.shell.stores.puzzles.find_solved(ctx.player, today(ctx.shell.clock))
    who = escaped_name(ctx.person.name)
    await post_here(
        ctx, await ctx.run_in_pool(screens.shown, posed, who, here, solved), f"p-{ctx.request}"
    )
    await _solution(ctx, day, also=ctx.words.say("-# Shown to everyone in the channel."))


async def _solution(
    ctx: Context, day: date, *, is_before: bool = False, also: str = "", late: int | None = None
) -> None:
    puzzles, store = ctx.shell.host.puzzles, ctx.shell.stores.puzzles
    posed = await _get_posed(ctx, day)
    if posed is None:
        return
    # What was sealed today counts tomorrow: else the streak would tell whether it is right.
    solved = await store.find_solved(ctx.player, today(ctx.shell.clock))
    here = await puzzles.answers(day, ctx.interaction.guild_id)
    own = await store.find_answer(day, ctx.player)
    found = Found(here, own, streak(solved), solved, late)
    screen = await ctx.run_in_pool(screens.solution, posed, found, is_before=is_before, also=also)
    await ctx.answer(screen)


async def _open(ctx: Context, control: CustomId, day: date) -> ShownPuzzle | None:
    """Return today's puzzle if this person may still answer; else show what there is instead."""
    is_over = day < today(ctx.shell.clock)
    if is_over or await ctx.shell.stores.puzzles.find_answer(day, ctx.player) is not None:
        await puzzle(ctx, control)
        return None
    return await _get_posed(ctx, day)


async def _get_posed(ctx: Context, day: date, reader: Reader | None = None) -> ShownPuzzle | None:
    """Return the puzzle of a day; None: there is none that can be read, and that was said."""
    puzzles = ctx.shell.host.puzzles
    try:
        found = await ctx.patiently(puzzles.get_posed(day))
    except CorruptPuzzle:
        log.exception("puzzle-unreadable", day=day.isoformat())
        await ctx.answer(screens.unreadable(ctx.words, day))
        return None
    if found is None:
        if day < today(ctx.shell.clock):
            raise OldButton("old-button", id="puzzle")
        if will_be := puzzles.will_be(day):
            await puzzles.look()
        before = await _has_yesterday(ctx, day)
        await ctx.answer(screens.none_yet(ctx.words, day, will_be=will_be, has_yesterday=before))
        return None
    panel = ctx.shell.panels[found.puzzle.record.header.game]
    return ShownPuzzle(day, found, panel, reader or Reader(PUBLIC, ctx.words, ctx.preferences))


async def _has_yesterday(ctx: Context, day: date) -> bool:
    return not await ctx.shell.stores.puzzles.find_lacking([day - timedelta(days=1)])


def _day(ctx: Context, control: CustomId) -> date:
    """Return the day of a control; raise `OldButton` for one that has not begun, or is none."""
    digits = DAY.fullmatch(control.first)
    try:
        day = date(*map(int, digits.groups())) if digits else date.max
    except ValueError:
        day = date.max
    if day > today(ctx.shell.clock):
        raise OldButton("old-button", id=control.verb)
    return day


def _option(control: CustomId, posed: ShownPuzzle) -> int:
    text = (*control.args, "", "")[1]
    if text not in map(str, range(len(posed.posed.puzzle.options))):
        raise OldButton("old-button", id=control.verb)
    return int(text)
