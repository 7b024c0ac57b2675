"""The open table: come, go, invite, agree on the settings, begin; and play again."""

from dataclasses import replace
from typing import Any

from bot.games.custom_ids import CustomId, OldButton, for_match
from bot.games.names import escaped_name
from bot.games.screen import AMBER, Button, Form, Post, Screen, Text
from bot.games.speech import and_list
from bot.hosting.processes.limits import LimitedAction
from bot.interactions import block_list
from bot.interactions.context import Context
from bot.interactions.match.playing import move_agents
from bot.interactions.match.reading import newest
from bot.interactions.match.tables import Where, lacking, link_to_lobby, open_lobby
from bot.interactions.time import hours
from bot.interactions.verbs import answers, opens_form
from bot.messages.channels import place_of, posting
from bot.messages.components import message
from bot.messages.match import levels
from bot.messages.match import lobby as screens
from bot.messages.match.computer_names import computer_names
from bot.messages.match.posts import result_rows
from bot.messages.page.links import with_link
from bot.messages.refusals import note
from bot.table.errors import LobbyRefused
from bot.table.ids import MatchId
from bot.table.match.lobby import terms
from bot.table.match.match import Aids, Hints, Match, NewsMode, Status, WhenLate
from bot.table.match.pace import PACES
from engine.errors import BadSetup
from engine.game import Setup
from engine.registry import game


@answers("join")
async def join(ctx: Context, control: CustomId) -> None:
    """Sit down."""
    await (ctx.soon() if ctx.from_private else ctx.quietly())
    if await block_list.is_warned(ctx, control):
        return
    await sit_down(ctx, control.about)
    if ctx.from_private:
        text = Text(ctx.words.say("**You're at the table.**"))
        await ctx.answer(Screen((text, *await hours.question(ctx)), AMBER))
    else:
        await hours.ask(ctx)


async def sit_down(ctx: Context, match_id: MatchId) -> None:
    """Seat this person at an open table, wherever they pressed. Raises `LobbyRefused`."""
    ctx.spend(LimitedAction.LOBBY)
    await ctx.patiently(ctx.shell.host.lobbies.join(match_id, ctx.person, ctx.request))


@answers("leave")
async def leave(ctx: Context, control: CustomId) -> None:
    """Get up from a table that has not begun."""
    ctx.spend(LimitedAction.LOBBY)
    await ctx.quietly()
    await ctx.shell.host.lobbies.leave_lobby(control.about, ctx.player, ctx.request)


@answers("start")
async def start(ctx: Context, control: CustomId) -> None:
    """Begin the match."""
    await ctx.quietly()
    # If the settings don't suit those who sit here, the game says why.
    match = await ctx.match(control.about)
    await move_agents(ctx, await ctx.shell.host.lobbies.start(match.id, ctx.player))


@answers("set-up")
async def set_up(ctx: Context, control: CustomId) -> None:
    """Show what this person can change of an open table."""
    await _show_set_up(ctx, await ctx.match(control.about))


@answers("seal")
async def seal(ctx: Context, control: CustomId) -> None:
    """Show the whole seal of a table's draws."""
    await ctx.answer(screens.whole_seal(await ctx.match(control.about), ctx.words))


@answers("computer")
async def computer(ctx: Context, control: CustomId) -> None:
    """Seat a computer player of the level that was chosen, or let the newest one get up."""
    agent = levels.read(control.args)
    if agent is None:
        raise OldButton("old-button", id=control.verb)
    ctx.spend(LimitedAction.LOBBY)
    await _begin(ctx, control.about)
    match = await ctx.match(control.about)
    if agent == levels.AWAY:
        changed = await ctx.shell.host.lobbies.remove_agent(match.id, ctx.player, ctx.request)
        await _show_change(ctx, changed)
        return
    said = await ctx.shell.messenger.words(match.venue.guild)
    seated = [each.name for each in match.chairs]
    (name,) = computer_names(said, seated, 1, first=match.id)
    lobbies = ctx.shell.host.lobbies
    changed = await lobbies.add_agent(match.id, ctx.player, agent, name, ctx.request)
    await _show_change(ctx, changed)


@answers("places")
async def places(ctx: Context, control: CustomId) -> None:
    """Change the number of places."""
    ctx.spend(LimitedAction.LOBBY)
    await _begin(ctx, control.about)
    match = await ctx.match(control.about)
    number = int(control.first) if control.first.isdecimal() else match.places
    now = replace(terms(match), setup=replace(match.setup, seats=number))
    await _show_change(ctx, await ctx.shell.host.lobbies.change(match.id, ctx.player, now))


@answers("variants")
async def variants(ctx: Context, control: CustomId) -> None:
    """Play these variants; a set that can't be played leaves them as they were."""
    ctx.spend(LimitedAction.LOBBY)
    await _begin(ctx, control.about)
    match = await ctx.match(control.about)
    now = replace(terms(match), setup=replace(match.setup, variants=tuple(sorted(control.args))))
    try:
        changed = await ctx.shell.host.lobbies.change(match.id, ctx.player, now)
    except BadSetup as error:
        why = ctx.panel(match).reason(ctx.words, error)
        kept = ctx.words.say("I left the variants as they were.")
        await ctx.answer(note(f"{why} {kept}"))
    else:
        await _show_change(ctx, changed)


@answers("options")
async def options(ctx: Context, control: CustomId) -> None:
    """Take an answer about the settings: "radius=3", its fourth value, "aids=pure", "pace=day"."""
    ctx.spend(LimitedAction.LOBBY)
    match = await ctx.match(control.about)
    is_asked = control.first == screens.ASKED
    await (ctx.quietly() if is_asked else _begin(ctx, control.about))
    chosen: dict[str, Any] = dict(match.setup.options)
    settings = {each.name: each.values for each in game(match.game).meta.options}
    for name, _, number in (each.partition("=") for each in control.args):
        if name in settings and number.isdecimal() and int(number) < len(settings[name]):
            chosen[name] = settings[name][int(number)]
    # Defaults are left out of a setup.
    ours = {name: value for name, value in chosen.items() if value != settings[name][0]}
    told = dict(each.partition("=")[::2] for each in control.args)
    now = terms(match)
    settled = replace(
        now,
        setup=replace(match.setup, options=ours),
        aids=next((each for each in Aids if each.value == told.get("aids")), now.aids),
        hints=next((each for each in Hints if each.value == told.get("hints")), now.hints),
        pace=PACES.get(told.get("pace", ""), now.pace),
        when_late=next(
            (each for each in WhenLate if each.value == told.get("late")), now.when_late
        ),
    )
    changed = await ctx.shell.host.lobbies.change(match.id, ctx.player, settled)
    if "news" in told:
        mode = next((each for each in NewsMode if each.value == told["news"]), None)
        if mode is not match.news:
            await ctx.shell.host.news.set(match.id, ctx.player, mode)
    if not is_asked:
        await _show_change(ctx, changed)


@answers("rated")
async def rated(ctx: Context, control: CustomId) -> None:
    """Let the match count for ratings or be a friendly one, as the button that was pressed says."""
    ctx.spend(LimitedAction.LOBBY)
    await _begin(ctx, control.about)
    match = await ctx.match(control.about)
    now = replace(terms(match), is_friendly=control.first == screens.FRIENDLY)
    await _show_change(ctx, await ctx.shell.host.lobbies.change(match.id, ctx.player, now))


@answers("invite")
async def invite(ctx: Context, control: CustomId) -> None:
    """Ask whom to invite."""
    match = await ctx.match(control.about)
    if match.seat_of(ctx.player) is None:
        raise LobbyRefused("lobby-not-in")
    if match.free <= 0:
        raise LobbyRefused("lobby-full")
    ctx.way_back = _back(ctx, match.id)
    await ctx.answer(screens.invitation(match, ctx.words))


@answers("invited")
async def post_invitation(ctx: Context, control: CustomId) -> None:
    """Keep a seat for those who were chosen; a message asks each of them, once."""
    match = await ctx.match(control.about)
    if match.seat_of(ctx.player) is None:
        raise LobbyRefused("lobby-not-in")
    chosen = ctx.people_among(control.args)
    guests = [person for person, _ in chosen]
    if bots := [person for person, is_bot in chosen if is_bot]:
        who = escaped_name(bots[0].name)
        await ctx.answer(note(ctx.words.say("**{who} can't sit here.**", who=who)))
        return
    there = {each.id for each in match.people} | {each.player for each in match.kept}
    guests = [each for each in guests if each.id not in there]
    if not guests:
        await ctx.answer(note(ctx.words.say("**No one to invite:** they're already here.")))
        return
    guild, now = match.venue.guild, ctx.shell.clock.now()
    if guild is not None:
        ids = [each.id for each in guests]
        banned = await ctx.shell.stores.moderation.banned(guild, ids, now)
        if banned:
            who = and_list(ctx.words, [escaped_name(each.name) for each in banned.values()])
            await ctx.answer(note(ctx.words.say("**{who} can't sit here.**", who=who)))
            return
    ctx.spend(LimitedAction.INVITE, *(each.id for each in guests))
    await ctx.patiently(ctx.shell.host.lobbies.invite(match.id, ctx.player, guests, ctx.request))
    done = Text(ctx.words.say("**Invited.** A seat is kept for them until they answer."))
    await ctx.answer(Screen((done,), AMBER))


@answers("reopen")
async def reopen(ctx: Context, control: CustomId) -> None:
    """Open a closed table again; the person who presses is its host."""
    ctx.spend(LimitedAction.OPEN)
    await ctx.quietly()
    lacks = await _lacks(ctx)
    await ctx.shell.host.lobbies.reopen(control.about, ctx.person, ctx.request, lacks)
    await hours.ask(ctx)


@answers("rematch")
async def rematch(ctx: Context, control: CustomId) -> None:
    """Open a table with the same settings, or lead to the one that is open."""
    ctx.spend(LimitedAction.OPEN)
    lacks = await _lacks(ctx)
    again = await ctx.patiently(
        ctx.shell.host.lobbies.rematch(control.about, ctx.person, ctx.request, lacks)
    )
    match = await ctx.match(control.about)
    if match.table.message is not None:
        # The button under the result becomes a link to the new table.
        said = await ctx.shell.messenger.words(match.venue.guild)
        has_more = bool((await newest(ctx, match, said)).happened)
        rows = result_rows(match, said, again, has_more=has_more)
        shown = with_link(Post("", rows=rows), match, await ctx.shell.page_links.of(match), said)
        place = await place_of(ctx.interaction.client, match.place)
        async with posting(place):
            result = place.get_partial_message(match.table.message)
            await result.edit(view=message(shown).view)
    text = ctx.words.say("**A new table is open.** No one is seated without pressing Join.")
    await ctx.answer(Screen((Text(text), *link_to_lobby(again, ctx.words)), AMBER))


@answers("open")
async def open_own(ctx: Context, control: CustomId) -> None:
    """Open a table from the welcome, the help or a refusal."""
    key = control.first
    if key not in ctx.shell.panels:
        raise OldButton("old-button", id="open")
    await open_lobby(ctx, key, Setup(max(game(key).meta.seats)), Where.THREAD)


@opens_form("options")
def options_form(ctx: Context, control: CustomId) -> Form | None:
    """Return the questions about time, aids and messages."""
    match = _hosted(ctx, control)
    return None if match is None else screens.options(match, ctx.words)


@opens_form("rule-options")
def rules_form(ctx: Context, control: CustomId) -> Form | None:
    """Return the questions about the game's settings."""
    match = _hosted(ctx, control)
    if match is None:
        return None
    return screens.rule_options(match, ctx.panel(match), ctx.words)


async def _lacks(ctx: Context) -> tuple[int, ...]:
    return lacking(ctx, await ctx.shell.stores.players.guild(ctx.interaction.guild_id or 0))


async def _show_set_up(ctx: Context, match: Match) -> None:
    if match.status is not Status.LOBBY:
        raise LobbyRefused("lobby-closed")
    if match.seat_of(ctx.player) is None and ctx.player != match.host:
        raise LobbyRefused("lobby-not-host", host=match.host_name)
    has_masters = ctx.shell.host.lobbies.has_masters
    panel = ctx.panel(match)
    await ctx.answer(screens.set_up(match, panel, ctx.player, ctx.words, has_masters=has_masters))


async def _begin(ctx: Context, match_id: MatchId) -> None:
    """Say that a change was asked for: on the private screen, or by a menu of an older lobby.

    What is refused there leads back to it.
    """
    ctx.way_back = _back(ctx, match_id)
    await (ctx.soon() if ctx.from_private else ctx.quietly())


async def _show_change(ctx: Context, match: Match) -> None:
    """Show the private screen as it is now; the lobby shows a change by itself."""
    if ctx.from_private and match.status is Status.LOBBY:
        ctx.way_back = None
        await _show_set_up(ctx, match)


def _back(ctx: Context, match_id: MatchId) -> Button | None:
    """Return the way back to the private screen, if that was used."""
    if not ctx.from_private:
        return None
    return Button(ctx.words.say("Back"), for_match("set-up", match_id, 0))


def _hosted(ctx: Context, control: CustomId) -> Match | None:
    """Return the match of a form that only its host may fill in; None: not in memory."""
    known = ctx.shell.host.cache.remembered(control.about)
    if known is None:
        return None
    match = known.match
    if match.host != ctx.player:
        raise LobbyRefused("lobby-not-host", host=match.host_name)
    return match
