"""How a table's channel is told: its host chooses, and everybody hears of it."""

from bot.games.custom_ids import CustomId, for_match
from bot.games.screen import AMBER, Screen, Select, Text
from bot.interactions.context import Context
from bot.interactions.verbs import answers
from bot.messages.notices.news_modes import AS_SERVER, WAYS, ways
from bot.table.match.match import NewsMode


@answers("news")
async def news(ctx: Context, control: CustomId) -> None:
    """Take the host's answer; without one, ask."""
    match, said = await ctx.match(control.about), ctx.words
    if chosen := control.first:
        known = chosen == AS_SERVER or chosen in list(NewsMode)
        if known:
            await ctx.soon()
            mode = None if chosen == AS_SERVER else NewsMode(chosen)
            setting = ctx.shell.host.news.set(match.id, ctx.player, mode)
            match = await ctx.patiently(setting)
    name = (
        said.say("As set for this server") if match.news is None else said.say(WAYS[match.news][0])
    )
    text = said.say("**Messages at this table:** {way}.", way=name)
    hint = said.say("Only the host can change it. Edits ping nobody.")
    menu = Select(
        for_match("news", match.id, 0), said.say("Messages"), ways(match.news, match, said)
    )
    blocks = (Text(f"{text}\n-# {hint}"), *((menu,) if match.host == ctx.player else ()))
    await ctx.answer(Screen(blocks, AMBER))
