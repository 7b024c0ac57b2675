"""What people are called in messages: their own names, without power over the text."""

from typing import Final

from discord.utils import escape_markdown, escape_mentions

LONGEST_NAME: Final = 24


def shown(name: str) -> str:
    r"""Return a name for messages: one line, cut, with markdown and mentions made harmless.

    >>> shown("**Ann**")
    '\\*\\*Ann\\*\\*'
    """
    return harmless(shortened(name))


def harmless(text: str) -> str:
    """Return what somebody wrote on one line, with markdown and mentions made harmless."""
    return escape_mentions(escape_markdown(" ".join(text.split())))


def shortened(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a name on one line, cut to `longest` characters; for labels and pictures."""
    line = " ".join(name.split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"
