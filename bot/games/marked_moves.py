"""What is said with a picture of marked moves: its headline and its alt text, in every title."""

from collections.abc import Callable, Sequence
from typing import Any

from bot.games.abilities import MarkedMove
from bot.games.speech import clipped, without_markdown
from bot.locale.localisation import Words


def headline(words: Words, moves: Sequence[MarkedMove]) -> str:
    """Return the headline: a review if one of the moves was played, else a hint."""
    return words.say("Review") if any(each.is_played for each in moves) else words.say("Hint")


def alt(moves: Sequence[MarkedMove], told: Callable[[Sequence[Any]], str], table: str) -> str:
    """Return the alt text: each move after its sign, then `table`, that of the board itself.

    `told` returns what a move does, as markdown: see `GivesReasons.told`.
    """
    lines = [f"{each.sign}: {without_markdown(told(each.actions))}." for each in moves]
    return clipped(" ".join([*lines, table]))
