"""The contract that every game keeps."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from engine.event import Event
from engine.node import Node
from engine.record import Move, OptionValue, Setup
from engine.seat import Seat, Viewer

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
A = TypeVar("A")
O_co = TypeVar("O_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of a game: its legal values in the order a menu shows them, the default first."""

    name: str
    values: tuple[OptionValue, ...]


@dataclass(frozen=True, slots=True)
class Meta:
    """What one can know of a game without playing it.

    `seats` are the numbers of players allowed, `variants` the names that `Setup.variants` may
    hold. `rules_version` goes up when a correction would break records; those of the
    `earlier_versions` still replay by what was right then. `tallest_wins`: the rules give a tie to
    the tallest player, which is for the table to find out; the outcome shares it.
    `whole_turns`: a turn is many small choices, and others are told of it when it is over.
    `actions` are the classes of all that a seat can choose and chance can bring. `board` returns
    the digest of the file that a match is played on, if the title has such files.
    """

    key: str
    seats: tuple[int, ...]
    rules_version: int
    variants: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    tallest_wins: bool = False
    whole_turns: bool = False
    actions: tuple[type, ...] = ()
    board: Callable[[Setup], str] | None = None
    earlier_versions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Step(Generic[S_co]):
    """What a move leads to: a new state and what happened on the way."""

    state: S_co
    events: tuple[Event, ...]


class Game(Protocol[S, A, O_co]):
    """Rules of one game. States are values: `apply` returns a new one."""

    @property
    def meta(self) -> Meta:
        """What one can know of the game without playing it."""

    def initial(self, setup: Setup, rules_version: int = ...) -> S:
        """Return the state before anything was drawn; raise `BadSetup` if it can't be played.

        By the current rules, or by those of one of `meta.earlier_versions`.
        """

    def node(self, state: S) -> Node[A]:
        """Return what the state waits for."""

    def legal_actions(self, state: S, seat: Seat) -> Iterable[A]:
        """Return what `seat` may choose now; nothing if it has nothing to decide."""

    def apply(self, state: S, move: Move[A]) -> Step[S]:
        """Return what `move` leads to; raise `IllegalAction` or `NotYourTurn`."""

    def observe(self, state: S, viewer: Viewer) -> O_co:
        """Return what `viewer` may know, and not a bit more."""


AnyGame = Game[Any, Any, Any]
