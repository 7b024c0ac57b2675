"""The order of the dice: tried out freely, one die after the other, then shaken all at once."""

from typing import Final

from bot.games.controls import draft_id, said
from bot.games.panel import Answer, Submit, View
from bot.games.people import accent
from bot.games.san_andreas.alt_texts import order_alt
from bot.games.san_andreas.captions import captions
from bot.games.san_andreas.news import ARROWS, islands, moved, pointing
from bot.games.san_andreas.words import dice_named, pawn_name, pawns_named
from bot.views.screen import Button, Image, Screen, Style, Text, keypad
from engine.games.san_andreas.actions import Resolve
from engine.games.san_andreas.preview import shaken, shaken_by, unresolved
from engine.games.san_andreas.reports import Shift
from engine.games.san_andreas.state import Observation
from engine.games.san_andreas.tiles import PAWNS, Pawn
from render.games.san_andreas import RENDERER

OPEN: Final = "d"
"""Verb: the order so far, a letter for each die."""
SHAKE: Final = "k"
"""Verb: let them act in this order."""

LETTERS: Final[dict[str, Pawn]] = {pawn[0]: pawn for pawn in PAWNS}
"""Dice in ids: s, m, c, a."""


def drafted(text: str) -> tuple[Pawn, ...]:
    """Read the order of an id; letters that mean no die are left out."""
    return tuple(LETTERS[each] for each in text if each in LETTERS)


def written(order: tuple[Pawn, ...]) -> str:
    """Return an order for an id."""
    return "".join(pawn[0] for pawn in order)


def choose(view: View, order: tuple[Pawn, ...] = (), first: str = "") -> Screen:
    """Show what the dice chosen so far do, and offer the next ones."""
    words = view.words
    tried, left = tried_out(view.observation, order)
    title = words.say("### Quake: in which order?\nTry it out; nothing is sent yet.")
    text = "\n".join([title, *_dice(view), *_steps(view, tried)])
    drawn = captions(view, words.say("Which die next?") if left else words.say("Like this?"))
    picture = RENDERER.order(tried, drawn) if left else RENDERER.quake(tried, drawn)
    image = Image(picture, order_alt(view, tried, left))
    keys = keypad((*_next(view, tried, order, left), *_ends(view, tried, order)))
    return Screen((*said(first), Text(text), image, *keys), accent(view))


def shake(view: View, order: tuple[Pawn, ...]) -> Answer:
    """Return the whole order, without the die that acts by itself; or the question again."""
    _, left = tried_out(view.observation, order)
    if left:
        return choose(view, order)
    chosen = order[: len(unresolved(view.observation)) - 1]
    return Submit(*map(Resolve, chosen))


def tried_out(
    observation: Observation, order: tuple[Pawn, ...]
) -> tuple[Observation, tuple[Pawn, ...]]:
    """Return the table after these dice, the last one by itself, and the dice left to choose.

    Raises `IllegalAction` for a die that can't act any more.
    """
    tried = shaken_by(observation, order)
    return tried, unresolved(tried)


def _dice(view: View) -> list[str]:
    dice = dice_named(view.words, view.observation.dice)
    return [view.words.say("You rolled {dice}.", dice=dice)]


def _steps(view: View, tried: Observation) -> list[str]:
    """Return a numbered line for each shift, and what sinks after the last one."""
    quake = tried.quake
    if quake is None:
        return []
    lines = [f"{n}. {_step(view, each)}" for n, each in enumerate(quake.shifts, 1)]
    return [*lines, islands(view, quake.sunk, quake.drowned)] if quake.sunk else lines


def _step(view: View, shift: Shift) -> str:
    told = [moved(view, shift), *([] if shift.ruins else [view.words.say("No city falls.")])]
    return view.words.say("**{die}**: {shift}", die=pointing(view, shift), shift=" ".join(told))


def _next(
    view: View, tried: Observation, order: tuple[Pawn, ...], left: tuple[Pawn, ...]
) -> tuple[Button, ...]:
    return tuple(
        Button(_what(view, tried, die), draft_id(view, OPEN, written((*order, die))), Style.PRIMARY)
        for die in left
    )


def _what(view: View, tried: Observation, die: Pawn) -> str:
    """Return "Sun: D1 north, over": what a die would do next, for its button."""
    after = shaken(tried, die).quake
    if after is None:
        return pawn_name(view.words, die)
    shift = after.shifts[-1]
    data = {
        "die": pawn_name(view.words, die),
        "tile": shift.tile,
        "direction": f"{view.words.say(shift.direction)} {ARROWS[shift.direction]}",
    }
    if shift.edge == "lift":
        return view.words.say("{die}: {tile} {direction}, over", **data)
    return view.words.say("{die}: {tile} {direction}, under", **data)


def _ends(view: View, tried: Observation, order: tuple[Pawn, ...]) -> tuple[Button, ...]:
    words, ends = view.words, []
    if not unresolved(tried) and tried.quake is not None:
        dice = pawns_named(words, (shift.die for shift in tried.quake.shifts))
        label = words.say("Shake: {order}", order=dice)
        ends.append(Button(label, draft_id(view, SHAKE, written(order)), Style.DANGER))
    if order:
        fewer = [written(order[:-1])] if len(order) > 1 else []
        ends.append(Button(words.say("Take back the last"), draft_id(view, OPEN, *fewer)))
    return tuple(ends)
