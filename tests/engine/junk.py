"""Things that are no moves, or look like ones: of every type, in every place of a move."""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from math import inf, nan
from random import Random
from typing import Any

from engine.game import AnyGame, Move
from engine.validation import is_action
from engine.values import dataclass


class Three(IntEnum):
    THREE = 3


class Text(str):
    __slots__ = ()


class Stubborn:
    """Raises whatever one does with it."""

    def __eq__(self, other: object) -> bool:
        raise RuntimeError

    def __hash__(self) -> int:
        raise RuntimeError

    def __len__(self) -> int:
        raise RuntimeError


def nested(depth: int) -> Any:
    value: Any = ()
    for _ in range(depth):
        value = (value,)
    return value


NUMBERS: list[Any] = [
    0,
    1,
    2,
    5,
    6,
    7,
    -1,
    -2,
    -6,
    -7,
    63,
    64,
    2**31,
    -(2**63),
    10**30,
    -(10**5000),
]
TEXTS: list[Any] = [
    "",
    "chance",
    "public",
    "0",
    "1",
    "A1",
    "SA",
    "sun",
    "bridge",
    "\ud800",
    "x" * 10**5,
]
OTHERS: list[Any] = [
    *(None, True, False, 0.0, 1.0, 2.5, -1.0, nan, inf, -inf, 1j, Decimal(1), Fraction(1, 2)),
    *(b"1", bytearray(b"1"), Text("sun"), Three.THREE, object(), int, Move, len, ..., range(3)),
    *(
        (),
        (0,),
        (0, 0),
        (0, -1, 7),
        ((1,), (2,)),
        [],
        [0],
        [0, 0],
        {},
        {"type": "pass"},
        {1},
        {0: 1},
    ),
    *(nested(3), nested(5000), slice(1), Exception("1"), Stubborn(), iter(()), Random(1).random),
]
ACTORS: list[Any] = [
    *(-1, -2, 5, 7, 10**30, True, False, 0.0, 1.0, nan, "chance", "public", "0", b"0"),
    *(None, (0,), [0], {}, Three.THREE, Text("chance"), object(), Stubborn()),
]


def junk(rng: Random) -> Any:
    return rng.choice(rng.choice((NUMBERS, TEXTS, OTHERS)))


def nearly(action: Any, rng: Random) -> Any:
    """Return an action with one of its fields changed, or something in its shape."""
    names = [each.name for each in fields(action)]
    match rng.randrange(8):
        case 0:
            return {name: getattr(action, name) for name in names}
        case 1:
            return tuple(getattr(action, name) for name in names)
        case 2:
            return object.__new__(type(action))
        case 3:
            return Move(0, action)  # type: ignore[arg-type] # a seat that nobody made one
        case 4:
            return alike(type(action))(*(getattr(action, name) for name in names))
        case _:
            name = rng.choice(names)
            return replace(action, **{name: changed(getattr(action, name), rng)})


def near_misses(
    game: AnyGame, known: Sequence[Any], legal: Sequence[Any], rng: Random
) -> list[Any]:
    """Return actions that are nearly legal, or are, and of the right types throughout.

    Each is a legal one with a field of another action, or with somewhat more or less in one.
    """
    fields_of: dict[str, list[Any]] = {}
    for each in (*known, *legal[:200]):
        for field in fields(each)[:-1]:
            fields_of.setdefault(field.name, []).append(getattr(each, field.name))
    found = []
    for action in (rng.choice(legal) for _ in range(12)):
        for name in (field.name for field in fields(action)[:-1]):
            own = getattr(action, name)
            others = rng.choice(fields_of.get(name, [own])), rng.choice(beside(own, rng))
            found += [replace(action, **{name: other}) for other in others]
    return [each for each in found if is_action(game, each)]


def beside(value: Any, rng: Random) -> list[Any]:
    """Return values of about the same type: larger, smaller, longer, shorter, none or some."""
    if type(value) is int or value is None:
        return [(value or 0) + rng.randint(-7, 7), -1, 10**9, None]
    if isinstance(value, tuple):
        place = rng.randrange(len(value)) if value else 0
        part, rest = list(value[place : place + 1]), value[place + 1 :]
        one = [rng.choice(beside(each, rng)) for each in part]
        moved = [*value[:place], *part, *rest]
        if all(type(each) is int for each in moved) and len(moved) > 1:
            moved[place] += (step := rng.choice((-5, -1, 1)))
            moved[place - 1] -= step  # the sum stays
        others = (
            [*value[:place], *one, *rest],
            moved,
            value[1:],
            (*value, *value[:1]),
            value[::-1],
        )
        if hasattr(value, "_make"):
            return [value._make(each) for each in others if len(each) == len(value)]
        return list(map(tuple, others))
    return ["", "nowhere"] if isinstance(value, str) else [not value]


def changed(value: Any, rng: Random) -> Any:
    """Return junk instead of a value, or a value that looks alike, or one of its parts changed."""
    looks_alike: list[Callable[[Any], Any]] = [float, bool, str, list, tuple, repr]
    if rng.random() < 0.4:
        try:
            return rng.choice(looks_alike)(value)
        except (TypeError, ValueError):
            return junk(rng)
    if isinstance(value, int) and rng.random() < 0.5:
        return value + rng.choice((-7, -6, -1, 1, 6, 7))
    if isinstance(value, tuple) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        parts = [junk(rng) if each == place else part for each, part in enumerate(value)]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return junk(rng)


def alike(kind: Any) -> Any:
    """Return another class with the same name and fields."""
    if kind not in _ALIKE:
        _ALIKE[kind] = dataclass(frozen=True)(type(kind.__name__, (kind,), {}))
    return _ALIKE[kind]


_ALIKE: dict[Any, Any] = {}


def submission(known: Sequence[Any], others: Sequence[Any], rng: Random) -> Any:
    """Return an action or something else: junk, another title's, one of these nearly or quite."""
    match rng.randrange(6):
        case 0:
            return junk(rng)
        case 1:
            return rng.choice(others)
        case 2:
            return rng.choice(known)
        case _:
            return nearly(rng.choice(known), rng)


def samples(games: Sequence[AnyGame]) -> list[Any]:
    """Return an action of every class of these games, made of junk that looks right."""
    rng = Random(1)
    return [
        kind(*(rng.choice((*NUMBERS[:8], *TEXTS[:9])) for _ in fields(kind)[:-1]))
        for game in games
        for kind in game.meta.actions
    ]
