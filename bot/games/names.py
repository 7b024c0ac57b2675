"""What people write, their names above all, in messages: visible, and without power over the text.

Neither a name nor the words of a proposal can hide letters, turn the direction of what follows,
lead anywhere, call anybody or change how a message looks.
"""

import re
import unicodedata
from typing import Final

LONGEST_NAME: Final = 24
NAMELESS: Final = "?"
"""For a name of which nothing can be seen."""

_HIDDEN: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})
"""Categories of what has no look: controls, zero-width and bidirectional marks, nothing at all."""
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that are not hidden by category, and look like nothing."""
_LINK: Final = re.compile(
    r"[a-z][a-z0-9+.-]*:/\S*|www\.\S+|(?:[\w-]+\.)+[a-z]{2,}/\S*", re.IGNORECASE
)
_CALL: Final = re.compile(r"@(?=everyone|here|[!&]?\d)|<(?=[@#:/a-z])", re.IGNORECASE)
"""The first sign of what Discord turns into a mention, a link, a moment or a picture."""
_HARMLESS: Final = {
    "@": "\N{FULLWIDTH COMMERCIAL AT}",
    "<": "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
}
_MARKDOWN: Final = re.compile(r"[\\*_~|`\[\]]|^[>#-]")


def escaped_name(name: str) -> str:
    r"""Return a name for messages: one line, cut, with markdown and mentions made harmless.

    >>> escaped_name("**Ann**")
    '\\*\\*Ann\\*\\*'
    """
    return escaped_text(shortened(name))


def escaped_text(text: str) -> str:
    """Return what a person wrote, on one line, without links, mentions and markdown."""
    unlinked = _LINK.sub("…", visible(text))
    uncalled = _CALL.sub(lambda found: _HARMLESS[found[0]], unlinked)
    return _MARKDOWN.sub(r"\\\g<0>", uncalled)


def shortened(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a name on one line, cut to `longest` characters; for labels and pictures."""
    line = visible(name) or NAMELESS
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def visible(text: str) -> str:
    r"""Return what can be seen of a text, on one line.

    >>> visible("A\u200bn\u202en\n")
    'Ann'
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    seen = (
        each
        for each in text
        if each.isspace() or (each not in _BLANK and unicodedata.category(each) not in _HIDDEN)
    )
    return " ".join("".join(seen).split())
