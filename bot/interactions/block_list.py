"""With whom a person would rather not sit at a table. The other person never learns of it."""

from bot.games.custom_ids import CustomId, number
from bot.games.names import escaped_name
from bot.interactions.context import Context
from bot.interactions.verbs import answers
from bot.messages.people import blocked as screens
from bot.messages.refusals import note
from bot.storage.people.blocks import MOST
from bot.table.ids import PlayerId
from bot.table.match.match import Person, Status
from engine.game import Seat


@answers("block-list")
async def block_list(ctx: Context, control: CustomId) -> None:
    """Show a person's block list."""
    page = int(control.first) if control.first.isdecimal() else 0
    await _show(ctx, page)


@answers("block")
async def block_chosen(ctx: Context, control: CustomId) -> None:
    """Put a person who was chosen from the server's members on the list."""
    chosen = ctx.people_among(control.args)
    if not chosen:
        await _show(ctx)
        return
    person, is_bot = chosen[0]
    await block(ctx, person, is_bot=is_bot)


async def block(ctx: Context, whom: Person, *, is_bot: bool) -> None:
    """Put a person on the block list, and show it."""
    words, who, blocks = ctx.words, escaped_name(whom.name), ctx.shell.stores.blocks
    if whom.id == ctx.player or is_bot:
        await ctx.answer(note(words.say("**You can block people, but not yourself or bots.**")))
        return
    if await blocks.blocked_among(ctx.player, [whom.id]):
        told = words.say("**{who} is already on your list.**", who=who)
    elif await blocks.block(ctx.player, whom, ctx.shell.clock.now()):
        told = words.say(
            "**{who} is on your block list.** I warn you before you sit at the same table. {who}"
            " never learns of it.",
            who=who,
        )
    else:
        told = words.say("**{n} people are the most.**", n=MOST)
    await _show(ctx, told=told)


@answers("unblock")
async def unblock(ctx: Context, control: CustomId) -> None:
    """Take a person off the list."""
    if control.first.isdecimal():
        await ctx.shell.stores.blocks.unblock(ctx.player, PlayerId(int(control.first)))
    await _show(ctx)


async def _show(ctx: Context, page: int = 0, told: str = "") -> None:
    people = await ctx.shell.stores.blocks.of(ctx.player)
    await ctx.answer(screens.block_list(people, page, ctx.words, told))


async def is_warned(ctx: Context, control: CustomId, seat: Seat | None = None) -> bool:
    """Ask a person who is about to sit down with a person of their block list; False: no need to.

    What `control` carries, after the `seat` that is to be taken over, are people of whom they know.
    """
    match = await ctx.match(control.about)
    is_full = match.status is Status.LOBBY and match.is_full
    if is_full or match.seat_of(ctx.player) is not None:
        return False  # they are refused anyway
    own = () if seat is None else control.args[:1]
    known = {number(each) for each in control.args[len(own) :]}
    leaving = None if seat is None else match.chairs[seat].player
    seated = {each.id: each for each in match.people if each.id not in (leaving, *known)}
    found = await ctx.shell.stores.blocks.blocked_among(ctx.player, seated)
    if not found:
        return False
    people = [each for each in seated.values() if each.id in found]
    asked = screens.question(match.id, control.verb, own, people, known, ctx.words)
    await ctx.answer(asked)
    return True


@answers("stay-away")
async def stay_away(ctx: Context, _control: CustomId) -> None:
    """Leave it at that."""
    await ctx.answer(note(ctx.words.say("**You didn't sit down.** No one learns of it.")))


@answers("stay")
async def stay(ctx: Context, _control: CustomId) -> None:
    """Leave it at that."""
    await ctx.answer(note(ctx.words.say("**You stay.** No one learns that I asked.")))
