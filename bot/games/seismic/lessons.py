"""What a teaching table of Seismic explains, and a first turn step by step."""

from dataclasses import replace
from typing import Final

from bot.games.lessons import Lesson, LessonStep, asked, at_the_end, happened
from bot.games.seismic.offers import Draft, offer_of
from bot.games.seismic.phases import planned
from bot.games.seismic.placing import free_sections, tile_buttons
from bot.games.seismic.sections import section_state
from bot.games.seismic.view import View
from bot.games.seismic.words import cell_name
from bot.games.speech import without_markdown
from bot.locale.localisation import Words, mark
from engine.errors import IllegalAction
from engine.games.seismic.actions import Action, Place
from engine.games.seismic.events import NothingFitted, QuakeFlipped, QuakeLeft, QuakeStruck
from engine.games.seismic.rules import META
from engine.games.seismic.tiles import TILES

LAST_TILES: Final = 8
"""With no more than this many tiles in the pile, the end is near."""


def offers_intersection(step: LessonStep) -> bool:
    """Say whether the learner may place a tile whose number scores."""
    display = step.view.observation.display
    return asked("placing")(step) and any(TILES[each].value for each in display)


def has_complete_road(step: LessonStep) -> bool:
    """Say whether any player has points that only a quake could take."""
    return any(step.view.observation.points)


def shares_road(step: LessonStep) -> bool:
    """Say whether a road belongs to several players."""
    return any(len(each.owners) > 1 for each in step.view.observation.sections)


def comes_home(step: LessonStep) -> bool:
    """Say whether a quake has sent a crew home."""
    struck = (each for each in step.events if isinstance(each, QuakeStruck))
    return any(laid.crews for each in struck for laid in each.fallen)


def nears_the_end(step: LessonStep) -> bool:
    """Say whether few tiles are left, and the learner can still use them."""
    return asked("placing")(step) and step.view.observation.pile <= LAST_TILES


LESSONS: Final = (
    Lesson(
        mark(
            "**Your turn:** place one of the three tiles below, so that it continues a highway on"
            " the table and all its edges match. Press a tile, then a cell, then **Place**."
        ),
        1,
        asked("placing"),
    ),
    Lesson(
        mark(
            "**A quake** takes tiles of the longest line out of the town, the nearest first; the"
            " rest stays where it is. Up to six lie in the pile. **More** and **Danger** say what"
            " the next one would take."
        ),
        5,
        happened(QuakeStruck, QuakeFlipped, QuakeLeft),
    ),
    Lesson(
        mark(
            "**Equal lines:** two or more lines are the longest, and you choose which one falls."
            " Take one with crews of others on it, not with yours."
        ),
        5,
        asked("striking"),
    ),
    Lesson(
        mark(
            "**Crews:** on the tile you place you may put one of your crews, on a road where"
            " nobody stands yet. The road is yours then, all of it, however far it runs."
        ),
        3,
        asked("placing"),
    ),
    Lesson(
        mark(
            "**A complete road** is closed at both ends. Its owner has its points, as long as no"
            " quake takes a tile of it; they count once, at the end of the match."
        ),
        2,
        has_complete_road,
    ),
    Lesson(
        mark(
            "**Points:** a road scores when both its ends are closed, by San Andreas (6) or by"
            " intersections (their numbers), and 1 more each time it crosses a tile. Open ends"
            " score nothing."
        ),
        6,
        asked("placing"),
    ),
    Lesson(
        mark(
            "**An intersection** is among the tiles: each road that ends in it is closed there and"
            " gets its number. Close your own roads with it, not those of others."
        ),
        2,
        offers_intersection,
    ),
    Lesson(
        mark(
            "**A shared road:** a tile has joined roads that both had crews. Whoever has the most"
            " crews on it owns it; tied players all get its points in full."
        ),
        3,
        shares_road,
    ),
    Lesson(
        mark(
            "**A crew came home:** its tile fell, and its player has it back. What is left of the"
            " road is free: a new tile that continues it may claim it again."
        ),
        5,
        comes_home,
    ),
    Lesson(
        mark(
            "**Nothing fitted,** so all three tiles left the game and new ones came. You had to do"
            " nothing for that."
        ),
        1,
        happened(NothingFitted),
    ),
    Lesson(
        mark(
            "**The end is near:** few tiles are left. Close what you can; an open road is worth"
            " nothing, and there is no need to save crews any more."
        ),
        7,
        nears_the_end,
    ),
    Lesson(
        mark(
            "**That was a whole match.** There are variants, and computer players of other levels:"
            " **Rematch** opens a table where you choose them."
        ),
        7,
        at_the_end,
    ),
)


def worked(view: View, action: Action, public: Words) -> str:
    """Return how a first tile is placed, step by step, as `Teaches` has it."""
    words, offer = view.words, offer_of(view, action.tile) if isinstance(action, Place) else None
    if not isinstance(action, Place) or offer is None:
        raise IllegalAction(META.not_now)
    cell = cell_name(view.observation, action.cell)
    draft = Draft.of(view, offer, action.cell, action.turn)
    usual = Draft.of(view, offer, action.cell)
    opens = tile_buttons(replace(view, words=public))
    tile = next(each.label for each in opens if each.id.endswith(f".{action.tile}"))

    last = words.say("Place at {cell}", cell=cell)
    why = words.say("It continues a highway, and later tiles can continue it.")
    if draft.letters:
        last = words.say("Place at {cell}, no crew", cell=cell)
    if action.crew is not None:
        letter = draft.letters[action.crew]
        last = words.say("Place at {cell}, crew {letter}", cell=cell, letter=letter)
        road = section_state(draft.after, free_sections(draft)[letter])
        why = words.say("Your crew claims road {letter}: {road}.", letter=letter, road=road)

    steps = [words.say("Press **{button}** under the board.", button=tile)]
    if len(offer.fits) > 1:
        steps.append(words.say("Press **{button}**, the cell.", button=cell))
    if draft.turn != usual.turn:
        number = draft.turns.index(draft.turn) + 1
        steps.append(words.say("Press **{n}**: the tile lies another way then.", n=number))
    steps.append(words.say("Press **{button}**. Only that sends your move.", button=last))
    numbered = "\n".join(f"{n}. {each}" for n, each in enumerate(steps, 1))
    move = without_markdown(planned(view, (action,)))
    return f"**{move}.** {why}\n{numbered}"
