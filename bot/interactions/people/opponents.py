"""**Next opponent** under a result: a wish, and the table to which those who fit are called."""

from bot.games.custom_ids import CustomId, OldButton
from bot.games.screen import AMBER, Screen, Text
from bot.hosting.match.lobbies import meeting
from bot.hosting.processes.limits import LimitedAction
from bot.interactions import block_list
from bot.interactions.context import Context
from bot.interactions.match.tables import lacking, link_to_lobby
from bot.interactions.verbs import answers
from bot.messages.people.opponents import ANYBODY, STOP, looking_screen
from bot.messages.refusals import note
from bot.storage.people.opponents import Seeking
from bot.table.match.match import Person
from bot.table.match.pace import name_of


@answers("next-opponent")
async def next_opponent(ctx: Context, control: CustomId) -> None:
    """Look for the next opponents of this person at the title of a finished match, or stop it."""
    ctx.spend(LimitedAction.LOBBY)
    match, words = await ctx.match(control.about), ctx.words
    guild = match.venue.guild
    if guild is None or ctx.interaction.guild_id is None:
        await ctx.answer(
            note(words.say("**Tables open in a server's channels**, not in direct messages."))
        )
        return
    store, title = ctx.shell.stores.opponents, ctx.panel(match).title(words)
    if control.first == STOP:
        await store.stop(guild, match.game, ctx.player)
        text = words.say("**I've stopped looking.**")
        await ctx.answer(Screen((Text(text),), AMBER))
        return
    wanted = Seeking(
        guild, match.game, match.venue.channel, name_of(match.pace) or "none", match.id
    )
    anybody = control.first == ANYBODY
    until = await store.seek(wanted, ctx.person, ctx.shell.clock.now(), anybody=anybody)
    if until is None:
        await ctx.shell.host.outbox.wake()
        text = words.say(
            "**Found:** I'm calling you together in {channel}.",
            channel=f"<#{match.venue.channel}>",
        )
        await ctx.answer(Screen((Text(text),), AMBER))
        return
    await ctx.answer(looking_screen(words, match.id, title, until, anybody=anybody))


@answers("sit-down")
async def sit_down(ctx: Context, control: CustomId) -> None:
    """Join the table of those who were called together; the first who presses opens it."""
    if not control.first:
        raise OldButton("old-button", id=control.verb)
    ctx.spend(LimitedAction.LOBBY)
    called = await ctx.shell.stores.opponents.called(control.first)
    if ctx.player not in called:
        await ctx.answer(note(ctx.words.say("**These seats are for the people named there.**")))
        return
    others = [Person(each, name) for each, name in called.items() if each != ctx.player]
    guild = ctx.interaction.guild_id or 0
    lacks = lacking(ctx, await ctx.shell.stores.players.guild(guild))
    table = await ctx.shell.stores.matches.find_answered(meeting(control.about, control.first))
    if table is not None and await block_list.is_warned(ctx, CustomId("join", (), table)):
        return
    opened = await ctx.patiently(
        ctx.shell.host.lobbies.meet(
            control.about, ctx.person, control.first, ctx.request, others, lacks
        )
    )
    text = ctx.words.say("**You're at the table.** I'll ping you when the match begins.")
    await ctx.answer(Screen((Text(text), *link_to_lobby(opened, ctx.words)), AMBER))


@answers("not-now")
async def not_now(ctx: Context, control: CustomId) -> None:
    """Say that nothing follows from not sitting down."""
    del control
    text = ctx.words.say("**Another time, then.** Press **Next opponent** when you like.")
    await ctx.answer(Screen((Text(text),), AMBER))
