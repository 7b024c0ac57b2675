"""What the desk becomes when a choice is stored: what came of it, and what is wanted next."""

from collections.abc import Sequence
from typing import Any, Final

from bot.games.aftershock.brief import brief
from bot.games.aftershock.desk import again, desk
from bot.games.panel import View
from bot.games.screen import Screen
from engine.game import Event
from engine.games.aftershock.actions import Influence, Keep, Mark, Plan, Reopen, Take
from engine.games.aftershock.events import ChoiceReopened

SEALS: Final = (Keep, Take, Plan, Mark, Influence)


def receipt(view: View, action: Any, news: Sequence[Event]) -> Screen:
    """Return the desk as it is now, under what `action` led to."""
    match action:
        case Reopen():
            draft = next((each.draft for each in news if isinstance(each, ChoiceReopened)), ())
            told = view.words.say("**Taken back.** The others wait for you again.")
            return again(view, draft, told)
        case _ if isinstance(action, SEALS):
            return desk(view, _opened(view, action, news))
        case _:
            told = "\n".join(["", *_told(view, news)])
            return desk(view, f"{view.words.say('**Sent.**')}{told}")


def _opened(view: View, action: Any, news: Sequence[Event]) -> str:
    """Return what was revealed, if this choice was the last one; "" while others choose."""
    told = _told(view, news)
    if not told:
        return ""
    if isinstance(action, Plan):
        everybody = view.words.say(
            "**Everybody is ready:** plans are revealed one after the other."
        )
    else:
        everybody = view.words.say("**Everybody is ready:** all choices are revealed.")
    return "\n".join([everybody, *told])


def _told(view: View, news: Sequence[Event]) -> list[str]:
    """Return what everybody is told; what only the viewer may know is on the desk."""
    lines, _ = brief(view, [event for event in news if event.seen_by == "everybody"])
    return lines
