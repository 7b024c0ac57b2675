"""Aids: what the house works out for players besides the board. A pure table does without."""

from dataclasses import replace
from functools import wraps
from math import ceil
from typing import Final

from bot.games.abilities import ShowsDanger, ShowsFits, ShowsPlaces
from bot.games.custom_ids import CustomId, about_match
from bot.games.screen import (
    AMBER,
    Block,
    Button,
    Row,
    Screen,
    Select,
    SelectOption,
    Text,
    in_words,
    picture_first,
)
from bot.hosting.processes.limits import LimitedAction
from bot.interactions.context import Context
from bot.interactions.match.history import positions_of
from bot.interactions.match.page import page_links
from bot.interactions.match.playing import own_seat
from bot.interactions.verbs import Answer, answers
from bot.messages.advice import hints
from bot.messages.processes.render_pool import DrawUrgency
from bot.messages.refusals import note, text_button
from bot.messages.viewing import moments, table_name
from bot.table.match.match import Match, Status

MOST_STARTS: Final = 25
AS_TEXT: Final = "text"
"""Stands in the id of the button that tells in words what an aid draws."""


def only_with_aids(show: Answer) -> Answer:
    """Let an answer be given only where aids were agreed on."""

    @wraps(show)
    async def shown(ctx: Context, control: CustomId) -> None:
        match = await ctx.match(control.about)
        if match.has_aids:
            await show(ctx, control)
            return
        text = ctx.words.say(
            "**Aids are off at this table**, as agreed in the lobby. You can always see the board,"
            " as a picture or as text; the aids open after the match."
        )
        board = Button(ctx.words.say("Show me the board"), about_match("board", match))
        await ctx.answer(note(text, board, text_button(match, ctx.words)))

    return shown


@answers("hint", behind_more=True)
@only_with_aids
async def hint(ctx: Context, control: CustomId) -> None:
    """Think about what this person is to decide, and show what is worth a look."""
    view = await ctx.view(control.about)
    own_seat(view)
    given = await ctx.patiently(ctx.shell.host.hints.take(view.match.id, ctx.player))
    asked = replace(
        view, match=given.match, observation=given.observation, legal=given.legal, line=given.line
    )
    screen = await ctx.run_in_pool(hints.hint, ctx.panel(view.match), asked, given)
    await ctx.answer(screen)
    # A table that is to hear of it hears of it now.
    await ctx.shell.host.outbox.look()


@answers("since", urgency=DrawUrgency.LOOK)
@only_with_aids
async def since(ctx: Context, control: CustomId) -> None:
    """Tell what happened since this person's last move; watchers get the last round."""
    view = await ctx.view(control.about)
    match, seat = view.match, view.match.seat_of(ctx.player)
    past = await ctx.past(match)
    news = past.last_moves(len(match.chairs)) if seat is None else past.since_last_action(seat)
    story = (past.before(news), *news)
    steps = await ctx.run_in_pool(moments, match, story, ctx.reader(match))
    await ctx.answer(await ctx.run_in_pool(ctx.panel(match).since, view, steps))


@answers("unseen", urgency=DrawUrgency.LOOK, behind_more=True)
@only_with_aids
async def unseen(ctx: Context, control: CustomId) -> None:
    """Show what nobody has seen yet, all of it or what would fit on a place."""
    view = await ctx.view(control.about)
    panel = ctx.panel(view.match)
    place = next((each for each in reversed(control.args) if each != AS_TEXT), "")
    if place and isinstance(panel, ShowsFits):
        told = await ctx.run_in_pool(panel.fitting, view, place)
        await _answer_drawn(ctx, control, view.match, told, place)
    else:
        await _answer_drawn(ctx, control, view.match, await ctx.run_in_pool(panel.unseen, view))


@answers("score", urgency=DrawUrgency.LOOK, behind_more=True)
@only_with_aids
async def score(ctx: Context, control: CustomId) -> None:
    """Show who scores what, and why."""
    view = await ctx.view(control.about)
    told = await ctx.run_in_pool(ctx.panel(view.match).score, view)
    await _answer_drawn(ctx, control, view.match, told)


@answers("danger", urgency=DrawUrgency.LOOK, behind_more=True)
@only_with_aids
async def danger(ctx: Context, control: CustomId) -> None:
    """Show what is in danger."""
    view = await ctx.view(control.about)
    panel = ctx.panel(view.match)
    if isinstance(panel, ShowsDanger):
        await _answer_drawn(ctx, control, view.match, await ctx.run_in_pool(panel.danger, view))
    else:
        await _nothing_of_it(ctx, view.match)


@answers("zoom", urgency=DrawUrgency.LOOK, behind_more=True)
@only_with_aids
async def zoom(ctx: Context, control: CustomId) -> None:
    """Show a part of the board."""
    view = await ctx.view(control.about)
    panel = ctx.panel(view.match)
    if isinstance(panel, ShowsPlaces):
        await ctx.answer(await ctx.run_in_pool(panel.zoom, view, control.first))
    else:
        await _nothing_of_it(ctx, view.match)


@answers("replay", urgency=DrawUrgency.FILM, behind_more=True)
@only_with_aids
async def replay(ctx: Context, control: CustomId) -> None:
    """Show the match as an animation, all of it or from a move on."""
    ctx.spend(LimitedAction.FILM)
    match = await ctx.match(control.about)
    # What was taken back is no part of the film, and nowhere to begin with.
    past = tuple(each for each in await ctx.past(match) if each.stands)
    moves = [each for each in await positions_of(ctx, match) if not each.is_taken_back]
    steps = await ctx.run_in_pool(moments, match, past, ctx.reader(match))
    number = int(control.first) if control.first.isdecimal() else 1
    first = next((each.line for each in moves if each.number >= number), 0) if number > 1 else 0
    start = sum(each.line < first for each in past)
    film = await ctx.run_in_pool(ctx.panel(match).animation, steps, start)
    blocks: list[Block] = [Text(f"### {table_name(match, ctx.panel(match), ctx.words)}"), film]
    if len(moves) > 1:
        # Moves from which the film may begin, evenly spread.
        options = tuple(
            SelectOption(each.label, str(each.number), chosen=each.number == number)
            for each in moves[:: ceil(len(moves) / MOST_STARTS)]
        )
        menu = ctx.words.say("Start from move…")
        blocks.append(Select(about_match("replay", match), menu, options))
    buttons = await page_links(ctx, match)
    if match.status is Status.FINISHED:
        look = Button(ctx.words.say("Look through it"), about_match("page", match))
        buttons = (look, *buttons)
    if buttons:
        blocks.append(Row(buttons))
    await ctx.answer(Screen(tuple(blocks), AMBER))


async def _answer_drawn(
    ctx: Context, control: CustomId, match: Match, screen: Screen, *about: str
) -> None:
    """Answer with the picture first, or with the words alone if they are asked for.

    `about` is what the id of the button to the words says after that.
    """
    if control.first == AS_TEXT:
        await ctx.answer(in_words(screen))
        return
    as_text = Button(ctx.words.say("As text"), about_match(control.verb, match, AS_TEXT, *about))
    await ctx.answer(picture_first(screen, as_text))


async def _nothing_of_it(ctx: Context, match: Match) -> None:
    game = ctx.panel(match).title(ctx.words)
    await ctx.answer(note(ctx.words.say("**{game} has nothing of that kind to show.**", game=game)))
