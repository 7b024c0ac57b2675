"""A teaching table: what is new in a position, said above the buttons of its message."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.games.abilities import Teaches
from bot.games.custom_ids import about_match, base36, plain_id
from bot.games.lessons import LessonStep, now_explained
from bot.games.panel import AnyPanel, AnyView, View
from bot.games.screen import Button, Post, Row, Screen, Style, ending_with, has_room
from bot.locale.localisation import Words
from bot.table.match.match import LoadedMatch, Match, Status
from engine.game import PUBLIC, Chance, Decision, Seat, visible
from engine.record import standing
from engine.registry import game

ROOM: Final = 1800
"""Characters of a message with its lessons; others may add a line, and Discord takes 2,000."""
MOST_ROWS: Final = 5
OFF: Final = "off"
ON: Final = "on"


def learner_of(match: Match) -> Seat | None:
    """Return who learns: the only person at a teaching table."""
    if not match.teaching or len(match.people) != 1:
        return None
    return match.seat_of(match.people[0].id)


def steps(loaded: LoadedMatch, learner: Seat, words: Words) -> Iterator[LessonStep]:
    """Yield the lines of a match that stand, as the public knows them."""
    match, replay = loaded.match, loaded.begun
    rules = game(match.game)
    for line in standing(replay.record.entries):
        entry, state, events = replay[line]
        node = rules.node(state)
        seen: AnyView = View(match, PUBLIC, rules.observe(state, PUBLIC), (), line + 1, words)
        yield LessonStep(
            seen,
            tuple(each for each in events if visible(each, PUBLIC)),
            learner,
            is_asked=isinstance(node, Decision) and learner in node.seats,
            is_own=entry.move is not None and entry.move.actor == learner,
            is_over=not isinstance(node, Decision | Chance),
        )


def has_acted(loaded: LoadedMatch, seat: Seat) -> bool:
    """Say whether a seat has acted, and not taken it back."""
    entries = loaded.begun.record.entries
    moves = (entries[line].move for line in standing(entries))
    return any(move is not None and move.actor == seat for move in moves)


def taught(panel: AnyPanel, loaded: LoadedMatch, shown: Post, words: Words) -> Post:
    """Return a table message with what is new in the position, if something is."""
    match, learner = loaded.match, learner_of(loaded.match)
    if learner is None or not isinstance(panel, Teaches):
        return shown
    lessons = now_explained(panel.lessons, steps(loaded, learner, words))
    told = [f"> {words.say(each.text)}" for each in lessons]
    while told and len("\n".join([shown.text, *told])) > ROOM:
        del told[-1]
    if not told:
        return shown
    shown = replace(shown, text="\n".join([shown.text, *told]))
    if match.status is not Status.PLAYING or len(shown.rows) >= MOST_ROWS:
        return shown
    page = plain_id("rules", match.game, lessons[0].page, base36(match.id))
    buttons = [Button(words.say("Read more"), page), skip_button(match, words)]
    if not has_acted(loaded, learner):
        worked = about_match("worked", match)
        buttons.insert(0, Button(words.say("Show me a good move"), worked, Style.BLUE))
    # The last row is the same under every board.
    return replace(shown, rows=(*shown.rows[:-1], Row(tuple(buttons)), *shown.rows[-1:]))


def skip_button(match: Match, words: Words) -> Button:
    """Return the button that ends the explanations of a table."""
    return Button(words.say("Skip the explanations"), about_match("explain", match, OFF))


def explain_button(match: Match, words: Words) -> Button:
    """Return the button with which the explanations of a table begin, again or late."""
    return Button(words.say("Explain what is new"), about_match("explain", match, ON))


def learn_button(panel: AnyPanel, words: Words, style: Style = Style.GREEN) -> tuple[Button, ...]:
    """Return the button that opens a teaching table of a title; none if it teaches nothing."""
    if not isinstance(panel, Teaches):
        return ()
    return (Button(words.say("Learn by playing"), plain_id("learn", panel.key), style),)


def with_lessons(panel: AnyPanel, page: Screen, words: Words) -> Screen:
    """Return a page of a guide with the way to a teaching table."""
    for button in learn_button(panel, words):
        if has_room(page):
            page = ending_with(page, button)
    return page
