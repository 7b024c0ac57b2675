"""What a teaching table of Seismic explains, and a first turn step by step."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from bot.games.custom_ids import parsed
from bot.games.lessons import Lesson, LessonStep, asked, best_looking, happened
from bot.games.people import name
from bot.games.screen import Screen
from bot.games.seismic.offers import Draft, offer_of
from bot.games.seismic.phases import planned
from bot.games.seismic.placing import crew_label, free_sections, tile_buttons
from bot.games.seismic.sections import section_state
from bot.games.seismic.view import View
from bot.games.seismic.words import NOTHING, cell_name
from bot.games.speech import and_list, without_markdown
from bot.locale.localisation import Words, mark
from engine.errors import IllegalAction
from engine.games.seismic.actions import Action, Place
from engine.games.seismic.events import NothingFitted, QuakeStruck
from engine.games.seismic.preview import placed
from engine.games.seismic.rules import META
from engine.games.seismic.tiles import CREWS_EACH, TILES, Tile

START: Final = 1065
"""The prepared start: a tile for a closed road soon, quakes at turns 9 and 14."""
FIRST_WARNING: Final = 5
NEAR_THE_END: Final = 19
LAST_TURN: Final = 23
"""Turns of the table at which a lesson warns of quakes, of its end, and may end."""
OPPOSITE: Final = 3
"""How far apart the numbers of two opposite edges are."""


def places(step: LessonStep, since: int = 1) -> bool:
    """Say whether the learner is to place a tile, from this turn of the table on."""
    return asked("placing")(step) and step.view.observation.turn >= since


def begins(step: LessonStep) -> bool:
    """Say whether the learner is to place a first tile."""
    observation = step.view.observation
    return asked("placing")(step) and observation.turn <= observation.seats


def has_open_road(step: LessonStep) -> bool:
    """Say whether the learner may place a tile, and owns a road that is not closed."""
    sections = step.view.observation.sections
    return places(step) and any(
        step.learner in each.owners and not each.complete for each in sections
    )


def has_no_road(step: LessonStep) -> bool:
    """Say whether the learner has placed a tile and no crew yet."""
    return places(step, since=3) and step.view.observation.crews[step.learner] == CREWS_EACH


def awaits_quake(step: LessonStep) -> bool:
    """Say whether no quake has come, after some turns."""
    discarded = step.view.observation.discarded
    return places(step, since=FIRST_WARNING) and not any(each.startswith("Q") for each in discarded)


def offers_intersection(step: LessonStep) -> bool:
    """Say whether the learner may close an own road with a tile whose number scores."""
    display = step.view.observation.display
    return has_open_road(step) and any(TILES[each].value for each in display)


def has_complete_road(step: LessonStep) -> bool:
    """Say whether any player has points that only a quake could take."""
    return step.is_asked and any(step.view.observation.points)


def shares_road(step: LessonStep) -> bool:
    """Say whether a road belongs to several players."""
    return places(step) and any(len(each.owners) > 1 for each in step.view.observation.sections)


def came_home(step: LessonStep) -> bool:
    """Say whether a quake has sent a crew home."""
    struck = (each for each in step.events if isinstance(each, QuakeStruck))
    return any(laid.crews for each in struck for laid in each.fallen)


LESSONS: Final = (
    Lesson(
        mark(
            "**You play for closed roads.** At the end each pays its owner. Quakes tear some away"
            " before that.\nPress a blue **tile**: I show you where it fits."
        ),
        0,
        begins,
    ),
    Lesson(
        mark(
            "**Equal lines: you choose** which one the quake hits.\nTake the one with your rival's"
            " crews."
        ),
        5,
        asked("striking"),
    ),
    Lesson(
        mark(
            "**You know the game.** Press **Count the points now** to see who won. Or play on to"
            " the last tile, some 23 turns more."
        ),
        7,
        partial(places, since=LAST_TURN),
        is_last=True,
    ),
    Lesson(
        mark(
            "**Three turns left in this lesson.** An open road pays nothing.\nClose what you can."
        ),
        6,
        partial(places, since=NEAR_THE_END),
    ),
    Lesson(
        mark(
            "**A quake struck.** A 3.0 takes up to 3 tiles. It is never placed: another tile was"
            " revealed for it.\nYou have three to choose from, as always."
        ),
        5,
        places,
        after=happened(QuakeStruck),
    ),
    Lesson(
        mark(
            "**No road is yours yet.** A road pays the players with a crew on it; the first crew "
            "needs a road without any.\nPlace a tile, press a button with **crew**."
        ),
        4,
        has_no_road,
    ),
    Lesson(
        mark(
            "**A road is complete.** 1 point for each *fragment*, one crossing of a tile, and the"
            " number at each end; San Andreas is 6.\nSee **More**, **Who scores what**."
        ),
        6,
        has_complete_road,
    ),
    Lesson(
        mark(
            "**Your crew has a road.** It is closed when both ends reach San Andreas or a **+**"
            " tile, an intersection.\nPlace a tile that lengthens or closes it."
        ),
        3,
        has_open_road,
    ),
    Lesson(
        mark(
            "**A quake will come.** Six straight lines leave the town; it hits the one with the"
            " most tiles, the nearest first.\nBuild away from that line. **More**, **Danger** shows"
            " it."
        ),
        5,
        awaits_quake,
    ),
    Lesson(
        mark(
            "**A + tile lies below.** Every road that meets it ends there and gets its number:"
            " yours, or a rival's.\nClose your own road with it."
        ),
        3,
        offers_intersection,
    ),
    Lesson(
        mark(
            "**A crew came home.** Its tile fell; it can be used again. What is left of its road"
            " may have no owner now.\nA tile that continues it can claim it."
        ),
        5,
        places,
        after=came_home,
    ),
    Lesson(
        mark(
            "**A shared road.** A tile joined two roads with crews. The player with the most crews"
            " owns it; tied players all get it in full.\nYou may join yours to a rival's, too."
        ),
        4,
        shares_road,
    ),
    Lesson(
        mark(
            "**Nothing fit.** The three tiles left the game, and new ones were revealed.\nChoose"
            " one of them."
        ),
        2,
        places,
        after=happened(NothingFitted),
    ),
)


def beside(view: View, screen: Screen) -> str:
    """Return what a crew, a tight curve or the pile is, where it is first met, as `Teaches` has it.

    A crew where the learner may place the first one; the others where a cell is chosen in the first
    turns.
    """
    words, observation = view.words, view.observation
    if not isinstance(view.viewer, int):
        return ""
    crews = [
        each.label for each in screen.buttons if each.id.startswith("g.") and is_with_crew(each.id)
    ]
    if crews and observation.crews[view.viewer] == CREWS_EACH:
        return words.say(
            "**Your crew makes a road yours,** all of it, however far it grows.\nPress"
            " **{button}**.",
            button=crews[0],
        )
    cells = [parsed(each.id).args for each in screen.buttons if each.id.startswith("p.")]
    if not cells or observation.turn >= FIRST_WARNING:
        return ""
    tile, *_ = cells[0]
    if tile in TILES and is_curved(TILES[tile]):
        return words.say(
            "A **tight** curve joins two neighboring edges, a **loose** one leaves an edge between"
            " them."
        )
    return words.say(
        "The **pile** holds the tiles still face down; with the last tile the match ends."
    )


def is_curved(tile: Tile) -> bool:
    """Say whether the name of a tile says tight or loose: a highway with a curve."""
    is_highway = tile.kind == "highway"
    return is_highway and any(abs(b - a) != OPPOSITE for a, b in tile.fragments)


def is_with_crew(button: str) -> bool:
    """Say whether the button of this id, which places a tile, places a crew with it."""
    return not button.endswith(f".{NOTHING}")


def decided(steps: Sequence[LessonStep]) -> tuple[str, ...]:
    """Return what decided a lesson, as `Teaches` has it."""
    view, learner = steps[-1].view, steps[-1].learner
    words, observation = view.words, view.observation
    told = list[str]()
    closed = [each for each in observation.sections if each.complete and each.owners]
    best = max(closed, key=lambda each: each.points, default=None)
    if best is not None and len(best.ends) == 2:
        first, second = best.ends
        told.append(
            words.say(
                "The best road ({who}) paid {points}: {fragments} for its tiles, {a} and {b} for"
                " its ends.",
                who=and_list(words, [name(view, seat) for seat in best.owners]),
                points=best.points,
                fragments=best.length,
                a=first.value,
                b=second.value,
            )
        )

    left_open = [
        each for each in observation.sections if learner in each.owners and not each.complete
    ]
    struck = [e for step in steps for e in step.events if isinstance(e, QuakeStruck)]
    fallen = [laid for each in struck for laid in each.fallen]
    if len(left_open) > 1:
        n = len(left_open)
        told.append(words.say("{n} roads of yours stayed open and paid nothing.", n=n))
    elif fallen:
        home = sum(crew.seat == learner for laid in fallen for crew in laid.crews)
        told.append(
            words.count(
                "Quakes took {n} tile and sent {k} of your crews home.",
                "Quakes took {n} tiles and sent {k} of your crews home.",
                len(fallen),
                k=home,
            )
        )
    return tuple(told)


def good_move(view: View) -> Action:
    """Return what a learner is shown: without points, a tile that closes a road of theirs."""
    observation, learner = view.observation, view.viewer
    closing = list[Place]()
    if isinstance(learner, int) and not observation.points[learner]:
        scored = {
            each: placed(observation, each).points[learner]
            for each in view.legal
            if isinstance(each, Place)
        }
        most = max(scored.values(), default=0)
        closing = [each for each, points in scored.items() if points == most] if most else []
    good: Action = best_looking(replace(view, legal=tuple(closing)) if closing else view)
    return good


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
    why = words.say("It extends a highway, and later tiles can extend it further.")
    if draft.letters:
        last = words.say("Place at {cell}, no crew", cell=cell)
    if action.crew is not None:
        letter = draft.letters[action.crew]
        last = crew_label(draft, letter)
        road = section_state(draft.after, free_sections(draft)[letter])
        why = words.say("Your crew claims road {letter}: {road}.", letter=letter, road=road)

    steps = [words.say("Press **{button}** under the board.", button=tile)]
    if len(offer.fits) > 1:
        steps.append(words.say("Press **{button}**, the cell.", button=cell))
    if draft.turn != usual.turn:
        number = draft.turns.index(draft.turn) + 1
        steps.append(words.say("Press **{n}** to rotate the tile.", n=number))
    steps.append(words.say("Press **{button}**. Only that sends your move.", button=last))
    numbered = "\n".join(f"{n}. {each}" for n, each in enumerate(steps, 1))
    move = without_markdown(planned(view, (action,)))
    return f"**{move}.** {why}\n{numbered}"
