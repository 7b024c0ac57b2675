"""`/setup tables`, `/setup log`: what moderators of a server see of its tables, and do there.

Who is a moderator is Discord's to say: it lets a person run the commands who may manage the server,
or whose role an admin has admitted to them. All that follows stands in private messages, which
nobody else sees, and Discord takes no press of a control that doesn't stand in the message. So what
counts is that a control was used in a private message, in the server of the table; no permission is
asked for again. The same controls in a public message are refused, by whomever they are pressed.
"""

import discord
from discord import InteractionType
from discord.utils import format_dt

from bot.games.custom_ids import MOST, CustomId, OldButton, base36, number
from bot.games.names import escaped_name, visible
from bot.games.screen import Block, Form, Screen
from bot.interactions.context import Context
from bot.interactions.match.playing import advance, carry_out
from bot.interactions.verbs import answers, opens_form
from bot.messages.match.posts import cover_line
from bot.messages.people import moderation as screens
from bot.messages.people.moderation import WaitingTable, act_button, lift_button, to_card
from bot.messages.processes.render_pool import DrawUrgency
from bot.messages.refusals import note
from bot.messages.viewing import Reader, table_name, view
from bot.table.errors import LobbyRefused, ModerationRefused, NotPlaying, UnknownMatch
from bot.table.ids import MatchId, PlayerId
from bot.table.match.match import Match, Person
from bot.table.people.moderation import Act, Deed, Term, checked_reason
from engine.game import PUBLIC

NOT_THEIR_OWN = frozenset({"lobby-already-in", "seat-known", "too-many-tables", "banned"})
"""Why another person gets no seat: it is theirs to know."""


@answers("tables")
async def tables(ctx: Context, control: CustomId) -> None:
    """List the tables of the server that this person may see, the longest wait first."""
    guild = _check_moderator(ctx)
    stores = ctx.shell.stores
    every = [each for each in await stores.matches.in_guild(guild) if _may_see(ctx, each)]
    since = await stores.matches.waiting_since(guild)
    listed = [
        WaitingTable(each, ctx.panel(each).title(ctx.words), since.get(each.id)) for each in every
    ]
    listed.sort(
        key=lambda each: (each.since is None, each.since or each.match.opened_at, each.match.id)
    )
    page = int(control.first) if control.first.isdecimal() and len(control.first) < 4 else 0
    await ctx.answer(screens.list_screen(listed, page, ctx.words))


async def table(ctx: Context, typed: str) -> None:
    """Show the card of the table that was chosen or typed, such as "42" or "Seismic 42"."""
    _check_moderator(ctx)
    last = typed.rsplit(maxsplit=1)[-1] if typed.split() else ""
    if not (last.isascii() and last.isdecimal()) or len(last) > 18:
        raise UnknownMatch("unknown-match")
    match = await ctx.match(MatchId(int(last)))
    ctx.check_server(match)
    await care.run(ctx, CustomId("care", (), match.id))


@answers("care", urgency=DrawUrgency.LOOK)
async def care(ctx: Context, control: CustomId) -> None:
    """Show a table as everybody may see it, with what moderators can do."""
    _check_moderator(ctx)
    loaded = await ctx.shell.host.cache.of(control.about)
    match, progress = loaded.match, loaded.progress
    ctx.about = match
    found = await ctx.shell.stores.holidays.times([match], ctx.shell.clock.now())
    awaited = {each.seat: each.asked_at for each in found[match.id].waits}
    stands, picture = "", tuple[Block, ...]()
    if progress is not None:
        # Never as the moderator's own seat sees it: what is shown here is for everybody.
        reader, panel = Reader(PUBLIC, ctx.words), ctx.panel(match)

        def drawn() -> tuple[str, tuple[Block, ...]]:
            seen = view(match, progress, reader)
            return cover_line(panel, seen), (panel.board(seen),)

        stands, picture = await ctx.run_in_pool(drawn)
    await ctx.answer(
        screens.card(
            match,
            table_name(match, ctx.panel(match), ctx.words),
            stands,
            awaited,
            picture,
            ctx.words,
            plays_here=match.seat_of(ctx.player) is not None,
        )
    )


@answers("care-seat")
async def care_seat(ctx: Context, control: CustomId) -> None:
    """Show what can be done about a person at a table."""
    guild = _check_moderator(ctx)
    match = await ctx.match(control.about)
    player = _player(control.first)
    seat = match.seat_of(player)
    if seat is None:
        raise LobbyRefused("player-replaced", match=match.id)
    banned = await ctx.shell.stores.moderation.banned(guild, [player], ctx.shell.clock.now())
    name = table_name(match, ctx.panel(match), ctx.words)
    await ctx.answer(screens.seat_screen(match, name, seat, banned.get(player), ctx.words))


@answers("care-hand")
async def care_hand(ctx: Context, control: CustomId) -> None:
    """Ask whether a seat goes to the person who was chosen."""
    _check_moderator(ctx)
    match = await ctx.match(control.about)
    player, new = _player(control.first), _player(control.args[-1])
    seat = match.seat_of(player)
    if seat is None:
        raise LobbyRefused("player-replaced", match=match.id)
    person = await _seatable(ctx, new)
    if person is None:
        return
    go = act_button(match, Act.HAND, ctx.words, player, new)
    who = match.chairs[seat].name
    await ctx.answer(screens.hand_screen(match, who, person.name, go, ctx.words))


@opens_form("care-act")
def act_form(ctx: Context, control: CustomId) -> Form | Screen | None:
    """Return the questions before an act at a table."""
    _check_moderator(ctx)
    known = ctx.shell.host.cache.remembered(control.about)
    if known is None:
        return None
    return screens.form(known.match, _act(control.first), control.args, ctx.words)


@answers("care-act")
async def care_act(ctx: Context, control: CustomId) -> None:
    """Do what a moderator has given a reason for, and say who was told."""
    guild, answered = _check_moderator(ctx), _answered(control)
    act, match = _act(control.first), await ctx.match(control.about)
    given = [each for each in control.args[1:] if "=" not in each]
    reason, words = checked_reason(answered.get("reason", "")), ctx.words
    player = _player(given[0]) if given else None
    new = await _seatable(ctx, _player(given[1])) if act is Act.HAND and len(given) > 1 else None
    if act is Act.HAND and new is None:
        return
    deed = Deed(act, ctx.person, reason, ctx.request, player, new)
    name = table_name(match, ctx.panel(match), words)
    if act is Act.BAN:
        await _ban(ctx, match, deed, guild, answered.get("until", ""))
        return
    try:
        now = await carry_out(ctx, match, ctx.shell.host.moderation.do(match.id, deed, guild))
    except NotPlaying:
        text = words.say("**{table} is already over.** Nothing was done.", table=name)
        await ctx.answer(note(text))
        return
    except LobbyRefused as refused:
        if new is None or refused.key not in NOT_THEIR_OWN:
            raise
        await ctx.answer(_cannot_sit(ctx, new.name))
        return
    seat = None if player is None else match.seat_of(player)
    said = screens.told(
        act,
        words,
        who="" if seat is None else match.chairs[seat].name,
        new="" if new is None else new.name,
        table=name,
        reason=reason,
        t="" if now.held_until is None else format_dt(now.held_until, "f"),
    )
    undo = act_button(now, Act.GO_ON, words, label=words.say("Undo"))
    buttons = (*((undo,) if act is Act.HOLD else ()), to_card(now, words))
    await ctx.answer(screens.receipt(said, words.say("The table was told."), *buttons))
    if new is not None and now.seat_of(new.id) in now.acting:
        # The board anew: it pings the player who has just come.
        await carry_out(ctx, now, ctx.shell.host.telling.tell_again(now.id))
    await advance(ctx, now)


async def _ban(ctx: Context, match: Match, deed: Deed, guild: int, until: str) -> None:
    player, words = deed.player, ctx.words
    term = next((each for each in Term if each.value == until), None)
    name = next((each.name for each in match.chairs if each.player == player), "")
    if player is None or term is None:
        raise OldButton("old-button", id="care-act")
    member = await ctx.patiently(_member(ctx, player))
    is_moderator = member is not None and member.guild_permissions.manage_guild
    if is_moderator or player == ctx.player or (member is not None and member.bot):
        raise ModerationRefused("ban-nobody", who=name)
    server = ctx.interaction.guild.name if ctx.interaction.guild else ""
    end = await ctx.patiently(ctx.shell.host.moderation.ban(match, deed, term, guild, server))
    said = screens.told(
        Act.BAN,
        words,
        who=name,
        new="",
        table="",
        reason=deed.reason,
        t=screens.until_words(end, words),
    )
    undo = lift_button(player, words, words.say("Undo"))
    told = words.say("I told them by direct message, if they take any.")
    await ctx.answer(screens.receipt(said, told, undo, to_card(match, words)))


@opens_form("care-lift")
def lift_form(ctx: Context, control: CustomId) -> Form:
    """Return the question before a ban is lifted."""
    _check_moderator(ctx)
    return screens.lift_form(control.first, ctx.words)


@answers("care-lift")
async def care_lift(ctx: Context, control: CustomId) -> None:
    """Lift a ban."""
    guild, player = _check_moderator(ctx), _player(control.first)
    reason = checked_reason(_answered(control).get("reason", ""))
    deed = Deed(Act.LIFT, ctx.person, reason, ctx.request, player)
    server = ctx.interaction.guild.name if ctx.interaction.guild else ""
    await ctx.patiently(ctx.shell.host.moderation.lift(deed, guild, server))
    await _show_log(ctx, guild, 0, f"p{base36(player)}")


@answers("care-log")
async def care_log(ctx: Context, control: CustomId) -> None:
    """Show a page of the log: of the server, a table ("m" and its number) or a person ("p")."""
    guild = _check_moderator(ctx)
    page, of, *_ = (*control.args, "", "")
    is_page = page.isascii() and page.isdecimal() and len(page) < 4
    await _show_log(ctx, guild, int(page) if is_page else 0, of)


async def log_of(ctx: Context, player: PlayerId | None) -> None:
    """Show the log of this server, or what of it concerns a person."""
    of = "" if player is None else f"p{base36(player)}"
    await _show_log(ctx, _check_moderator(ctx), 0, of)


async def _show_log(ctx: Context, guild: int, page: int, of: str) -> None:
    store, now = ctx.shell.stores.moderation, ctx.shell.clock.now()
    player = PlayerId(number(of[1:])) if of.startswith("p") else None
    acts = await store.acts(
        guild,
        now,
        player=player,
        match=MatchId(number(of[1:])) if of.startswith("m") else None,
        after=page * screens.ACTS_ON_PAGE,
        most=screens.ACTS_ON_PAGE + 1,
    )
    banned = {} if player is None else await store.banned(guild, [player], now)
    titles = {key: panel.title(ctx.words) for key, panel in ctx.shell.panels.items()}
    lift = next(iter(banned.items()), None)
    await ctx.answer(screens.log_screen(acts, titles, page, of, lift, ctx.words))


async def names_like(ctx: Context, typed: str) -> list[tuple[str, str]]:
    """Return (name, number) of the tables of this server that this person may see."""
    guild, user = ctx.interaction.guild, ctx.interaction.user
    if guild is None or not isinstance(user, discord.Member):
        return []
    titles = {key: panel.title(ctx.words) for key, panel in ctx.shell.panels.items()}
    found = []
    for match, game, channel in await ctx.shell.stores.matches.names_in_guild(guild.id):
        name, place = f"{titles.get(game, '')} {match}", guild.get_channel_or_thread(channel)
        is_seen = place is None or place.permissions_for(user).view_channel
        if is_seen and typed.lower() in name.lower():
            found.append((name, str(match)))
    return found


def _check_moderator(ctx: Context) -> int:
    """Return the server whose moderator asks; raise `ModerationRefused` (no-moderator)."""
    guild = ctx.interaction.guild_id
    is_command = ctx.interaction.type is InteractionType.application_command
    if guild is None or not (is_command or ctx.from_private):
        raise ModerationRefused("no-moderator")
    return guild


def _may_see(ctx: Context, match: Match) -> bool:
    try:
        ctx.check_server(match)
    except UnknownMatch:
        return False
    return True


async def _seatable(ctx: Context, player: PlayerId) -> Person | None:
    """Return a person of this server who could get a seat; None: not they, which was said."""
    member = await ctx.patiently(_member(ctx, player))
    if member is None or member.bot:
        await ctx.answer(_cannot_sit(ctx, "" if member is None else member.display_name))
        return None
    return Person(player, visible(member.display_name))


def _cannot_sit(ctx: Context, name: str) -> Screen:
    return note(ctx.words.say("**{who} can't sit here.**", who=escaped_name(name)))


async def _member(ctx: Context, player: PlayerId) -> discord.Member | None:
    guild = ctx.interaction.guild
    if guild is None:
        return None
    try:
        return await guild.fetch_member(player)
    except discord.NotFound:
        return None


def _answered(control: CustomId) -> dict[str, str]:
    """Return what was typed or chosen in a form."""
    return dict(each.split("=", 1) for each in control.args if "=" in each)


def _act(text: str) -> Act:
    if text not in {each.value for each in Act}:
        raise OldButton("old-button", id="care-act")
    return Act(text)


def _player(text: str) -> PlayerId:
    if not (text.isascii() and text.isdecimal()) or len(text) > 20 or int(text) > MOST:
        raise OldButton("old-button", id="care")
    return PlayerId(int(text))
