"""The open table: come, go, invite, agree on the settings, begin; and play again."""

from dataclasses import replace
from typing import Any

from bot.games.custom_ids import CustomId, OldButton, for_match
from bot.games.names import shown
from bot.games.screen import HOUSE, Block, Button, Form, Post, Row, Screen, Style, Text
from bot.hosting.errors import LobbyRefused
from bot.hosting.limits import Deed
from bot.hosting.match import Aids, Match, MatchId, PlayerId
from bot.hosting.stand_ins import COMPUTER_PLAYER
from bot.interactions.reading import newest
from bot.interactions.tables import Where, agents_moved, opened
from bot.views import lobby as screens
from bot.views.asking import Asking
from bot.views.build import message
from bot.views.posts import result_rows
from bot.views.slips import message_url, slip
from bot.views.venues import place_of, posting, say
from engine.errors import BadSetup
from engine.game import Setup
from engine.registry import game


async def join(ask: Asking, control: CustomId) -> None:
    """Sit down."""
    ask.spend(Deed.LOBBY)
    await ask.quietly()
    await ask.shell.host.join(control.about, ask.person, ask.request)


async def leave(ask: Asking, control: CustomId) -> None:
    """Get up from a table that has not begun."""
    ask.spend(Deed.LOBBY)
    await ask.quietly()
    await ask.shell.host.leave_lobby(control.about, ask.player, ask.request)


async def start(ask: Asking, control: CustomId) -> None:
    """Begin the match."""
    await ask.quietly()
    # If the settings don't suit those who sit here, the game says why.
    match = await ask.match(control.about)
    await agents_moved(ask, await ask.shell.host.start(match.id, ask.player))


async def computer(ask: Asking, control: CustomId) -> None:
    """Seat a computer player."""
    ask.spend(Deed.LOBBY)
    await ask.quietly()
    match = await ask.match(control.about)
    said = await ask.shell.messenger.words(match.venue.guild)
    number = 1 + sum(each.agent is not None for each in match.chairs)
    name = said.say("Computer {n}", n=number)
    await ask.shell.host.add_agent(match.id, ask.player, COMPUTER_PLAYER, name, ask.request)


async def places(ask: Asking, control: CustomId) -> None:
    """Change the number of places."""
    ask.spend(Deed.LOBBY)
    await ask.quietly()
    match = await ask.match(control.about)
    number = int(control.first) if control.first.isdecimal() else match.places
    setup = replace(match.setup, seats=number)
    await ask.shell.host.change(match.id, ask.player, setup, match.aids)


async def variants(ask: Asking, control: CustomId) -> None:
    """Play these variants; a set that can't be played leaves them as they were."""
    ask.spend(Deed.LOBBY)
    await ask.quietly()
    match = await ask.match(control.about)
    setup = replace(match.setup, variants=tuple(sorted(control.args)))
    try:
        await ask.shell.host.change(match.id, ask.player, setup, match.aids)
    except BadSetup as error:
        why = ask.panel(match).reason(ask.words, error)
        kept = ask.words.say("I left the variants as they were.")
        await ask.answer(slip(f"{why} {kept}"))


async def options(ask: Asking, control: CustomId) -> None:
    """Take an answer about the game's settings."""
    ask.spend(Deed.LOBBY)
    match = await ask.match(control.about)
    await ask.quietly()
    setup = _with_options(match, control.args)
    await ask.shell.host.change(match.id, ask.player, setup, _aids(match, control.args))


async def invite(ask: Asking, control: CustomId) -> None:
    """Ask whom to invite."""
    match = await ask.match(control.about)
    if match.seat_of(ask.player) is None:
        raise LobbyRefused("lobby-not-in")
    if match.is_full:
        raise LobbyRefused("lobby-full")
    await ask.answer(screens.invitation(match, ask.words))


async def invited(ask: Asking, control: CustomId) -> None:
    """Post the invitation; it pings the invited, once."""
    match = await ask.match(control.about)
    if match.seat_of(ask.player) is None:
        raise LobbyRefused("lobby-not-in")
    guests = _guests(ask, match, control.args)
    if not guests:
        await ask.answer(slip(ask.words.say("**Nobody to invite:** they sit here already.")))
        return
    ask.spend(Deed.INVITE, *guests)
    await ask.patiently(_post_invitation(ask, match, guests))
    text = Text(ask.words.say("**Invited.** They can join the table now."))
    await ask.answer(Screen((text,), HOUSE))


async def reopen(ask: Asking, control: CustomId) -> None:
    """Open a closed table again; whoever presses is its host."""
    ask.spend(Deed.OPEN)
    await ask.quietly()
    await ask.shell.host.reopen(control.about, ask.person, ask.request)


async def rematch(ask: Asking, control: CustomId) -> None:
    """Open a table with the same settings, or lead to the one that is open."""
    ask.spend(Deed.OPEN)
    again = await ask.patiently(ask.shell.host.rematch(control.about, ask.person, ask.request))
    await _linked(ask, control.about, again)
    text = ask.words.say("**A new table is open.** Nobody is seated without pressing Join.")
    blocks: list[Block] = [Text(text)]
    if again.lobby_message is not None:
        url = message_url(again, again.lobby_message)
        blocks.append(Row((Button(ask.words.say("Go to the table"), url=url),)))
    await ask.answer(Screen(tuple(blocks), HOUSE))


async def open_own(ask: Asking, control: CustomId) -> None:
    """Open a table from the welcome, the help or a slip."""
    key = control.first
    if key not in ask.shell.panels:
        raise OldButton("old-button", id="open")
    await opened(ask, key, Setup(max(game(key).meta.seats)), Where.THREAD)


def options_form(ask: Asking, control: CustomId) -> Form | Screen | None:
    """Return the questions about the game's settings."""
    known = ask.shell.host.remembered(control.about)
    if known is None:
        return None
    match = known[0]
    if match.host != ask.player:
        host = next((each.name for each in match.chairs if each.player == match.host), "")
        raise LobbyRefused("lobby-not-host", host=host)
    return screens.options(match, ask.panel(match), ask.words)


def _with_options(match: Match, answers: tuple[str, ...]) -> Setup:
    """Read "radius=3": the fourth value of that setting. Defaults are left out of a setup."""
    chosen: dict[str, Any] = dict(match.setup.options)
    settings = {each.name: each.values for each in game(match.game).meta.options}
    for name, _, number in (each.partition("=") for each in answers):
        if name in settings and number.isdecimal() and int(number) < len(settings[name]):
            chosen[name] = settings[name][int(number)]
    ours = {name: value for name, value in chosen.items() if value != settings[name][0]}
    return replace(match.setup, options=ours)


def _aids(match: Match, answers: tuple[str, ...]) -> Aids:
    """Read "aids=pure"; as they are if nothing is said of them."""
    return next((each for each in Aids if f"aids={each.value}" in answers), match.aids)


def _guests(ask: Asking, match: Match, chosen: tuple[str, ...]) -> tuple[PlayerId, ...]:
    data: Any = ask.interaction.data or {}
    users = data.get("resolved", {}).get("users", {})
    seated = {each.player for each in match.chairs}
    people = [each for each in chosen if each.isdecimal() and not users.get(each, {}).get("bot")]
    guests = dict.fromkeys(PlayerId(int(each)) for each in people)
    return tuple(each for each in guests if each not in seated)


async def _post_invitation(ask: Asking, match: Match, guests: tuple[PlayerId, ...]) -> None:
    said = await ask.shell.messenger.words(match.venue.guild)
    title = ask.panel(match).title(said)
    text = said.say(
        "{guests}, **{host}** saves you a seat at {game}.",
        guests=" ".join(f"<@{each}>" for each in guests),
        host=shown(ask.person.name),
        game=title,
    )
    door = Button(said.say("Join"), for_match("join", match.id, 0), Style.GREEN)
    place = await place_of(ask.interaction.client, match.venue.channel)
    async with posting(place):
        await say(place, Post(text, rows=(Row((door,)),), pings=guests), ask.request)


async def _linked(ask: Asking, match_id: MatchId, again: Match) -> None:
    """Turn the rematch button under the result into a link to the new table."""
    match = await ask.match(match_id)
    if match.table_message is None:
        return
    said = await ask.shell.messenger.words(match.venue.guild)
    has_more = bool((await newest(ask, match, said)).happened)
    rows = result_rows(match, said, again, has_more=has_more)
    place = await place_of(ask.interaction.client, match.place)
    async with posting(place):
        message_ = place.get_partial_message(match.table_message)
        await message_.edit(view=message(Post("", rows=rows)).view)
