"""Looking back, whatever was played: what happened since one's turn, in words and as a picture."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from bot.games.panel import View
from bot.games.people import accent
from bot.games.screen import AMBER, Block, Image, Screen, Text
from bot.games.speech import earlier, last_lines

ROOM: Final = 3000
"""Characters of a recap; the history has everything."""


def headline(view: View[Any, Any]) -> str:
    """Return the headline of the picture."""
    is_player = isinstance(view.viewer, int)
    return view.words.say("Since your turn") if is_player else view.words.say("The last round")


def since(
    view: View[Any, Any],
    told: Sequence[str],
    picture: Callable[[], Image],
    about: str = "",
    untold: int = 0,
) -> Screen:
    """Return numbered sentences, the picture with what changed, a line about the reader.

    `untold` more things happened before the first of `told`. Nothing is drawn if nothing happened.
    """
    words, is_player = view.words, isinstance(view.viewer, int)
    title = words.say("Since your last turn") if is_player else words.say("The last round")
    if not told:
        nothing = words.say("Nothing has happened.")
        return Screen((Text(f"### {title}\n{nothing}"),), accent(view) or AMBER)
    before = [earlier(words, untold)] if untold else []
    numbered = [f"{number}. {text}" for number, text in enumerate(told, 1)]
    blocks: list[Block] = [
        Text("\n".join([f"### {title}", *before, *last_lines(words, numbered, ROOM)])),
        picture(),
    ]
    if about:
        blocks.append(Text(about))
    return Screen(tuple(blocks), accent(view) or AMBER)
