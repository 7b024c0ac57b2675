"""Whether a value is exactly of a declared type."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import pytest

from engine.game import Seat, Setup
from engine.validation import type_check


class Place(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Put:
    where: Place
    who: tuple[Seat, ...] = ()
    how: Literal["up", "down"] | None = None


class Other(Put):
    pass


@pytest.mark.parametrize(
    ("hint", "values"),
    [
        (int, [0, -1, 2**53]),
        (str, ["", "a b", "é"]),
        (bool, [True, False]),
        (int | None, [None, 3]),
        (tuple[int, ...], [(), (1, 2)]),
        (Mapping[str, bool | int | str], [{}, {"a": True, "b": 1, "c": "d"}]),
        (Put, [Put(Place(1, 2)), Put(Place(0, 0), (Seat(1),), "up")]),
        (Setup, [Setup(2, ("fog",), {"size": 5})]),
    ],
)
def test_what_is_declared_is_let_through(hint: Any, values: list[Any]) -> None:
    assert all(map(type_check(hint), values))


@pytest.mark.parametrize(
    ("hint", "values"),
    [
        (int, [True, 1.0, "1", None, 2**53 + 1, -(10**5000)]),
        (str, [1, None, b"a", "\ud800", "a\nb", "x" * 201]),
        (bool, [0, 1, None, "True"]),
        (int | None, [False, 1.0, ()]),
        (tuple[int, ...], [[], [1], (1, "2"), (True,), (0,) * 201, Place(1, 2)]),
        (Mapping[str, bool | int | str], [(), {"a": 1.0}, {1: "a"}, [("a", 1)]]),
        (Put, [None, Other(Place(1, 2)), object.__new__(Put), {"where": Place(1, 2)}]),
        (Put, [Put(where) for where in ((1, 2), [1, 2], Place(1, "2"), Place(True, 2))]),  # type: ignore[arg-type] # noqa: FBT003
        (Put, [Put(Place(1, 2), how=how) for how in ("sideways", 1, True)]),  # type: ignore[arg-type]
        (Put, [Put(tuple.__new__(Place, (1, 2, 3))), Put(tuple.__new__(Place, ()))]),
    ],
)
def test_what_only_looks_like_it_is_not(hint: Any, values: list[Any]) -> None:
    assert not any(map(type_check(hint), values))


def test_a_type_that_nothing_is_compared_with_is_a_mistake_of_the_title() -> None:
    with pytest.raises(TypeError):
        type_check(list[int])
