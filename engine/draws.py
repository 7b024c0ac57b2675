"""Chance that players can check: a sealed seed decides every draw.

The host publishes `commitment(seed)` before anybody sits down. When the match begins, the seats'
join ids and the seed make the key; draw n is HMAC-SHA256(key, n). `Header.draw` says which number a
draw has: how many stand before it, so that after a move was taken back the same is drawn again.
When the match has ended the seed stands in the record, and `verify` draws everything again.
"""

import hmac
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from itertools import accumulate
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from engine.errors import BadDraw, CorruptRecord
from engine.game import CHANCE, Chance, Game
from engine.record import Record, canonical
from engine.replay import Replay
from engine.values import dataclass

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - O for observation, as in engine.game

_SPAN: Final = 1 << 256


class Draws(Protocol):
    """Decides what chance brings."""

    def pick(self, draw: int, outcomes: Mapping[A, int]) -> A:
        """Return the outcome of the draw with this number (`Header.draw`)."""


@dataclass(frozen=True, slots=True)
class SealedDraws:
    """Draws that follow from a key alone; it is a secret while the match runs."""

    key: bytes

    def __repr__(self) -> str:
        return "SealedDraws(…)"

    def pick(self, draw: int, outcomes: Mapping[A, int]) -> A:
        """Return the outcome of the draw with this number, every time the same.

        >>> SealedDraws(b"key").pick(7, {"heads": 1, "tails": 1})
        'heads'
        """
        ordered = sorted(outcomes, key=_spelling)
        number = _number(self.key, draw, sum(outcomes.values()))
        totals = accumulate(outcomes[each] for each in ordered)
        return next(each for each, total in zip(ordered, totals, strict=True) if number < total)

    def of_agent(self, seat: int, lines: int) -> bytes:
        """Return the seed of a computer player in this seat, when the record has `lines` lines.

        It chooses the same again after moves were taken back: nobody can fish for a kinder answer.
        """
        return hmac.digest(self.key, f"agent:{seat}:{lines}".encode(), "sha256")

    def of_deals(self, seat: int, about: str) -> float:
        """Return a number from 0 up to 1 by which a computer player in this seat deals with others.

        `about` names what it has to decide: whether to propose, or to keep a word.
        """
        drawn = hmac.digest(self.key, f"deals:{seat}:{about}".encode(), "sha256")
        return int.from_bytes(drawn[:6]) / 2**48

    def of_hint(self, seat: int, lines: int) -> bytes:
        """Return the seed of a hint for this seat at the decision after `lines` lines.

        It tells nothing of draws and of what computer players choose; asked again, it is the same.
        """
        return hmac.digest(self.key, f"hint:{seat}:{lines}".encode(), "sha256")


class Share(NamedTuple):
    """What an outcome has of all numbers below `total`: `weight` of them, from `first` on."""

    total: int
    first: int
    weight: int


def share(outcomes: Mapping[A, int], outcome: A) -> Share:
    """Return the numbers that draw an outcome.

    >>> share({"tails": 2, "heads": 1}, "tails")
    Share(total=3, first=1, weight=2)
    """
    ordered = sorted(outcomes, key=_spelling)
    before = ordered[: ordered.index(outcome)]
    first = sum(outcomes[each] for each in before)
    return Share(sum(outcomes.values()), first, outcomes[outcome])


def commitment(seed: bytes) -> str:
    """Return what is published of a seed before the match: its SHA-256 in hex."""
    return sha256(seed).hexdigest()


def key(seed: bytes, joins: tuple[str, ...]) -> bytes:
    """Return the key of the draws, to which everybody who joined has contributed."""
    return hmac.digest(seed, "\n".join(joins).encode(), "sha256")


def verify(game: Game[S, A, O], record: Record[A]) -> int:
    """Draw a finished match again and return the number of draws that were checked.

    Draws that were taken back are checked as well.
    Raises `CorruptRecord` if it doesn't replay, `BadDraw` if a line isn't what was drawn, if the
    seed isn't the one committed to (line 0), or if there is no seed yet.
    """
    draws = SealedDraws(key(_opened(record), record.header.joins))
    replay, checked = Replay(game, record), 0
    state = replay.initial
    for entry, after, _ in replay:
        if entry.move is not None and entry.move.actor == CHANCE:
            node = game.node(state)
            number = record.header.draw(entry.seq, replay.drawn[entry.seq])
            drawn = draws.pick(number, node.outcomes) if isinstance(node, Chance) else None
            if drawn != entry.move.action:
                raise BadDraw("draw-differs", line=entry.seq + 1, drawn=drawn)
            checked += 1
        state = after
    if record.outcome is None and record.ended is None:
        # A seed is opened at the end only: this record was cut short.
        raise CorruptRecord("record-line-missing", line=len(record.entries) + 1)
    return checked


def _opened(record: Record[Any]) -> bytes:
    if record.seed is None:
        raise BadDraw("draw-seed-missing", line=0)
    try:
        seed = bytes.fromhex(record.seed)
    except ValueError as error:
        raise BadDraw("draw-seed-malformed", line=0) from error
    if commitment(seed) != record.header.commitment:
        raise BadDraw("draw-seed-differs", line=0)
    return seed


@lru_cache(maxsize=1024)
def _spelling(outcome: Any) -> str:
    return canonical(outcome)


def _number(secret: bytes, draw: int, total: int) -> int:
    """Return a number below `total`; rejection keeps every number equally likely."""
    limit = _SPAN - _SPAN % total
    message, attempt = str(draw), 0
    while (number := int.from_bytes(hmac.digest(secret, message.encode(), "sha256"))) >= limit:
        attempt += 1
        message = f"{draw}:{attempt}"
    return number % total
