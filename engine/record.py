"""A match as a text: a header, then every line that was ever played.

Lines are never changed or removed; taking back is a line too. Each line carries a digest over
itself and the digest before it, the first one over the header, so that a missing, doubled,
changed or extra line shows at its number.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from hashlib import sha256
from json import dumps
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar

from pydantic import FailFast, StringConstraints

from engine.game import CHANCE, Move, Outcome, Setup
from engine.values import dataclass

A = TypeVar("A")

FORMATS: Final = (1, 2)
"""How records have been written; in which they differ `Header.draw` and `undo_fault` say."""
FORMAT: Final = FORMATS[-1]

Sha256: TypeAlias = Annotated[str, StringConstraints(pattern="^[0-9a-f]{64}$")]
"""32 bytes in hex: a file has them in small letters."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a record says before its first line: which game, which set-up, where chance comes from.

    `commitment` is the SHA-256 of the secret seed in hex, published before anybody sat down;
    `joins` are the interaction ids by which the seats were taken, in the order of the seats.
    Both feed the draws (`engine.draws`). `board` is the SHA-256 of the file with the figures of the
    board, in hex, if the title has one (`Meta.board`); older records lack it.
    """

    game: str
    rules_version: int
    setup: Setup
    commitment: Sha256
    joins: tuple[str, ...]
    format: int = FORMAT
    board: Sha256 | None = None

    def draw(self, line: int, drawn: int) -> int:
        """Return the number of the draw at the line with seq `line`, `drawn` standing before it.

        In format 1 the line's: after a move was taken back, something else was drawn. From format 2
        on the count of the draws that stand: the same comes again, so nobody can try their luck.
        """
        return line if self.format == 1 else drawn


@dataclass(frozen=True, slots=True)
class Entry(Generic[A]):
    """One line: a move, or `undo_to=n`, which takes back every line from seq n on."""

    seq: int
    digest: str
    move: Move[A] | None = None
    undo_to: int | None = None


VOTE: Final = "vote"


@dataclass(frozen=True, slots=True)
class EarlyEnd:
    """The end of a match that its rules did not end, in place of an outcome.

    `by` is VOTE: the table voted that the points count as they are after the last line, where seats
    have to decide. `digest` is that of a line which would say so there; no line can follow.
    """

    by: str
    digest: str


@dataclass(frozen=True, slots=True)
class Record(Generic[A]):
    """A match: `seed` (hex) is there when it has ended, and so is either `outcome` or `ended`."""

    header: Header
    entries: Annotated[tuple[Entry[A], ...], FailFast()] = ()
    outcome: Outcome | None = None
    seed: Sha256 | None = None
    ended: EarlyEnd | None = None


def standing(entries: Sequence[Entry[Any]]) -> tuple[int, ...]:
    """Return the seqs of the moves that stand, ascending: those that no later line took back."""
    newest: list[int | None] = [None]  # that stands before each line
    before: dict[int, int | None] = {}
    for entry in entries:
        if entry.undo_to is not None:
            newest.append(newest[entry.undo_to])
        else:
            before[entry.seq] = newest[-1]
            newest.append(entry.seq)
    last, seqs = newest[-1], list[int]()
    while last is not None:
        seqs.append(last)
        last = before[last]
    return tuple(reversed(seqs))


def drawn_after(before: Sequence[int], entry: Entry[Any]) -> int:
    """Return how many draws stand after a line, given how many stood before each one up to it."""
    if entry.undo_to is not None:
        return before[entry.undo_to]
    return before[-1] + (entry.move is not None and entry.move.actor == CHANCE)


def undo_fault(record: Record[Any], entries: Sequence[Entry[Any]], back: int) -> str | None:
    """Return why no line after these can have `undo_to=back`, as a key, or None if one can.

    "no-such-line"; from format 2 on also "line-not-standing", "line-of-chance": what is taken back
    begins with a move of a seat.
    """
    if not 0 <= back < len(entries):
        return "no-such-line"
    if record.header.format == 1:
        return None
    if back not in standing(entries):
        return "line-not-standing"
    move = entries[back].move
    return "line-of-chance" if move is None or move.actor == CHANCE else None


def canonical(value: Any) -> str:
    """Return the JSON text of a dataclass in one spelling: sorted keys, no spaces.

    Values are written as the record's file writes them, so that anybody can check a digest.

    >>> canonical(Setup(2))
    '{"options":{},"seats":2,"variants":[]}'
    """
    return dumps(_plain(value), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def spelled(actions: Iterable[A], text: str) -> A:
    """Return the one of these actions that `canonical` spells so; raise `ValueError`."""
    found = next((each for each in actions if canonical(each) == text), None)
    if found is None:
        raise ValueError(text)
    return found


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        plain = {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
        if type(value) is Header and value.board is None:
            del plain["board"]  # as it stands in the file
        return plain
    if isinstance(value, tuple):
        return str(value) if hasattr(value, "_fields") else [_plain(each) for each in value]
    return dict(value) if isinstance(value, Mapping) else value


def root_digest(header: Header) -> str:
    """Return the digest that the first line builds on."""
    return _digest("", canonical(header))


def line_digest(before: str, seq: int, body: Move[Any] | int) -> str:
    """Return the digest of a line: 16 hex digits over the digest before, its number and body."""
    text = f"undo_to {body}" if isinstance(body, int) else canonical(body)
    return _digest(before, f"{seq} {text}")


def end_digest(record: Record[Any], by: str) -> str:
    """Return the digest of an early end after the last line of a record."""
    return _digest(last_digest(record), f"{len(record.entries)} ended {by}")


def last_digest(record: Record[Any]) -> str:
    """Return the digest that the next line builds on."""
    return record.entries[-1].digest if record.entries else root_digest(record.header)


def _digest(before: str, text: str) -> str:
    return sha256(f"{before}\n{text}".encode()).hexdigest()[:16]
