"""A hint: up to three moves, marked on the board, with reasons and a button that opens each."""

from typing import Final

from bot.games.abilities import GivesReasons, MarkedMove
from bot.games.custom_ids import about_match
from bot.games.panel import AnyPanel, AnyView
from bot.games.screen import AMBER, Block, Button, Row, Screen, Style, Text, ending_with, has_room
from bot.hosting.advice.hints import MOST, GivenHint
from bot.locale.localisation import Words, mark
from bot.messages.advice.measures import Measure
from bot.table.match.match import Hints, Status
from engine.agents.hints import MOST as MOST_NAMED

KEPT: Final = mark("What would break a promise you gave is left out.")


def hint(panel: AnyPanel, view: AnyView, given: GivenHint) -> Screen:
    """Return a hint; `view` is the table as its seat knew it when it was asked."""
    words, measure = view.words, Measure(given.match.game, view.words)
    lines = [f"### {words.say('Worth a look')}"]
    opens = list[Button]()
    for n, each in enumerate(given.hints, 1):
        why = panel.why(view, each.actions) if isinstance(panel, GivesReasons) else ""
        behind = measure.than_first(each.behind, each.error) if n > 1 else ""
        told = words.say("; ").join(part for part in (why, behind) if part)
        what = told_move(panel, view, each.actions)
        lines.append(f"{n}. {what}" + (f"\n-# {told}" if told else ""))
        preview = panel.preview(view, each.actions) if isinstance(panel, GivesReasons) else ""
        # What is asked in one question, such as a swap, is opened by one button.
        if preview and preview not in {each.id for each in opens}:
            opens.append(Button(words.say("Show {n}", n=n), preview, Style.BLUE))
    if len(given.hints) < MOST_NAMED:
        lines.append(f"-# {_why_so_few(words, given)}")
    elif given.left_out:
        lines.append(f"-# {words.say(KEPT)}")
    left = MOST - given.taken
    told_left = words.count(
        "{n} hint is left for you in this match.", "{n} hints are left for you in this match.", left
    )
    who = words.say("The table is told that you took one, not what it says.")
    if given.match.hints is not Hints.NOTED:
        who = words.say("No one else learns of it.")
    careful = words.say("I see no more than you do, and I can be wrong.")
    small = Text(f"-# {told_left} {who} {careful}")
    blocks: list[Block] = [Text("\n".join(lines))]
    if isinstance(panel, GivesReasons):
        moves = [MarkedMove(str(n), each.actions) for n, each in enumerate(given.hints, 1)]
        blocks.append(panel.marked(view, moves))
    play = Button(words.say("Your move"), about_match("play", given.match))
    return Screen((*blocks, Row((*opens, play)), small), AMBER)


def _why_so_few(words: Words, given: GivenHint) -> str:
    """Return why less than usual is shown."""
    if len(given.legal) == 1:
        return words.say("There is only one thing to do.")
    if len(given.legal) - given.left_out == len(given.hints):
        why = words.say("There is nothing else to do.")
    else:
        why = words.count(
            "All else is much like this.", "All else is much like one of these.", len(given.hints)
        )
    return f"{words.say(KEPT)} {why}" if given.left_out else why


def told_move(panel: AnyPanel, view: AnyView, actions: tuple[object, ...]) -> str:
    """Return what is done, in the title's own words, or as its code says it."""
    if isinstance(panel, GivesReasons):
        return panel.told(view, actions)
    return ", ".join(str(each) for each in actions)


def with_hint(screen: Screen, view: AnyView, words: Words) -> Screen:
    """Return a screen with the button that gives a hint, if there is one and room for it."""
    for button in hint_button(view, words) if has_room(screen) else ():
        screen = ending_with(screen, button)
    return screen


def hint_button(view: AnyView, words: Words) -> tuple[Button, ...]:
    """Return the button that gives a hint; none where there is none, or nothing to decide."""
    match = view.match
    may = match.has_aids and match.hints is not Hints.NONE and match.status is Status.PLAYING
    if not may or not view.legal or view.viewer not in match.acting:
        return ()
    return (Button(words.say("Hint"), about_match("hint", match)),)
