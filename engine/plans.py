"""Moves planned ahead: what a seat wants to play when its turn comes, as a value.

A plan is judged by what its owner may know, an observation and the legal actions, never by the
state. So planning tells a player nothing that looking at the table wouldn't. Nothing is planned for
decisions in which several seats choose at once, as an instant answer would tell others of the plan.
"""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from types import MappingProxyType
from typing import Annotated, Any, Final, Generic, NamedTuple, TypeVar, Union

from pydantic import Field, TypeAdapter, ValidationError

from engine.errors import IllegalAction
from engine.game import AnyGame
from engine.record import canonical
from engine.values import dataclass

O = TypeVar("O")  # noqa: E741 - O for observation, as in engine.game
A = TypeVar("A")

MOST: Final = 3
"""At most how many alternatives a plan has, not counting those that a title adds."""


class Ahead(NamedTuple, Generic[O, A]):
    """The table as it would be in a turn of the viewer, and what would be legal there.

    Nothing is legal any more when the turn is over.
    """

    observation: O
    legal: tuple[A, ...]


class Planning(NamedTuple, Generic[O, A]):
    """How moves are planned in a game that has this as its `planning`; others are played as ever.

    `ahead` returns the table as if it were the turn of the viewer, a seat that isn't awaited; None
    where nobody can say. `near` returns what must not have changed for the viewer to want an action
    still, as a value of dataclasses, tuples, texts and numbers; it may be asked for any action.

    `after` returns the table after a legal action of the viewer, who is on turn; None where nobody
    can say, as after a draw. `ends` are the actions that do nothing but end a turn.

    `fallbacks` are kinds of actions whose plans stand until the chapter is over, each with what is
    played whenever nothing that is planned can be. `chapter` numbers the parts of the match.
    """

    ahead: Callable[[O], Ahead[O, A] | None]
    near: Callable[[O, A], Hashable]
    after: Callable[[O, A], Ahead[O, A] | None] = lambda *_: None
    ends: Collection[A] = ()
    fallbacks: Mapping[type, A] = MappingProxyType({})
    chapter: Callable[[O], int] = lambda _: 0


def planning_of(game: AnyGame) -> Planning[Any, Any] | None:
    """Return how moves are planned in a game; None if they aren't."""
    planning: Planning[Any, Any] | None = getattr(game, "planning", None)
    return planning


@dataclass(frozen=True, slots=True)
class Alternative(Generic[A]):
    """A turn: actions in a row, which are played all or not at all (`whole`).

    `near` is a digest of what was near them when they were planned, which must be the same when
    they are played; None: they need be legal, no more. One with `again` isn't used up by being
    played.
    """

    actions: tuple[Annotated[A, Field(discriminator="type")], ...]
    near: str | None = None
    again: bool = False


@dataclass(frozen=True, slots=True)
class Plan(Generic[A]):
    """Alternatives in the order in which they are tried.

    A plan that `stands` is asked at every decision until its `chapter` is over; any other one is
    used up by the first turn that it is about, whether it was played or not.
    """

    alternatives: tuple[Alternative[A], ...] = ()
    stands: bool = False
    chapter: int = 0


class PlanVerdict(NamedTuple, Generic[A]):
    """What becomes of a plan when its owner is asked.

    `actions` are to be played in a row; () for none: the owner is asked as ever. `left` is what
    remains of the plan. It `failed` if it was about this decision, none of its alternatives can be
    played whole, and it is dropped for that.
    """

    actions: tuple[A, ...]
    left: Plan[A] | None
    failed: bool = False


def judged(
    plan: Plan[A], observation: O, legal: Sequence[A], title: Planning[O, A] | None = None
) -> PlanVerdict[A]:
    """Judge a plan by what its owner, who alone is awaited, knows and may do.

    A game without `title`, its planning, has nothing near: what needs that doesn't hold.
    """
    if title is not None and current(plan, title, observation) is None:
        return PlanVerdict((), None)
    for number, each in enumerate(plan.alternatives):
        if each.near is not None and (
            title is None or each.near != nearby(title, observation, each.actions)
        ):
            continue
        actions = whole(each.actions, observation, legal, title)
        if not actions:
            continue
        if not plan.stands:
            return PlanVerdict(actions, None)
        rest = plan.alternatives
        if not each.again:
            rest = (*rest[:number], *rest[number + 1 :])
        return PlanVerdict(actions, replace(plan, alternatives=rest) if rest else None)
    kinds = {type(action) for action in legal}
    is_about = any(type(each.actions[0]) in kinds for each in plan.alternatives)
    if is_about and not plan.stands:
        return PlanVerdict((), None, failed=True)
    return PlanVerdict((), plan)


def whole(
    actions: tuple[A, ...], observation: O, legal: Sequence[A], title: Planning[O, A] | None = None
) -> tuple[A, ...]:
    """Return what is played of a turn that was planned: all of it, or () if that can't be.

    Each action must be legal after those before it, as far as the viewer, who is on turn, can know.
    Where nobody can know, after a draw or in a game without `title`, the turn can't be played. One
    that is over by itself needs no end: what would only end it is left out.
    """
    ends = () if title is None else title.ends
    for number, action in enumerate(actions):
        if action not in legal:
            is_over = number > 0 and not legal and all(each in ends for each in actions[number:])
            return actions[:number] if is_over else ()
        if number == len(actions) - 1:
            break
        then = None if title is None else title.after(observation, action)
        if then is None:
            return ()
        observation, legal = then
    return actions


def current(plan: Plan[A] | None, title: Planning[O, A], observation: O) -> Plan[A] | None:
    """Return a plan while it holds: one that stands ends with its chapter."""
    is_over = plan is not None and plan.stands and plan.chapter != title.chapter(observation)
    return None if is_over else plan


def nearby(title: Planning[O, A], observation: O, actions: Sequence[A]) -> str:
    """Return the digest of what is near these actions, 16 hex digits."""
    return digest(tuple(title.near(observation, each) for each in actions))


def digest(near: Hashable) -> str:
    """Return the digest of what is near."""
    return sha256(repr(near).encode()).hexdigest()[:16]


def added(
    plan: Plan[A] | None,
    title: Planning[O, A],
    observation: O,
    actions: tuple[A, ...],
    *,
    is_same: bool = True,
) -> Plan[A]:
    """Return a plan with one more alternative behind those that it has.

    Raises `IllegalAction` (plan-full) if it has `MOST`. One of another kind, or of a chapter that
    is over, makes room for it.
    """
    chapter, fallback = title.chapter(observation), title.fallbacks.get(type(actions[0]))
    stands = fallback is not None
    before = current(plan, title, observation) or Plan()
    if before.stands != stands:
        before = Plan()
    new = Alternative(actions, nearby(title, observation, actions) if is_same else None)
    chosen = [each for each in before.alternatives if each.actions != actions]
    alike = [each for each in chosen if type(each.actions[0]) is type(actions[0])]
    if len(own(before, title)) >= MOST and len(chosen) == len(before.alternatives):
        raise IllegalAction("plan-full", most=MOST)
    rest = [each for each in chosen if each not in alike]
    if fallback is not None and not any(fallback in each.actions for each in rest):
        rest = [Alternative((fallback,), again=True), *rest]
    return Plan((*alike, new, *rest) if stands else (*chosen, new), stands, chapter)


def own(plan: Plan[A], title: Planning[Any, A]) -> tuple[int, ...]:
    """Return the places of the alternatives that their owner put in by `added`."""
    if not plan.stands:
        return tuple(range(len(plan.alternatives)))
    return tuple(
        place
        for place, each in enumerate(plan.alternatives)
        if type(each.actions[0]) in title.fallbacks
    )


def without(plan: Plan[A], title: Planning[Any, A], place: int) -> Plan[A] | None:
    """Return a plan without the alternative in this place; None if nothing is left.

    With the last one of its kind goes what would be played in its place.
    """
    gone = plan.alternatives[place]
    kind = type(gone.actions[0])
    rest = tuple(each for each in plan.alternatives if each is not gone)
    if kind in title.fallbacks and not any(type(each.actions[0]) is kind for each in rest):
        rest = tuple(each for each in rest if title.fallbacks[kind] not in each.actions)
    return replace(plan, alternatives=rest) if rest else None


def conditioned(
    plan: Plan[A], title: Planning[O, A], observation: O, place: int, *, is_same: bool
) -> Plan[A]:
    """Return a plan in which the alternative in this place has another condition.

    What is near counts as it is now.
    """
    before = plan.alternatives[place]
    near = nearby(title, observation, before.actions) if is_same else None
    every = (*plan.alternatives[:place], replace(before, near=near))
    return replace(plan, alternatives=(*every, *plan.alternatives[place + 1 :]))


def write_plan(plan: Plan[Any]) -> str:
    """Return a plan as JSON."""
    return canonical(plan)


def read_plan(game: AnyGame, text: str) -> Plan[Any] | None:
    """Return the plan that a text holds; None if it is none of this game, as of older rules."""
    try:
        plan = _adapter(game.meta.actions).validate_json(text)
    except ValidationError:
        return None
    return plan if all(each.actions for each in plan.alternatives) else None


@cache
def _adapter(actions: tuple[type, ...]) -> TypeAdapter[Plan[Any]]:
    action: Any = Union[actions]  # noqa: UP007 - of a tuple
    return TypeAdapter(Plan[action])
