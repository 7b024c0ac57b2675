"""Aids: what the house works out for players besides the board. A pure table does without."""

from functools import wraps
from math import ceil
from typing import Final

from bot.games.abilities import ShowsDanger, ShowsFits, ShowsPlaces
from bot.games.custom_ids import CustomId, about_match
from bot.games.screen import HOUSE, Block, Button, Screen, Select, SelectOption, Text
from bot.hosting.limits import Deed
from bot.hosting.match import Match
from bot.interactions.handler import Handler
from bot.interactions.reading import bare, steps_of
from bot.views.asking import Asking
from bot.views.lobby import table_name
from bot.views.slips import slip, text_button
from bot.views.viewing import moments

MOST_STARTS: Final = 25


def aid(show: Handler) -> Handler:
    """Let a handler answer only where aids were agreed on."""

    @wraps(show)
    async def shown(ask: Asking, control: CustomId) -> None:
        match = await ask.match(control.about)
        await (show(ask, control) if match.has_aids else _refused(ask, match))

    return shown


async def _refused(ask: Asking, match: Match) -> None:
    text = ask.words.say(
        "**This table plays without aids**, as was agreed in the lobby. The board is open to all,"
        " in pictures and in words; the aids come when the match is over."
    )
    show = Button(ask.words.say("Show me the board"), about_match("board", match))
    await ask.answer(slip(text, show, text_button(match, ask.words)))


@aid
async def since(ask: Asking, control: CustomId) -> None:
    """Tell what happened since this person's last move; watchers get the last round."""
    view = await ask.view(control.about)
    match, seat = view.match, view.match.seat_of(ask.player)
    past = await ask.past(match)
    news = past.last_moves(len(match.chairs)) if seat is None else past.since_last_action(seat)
    story = (past.before(news), *news)
    steps = await ask.drawn(moments, match, story, ask.reader(match))
    await ask.answer(await ask.drawn(ask.panel(match).since, view, steps))


@aid
async def unseen(ask: Asking, control: CustomId) -> None:
    """Show what nobody has seen yet, all of it or what would fit on a place."""
    view = await ask.view(control.about)
    panel = ask.panel(view.match)
    if control.first and isinstance(panel, ShowsFits):
        await ask.answer(await ask.drawn(panel.fitting, view, control.args[-1]))
    else:
        await ask.answer(await ask.drawn(panel.unseen, view))


@aid
async def score(ask: Asking, control: CustomId) -> None:
    """Show who scores what, and why."""
    view = await ask.view(control.about)
    await ask.answer(await ask.drawn(ask.panel(view.match).score, view))


@aid
async def danger(ask: Asking, control: CustomId) -> None:
    """Show what is in danger."""
    view = await ask.view(control.about)
    panel = ask.panel(view.match)
    if isinstance(panel, ShowsDanger):
        await ask.answer(await ask.drawn(panel.danger, view))
    else:
        await _nothing_of_it(ask, view.match)


@aid
async def zoom(ask: Asking, control: CustomId) -> None:
    """Show a part of the board."""
    view = await ask.view(control.about)
    panel = ask.panel(view.match)
    if isinstance(panel, ShowsPlaces):
        await ask.answer(await ask.drawn(panel.zoom, view, control.first))
    else:
        await _nothing_of_it(ask, view.match)


@aid
async def replay(ask: Asking, control: CustomId) -> None:
    """Show the match as an animation, all of it or from a move on."""
    ask.spend(Deed.FILM)
    match, steps = await steps_of(ask, control.about)
    moves = await ask.drawn(ask.panel(match).history, steps)
    number = int(control.first) if control.first.isdecimal() else 1
    start = moves[number - 1][0] - 1 if 1 < number <= len(moves) else 0
    film = await ask.drawn(ask.panel(match).animation, steps[start:])
    title = Text(f"### {table_name(match, ask.panel(match), ask.words)}")
    await ask.answer(Screen((title, film, *_starts(ask, match, moves, number)), HOUSE))


def _starts(
    ask: Asking, match: Match, moves: tuple[tuple[int, str], ...], now: int
) -> tuple[Block, ...]:
    """Return the menu of moves from which the film may begin, evenly spread."""
    if len(moves) < 2:
        return ()
    stride = ceil(len(moves) / MOST_STARTS)
    options = tuple(
        SelectOption(f"{number} · {bare(moves[number - 1][1])}", str(number), chosen=number == now)
        for number in range(1, len(moves) + 1, stride)
    )
    menu = about_match("replay", match)
    return (Select(menu, ask.words.say("Begin with the move …"), options),)


async def places(ask: Asking, match: Match) -> tuple[str, ...]:
    """Return the names of the places of a board that can be shown in parts."""
    panel, view = ask.panel(match), await ask.view(match.id)
    return await ask.drawn(panel.places, view) if isinstance(panel, ShowsPlaces) else ()


async def _nothing_of_it(ask: Asking, match: Match) -> None:
    game = ask.panel(match).title(ask.words)
    await ask.answer(slip(ask.words.say("**{game} has nothing of that kind to show.**", game=game)))
