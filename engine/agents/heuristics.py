"""What a title knows of playing well, as data that every agent asks.

A title has a module `heuristics` beside its `state`, with a `HEURISTICS` of this kind. No list is
kept; a title without one is played at random, one without an `Imagination` greedily.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, NamedTuple, Protocol, TypeVar

from engine.game import Actor, Event, Game, Seat
from engine.values import dataclass

S = TypeVar("S")
A = TypeVar("A")
O = TypeVar("O")  # noqa: E741 - an observation, as in `Game`
T = TypeVar("T")


class Chooser(Protocol):
    """Where an agent's chance comes from; `random.Random` is one. Never the match's own draws."""

    def choice(self, seq: Sequence[T]) -> T:
        """Return one of `seq`."""

    def random(self) -> float:
        """Return a number from 0 up to, not with, 1."""

    def getrandbits(self, k: int, /) -> int:
        """Return a number of `k` bits."""

    def sample(
        self, population: Sequence[T], k: int, *, counts: Iterable[int] | None = None
    ) -> list[T]:
        """Return `k` of the population, none twice; `counts` says how often each is there."""


@dataclass(frozen=True, slots=True)
class Character:
    """How a computer player likes to play; 1 is usual.

    `rivalry`: how much it counts what others lose beside what it wins itself. `boldness`: how much
    it counts what is not certain. `faith`: the chance that it keeps a promise which costs it
    points; one that costs nothing is always kept. `forgiveness`: how fast it believes again who
    broke a promise.
    """

    name: str
    rivalry: float = 1.0
    boldness: float = 1.0
    faith: float = 0.8
    forgiveness: float = 1.0


EVEN: Final = Character("even")
FAITHFUL: Final = Character("faithful", faith=1.0)
"""Keeps every promise; nobody plays so, but hints and reviews think so for people."""
CHARACTERS: Final[Mapping[str, Character]] = MappingProxyType(
    {
        each.name: each
        for each in (
            EVEN,
            Character("builder", rivalry=0.5, faith=1.0, forgiveness=1.5),
            Character("rival", rivalry=1.6, faith=0.5, forgiveness=0.5),
            Character("gambler", boldness=1.5),
        )
    }
)


class Unit(NamedTuple):
    """In what a person is told how well a seat stands.

    "points" by which it ends ahead, or "wins" in 100 matches; there are `each` of them in 1 of what
    `Imagination.worth` returns, which all figures are kept in. Whether wins that are told come true
    is measured (`tests.bench.calibration`).
    """

    name: Literal["points", "wins"]
    each: float


POINTS: Final = Unit("points", 1.0)


class Scored(NamedTuple, Generic[A]):
    """An action and its `value`: the points by which the acting seat will probably end ahead."""

    action: A
    value: float


@dataclass(frozen=True, slots=True)
class Imagination(Generic[S, A, O]):
    """What a search needs of a title besides its heuristics.

    `sampled` returns a whole world that looks to its viewer, a seat, exactly like the observation;
    all that the viewer can't know is drawn by chance, as likely as it is by the rules (and by what
    others have done so far, if the title reckons with that). Also what others have sealed.
    `reply` is what a seat would probably do in an imagined world, itself included: fast, and from
    nothing but what that seat would know there.
    `is_far(start, now)` says that a line played on from the world `start` has come far enough to be
    judged by `worth`: how many points a seat will probably end ahead of its best rival, or what the
    chance to win is worth in points; `unit` says which.
    `width`: how many candidates are looked at. `playouts`: how many lines an expert plays for one
    decision. The titles choose it so that a decision takes 2 s of processor time at most.
    `stages`: how many times in a row a line is played on as far as `is_far` says, if `sees_farther`
    says that this tells more here.
    `alike` returns what of an action makes a difference: of actions that are alike only the best
    is a candidate.
    `is_open(start, now)` says that what was drawn in `start` has not shown on the table by `now`,
    but will after some moves more: then `worth` is no judge of luck yet.
    `trust`: how many lines the promise of the heuristics counts as much as, for this choice, beside
    what they promise for the other candidates. `is_measured`: whether they promise in the unit of
    `worth` there; else they put candidates in order, but say nothing of distances.
    `values`, if given, replace those of the heuristics for an expert.
    `effort` multiplies `playouts` for this choice, `breadth` multiplies `width`. Reviews and
    puzzles, which look at many decisions, do without both. `hint_work` and `hint_breadth`: how many
    times as many lines and candidates as an expert's the first hint is found with, where an
    expert's time is too short for a hint to be relied on.
    `stream` names which draws of chance belong together, by the state and who acts: lines of the
    same world meet the same chance in each stream, however much was drawn from others before, so
    that fewer lines show how two choices differ. None for all of them is a single stream.
    `differs` says whether two ways, each an action or all that are sealed at one moment, are of a
    different kind to a player who can look at a few only: elsewhere, or by more than one card.
    """

    game: Game[S, A, O]
    sampled: Callable[[O, Chooser], S]
    reply: Callable[[S, Seat, Chooser], A]
    is_far: Callable[[S, S], bool]
    worth: Callable[[S, Seat], float]
    width: int
    playouts: int
    alike: Callable[[O, A], Hashable] = lambda _, action: action
    is_open: Callable[[S, S], bool] = lambda _, __: False
    trust: Callable[[O], float] = lambda _: 0.0
    is_measured: Callable[[O], bool] = lambda _: True
    values: Callable[[O, Sequence[A], Character], Sequence[float]] | None = None
    effort: Callable[[O], float] = lambda _: 1.0
    breadth: Callable[[O], float] = lambda _: 1.0
    stream: Callable[[S, Actor], Hashable] = lambda _, __: None
    unit: Unit = POINTS
    differs: Callable[[O, Sequence[A], Sequence[A]], bool] = lambda _, one, other: one != other
    stages: int = 1
    sees_farther: Callable[[O], bool] = lambda _: True
    hint_work: int = 1
    hint_breadth: float = 1.0

    def lines(self, observation: O, times: float = 1) -> int:
        """Return how many lines an expert plays for this choice, as many `times` over."""
        return round(times * self.playouts * self.effort(observation))

    def candidates(self, observation: O, times: float = 1) -> int:
        """Return how many candidates an expert looks at for this choice, as many `times` over."""
        return round(times * self.width * self.breadth(observation))


class Promise(NamedTuple):
    """A promise that a seat has given, by the key that the title has for it.

    `resolve`, from 0 up to 1, is fixed when it is given: if keeping it costs points, a computer
    player keeps it only if its `Character.faith` is greater. `chapter` is the part of the match
    that it is about; "" is the present one.
    """

    seat: Seat
    key: str
    resolve: float = 0.0
    chapter: str = ""


class Teaching(NamedTuple):
    """A lesson as its opponents know it: who learns, and all that has happened in public so far."""

    learner: Seat
    events: tuple[Event, ...]


class DealReason(StrEnum):
    """Why a computer player gives no word."""

    SEALED = "sealed"
    """It has chosen already what the promises are about."""
    TOO_MUCH = "too_much"
    """The proposer could not keep all that it has promised then."""
    BOUND = "bound"
    """It could not keep all that it has promised itself then."""
    BROKEN = "broken"
    """It would agree if it could be sure of the proposer's promise; the proposer has broken some.

    In the last chapter only if it would agree, had the proposer broken none.
    """
    UNPROVEN = "unproven"
    """It would agree if it could be sure; the proposer has broken none."""
    LAST = "last"
    """It would, too, but this is the last chapter: a broken promise could not be paid back."""
    LITTLE = "little"
    """It brings too little, even if the proposer's promise is kept."""


class Objection(NamedTuple):
    """Why a computer player declines; `broken` is how many promises the proposer has broken."""

    why: DealReason
    broken: int = 0


class Bargain(NamedTuple):
    """Two promises: what the proposer does, and what it wants for that."""

    mine: str
    yours: str


@dataclass(frozen=True, slots=True)
class Bargaining(Generic[A, O]):
    """What a title knows of deals that bind nobody.

    `chapter` names the part of the match that promises given now are about; `matters` says whether
    anything is to be proposed or kept now; only then the caller looks the promises up. They are all
    of the match so far: what became of the earlier ones tells how far a seat is believed.
    `objection` says why the viewer of an observation gives no word to this proposer; None if it
    does. `proposed` is what it proposes itself to one of these seats, if it does. Neither tells of
    what lies sealed. `kept` returns the legal actions by which it does as the promises of the
    chapter let it: all of them in parts of the match that they are not about. `is_kept` says of an
    observation whether a seat kept a promise of a chapter; None while that is not known. `decides`
    says whether the seats choose now, in secret, what the promises of the chapter are about.
    `taught`, if given, is what an opponent offers the learner of a lesson, instead of `proposed`.
    """

    chapter: Callable[[O], str | None]
    matters: Callable[[O], bool]
    objection: Callable[[O, Seat, Bargain, Sequence[Promise], Character], Objection | None]
    proposed: Callable[
        [O, Sequence[Seat], Sequence[Promise], Character], tuple[Seat, Bargain] | None
    ]
    kept: Callable[[O, Sequence[A], Sequence[Promise], Character], Sequence[A]]
    is_kept: Callable[[O, str, Seat, str], bool | None]
    decides: Callable[[O], bool]
    taught: Callable[[O, Teaching], Bargain | None] | None = None


@dataclass(frozen=True, slots=True)
class Heuristics(Generic[S, A, O]):
    """What a title knows of playing well.

    `values` says what each legal action is worth to the viewer, in points, as far as one sees
    without looking ahead; it isn't asked about a single one.
    `manners` returns of the legal actions those by which an opponent shows the learner of a lesson
    what matters, all of them where it makes no difference.
    """

    values: Callable[[O, Sequence[A], Character], Sequence[float]]
    imagination: Imagination[S, A, O] | None = None
    bargaining: Bargaining[A, O] | None = None
    manners: Callable[[O, Sequence[A], Teaching], Sequence[A]] | None = None

    def ranked(
        self, observation: O, legal: Sequence[A], character: Character = EVEN
    ) -> list[Scored[A]]:
        """Return legal actions, the best first; equal ones as they were listed."""
        pairs = zip(legal, self.values(observation, legal, character), strict=True)
        return sorted((Scored(*pair) for pair in pairs), key=lambda each: -each.value)

    def kept(
        self, observation: O, legal: Sequence[A], promises: Sequence[Promise], character: Character
    ) -> Sequence[A]:
        """Return the legal actions by which the viewer keeps its word; see `Bargaining`.

        All of them if there are no promises, or the title knows of no deals.
        """
        if self.bargaining is None or not promises:
            return legal
        return self.bargaining.kept(observation, legal, promises, character)


AnyHeuristics = Heuristics[Any, Any, Any]


def heuristics_for(observation: Any) -> AnyHeuristics | None:
    """Return what the title of an observation knows of playing well, if it knows something."""
    return _heuristics(type(observation).__module__)


def heuristics_of(game: str) -> AnyHeuristics | None:
    """Return what the title of this key knows of playing well, if it knows something."""
    package = f"engine.games.{game}"
    return None if find_spec(package) is None else _heuristics(f"{package}.state")


def unit_of(game: str) -> Unit:
    """Return in what the title of this key measures how well a seat stands."""
    known = heuristics_of(game)
    return POINTS if known is None or known.imagination is None else known.imagination.unit


@cache
def _heuristics(module: str) -> AnyHeuristics | None:
    """Return the heuristics in the package of this module, where the observation is defined."""
    name = f"{module.rpartition('.')[0]}.heuristics"
    if not module.startswith("engine.games.") or find_spec(name) is None:
        return None
    found: AnyHeuristics = import_module(name).HEURISTICS
    return found
