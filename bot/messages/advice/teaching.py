"""A teaching table: what is new in a position, said above the buttons of its message."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.games.abilities import Teaches
from bot.games.custom_ids import about_match, base36, plain_id
from bot.games.lessons import Explained, LessonStep, explained
from bot.games.panel import AnyPanel, AnyView, View
from bot.games.screen import (
    MOST_ROWS,
    Button,
    Post,
    Row,
    Screen,
    Style,
    Text,
    ending_with,
    has_room,
)
from bot.locale.localisation import Words
from bot.table.match.match import LoadedMatch, Match, Status
from engine.game import PUBLIC, Decision, Seat, visible
from engine.record import standing
from engine.registry import game

ROOM: Final = 1800
"""Characters of a message with its lessons; others may add a line, and Discord takes 2,000."""
SHOWN_TURNS: Final = 3
"""For how many turns the learner is offered a good move, points or none."""
SENDING: Final = (Style.GREEN, Style.RED)
OFF: Final = "off"
ON: Final = "on"


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
        )


def explained_at(
    panel: Teaches,
    loaded: LoadedMatch,
    learner: Seat,
    words: Words,
    *,
    is_proposed_to: bool = False,
) -> Explained:
    """Return what a teaching table explains now, and what it has explained."""
    every = list(steps(loaded, learner, words))
    # A proposal belongs to the question that is open now, which may have been asked lines ago.
    asked_since = next((n for n in range(len(every), 0, -1) if not every[n - 1].is_asked), 0)
    open_now = [each._replace(is_proposed_to=is_proposed_to) for each in every[asked_since:]]
    return explained(panel.lessons, [*every[:asked_since], *open_now])


def is_shown_good_move(panel: Teaches, loaded: LoadedMatch, now: Explained) -> bool:
    """Say whether a good move is offered: in the learner's first turns, and without points.

    So a learner whose points were all taken by a quake is shown the way to new ones.
    """
    match, state = loaded.match, loaded.begun.state
    if match.learner is None or state.phase not in panel.worked_phases:
        return False
    rules = game(match.game)
    if now.turns <= SHOWN_TURNS or rules.meta.standing is None:
        return True
    return not rules.meta.standing(rules.observe(state, PUBLIC)).scores[match.learner]


def taught(
    panel: AnyPanel,
    loaded: LoadedMatch,
    shown: Post,
    words: Words,
    *,
    is_proposed_to: bool = False,
) -> Post:
    """Return a table message with what is new in the position, or with what decided the match.

    `is_proposed_to`: a proposal to the learner stands in the channel.
    """
    match, learner = loaded.match, loaded.match.learner
    if learner is None or not isinstance(panel, Teaches):
        return shown
    if match.status is Status.FINISHED:
        headline, *rest = shown.text.split("\n")
        decided = panel.decided(tuple(steps(loaded, learner, words)))
        told = [f"> {each}" for each in decided]
        return replace(shown, text="\n".join([headline, *told, *rest]))
    now = explained_at(panel, loaded, learner, words, is_proposed_to=is_proposed_to)
    if now.shown is not None:
        note = "\n".join(f"> {line}" for line in words.say(now.shown.text).split("\n"))
        if len(shown.text) + len(note) < ROOM:
            shown = replace(shown, text=f"{shown.text}\n{note}")
    if match.status is not Status.PLAYING or len(shown.rows) >= MOST_ROWS:
        return shown
    buttons = []
    if learner in match.acting and is_shown_good_move(panel, loaded, now):
        worked = about_match("worked", match)
        buttons.append(Button(words.say("Show me a good move"), worked, Style.BLUE))
    if now.may_end:
        count = about_match("count", match)
        buttons.append(Button(words.say("Count the points now"), count, Style.BLUE))
    if now.shown is not None:
        page = plain_id("rules", match.game, now.shown.page, base36(match.id))
        buttons.append(Button(words.say("Read more"), page))
    if not buttons:
        return shown
    buttons.append(skip_button(match, words))
    # The last row is the same under every board.
    return replace(shown, rows=(*shown.rows[:-1], Row(tuple(buttons)), *shown.rows[-1:]))


def with_note(panel: AnyPanel, view: AnyView, screen: Screen) -> Screen:
    """Return a screen of the wizard with what is explained there, above the buttons that send."""
    if not isinstance(panel, Teaches) or view.viewer != view.match.learner:
        return screen
    told = panel.beside(view, screen)
    if not told:
        return screen
    rows = [(n, each.buttons) for n, each in enumerate(screen.blocks) if isinstance(each, Row)]
    sends = [n for n, buttons in rows if any(each.style in SENDING for each in buttons)]
    above = next(iter([*sends, *(n for n, _ in rows)]), len(screen.blocks))
    quoted = "\n".join(f"> {line}" for line in told.split("\n"))
    return replace(screen, blocks=(*screen.blocks[:above], Text(quoted), *screen.blocks[above:]))


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
