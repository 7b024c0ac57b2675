"""Following a table in direct messages, for people who don't sit there."""

from bot.games.custom_ids import CustomId, OldButton, for_match, number
from bot.games.screen import AMBER, Button, Row, Screen, Text
from bot.interactions.context import Context
from bot.interactions.verbs import answers
from bot.messages.match.posts import cover_line
from bot.messages.people.following import LOOK, STOP, choices
from bot.messages.processes.render_pool import DrawUrgency
from bot.messages.refusals import note, table_button
from bot.messages.viewing import Reader, table_name, view
from bot.table.errors import CannotPost, LobbyRefused, UnknownMatch
from bot.table.ids import MatchId
from bot.table.match.match import Match, Status, not_playing
from bot.table.notices.notice import DIRECT_CLOSED, OUT_OF_SIGHT
from bot.table.people.following import How
from engine.game import PUBLIC


@answers("follow", urgency=DrawUrgency.LOOK)
async def follow(ctx: Context, control: CustomId) -> None:
    """Follow a table each turn, or as chosen; stop that; show its board.

    The id names the table in its second argument: it works in direct messages, where nobody else
    is shown a table at which they don't sit.
    """
    how = control.first
    if how not in ("", STOP, LOOK, *How):
        raise OldButton("old-button", id=control.verb)
    match_id = control.match
    if match_id is None:
        match_id = MatchId(number(control.args[1] if len(control.args) > 1 else ""))
    match = await ctx.match(match_id)
    if ctx.from_private and ctx.interaction.guild_id is not None:
        ctx.way_back = Button(ctx.words.say("Back"), for_match("more", match.id, 0))
    follows, words = ctx.shell.stores.follows, ctx.words
    name = table_name(match, ctx.panel(match), words)
    if how == STOP:
        await follows.stop(match.id, ctx.player)
        await ctx.answer(note(words.say("**You don't follow that table.**")))
        return
    await _check_sight(ctx, match)
    if how == LOOK:
        await _show_board(ctx, match, name)
        return
    if match.seat_of(ctx.player) is not None:
        raise LobbyRefused("follow-own")
    if match.status is not Status.PLAYING:
        raise not_playing(match)
    now = How(how) if how else await follows.how(match.id, ctx.player)
    if how or now is None:
        now = now or How.TURN
        await ctx.soon()
        await _begin(ctx, match, now)
    text = words.say(
        "**You follow {table}.** What everyone there may see, and no more.", table=name
    )
    await ctx.answer(Screen((Text(text), Row(choices(match, now, words))), AMBER))


async def _begin(ctx: Context, match: Match, how: How) -> None:
    """Store that a person follows a table, and say so in a direct message.

    That is sent at once, to find out whether they take any; the outbox sends what is lost here.
    """
    shell, moment = ctx.shell, ctx.shell.clock.now()
    queued = await shell.stores.follows.follow(match.id, ctx.player, how, moment)
    if queued is None:
        return
    try:
        delivered = await shell.messenger.notice(queued, await shell.host.cache.of(match.id))
    except CannotPost as trouble:
        if trouble.key == OUT_OF_SIGHT:
            raise UnknownMatch("unknown-match", match=match.id) from None
        if trouble.key != DIRECT_CLOSED:
            return
        await shell.stores.follows.stop(match.id, ctx.player)
        raise LobbyRefused("follow-closed") from None
    await shell.stores.follows.note_said(queued, delivered, moment)


async def _check_sight(ctx: Context, match: Match) -> None:
    """Refuse a table whose channel this person can't see, as if there were none."""
    if ctx.interaction.guild_id is not None:
        ctx.check_server(match)
    elif not await ctx.patiently(ctx.shell.membership.sees(match.venue, ctx.player)):
        raise UnknownMatch("unknown-match", match=match.id)


async def _show_board(ctx: Context, match: Match, name: str) -> None:
    loaded = await ctx.shell.host.cache.of(match.id)
    panel = ctx.panel(match)

    def drawn() -> Screen:
        seen = view(match, loaded.since(len(loaded.begun)), Reader(PUBLIC, ctx.words))
        title = Text(f"### {name}\n{cover_line(panel, seen)}")
        link = Row((table_button(match, ctx.words),))
        return Screen((title, panel.board(seen), link), AMBER)

    await ctx.answer(await ctx.run_in_pool(drawn))
