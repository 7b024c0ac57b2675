"""Deals: what players promise one another to mark, and what came of it. Nothing is enforced."""

from bot.games.abilities import PromiseText, PromiseVerdict
from bot.games.aftershock.view import View
from bot.games.aftershock.words import space_names
from bot.games.speech import and_list
from bot.locale.localisation import Words
from engine.errors import IllegalAction
from engine.game import Seat
from engine.games.aftershock import deals
from engine.games.aftershock.board import MOST_BRIDGES
from engine.games.aftershock.boardfile import boards
from engine.games.aftershock.deals import NOT


def chapter(view: View) -> str | None:
    """Return the round whose marks a word given now is about; None when there are no more."""
    return deals.chapter(view.observation)


def has_chosen(view: View, seat: Seat) -> bool:
    """Say whether a seat has sealed its marks of this round."""
    return deals.decides(view.observation) and view.observation.ready[seat]


def promises(view: View) -> tuple[str, ...]:
    """Return every space to mark, then every space to leave alone."""
    spaces = [space.key for space in view.observation.board.spaces]
    return tuple(f"{sign}{key}" for sign in ("", NOT) for key in spaces)


def promised(words: Words, promise: str) -> PromiseText:
    """Return what a promise says; raise `IllegalAction` for a space of no board."""
    key = promise.removeprefix(NOT)
    known = {space.key: space.name for board in boards().values() for space in board.spaces}
    if key not in known:
        raise IllegalAction("aftershock-no-such-space", space=key)
    space = words.say("most bridges") if key == MOST_BRIDGES else known[key]
    if promise.startswith(NOT):
        return PromiseText(
            words.say("not {space}", space=space),
            words.say("I won't mark **{space}**", space=space),
            words.say("you don't mark **{space}**", space=space),
        )
    return PromiseText(
        space,
        words.say("I'll mark **{space}**", space=space),
        words.say("you mark **{space}**", space=space),
    )


def verdict(view: View, chapter: str, seat: Seat, promise: str) -> PromiseVerdict | None:
    """Return whether a seat kept its word, from its marks of that round; None before they open."""
    observation = view.observation
    is_kept = deals.is_kept(observation, chapter, seat, promise)
    if is_kept is None:
        return None
    if is_kept or promise.startswith(NOT):
        return PromiseVerdict(is_kept)
    marks = next(each.marks[seat] for each in observation.scorings if str(each.round) == chapter)
    marked = and_list(
        view.words, space_names(view, dict.fromkeys((*marks.score, *marks.influence)))
    )
    instead = view.words.say("marked {spaces}", spaces=marked)
    return PromiseVerdict(is_kept=False, instead=instead)
