"""The contract that every game keeps, and the words that it is written in."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import (
    Annotated,
    Any,
    Final,
    Generic,
    Literal,
    NewType,
    Protocol,
    TypeAlias,
    TypeVar,
)

from pydantic import Field

from engine.values import dataclass

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)
A = TypeVar("A")
O_co = TypeVar("O_co", covariant=True)

# Actors and viewers

Seat = NewType("Seat", int)
"""A place at the table, 0 to n - 1, in the order of play."""

CHANCE: Final = "chance"
PUBLIC: Final = "public"

Actor: TypeAlias = Seat | Literal["chance"]
Viewer: TypeAlias = Seat | Literal["public"]


@dataclass(frozen=True, slots=True)
class Move(Generic[A]):
    """An action with its actor."""

    actor: Actor
    action: Annotated[A, Field(discriminator="type")]


# What happened, and who may know

EVERYBODY: Final = "everybody"
Witnesses: TypeAlias = frozenset[Seat] | Literal["everybody"]


class Event(Protocol):
    """A frozen dataclass of a game; `seen_by` says who may be told of it."""

    @property
    def seen_by(self) -> Witnesses:
        """Who may be told: some seats, nobody, or everybody."""


@dataclass(frozen=True, slots=True)
class Public:
    """An event that everybody sees; games derive theirs from it."""

    @property
    def seen_by(self) -> Witnesses:
        """Everybody."""
        return EVERYBODY


@dataclass(frozen=True, slots=True)
class Reveals(Public):
    """An event that shows, without chance, what at least one seat couldn't know; it stays known."""


@dataclass(frozen=True, slots=True)
class Opens(Reveals):
    """An event that opens what a seat had sealed: nobody takes a move back across it."""


@dataclass(frozen=True, slots=True)
class Private:
    """An event that only `seat` sees; games derive theirs from it."""

    seat: Seat

    @property
    def seen_by(self) -> Witnesses:
        """The seat alone."""
        return frozenset({self.seat})


def visible(event: Event, viewer: Viewer) -> bool:
    """Say whether `viewer` may be told of `event`; the public sees what everybody sees."""
    if event.seen_by == EVERYBODY:
        return True
    return viewer != PUBLIC and viewer in event.seen_by


# What a state waits for


@dataclass(frozen=True, slots=True)
class Decision:
    """Each of these seats has one action to choose; several seats make a simultaneous phase.

    `optional` seats, none of them in `seats`, may act as well, though nobody waits for them: to
    take a sealed choice back before the others have chosen, say. `is_sealed`: what is chosen stays
    hidden for now; else only what `optional` seats do may.
    """

    seats: frozenset[Seat]
    optional: frozenset[Seat] = frozenset()
    is_sealed: bool = False

    @property
    def all(self) -> frozenset[Seat]:
        """Everybody who may act."""
        return self.seats | self.optional


@dataclass(frozen=True, slots=True)
class Chance(Generic[A]):
    """Nature acts: every possible outcome with its positive integer weight."""

    outcomes: Mapping[A, int]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended, things per seat.

    `ranks` start at 1, seats that share a place have the same rank; `reason` is a message key of
    the game, such as "seismic-pile-empty".
    """

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str


AS_IT_STANDS: Final = "as-it-stands"
"""The reason of an outcome before the end."""


def ranks(strengths: Sequence[Any]) -> tuple[int, ...]:
    """Return the rank of each seat by what is compared; seats that are equal share a place.

    >>> ranks((7, 9, 7))
    (2, 1, 2)
    """
    return tuple(1 + sum(other > own for other in strengths) for own in strengths)


def clockwise(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """Return all seats clockwise from the left of `seat`, which comes last.

    >>> clockwise(Seat(1), 3)
    (2, 0, 1)
    """
    return tuple([Seat((seat + step) % seats) for step in range(1, seats + 1)])


@dataclass(frozen=True, slots=True)
class Finished:
    """Nobody acts any more."""

    outcome: Outcome


Node: TypeAlias = Decision | Chance[A] | Finished


# What a table settles

OptionValue: TypeAlias = bool | int | str


@dataclass(frozen=True, slots=True)
class Option:
    """A setting of a game: its legal values in the order a menu shows them, the default first."""

    name: str
    values: tuple[OptionValue, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """What the table agreed before the first move.

    `variants` are sorted names of the game's own variants, `options` its own settings
    (`Meta.options`) that differ from their defaults.
    """

    seats: int
    variants: tuple[str, ...] = ()
    options: Mapping[str, OptionValue] = field(default_factory=dict)


# The game


@dataclass(frozen=True, slots=True)
class Meta:
    """What one can know of a game without playing it.

    `seats` are the numbers of players allowed, `variants` the names that `Setup.variants` may
    hold. `rules_version` goes up when a correction would break records; those of the
    `earlier_versions` still replay by what was right then. `tallest_wins`: the rules give a tie to
    the tallest player, which is for the table to find out; the outcome shares it.
    `whole_turns`: a turn is many small choices, and others are told of it when it is over.
    `draws_stand`: no move is taken back across a draw, even if all agree; for a title in which one
    can put the next draw off, so that what is known of it would be played with.
    `actions` are the classes of all that a seat can choose and chance can bring. `board` returns
    the digest of the file that a match is played on, if the title has such files. `standing`
    returns what each seat has by an observation before the end and its rank, ties broken as at the
    end, if the title counts as it goes. `following` returns the seats that come after one that is
    asked alone, in their order, as far as the table shows that: from a state or an observation.
    `state` says how its states are written, if reading one is clearly faster than a replay.
    """

    key: str
    seats: tuple[int, ...]
    rules_version: int
    variants: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    tallest_wins: bool = False
    whole_turns: bool = False
    draws_stand: bool = False
    actions: tuple[type, ...] = ()
    board: Callable[[Setup], str] | None = None
    earlier_versions: tuple[int, ...] = ()
    standing: Callable[[Any], Outcome] | None = None
    following: Callable[[Any, Seat], Sequence[Seat]] = lambda *_: ()

    @property
    def not_now(self) -> str:
        """The key of what isn't due, or no action at all."""
        return f"{self.key.replace('_', '-')}-not-now"


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

    def legal_actions(self, state: S, seat: Seat) -> Sequence[A]:
        """Return what `seat` may choose now; nothing if it has nothing to decide.

        It may be a lazy sequence: counting its actions, or taking one, makes no others.
        """

    def apply(self, state: S, move: Move[A]) -> Step[S]:
        """Return what `move` leads to; raise `IllegalAction` or `NotYourTurn`."""

    def observe(self, state: S, viewer: Viewer) -> O_co:
        """Return what `viewer` may know, and not a bit more."""


AnyGame = Game[Any, Any, Any]
