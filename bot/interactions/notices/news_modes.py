"""How a table's channel is told: its host chooses, and everybody hears of it."""

from discord.utils import format_dt

from bot.games.custom_ids import CustomId, for_match
from bot.games.screen import AMBER, Block, Screen, Select, Text
from bot.interactions.context import Context
from bot.interactions.verbs import answers
from bot.messages.notices.news_modes import AS_SERVER, WAYS, hours, ways
from bot.table.match.match import Match, NewsMode


@answers("news")
async def news(ctx: Context, control: CustomId) -> None:
    """Take the host's answer; without one, ask."""
    match = await ctx.match(control.about)
    if chosen := control.first:
        known = chosen == AS_SERVER or chosen in list(NewsMode)
        if known:
            await ctx.soon()
            mode = None if chosen == AS_SERVER else NewsMode(chosen)
            setting = ctx.shell.host.news.set(match.id, ctx.player, mode)
            match = await ctx.patiently(setting)
    await _answer(ctx, match)


@answers("digest-hour")
async def digest_hour(ctx: Context, control: CustomId) -> None:
    """Take the host's hour for the daily message: the minute of the day."""
    match, chosen = await ctx.match(control.about), control.first
    if chosen in [option.value for option in hours(match)]:
        await ctx.soon()
        setting = ctx.shell.host.news.set_hour(match.id, ctx.player, int(chosen))
        match = await ctx.patiently(setting)
    await _answer(ctx, match)


async def _answer(ctx: Context, match: Match) -> None:
    said = ctx.words
    mode = await ctx.shell.stores.matches.news_mode(match)
    told = said.say("**Messages at this table:** {way}.", way=said.say(WAYS[mode][0]))
    if match.news is None:
        whose = said.say("That's this server's setting.")
        told = f"{told} {whose}"
    lines = [told]
    menus: list[Block] = [
        Select(for_match("news", match.id, 0), said.say("Messages"), ways(match.news, match, said))
    ]
    if (digest := await ctx.shell.host.news.next_digest(match)) is not None:
        lines.append(said.say("The digest comes each day at {t}.", t=format_dt(digest.due_at, "t")))
        zone = said.say("Hour of the digest ({zone})", zone=digest.zone)
        # A menu in which something is chosen doesn't show what it is called.
        menus.append(Text(f"-# {zone}"))
        menus.append(Select(for_match("digest-hour", match.id, 0), zone, hours(match)))
    small = said.say("Only the host can change this. Edited messages don't ping anyone.")
    lines.append(f"-# {small}")
    blocks = (Text("\n".join(lines)), *(menus if match.host == ctx.player else ()))
    await ctx.answer(Screen(blocks, AMBER))
