"""The tables with free seats that a person may see in this server."""

from collections.abc import Sequence

from bot.interactions.context import Context
from bot.table.match.match import Match
from bot.table.match.pace import Pace
from engine.game import Setup


async def free_seats(ctx: Context, game: str = "") -> Sequence[Match]:
    """Return the tables with a seat for this person, open the longest first; of one title or all.

    One that is kept for them is theirs.
    """
    guild = ctx.interaction.guild_id
    if guild is None:
        return ()
    return [
        each
        for each in await ctx.shell.stores.matches.seeking(guild)
        if game in ("", each.game)
        and (each.free > 0 or ctx.player in {kept.player for kept in each.kept})
        and ctx.can_see(each)
    ]


async def fitting(
    ctx: Context, tables: Sequence[Match], setup: Setup, pace: Pace | None
) -> Match | None:
    """Return the table that suits a person who wants to open one with these settings, if one does.

    They don't sit there, and nobody there and they are kept apart.
    """
    wanted = [
        each
        for each in tables
        if each.seat_of(ctx.player) is None
        and pace in (None, each.pace)
        and set(setup.variants) <= set(each.setup.variants)
    ]
    people = {person.id for each in wanted for person in each.people}
    if not people:
        return None
    blocks = ctx.shell.stores.blocks
    apart = await blocks.blocked_among(ctx.player, people)
    apart |= await blocks.blockers_among(ctx.player, people)
    return next((each for each in wanted if not apart & {it.id for it in each.people}), None)
