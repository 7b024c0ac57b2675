"""Learning by playing: a teaching table, its explanations, and a first move step by step."""

from typing import Any, Final

from bot.games.abilities import Teaches
from bot.games.custom_ids import CustomId, OldButton, about_match
from bot.games.panel import AnyView
from bot.games.screen import AMBER, Button, Row, Screen, Style, Text, keypad
from bot.interactions.context import Context
from bot.interactions.match.playing import check_turn, move_agents
from bot.interactions.match.tables import Where, link_to_lobby, new_venue
from bot.interactions.verbs import answers
from bot.messages.advice.teaching import OFF, ON, has_acted, learn_button, learner_of
from bot.messages.match.computer_names import computer_names
from bot.messages.refusals import note
from bot.table.match.match import Status
from engine.agents.heuristics import heuristics_for

ALL_BEGIN: Final = 5
"""More beginners than any title takes."""


@answers("learn")
async def learn(ctx: Context, control: CustomId) -> None:
    """Open a teaching table of a title; without one, ask which."""
    words, panel = ctx.words, ctx.shell.panels.get(control.first)
    if not control.first:
        await ctx.answer(_which(ctx))
        return
    if not isinstance(panel, Teaches):
        raise OldButton("old-button", id="learn")
    venue = await new_venue(ctx, Where.THREAD)
    if venue is None:
        return
    said = await ctx.shell.messenger.words(venue.guild)
    names = computer_names(said, [ctx.person.name], ALL_BEGIN - 1)
    opening = ctx.shell.host.lobbies.open_to_learn(ctx.person, venue, panel.key, names, ctx.request)
    match = await ctx.patiently(opening)
    await move_agents(ctx, match)
    match = await ctx.match(match.id)
    text = words.say(
        "**Your table is ready.** It waits for you: go and come back whenever you like."
    )
    await ctx.answer(Screen((Text(text), *link_to_lobby(match, words)), AMBER))


def _which(ctx: Context) -> Screen:
    """Ask which game is to be learned."""
    words = ctx.words
    taught = [each for each in ctx.shell.panels.values() if isinstance(each, Teaches)]
    lines = "\n".join(f"**{each.title(words)}** {words.say(each.first_match)}" for each in taught)
    asked = words.say("### Which game first?")
    how = words.say(
        "You play a short match against computer players; each new thing is explained when it comes"
        " up."
    )
    doors = tuple(
        Button(each.title(words), door.id, Style.GREY if number else Style.GREEN)
        for number, each in enumerate(taught)
        for door in learn_button(each, words)
    )
    return Screen((Text(f"{asked}\n{how}\n{lines}"), *keypad(doors)), AMBER)


@answers("explain")
async def explain(ctx: Context, control: CustomId) -> None:
    """Turn the explanations of a table on or off."""
    is_on = control.first == ON
    if not is_on and control.first != OFF:
        raise OldButton("old-button", id="explain")
    explaining = ctx.shell.host.lobbies.explain(control.about, ctx.player, is_on=is_on)
    match = await ctx.patiently(explaining)
    text = ctx.words.say(
        "**No more explanations** at this table. **More** under the board brings them back, and"
        " **How to play** has all the rules."
    )
    if is_on:
        text = ctx.words.say("**What is new is explained** above the buttons, from now on.")
    board = Button(ctx.words.say("Show me the board"), about_match("board", match))
    await ctx.answer(Screen((Text(text), Row((board,))), AMBER))


@answers("worked")
async def show_worked(ctx: Context, control: CustomId) -> None:
    """Show a player who has not moved yet a good first move, button by button."""
    words = ctx.words
    loaded = await ctx.shell.host.cache.of(control.about)
    match, panel = loaded.match, ctx.panel(loaded.match)
    seat = match.seat_of(ctx.player)
    if not isinstance(panel, Teaches) or seat is None or seat != learner_of(match):
        text = words.say("**Only the person who learns at this table** is shown a first move.")
        await ctx.answer(note(text))
        return
    if match.status is not Status.PLAYING or has_acted(loaded, seat):
        text = words.say("**That was for your first move.** From here on you know the buttons.")
        await ctx.answer(note(text))
        return
    view = await ctx.view(match.id)
    check_turn(view)
    title = words.say("### A good first move (only you see this)")
    public = await ctx.shell.messenger.words(match.venue.guild)
    text = await ctx.run_in_pool(lambda: panel.worked(view, good_move(view), public))
    board = Button(words.say("Show me the board"), about_match("board", match))
    await ctx.answer(Screen((Text(f"{title}\n{text}"), Row((board,))), AMBER))


def good_move(view: AnyView) -> Any:
    """Return what looks best to the viewer, a seat, by what it may know; the same every time."""
    known = heuristics_for(view.observation)
    if known is None or len(view.legal) == 1:
        return view.legal[0]
    return known.ranked(view.observation, view.legal)[0].action
