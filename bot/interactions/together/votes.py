"""What the table agrees on, who is back, who gives time, who takes a seat that is on offer."""

from bot.games.custom_ids import CustomId, OldButton, about_match
from bot.games.names import escaped_name
from bot.games.screen import AMBER, Button, Row, Screen, Style, Text
from bot.games.speech import folded
from bot.interactions import block_list
from bot.interactions.context import Context
from bot.interactions.match.playing import advance, carry_out
from bot.interactions.time import hours
from bot.interactions.verbs import answers
from bot.messages.together import votes as screens
from bot.messages.viewing import table_name
from bot.table.errors import NotSeated
from bot.table.match.match import ABOUT_A_SEAT, Match, Status, VoteKind, not_playing
from bot.table.together import holds
from engine.game import Seat


@answers("votes")
async def votes(ctx: Context, control: CustomId) -> None:
    """Show what the table can agree on; something typed is looked up and asked for."""
    match, seat = await _check_seated(ctx, control)
    known = await ctx.shell.host.agreements.circumstances(match.id)
    now, words = ctx.shell.clock.now(), ctx.words
    if control.args:
        typed = " ".join(control.args)
        meant = _meant(match, typed, ctx)
        if meant is not None:
            await _ask_for(ctx, match, *meant)
            return
    name = table_name(match, ctx.panel(match), words)
    await ctx.answer(screens.screen(match, name, seat, known, now, words))


@answers("end")
async def end(ctx: Context, control: CustomId) -> None:
    """Ask a player who is alone with computer players how to end the match."""
    match, seat = await _check_seated(ctx, control)
    known = await ctx.shell.host.agreements.circumstances(match.id)
    now, words = ctx.shell.clock.now(), ctx.words
    name = table_name(match, ctx.panel(match), words)
    shown = screens.ending if match.is_for_one else screens.screen
    await ctx.answer(shown(match, name, seat, known, now, words))


@answers("hold")
async def hold(ctx: Context, control: CustomId) -> None:
    """Ask whether to ask the table to put the match on hold, or to go on."""
    match, _ = await _check_seated(ctx, control)
    kind = VoteKind.GO_ON if holds.is_agreed(match) else VoteKind.HOLD
    await _ask_for(ctx, match, kind, "")


@answers("vote-on")
async def vote_on(ctx: Context, control: CustomId) -> None:
    """Ask whether to ask the table for what was chosen, unless that can't be asked now."""
    match, _ = await _check_seated(ctx, control)
    kind, arg = _kind(control.args[-1] if control.args else "", control)
    await _ask_for(ctx, match, kind, arg)


async def _ask_for(ctx: Context, match: Match, kind: VoteKind, arg: str) -> None:
    await ctx.shell.host.agreements.check(match.id, ctx.player, kind, arg)
    await ctx.answer(screens.question(match, kind, arg, ctx.words))


@answers("vote-open")
async def vote_open(ctx: Context, control: CustomId) -> None:
    """Ask the table."""
    match, _ = await _check_seated(ctx, control)
    kind, arg = _kind(":".join(control.args[:2]), control)
    asking = ctx.shell.host.agreements.ask(match.id, ctx.player, kind, arg, ctx.request)
    now = await carry_out(ctx, match, asking)
    await ctx.answer(screens.asked(now, ctx.words))
    await advance(ctx, now)


@answers("vote-yes")
async def vote_yes(ctx: Context, control: CustomId) -> None:
    """Vote for something."""
    await _vote(ctx, control, is_yes=True)


@answers("vote-no")
async def vote_no(ctx: Context, control: CustomId) -> None:
    """Vote against something."""
    await _vote(ctx, control, is_yes=False)


async def _vote(ctx: Context, control: CustomId, *, is_yes: bool) -> None:
    if not control.first.isdecimal():
        raise OldButton("old-button", id=control.verb)
    match = await ctx.match(control.about)
    if not ctx.from_private:
        # Before anything that may take long: else a private answer would be promised.
        await ctx.quietly()
    voting = ctx.shell.host.agreements.vote(
        match.id, ctx.player, int(control.first), ctx.request, is_yes=is_yes
    )
    now = await carry_out(ctx, match, voting)
    if ctx.from_private:
        text = ctx.words.say("**Your vote is in.** You can change it while the vote is open.")
        await ctx.answer(Screen((Text(text),), AMBER))
    await advance(ctx, now)


@answers("back", anywhere=True)
async def back(ctx: Context, control: CustomId) -> None:
    """Give a player their seat back, and set a table going that stood still."""
    match, _ = await _check_seated(ctx, control)
    now = await carry_out(
        ctx, match, ctx.shell.host.agreements.back(match.id, ctx.player, ctx.request)
    )
    words, name = ctx.words, table_name(match, ctx.panel(match), ctx.words)
    text = words.say("**Welcome back.** Your seat at {table} is yours.", table=name)
    if now.seat_of(ctx.player) in now.acting:
        yours = words.say("It's your move.")
        text = f"{text} {yours}"
    await ctx.answer(Screen((Text(text), _board(ctx, now)), AMBER))
    await advance(ctx, now)


@answers("more-time")
async def more_time(ctx: Context, control: CustomId) -> None:
    """Give a player a day more."""
    match, _ = await _check_seated(ctx, control)
    seat = _seat(match, control)
    giving = ctx.shell.host.agreements.give_a_day(match.id, ctx.player, seat, ctx.request)
    now = await carry_out(ctx, match, giving)
    text = ctx.words.say("**{who} has one more day.**", who=escaped_name(match.chairs[seat].name))
    await ctx.answer(Screen((Text(text),), AMBER))
    await advance(ctx, now)


@answers("sit")
async def sit(ctx: Context, control: CustomId) -> None:
    """Take a seat that is on offer."""
    match = await ctx.match(control.about)
    seat = _seat(match, control)
    if await block_list.is_warned(ctx, control, seat):
        return
    taking = ctx.shell.host.agreements.take_seat(match.id, seat, ctx.person, ctx.request)
    now = await carry_out(ctx, match, taking)
    text = ctx.words.say("**The seat is yours**, with its secrets.")
    asked = await hours.question(ctx)
    await ctx.answer(Screen((Text(text), _board(ctx, now), *asked), AMBER))
    if now.seat_of(ctx.player) in now.acting:
        # The board anew: it pings the player who has just come.
        await carry_out(ctx, now, ctx.shell.host.telling.tell_again(now.id))
    await advance(ctx, now)


async def kinds_like(ctx: Context, match: Match | None, typed: str) -> list[tuple[str, str]]:
    """Return (words, key) for what the table could vote on now."""
    seat = None if match is None else match.seat_of(ctx.player)
    if match is None or seat is None or match.status is not Status.PLAYING:
        return []
    known = await ctx.shell.host.agreements.circumstances(match.id)
    offered = screens.possible(match, seat, known, now=ctx.shell.clock.now())
    names = [(screens.named(match, *each, ctx.words), ":".join(each)) for each in offered]
    return [(name, key) for name, key in names if folded(typed) in folded(name)]


def _meant(match: Match, typed: str, ctx: Context) -> tuple[VoteKind, str] | None:
    """Return what was typed: a key that was suggested, or words that begin as one kind does."""
    kind, _, arg = typed.partition(":")
    if kind in screens.VOTE_WORDS:
        return VoteKind(kind), arg
    named = {
        each: screens.named(match, each, "", ctx.words)
        for each in screens.VOTE_WORDS
        if each is not VoteKind.PACE and each not in ABOUT_A_SEAT
    }
    found = [each for each, name in named.items() if folded(name).startswith(folded(typed))]
    return (found[0], "") if len(found) == 1 else None


def _kind(text: str, control: CustomId) -> tuple[VoteKind, str]:
    kind, _, arg = text.partition(":")
    if kind not in screens.VOTE_WORDS:
        raise OldButton("old-button", id=control.verb)
    return VoteKind(kind), arg


def _seat(match: Match, control: CustomId) -> Seat:
    if not control.first.isdecimal() or int(control.first) >= len(match.chairs):
        raise OldButton("old-button", id=control.verb)
    return Seat(int(control.first))


async def _check_seated(ctx: Context, control: CustomId) -> tuple[Match, Seat]:
    """Return a match that is played, and the seat of the person who asks."""
    match = await ctx.match(control.about)
    seat = match.seat_of(ctx.player)
    if match.status is not Status.PLAYING:
        raise not_playing(match)
    if seat is None:
        raise NotSeated("not-seated", match=match.id)
    return match, seat


def _board(ctx: Context, match: Match) -> Row:
    label = ctx.words.say("Show me the board")
    return Row((Button(label, about_match("board", match), Style.BLUE),))
