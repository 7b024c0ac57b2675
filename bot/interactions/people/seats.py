"""`/tables`: free seats of a server, pings when there are new ones, and seats that are kept."""

from dataclasses import replace

from bot.games.custom_ids import CustomId, OldButton, number
from bot.games.names import escaped_text, shortened
from bot.games.screen import AMBER, Screen, Style, Text
from bot.games.speech import and_list
from bot.interactions import block_list
from bot.interactions.context import Context
from bot.interactions.match.free_seats import free_seats
from bot.interactions.match.lobby import sit_down
from bot.interactions.match.tables import Where, open_lobby
from bot.interactions.time import hours
from bot.interactions.verbs import answers
from bot.interactions.welcome import open_button
from bot.messages.people import seats as screens
from bot.messages.refusals import note
from bot.table.errors import LobbyRefused
from bot.table.ids import PlayerId
from bot.table.match.match import Match
from bot.table.match.pace import PACES
from engine.game import Setup
from engine.registry import game as rules_of

TAKEN = frozenset({"lobby-full", "lobby-closed", "seat-kept"})
"""Why a seat that was shown as free can't be had any more."""


@answers("seats")
async def seats(ctx: Context, control: CustomId) -> None:
    """List the free seats of this server, of one title or of all."""
    key, page = (*control.args, "", "")[:2]
    panels, words = ctx.shell.panels, ctx.words
    if ctx.interaction.guild_id is None:
        await _only_in_a_server(ctx)
        return
    if key and key not in panels:
        text = words.say(
            "**I don't know the game {typed}.** I host {games}.",
            typed=escaped_text(shortened(key)),
            games=and_list(words, [each.title(words) for each in panels.values()]),
        )
        await ctx.answer(note(text))
        return
    found = await free_seats(ctx, key)
    shown = [panels[key]] if key else panels.values()
    opens = tuple(open_button(each, words, Style.GREY) for each in shown)
    at = number(page) if page else 0
    await ctx.answer(screens.listing(found, at, ctx.player, panels, words, key, opens))


@answers("take-seat")
async def take_seat(ctx: Context, control: CustomId) -> None:
    """Sit down from a list, a question, a ping or an invitation."""
    match = await ctx.match(control.about)
    if control.args:
        _check_guest(ctx, match, control)
    await ctx.soon()
    if await block_list.is_warned(ctx, replace(control, verb="join", args=())):
        return
    try:
        await sit_down(ctx, match.id)
    except LobbyRefused as refused:
        if refused.key not in TAKEN:
            raise
        await ctx.answer(screens.seat_taken(len(await free_seats(ctx)), ctx.words))
        return
    shown = screens.joined(await ctx.match(match.id), ctx.words)
    quiet = await hours.question(ctx)
    await ctx.answer(Screen((*shown.blocks, *quiet), AMBER))


@answers("decline-seat")
async def decline_seat(ctx: Context, control: CustomId) -> None:
    """Free the seat that is kept for a person."""
    if not control.first.isdecimal():
        raise OldButton("old-button", id=control.verb)
    await ctx.quietly()
    guest = PlayerId(int(control.first))
    await ctx.shell.host.lobbies.decline(control.about, ctx.player, guest, ctx.request)


@answers("wishes")
async def wishes(ctx: Context, _control: CustomId) -> None:
    """Ask for which titles a person wants to be pinged here."""
    guild = ctx.interaction.guild_id
    if guild is None:
        await _only_in_a_server(ctx)
        return
    wished = await ctx.shell.stores.wishes.of(ctx.player, guild)
    await ctx.answer(screens.wishes(wished, ctx.shell.panels, ctx.words))


@answers("wish")
async def wish(ctx: Context, control: CustomId) -> None:
    """Ping a person when a table of a title opens here, or no longer."""
    key, turned = (*control.args, "", "")[:2]
    guild = ctx.interaction.guild_id
    if guild is None or key not in ctx.shell.panels:
        raise OldButton("old-button", id=control.verb)
    store = ctx.shell.stores.wishes
    if turned == "on":
        await store.wish(ctx.player, guild, key, ctx.shell.clock.now())
    else:
        await store.forget(ctx.player, guild, key)
    await wishes(ctx, control)


@answers("no-pings")
async def no_pings(ctx: Context, _control: CustomId) -> None:
    """Ping a person about open tables no more, in any server."""
    await ctx.shell.stores.wishes.forget(ctx.player)
    text = ctx.words.say("**Done.** I won't ping you about open tables any more.")
    await ctx.answer(Screen((Text(text),), AMBER))


@answers("open-own")
async def open_own(ctx: Context, control: CustomId) -> None:
    """Open a table although there is one that would do."""
    key, places, pace, where, chosen = (*control.args, "", "", "", "", "")[:5]
    if key not in ctx.shell.panels or (pace and pace not in PACES) or where not in set(Where):
        raise OldButton("old-button", id=control.verb)
    bits = number(chosen)
    known = enumerate(rules_of(key).meta.variants)
    variants = tuple(sorted(each for place, each in known if bits >> place & 1))
    setup = Setup(number(places), variants)
    await open_lobby(ctx, key, setup, Where(where), PACES.get(pace), asks=False)


def _check_guest(ctx: Context, match: Match, control: CustomId) -> None:
    """Refuse the seat that is kept for another person."""
    if control.first == str(ctx.player):
        return
    kept = (each.name for each in match.kept if str(each.player) == control.first)
    if (who := next(kept, None)) is None:
        raise LobbyRefused("invitation-over", match=match.id)
    raise LobbyRefused("seat-kept", match=match.id, who=who)


async def _only_in_a_server(ctx: Context) -> None:
    text = ctx.words.say("**Only in a server:** tables belong to one.")
    await ctx.answer(note(text))
