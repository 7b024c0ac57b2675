"""Learning by playing: a teaching table, its explanations, a good move, and its end."""

from typing import Any, Final

from bot.games.abilities import GivesReasons, Teaches
from bot.games.custom_ids import CustomId, OldButton, about_match, parsed
from bot.games.panel import AnyPanel, AnyView
from bot.games.screen import AMBER, Button, Image, Row, Screen, Style, Text, keypad
from bot.interactions.context import Context
from bot.interactions.match.playing import advance, carry_out, check_turn, move_agents
from bot.interactions.match.tables import Where, link_to_lobby, new_venue
from bot.interactions.verbs import answers
from bot.messages.advice.teaching import (
    OFF,
    ON,
    explained_at,
    is_shown_good_move,
    learn_button,
)
from bot.messages.match.computer_names import computer_names
from bot.messages.processes.render_pool import DrawUrgency
from bot.messages.refusals import note
from bot.table.match.match import Status, VoteKind, not_playing

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
    opening = ctx.shell.host.lobbies.open_to_learn(
        ctx.person, venue, panel.key, names, panel.lesson_start, ctx.request
    )
    match = await ctx.patiently(opening)
    await move_agents(ctx, match)
    match = await ctx.match(match.id)
    text = words.say(
        "**Your table is ready.** It waits for you: go and come back whenever you like."
    )
    small = words.say("A prepared start: the same tiles and dice in every lesson.")
    await ctx.answer(Screen((Text(f"{text}\n-# {small}"), *link_to_lobby(match, words)), AMBER))


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


@answers("worked", urgency=DrawUrgency.LOOK)
async def show_worked(ctx: Context, control: CustomId) -> None:
    """Show the learner a good move, button by button, with its preview and the way there."""
    words = ctx.words
    loaded = await ctx.shell.host.cache.of(control.about)
    match, panel = loaded.match, ctx.panel(loaded.match)
    seat = match.seat_of(ctx.player)
    if not isinstance(panel, Teaches) or seat is None or seat != match.learner:
        text = words.say("**Only the person who learns at this table** is shown a good move.")
        await ctx.answer(note(text))
        return
    now = await ctx.run_in_pool(explained_at, panel, loaded, seat, words)
    if match.status is not Status.PLAYING or not is_shown_good_move(panel, loaded, now):
        text = words.say("**That was for your first turns.** From here on you know the buttons.")
        await ctx.answer(note(text))
        return
    view = await ctx.view(match.id)
    check_turn(view)
    title = words.say("### A good move (only you see this)")
    public = await ctx.shell.messenger.words(match.venue.guild)

    def shown() -> Screen:
        action = panel.good_move(view)
        text = panel.worked(view, action, public)
        opens, picture = previewed(panel, view, action)
        buttons = [Button(words.say("Open this move"), opens, Style.BLUE)] if opens else []
        buttons.append(Button(words.say("Show me the board"), about_match("board", match)))
        return Screen((Text(f"{title}\n{text}"), *picture, Row(tuple(buttons))), AMBER)

    await ctx.answer(await ctx.run_in_pool(shown))


def previewed(panel: AnyPanel, view: AnyView, action: Any) -> tuple[str, tuple[Image, ...]]:
    """Return the id of the button that opens the preview of a move, and the pictures of it.

    "" and no picture if the wizard of this title shows none.
    """
    if not isinstance(panel, GivesReasons):
        return "", ()
    opens = panel.preview(view, (action,))
    if not opens:
        return "", ()
    asked = parsed(opens)
    screen = panel.press(view, asked.verb, asked.args)
    blocks = screen.blocks if isinstance(screen, Screen) else ()
    return opens, tuple(each for each in blocks if isinstance(each, Image))


@answers("count")
async def count(ctx: Context, control: CustomId) -> None:
    """End a lesson that has shown everything: the points count as they stand."""
    match = await ctx.match(control.about)
    if match.status is not Status.PLAYING:
        raise not_playing(match)
    seat = match.seat_of(ctx.player)
    if seat is None or seat != match.learner:
        text = ctx.words.say("**Only the person who learns at this table** can end the lesson.")
        await ctx.answer(note(text))
        return
    asking = ctx.shell.host.agreements.ask(
        match.id, ctx.player, VoteKind.END_AS_IT_STANDS, "", ctx.request
    )
    now = await carry_out(ctx, match, asking)
    text = ctx.words.say(
        "**The lesson is over.** The channel shows the points, and what decided the match."
    )
    board = Button(ctx.words.say("Show me the board"), about_match("board", now))
    await ctx.answer(Screen((Text(text), Row((board,))), AMBER))
    await advance(ctx, now)
