"""What the engine refuses.

EngineError
├── BadSetup           the table can't be played like this      → say which part, keep the lobby
├── IllegalAction      the rules forbid it now                  → say why, keep the menu
├── NotYourTurn        this seat has nothing to decide          → say who has
├── UnknownGame        no such title is installed               → list those that are
├── UnknownAgent       no such computer player is installed     → list those that are
├── CorruptRecord      a record that doesn't replay             → pause the match, name the line
│   └── BadDraw        a line that the seed didn't draw         → don't trust the record
└── CorruptPuzzle      a stored puzzle that can't be read       → say so, wait for the next one

Errors carry a message key and data, never a sentence: words are the bot's.
"""

from functools import partial
from typing import Any


class EngineError(Exception):
    """The root: `key` names the message, `data` fills it."""

    def __init__(self, key: str, **data: Any) -> None:
        self.key = key
        self.data = data
        super().__init__(key, data)

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors come back from other processes; by itself, `data` would not be spread.
        return partial(type(self), self.key, **self.data), (), self.__dict__

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value!r}" for name, value in self.data.items())
        return f"{self.key} ({facts})" if facts else self.key


class BadSetup(EngineError):
    """The table can't be played with these seats, variants or options."""


class IllegalAction(EngineError):
    """The rules forbid this action now; the state is unchanged."""


class NotYourTurn(EngineError):
    """This seat has nothing to decide; `seats` in `data` holds those that have, if any have."""


class UnknownGame(EngineError):
    """No title of this name is installed."""


class UnknownAgent(EngineError):
    """No computer player of this name is installed."""


class CorruptRecord(EngineError):
    """A record that doesn't replay; `line` in `data` is the number of the first bad line.

    Lines count from 1 as people read them: line n is the entry with seq n - 1.
    """

    @property
    def line(self) -> int:
        """The number of the first bad line; 0 is the header."""
        return int(self.data["line"])


class BadDraw(CorruptRecord):
    """The record replays, but chance didn't bring what its seed says; line 0 blames the seed."""


class CorruptPuzzle(EngineError):
    """A stored puzzle can't be read; `problem` in `data` says why."""
