"""Values of the engine: what a frozen dataclass of the standard library does, they do."""

import pickle
from dataclasses import dataclass as standard
from dataclasses import fields, replace
from typing import Any

import pytest

from engine.boards.hexes import Cell
from engine.games.seismic.actions import Flip
from engine.games.seismic.pieces import Crew, Laid
from engine.values import dataclass


def made(kind: Any) -> tuple[Any, Any, Any]:
    """Return classes: with slots, by keywords, without comparison."""

    class Slotted:
        number: int
        row: tuple[int, ...] = ()

    class Named:
        number: int
        row: tuple[int, ...] = ()

    class Alone:
        number: int
        row: tuple[int, ...] = ()

    return (
        kind(frozen=True, slots=True)(Slotted),
        kind(frozen=True, kw_only=True)(Named),
        kind(frozen=True, eq=False)(Alone),
    )


@pytest.mark.parametrize("place", range(3))
def test_they_compare_hash_and_show_as_frozen_dataclasses_do(place: int) -> None:
    ours, theirs = made(dataclass)[place], made(standard)[place]
    one, same, other = (ours(number=n) for n in (1, 1, 2))
    its, equal, differs = (theirs(number=n) for n in (1, 1, 2))

    assert (one == same, one == other) == (its == equal, its == differs)
    assert (hash(one) == hash(same)) == (hash(its) == hash(equal))
    assert repr(one) == repr(its)
    assert [each.name for each in fields(ours)] == [each.name for each in fields(theirs)]
    assert replace(one, row=(3,)).row == replace(its, row=(3,)).row == (3,)
    assert hasattr(one, "__dict__") == hasattr(its, "__dict__")


def test_one_with_a_hash_of_its_own_keeps_it() -> None:
    assert hash(Flip("01")) == hash("01")


def test_they_can_be_packed() -> None:
    laid = Laid(Cell(1, 2), "01", 3, (Crew(0, 4),))  # type: ignore[arg-type]

    assert pickle.loads(pickle.dumps(laid)) == laid
