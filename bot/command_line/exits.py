"""How commands end: 0 and a result, or one line of what is wrong and a number that means something.

These sentences are for operators at a terminal; players get theirs from the catalogs.
"""

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Final

import click

from bot.games.names import shortened
from engine.errors import CorruptRecord, EngineError


class Exit(IntEnum):
    """What the numbers mean."""

    FINE = 0
    FOUND_FAULTS = 1
    WRONG_USE = 2
    """Settings or arguments that won't do."""
    TOKEN_REFUSED = 3
    """Or the bot itself, by the gateway."""
    DATABASE_REFUSED = 4
    """Also because another process uses it."""


UNUSABLE: Final = "The database of DATABASE_URL can't be used: {}"

LONGEST: Final = 500
"""Characters of a sentence."""

EXIT_CODES: Final = (
    "Exit codes: 0 fine, 1 faults were found, 2 wrong use or settings, 3 Discord refused the token"
    " or the bot, 4 the database can't be used, or another process uses it."
)


class Refusal(click.ClickException):
    """One line to standard error, and the exit code."""

    def __init__(self, message: str, code: Exit) -> None:
        super().__init__(message)
        self.code = code

    @property
    def exit_code(self) -> int:  # type: ignore[override] # click keeps one for the class
        """The number that the process ends with."""
        return self.code


# fmt: off
SENTENCES: Final[Mapping[str, str]] = MappingProxyType({
    "record-format": "header: format {format} is not known; this version reads formats {known}",
    "record-game": "header: it is a record of {game}, not of {known}",
    "record-rules-version": "header: it was played by version {version} of the rules;"
    " these are known: {known}",
    "record-setup": "header: the table can't be set up like this ({reason})",
    "record-joins": "header: {joins} joins for {seats} seats",
    "record-board": "header: it was played on another board file ({board}); this one is {known}",
    "record-outcome": "outcome: it is not what the lines lead to",
    "record-outcome-missing": "outcome: there is none, though the rules end the match with the last"
    " line",
    "record-ended-by": "ended: {by!r} is no way to end a match before its rules do; known: {known}",
    "record-ended-twice": "ended: there is an outcome as well, so the rules ended the match",
    "record-ended-over": "ended: the rules end the match with the last line; what it lacks is its"
    " outcome",
    "record-ended-chance": "ended: a draw follows the last line, and a table votes only where a"
    " seat has to decide",
    "record-ended-changed": "ended: its digest doesn't fit the last line",
    "record-ended-unbound": "ended: without a digest, as older versions wrote it, anybody could"
    " have added it; have the bot give you the record again",
    "record-too-long": "this is longer than any record: {most} characters are allowed",
    "record-too-deep": "brackets are nested more than {most} deep: this is not a record",
    "record-not-json": "this is not JSON (line {text_line} of the file)",
    "record-no-header": "header: there is none, or it names no game",
    "record-malformed": "{where} can't be read ({problem})",
    "record-line-malformed": "{where} can't be read ({problem})",
    "record-line-illegal": "the rules forbid this move ({reason})",
    "record-line-missing": "a line is missing here",
    "record-line-doubled": "this line appears twice",
    "record-line-extra": "this line does not belong here",
    "record-line-either": "a line has either a move or undo_to",
    "record-line-changed": "this line was changed: its digest doesn't fit",
    "record-undo-to": "undo_to {undo_to}: there is no such line before this one",
    "record-undo-not-standing": "undo_to {undo_to}: that line was taken back already",
    "record-undo-chance": "undo_to {undo_to}: that is a draw, not a move",
    "draw-differs": "the seed draws something else: {drawn}",
    "draw-seed-missing": "seed: there is none: it is opened when the match is over",
    "draw-seed-malformed": "seed: this is not a hexadecimal number",
    "draw-seed-differs": "seed: it is not the one that was sealed before the match",
    "setup-no-such-variant": "there is no variant {variant!r}; there are: {known}",
    "setup-seats": "{seats} players can't play this; allowed: {allowed}",
    "setup-option": "{option} can't be {value!r} at this table",
    "setup-variants-clash": "{variant} can't be played together with {clashes}",
    "aftershock-board": "{file}, line {line}: this board of Aftershock can't be played:"
    " {field} is {problem} (allowed: {allowed})",
    "unknown-game": "there is no game {game!r}; installed: {known}",
    "unknown-agent": "there is no computer player {agent!r}; installed: {known}; a character may"
    " follow, as in greedy:rival: {characters}",
})
# fmt: on


def sentence(error: EngineError) -> str:
    """Return what is wrong in one line: which part of a record, by its number if it is a line."""
    text = SENTENCES.get(error.key)
    lists = {name: each for name, each in error.data.items() if isinstance(each, tuple)}
    named = {name: ", ".join(map(str, each)) or "none" for name, each in lists.items()}
    try:
        said = text.format_map({**error.data, **named}) if text else str(error)
    except KeyError:
        # The error lacks a value that the sentence names: print its own text instead.
        said = str(error)
    # Keys and values of a file are quoted: they can neither steer a terminal nor fill it.
    said = shortened(said, LONGEST)
    is_line = isinstance(error, CorruptRecord) and error.line
    return f"line {error.data['line']}: {said}" if is_line else said
