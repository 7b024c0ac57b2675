"""Deals: what players promise one another to mark, and what came of it. Nothing is enforced."""

from typing import Final

from bot.games.abilities import Promise, Verdict
from bot.games.aftershock.words import board_of, space_name, space_names
from bot.games.panel import View
from bot.games.speech import listed
from engine.errors import IllegalAction
from engine.games.aftershock.state import Marks, Observation
from engine.seat import Seat

NOT: Final = "-"
"""Before the key of a space: not to mark it."""


def chapter(view: View) -> str:
    """Return the round whose marks a word given now is about; "" when there are no more."""
    observation = view.observation
    return "" if observation.outcome is not None else str(observation.round)


def promises(view: View) -> tuple[Promise, ...]:
    """Return every space to mark, then every space to leave alone."""
    spaces = [space.key for space in board_of(view.observation).spaces]
    return tuple(promised(view, f"{sign}{key}") for sign in ("", NOT) for key in spaces)


def promised(view: View, key: str) -> Promise:
    """Return what a promise says; raise `IllegalAction` for a space that is not there."""
    words, observation = view.words, view.observation
    space = key.removeprefix(NOT)
    if space not in board_of(observation).index:
        raise IllegalAction("aftershock-no-such-space", space=space)
    name = space_name(words, observation, space)
    if key.startswith(NOT):
        mine = words.say("I don't mark {space}", space=name)
        return Promise(key, mine, words.say("you don't mark {space}", space=name))
    mine = words.say("I mark {space}", space=name)
    return Promise(key, mine, words.say("you mark {space}", space=name))


def verdict(view: View, chapter: str, seat: Seat, key: str) -> Verdict | None:
    """Return whether a seat kept its word, from its marks of that round; None before they open."""
    marks = marks_of(view.observation, chapter, seat)
    if marks is None:
        return None
    spaces = (*marks.score, *marks.influence)
    is_marked = key.removeprefix(NOT) in spaces
    if is_marked != key.startswith(NOT):
        return Verdict(kept=True)
    return Verdict(kept=False, instead=_instead(view, spaces) if not is_marked else "")


def marks_of(observation: Observation, chapter: str, seat: Seat) -> Marks | None:
    """Return what a seat marked in a round that was scored."""
    scored = (each for each in observation.scorings if str(each.round) == chapter)
    return next((each.marks[seat] for each in scored), None)


def _instead(view: View, spaces: tuple[str, ...]) -> str:
    once = tuple(dict.fromkeys(spaces))
    marked = listed(view.words, space_names(view.words, view.observation, once))
    return view.words.say("marked {spaces}", spaces=marked)
